package schedule

import (
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

// Span is all of the local dates [from, to]: from the first instant of the one
// to the last of the other. It is empty when either is no date.
func (h Hours) Span(from, to canonical.Date) Interval {
	first, ok1 := dayNumber(from)
	last, ok2 := dayNumber(to)
	if !ok1 || !ok2 {
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
	first, ok1 := dayNumber(from)
	last, ok2 := dayNumber(to)
	if !ok1 || !ok2 || last < first {
		return nil
	}
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

// Contains says whether the whole interval lies in open hours. Windows that
// touch or overlap, also across midnight, count as one. An empty interval
// lies nowhere.
func (h Hours) Contains(i Interval) bool {
	if !i.Start.Before(i.End) {
		return false
	}
	at, end := i.Start.Unix(), i.End.Unix()
	if i.End.Nanosecond() > 0 {
		end++
	}
	w := newWall(h.Zone)
	for at < end {
		until := h.until(&w, at)
		if until == at {
			return false
		}
		at = until
	}
	return true
}

// until is how far the windows that are open at the instant go; the instant
// itself when none is.
func (h Hours) until(w *wall, at int64) int64 {
	w.look(at)
	today := dayOf(at + w.offset)
	first, last := today-1, today
	if !w.steady(at) {
		// where the clock turns back over midnight, a window can be open a
		// little outside the dates it belongs to
		first, last = first-1, last+1
	}
	until := at
	for d := first; d <= last; d++ {
		var buf [len(time.DateOnly)]byte
		date := time.Unix(d*day, 0).UTC().AppendFormat(buf[:0], time.DateOnly)
		replaced := false
		for _, e := range h.Exceptions {
			if string(e.Date) != string(date) {
				continue
			}
			replaced = true
			for _, x := range e.Windows {
				if r, ok := readWindow(x); ok {
					until = r.extend(w, d, at, until)
				}
			}
		}
		if replaced {
			continue
		}
		for _, x := range h.Windows {
			if r, ok := readWindow(x); ok && r.on(d) {
				until = r.extend(w, d, at, until)
			}
		}
	}
	return until
}

// extend is the later of until and the closing of day d's window, if that is
// open at the instant.
func (r window) extend(w *wall, d, at, until int64) int64 {
	if opens, closes := r.stretch(w, d); opens <= at && at < closes {
		return max(until, closes)
	}
	return until
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
