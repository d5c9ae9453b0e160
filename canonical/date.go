package canonical

import (
	"fmt"
	"time"
)

// A Date is a calendar day, YYYY-MM-DD, in the zone of whoever it concerns.
// The zero value is no date. Dates order as strings do.
type Date string

// ParseDate reads YYYY-MM-DD. A day that no calendar has (2026-02-30), or any
// other spelling, is an error.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || t.Year() < 1 || t.Format(time.DateOnly) != s {
		return "", fmt.Errorf("canonical: %q is not a date", s)
	}
	return Date(s), nil
}

// DateOf is the day on which t falls in loc.
func DateOf(t time.Time, loc *time.Location) Date {
	return Date(t.In(loc).Format(time.DateOnly))
}

// Midnight is the day's 00:00 in UTC: a value to count with, not an instant.
func (d Date) Midnight() time.Time {
	t, _ := time.Parse(time.DateOnly, string(d))
	return t
}

// AddDays is the date n days later; n may be negative.
func (d Date) AddDays(n int) Date {
	return Date(d.Midnight().AddDate(0, 0, n).Format(time.DateOnly))
}

// Weekday is the day's name.
func (d Date) Weekday() time.Weekday { return d.Midnight().Weekday() }

// DaysUntil counts the days from d to e; negative when e is earlier.
func (d Date) DaysUntil(e Date) int {
	return int((e.Midnight().Unix() - d.Midnight().Unix()) / (24 * 60 * 60))
}
