package engine

import (
	"fmt"
	"strings"
	"time"

	"hora/canonical"
)

// resolve turns a time as people say it into a local date and, when the time
// of day is known too, an instant.
func (v *view) resolve(w canonical.When) (canonical.Date, time.Time) {
	if !w.At.IsZero() {
		return canonical.DateOf(w.At, v.cat.zone), w.At
	}
	date := w.Date
	switch {
	case date != "":
	case w.Yearly != "":
		date = v.nextYearly(w.Yearly)
	case w.Ahead != nil:
		date = v.today().AddDays(*w.Ahead)
	case w.Weekday != "":
		date = v.nextWeekday(w.Weekday, w.Week)
	}
	if date == "" {
		return date, time.Time{}
	}
	at, ok := v.cat.wall(date, w.Clock)
	if !ok {
		return date, time.Time{}
	}
	return date, at
}

// nextYearly is the next day of that month and day, today included; none for
// a day that neither this year nor a later one soon has.
func (v *view) nextYearly(day string) canonical.Date {
	today := v.today()
	year := today.Midnight().Year()
	for y := range 5 { // 29 February comes every four years, nearly always
		d, err := canonical.ParseDate(fmt.Sprintf("%04d-%s", year+y, day))
		if err == nil && d >= today {
			return d
		}
	}
	return ""
}

// nextWeekday is the next day of that name, today included; in the week that
// was named, where one was.
func (v *view) nextWeekday(name string, week *int) canonical.Date {
	from := v.today()
	if week != nil && *week > 0 {
		from = monday(from).AddDays(7 * *week)
	}
	for n := range 7 {
		if d := from.AddDays(n); strings.ToLower(d.Weekday().String()[:3]) == name {
			return d
		}
	}
	return ""
}

// monday is the first day of the date's week.
func monday(d canonical.Date) canonical.Date {
	return d.AddDays(-(int(d.Weekday()) + 6) % 7)
}
