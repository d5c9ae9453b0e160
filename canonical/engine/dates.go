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
	if w.Monthly > 0 && w.Weekday != "" { // "saturday 10" is a date, or an hour
		if date := v.nextMonthly(w.Monthly); weekdayOf(date) != w.Weekday {
			if w.Clock == "" && w.Monthly < 24 {
				w.Clock = time.Date(0, 1, 1, w.Monthly, 0, 0, 0, time.UTC).Format(clockTime)
			}
			w.Monthly = 0
		}
	}
	date := v.day(w.Day)
	if date == "" {
		return date, time.Time{}
	}
	at, ok := v.cat.wall(date, clockOf(w))
	if !ok {
		return date, time.Time{}
	}
	return date, at
}

// day is the date that is meant; none where none is.
func (v *view) day(d canonical.Day) canonical.Date {
	switch {
	case d.Date != "":
		return d.Date
	case d.Yearly != "":
		return v.nextYearly(d.Yearly)
	case d.Monthly > 0:
		return v.nextMonthly(d.Monthly)
	case d.Ahead != nil:
		return v.today().AddDays(*d.Ahead)
	case d.Weekday != "":
		return v.nextWeekday(d)
	}
	return ""
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

// nextMonthly is the next day of that number, today included.
func (v *view) nextMonthly(day int) canonical.Date {
	d := v.today()
	for range 62 { // every other month has a 31st
		if d.Midnight().Day() == day {
			return d
		}
		d = d.AddDays(1)
	}
	return ""
}

// nextWeekday is the next day of that name, today included unless it is to be
// later; in the week that was named, where one was.
func (v *view) nextWeekday(d canonical.Day) canonical.Date {
	from := v.today()
	switch {
	case d.Week != nil && *d.Week > 0:
		from = monday(from).AddDays(7 * *d.Week)
	case d.Later:
		from = from.AddDays(1)
	}
	for n := range 7 {
		if date := from.AddDays(n); weekdayOf(date) == d.Weekday {
			return date
		}
	}
	return ""
}

// weekdayOf is mon to sun.
func weekdayOf(d canonical.Date) string { return strings.ToLower(d.Weekday().String()[:3]) }

// clockTime is how a time of day is written. It orders as text.
const clockTime = "15:04"

// within says whether a time of day is between the bounds of a time.
func within(clock string, w canonical.When) bool {
	return clock != "" && clock >= w.After && (w.Before == "" || clock < w.Before)
}

// afternoon is a time of day twelve hours later; empty if that is tomorrow.
func afternoon(clock string) string {
	t, err := time.Parse(clockTime, clock)
	if err != nil || t.Hour() >= 12 {
		return ""
	}
	return t.Add(12 * time.Hour).Format(clockTime)
}

// readings are the times of day that a clock can mean: "at 4" may be 16:00.
func readings(w canonical.When) []string {
	if pm := afternoon(w.Clock); pm != "" && !w.Exact {
		return []string{w.Clock, pm}
	}
	return []string{w.Clock}
}

// clockOf is the time of day that is meant: the first of its readings that is
// within the bounds, or else the clock as it was said.
func clockOf(w canonical.When) string {
	for _, clock := range readings(w) {
		if within(clock, w) {
			return clock
		}
	}
	return w.Clock
}

// monday is the first day of the date's week.
func monday(d canonical.Date) canonical.Date {
	return d.AddDays(-(int(d.Weekday()) + 6) % 7)
}
