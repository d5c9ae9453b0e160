package schedule

import (
	"iter"
	"slices"
	"time"

	"hora/canonical"
)

// Hours are when somebody or something is open: weekly windows in a zone (no
// zone: UTC), with dated exceptions that replace a date's windows. Several
// exceptions for one date add up. Windows may come in any order and may
// overlap.
type Hours struct {
	Zone       *time.Location
	Windows    []canonical.Window
	Exceptions []canonical.Exception
}

// Configured says whether there are any hours at all, on whatever day.
func (h Hours) Configured() bool {
	return len(h.Windows) > 0 || slices.ContainsFunc(h.Exceptions, func(e canonical.Exception) bool { return len(e.Windows) > 0 })
}

// Open is the windows that begin on the local dates [from, to], each whole, as
// UTC instants sorted by start. Windows that touch or overlap are kept apart,
// because the starts of a Grid align to the opening of each; that a booking
// may reach from one into the next is for Grid and Contains to see. It is
// empty when either is no date.
func (h Hours) Open(from, to canonical.Date) []Interval {
	first, last, ok := dayNumbers(from, to)
	if !ok {
		return nil
	}
	return h.open(first, last)
}

// Starts lists the bookable starts of a grid that lie within the interval, as
// Grid.Starts does. Windows are looked for as far around it as they matter: a
// start past midnight counts whichever day its window began on, and so does one
// whose booking ends long after the interval. Asked for in portions, the same
// starts are found as all at once.
func (h Hours) Starts(g Grid, within Interval, busy []Interval) iter.Seq[time.Time] {
	return func(yield func(time.Time) bool) {
		if !within.Start.Before(within.End) {
			return
		}
		w := newWall(h.Zone)
		open := h.open(w.dayAt(within.Start)-1, w.dayAt(within.End.Add(g.Length))+1)
		for s := range g.Starts(open, busy, within.Start) {
			if !s.Before(within.End) || !yield(s) {
				return
			}
		}
	}
}

// open is Open for the days [first, last].
func (h Hours) open(first, last int64) []Interval {
	var few [8]window
	weekly, perWeek := few[:0], 0
	for _, w := range h.Windows {
		if r, ok := readWindow(w); ok {
			weekly = append(weekly, r)
			perWeek += r.perWeek()
		}
	}
	dated := h.dated(first, last)
	out := make([]Interval, 0, int(last-first+7)/7*perWeek+len(dated))
	w := newWall(h.Zone)
	add := func(r window, d int64) {
		if opens, closes := r.stretch(&w, d); opens < closes {
			out = append(out, interval(opens, closes))
		}
	}
	for d := first; d <= last; d++ {
		if len(dated) > 0 && dated[0].day == d {
			for ; len(dated) > 0 && dated[0].day == d; dated = dated[1:] {
				for _, x := range dated[0].windows {
					if r, ok := readWindow(x); ok {
						add(r, d)
					}
				}
			}
			continue
		}
		for _, r := range weekly {
			if r.on(d) {
				add(r, d)
			}
		}
	}
	if !slices.IsSortedFunc(out, order) {
		arrange(out)
	}
	return out
}

// A datedException is an exception with the number of its day.
type datedException struct {
	day     int64
	windows []canonical.Window
}

// dated lists the exceptions of the days [first, last] in order.
func (h Hours) dated(first, last int64) []datedException {
	var out []datedException
	for _, e := range h.Exceptions {
		if d, ok := dayNumber(e.Date); ok && first <= d && d <= last {
			out = append(out, datedException{d, e.Windows})
		}
	}
	slices.SortStableFunc(out, func(a, b datedException) int { return int(a.day - b.day) })
	return out
}
