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

// AppendDay writes "miércoles 1 de abril" or "Wednesday, April 1".
func AppendDay(b []byte, t time.Time, l canonical.Language) []byte {
	_, month, day := t.Date()
	if l == canonical.English {
		b = append(append(append(b, t.Weekday().String()...), ", "...), month.String()...)
		return strconv.AppendInt(append(b, ' '), int64(day), 10)
	}
	b = append(append(b, weekdays[t.Weekday()]...), ' ')
	b = append(strconv.AppendInt(b, int64(day), 10), " de "...)
	return append(b, months[month-1]...)
}

var (
	weekdays = [...]string{"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"}
	months   = [...]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"}
)

// Weekday is the name of a day of the week, from 0, Monday.
func Weekday(n int, l canonical.Language) string {
	day := time.Weekday((n + 1) % 7)
	return In(l, weekdays[day], day.String())
}

// AppendClock writes a time of day, 09:30.
func AppendClock(b []byte, t time.Time) []byte {
	hour, minute, _ := t.Clock()
	return append(b, '0'+byte(hour/10), '0'+byte(hour%10), ':', '0'+byte(minute/10), '0'+byte(minute%10))
}

// AppendMoment writes a day and the time of it: "miércoles 1 de abril, 10:00".
func AppendMoment(b []byte, t time.Time, l canonical.Language) []byte {
	return AppendClock(append(AppendDay(b, t, l), ", "...), t)
}

// Clock is what AppendClock writes.
func Clock(t time.Time) string { return string(AppendClock(nil, t)) }

// Moment is what AppendMoment writes.
func Moment(t time.Time, l canonical.Language) string { return string(AppendMoment(nil, t, l)) }

// Money is what AppendMoney writes.
func Money(m canonical.Money, l canonical.Language) string { return string(AppendMoney(nil, m, l)) }

// Price is what AppendPrice writes.
func Price(p canonical.Price, l canonical.Language) string { return string(AppendPrice(nil, p, l)) }

// List joins things as a sentence does: "a, b y c", "a, b and c".
func List(all []string, l canonical.Language) string {
	n := len(all)
	if n < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:n-1], ", ") + In(l, " y ", " and ") + all[n-1]
}
