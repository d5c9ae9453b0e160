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

// Span is all of the local dates [from, to]: from the first instant that the
// clock gives the one to the first that it gives the day after the other. It is
// empty when either is no date.
func (h Hours) Span(from, to canonical.Date) Interval {
	first, last, ok := dayNumbers(from, to)
	if !ok {
		return Interval{}
	}
	w := newWall(h.Zone)
	return interval(w.opens(first*day), w.opens((last+1)*day))
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

// Starts lists the bookable starts of a grid whose local date is in [from,
// to], as Grid.Starts does. Other than that it knows the hours of the days
// around: a start past midnight in a window of the day before is listed, and so
// is one whose booking ends on a later day. Every bookable start is therefore
// found on one date exactly, in whatever portions the dates are asked for.
func (h Hours) Starts(g Grid, from, to canonical.Date, busy []Interval, earliest time.Time) iter.Seq[time.Time] {
	first, last, ok := dayNumbers(from, to)
	if !ok {
		return func(func(time.Time) bool) {}
	}
	w := newWall(h.Zone)
	begins, ends := w.opens(first*day), w.opens((last+1)*day)
	latest := ends + int64(g.Length/time.Second)
	w.look(latest)
	open := h.open(first-1, dayOf(latest+w.offset)+1)
	days := interval(begins, ends)
	if earliest.Before(days.Start) {
		earliest = days.Start
	}
	starts := g.Starts(open, busy, earliest)
	return func(yield func(time.Time) bool) {
		for s := range starts {
			if !s.Before(days.End) || !yield(s) {
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
		slices.SortFunc(out, order)
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

func interval(start, end int64) Interval {
	return Interval{time.Unix(start, 0).UTC(), time.Unix(end, 0).UTC()}
}
