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
	return written(t.In(loc))
}

// written is the day that t's clock shows. Days are written in every search,
// so it is done without a layout.
func written(t time.Time) Date {
	year, month, day := t.Date()
	if year < 0 || year > 9999 {
		return Date(t.Format(time.DateOnly))
	}
	b := make([]byte, 0, len(time.DateOnly))
	b = append(appendDigits(b, year, 4), '-')
	b = append(appendDigits(b, int(month), 2), '-')
	return Date(appendDigits(b, day, 2))
}

// appendDigits writes the last digits of n, and zeros before them.
func appendDigits(b []byte, n, digits int) []byte {
	end := len(b) + digits
	for range digits {
		b = append(b, '0')
	}
	for i := end - 1; n > 0 && i >= end-digits; i-- {
		b[i] = byte('0' + n%10)
		n /= 10
	}
	return b
}

// Midnight is the day's 00:00 in UTC: a value to count with, not an instant.
// What is no date is the zero time.
func (d Date) Midnight() time.Time {
	if len(d) != len(time.DateOnly) || d[4] != '-' || d[7] != '-' {
		return time.Time{}
	}
	n := 0
	for i := range len(d) {
		switch c := d[i]; {
		case i == 4 || i == 7:
		case c < '0' || c > '9':
			return time.Time{}
		default:
			n = n*10 + int(c-'0')
		}
	}
	year, month, day := n/10000, time.Month(n/100%100), n%100
	t := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	if _, m, d := t.Date(); m != month || d != day { // a day that the month does not have
		return time.Time{}
	}
	return t
}

// AddDays is the date n days later; n may be negative.
func (d Date) AddDays(n int) Date {
	return written(d.Midnight().AddDate(0, 0, n))
}

// Weekday is the day's name.
func (d Date) Weekday() time.Weekday { return d.Midnight().Weekday() }

// DaysUntil counts the days from d to e; negative when e is earlier.
func (d Date) DaysUntil(e Date) int {
	return int((e.Midnight().Unix() - d.Midnight().Unix()) / (24 * 60 * 60))
}
