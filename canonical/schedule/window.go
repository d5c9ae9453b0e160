package schedule

import (
	"math/bits"
	"time"

	"hora/canonical"
)

// A window is a canonical.Window read once: seconds after the midnight that
// its day begins with, and a set of weekdays. Its zero value never opens.
type window struct {
	from, to int64
	weekdays uint8 // bit time.Weekday
}

// readWindow reads a window; ok is false for one that no organisation file
// lets through, which counts as closed.
func readWindow(w canonical.Window) (r window, ok bool) {
	from, ok1 := clock(w.From)
	to, ok2 := clock(w.To)
	if !ok1 || !ok2 || from == day {
		return window{}, false
	}
	if to <= from {
		to += day
	}
	r = window{from: from, to: to}
	for _, name := range w.Days {
		r.weekdays |= weekday(name)
	}
	return r, true
}

// on says whether the window recurs on that day.
func (r window) on(d int64) bool {
	const epoch = int64(time.Thursday) // of 1970-01-01
	return r.weekdays>>(((d+epoch)%7+7)%7)&1 != 0
}

// perWeek counts the weekdays on which the window recurs.
func (r window) perWeek() int { return bits.OnesCount8(r.weekdays) }

// stretch is when the window that begins on day d opens and closes; the two
// are equal when the clock skips it whole. A day that a zone left out
// altogether (Samoa's 30 December 2011) has no hours, not even past midnight.
func (r window) stretch(w *wall, d int64) (opens, closes int64) {
	midnight := d * day
	opens = w.opens(midnight + r.from)
	if opens+w.offset != midnight+r.from && w.opens(midnight) == w.opens(midnight+day) {
		return opens, opens
	}
	return opens, max(opens, w.closes(midnight+r.to))
}

// clock reads HH:MM, 00:00 to 24:00, as seconds after midnight.
func clock(s string) (seconds int64, ok bool) {
	if len(s) != len("15:04") || s[2] != ':' {
		return 0, false
	}
	h, ok1 := twoDigits(s[0], s[1])
	m, ok2 := twoDigits(s[3], s[4])
	if !ok1 || !ok2 || m > 59 || h*60+m > 24*60 {
		return 0, false
	}
	return (h*60 + m) * 60, true
}

func twoDigits(a, b byte) (int64, bool) {
	a, b = a-'0', b-'0'
	return int64(a)*10 + int64(b), a <= 9 && b <= 9
}

func weekday(name string) uint8 {
	switch name {
	case "sun":
		return 1 << time.Sunday
	case "mon":
		return 1 << time.Monday
	case "tue":
		return 1 << time.Tuesday
	case "wed":
		return 1 << time.Wednesday
	case "thu":
		return 1 << time.Thursday
	case "fri":
		return 1 << time.Friday
	case "sat":
		return 1 << time.Saturday
	}
	return 0
}

// dayNumbers are the days of two dates, counted from 1970-01-01; ok is false
// when either is no date or the second is before the first.
func dayNumbers(from, to canonical.Date) (first, last int64, ok bool) {
	first, ok1 := dayNumber(from)
	last, ok2 := dayNumber(to)
	return first, last, ok1 && ok2 && first <= last
}

func dayNumber(d canonical.Date) (int64, bool) {
	t := d.Midnight() // the zero time when d is no date
	return dayOf(t.Unix()), !t.IsZero()
}
