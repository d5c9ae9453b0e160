// Package prose writes what people read, in Spanish and in English, as a
// careful person does: amounts with sign and grouping, days by their names,
// times by the clock of the place.
package prose

import (
	"strconv"
	"strings"
	"time"

	"hora/canonical"
)

// In picks the text of a language. Whatever is not English is Spanish.
func In(l canonical.Language, spanish, english string) string {
	if l == canonical.English {
		return english
	}
	return spanish
}

// Day is "miércoles 1 de abril" or "Wednesday, April 1".
func Day(t time.Time, l canonical.Language) string {
	n := strconv.Itoa(t.Day())
	if l == canonical.English {
		return t.Weekday().String() + ", " + t.Month().String() + " " + n
	}
	return weekdays[t.Weekday()] + " " + n + " de " + months[t.Month()-1]
}

var (
	weekdays = [...]string{"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"}
	months   = [...]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"}
)

// Clock is a time of day, 09:30.
func Clock(t time.Time) string { return t.Format("15:04") }

// Moment is a day and the time of it: "miércoles 1 de abril, 10:00".
func Moment(t time.Time, l canonical.Language) string { return Day(t, l) + ", " + Clock(t) }

// List joins things as a sentence does: "a, b y c", "a, b and c".
func List(all []string, l canonical.Language) string {
	n := len(all)
	if n < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:n-1], ", ") + In(l, " y ", " and ") + all[n-1]
}
