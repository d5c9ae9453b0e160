package schedule

import (
	"iter"
	"math"
	"time"
)

// A Grid is how a service cuts open time into starts.
type Grid struct {
	Step   time.Duration // distance of two starts
	Length time.Duration // of a booking
	Buffer time.Duration // kept free after each booking; may lie outside open hours
}

// Starts lists the bookable starts, in order and each instant once: a whole
// number of steps after the opening of a stretch of open and inside it, with
// the whole length in open hours (stretches that touch or overlap count as
// one), with [start, start+length+buffer) clear of everything busy, and not
// before earliest. A busy interval carries its own buffer. Intervals may come
// in any order and overlap; in order they are walked as they are. A grid
// without step or length has no starts.
//
// The sequence reads the slices as it goes: leave them alone meanwhile. It can
// be ranged over again, and stopping early saves the work that is left.
func (g Grid) Starts(open, busy []Interval, earliest time.Time) iter.Seq[time.Time] {
	open, busy = inOrder(open), inOrder(busy)
	return func(yield func(time.Time) bool) {
		if g.Step <= 0 || g.Length <= 0 {
			return
		}
		w := walk{Grid: g, open: open, busy: busy}
		for at := earliest; ; {
			start, ok := w.next(at)
			if !ok {
				return
			}
			if closes := w.closes(start); start.Add(g.Length).After(closes) {
				at = closes
				continue
			}
			if free := w.free(start); free.After(start) {
				at = free
				continue
			}
			if !yield(start) {
				return
			}
			at = start.Add(1)
		}
	}
}

// A walk goes over open and busy time once, side by side. It is asked about
// ever later instants only.
type walk struct {
	Grid
	open, busy []Interval // what still matters, sorted by start
	ahead      int        // how much of open the run of covered holds
	covered    time.Time  // end of the run of open stretches around the last start
	taken      time.Time  // latest end of the busy intervals passed
}

// next is the first aligned instant at or after the given one.
func (w *walk) next(at time.Time) (best time.Time, ok bool) {
	for len(w.open) > 0 && !at.Before(w.open[0].End) {
		w.open = w.open[1:]
		w.ahead = max(0, w.ahead-1)
	}
	for _, s := range w.open {
		if ok && !s.Start.Before(best) {
			break
		}
		if at.Before(s.End) {
			if t := w.align(s.Start, at); t.Before(s.End) && (!ok || t.Before(best)) {
				best, ok = t, true
			}
		}
	}
	return best, ok
}

// align is the first instant at or after at that is whole steps after start.
// It takes more than one round only where the two are centuries apart, further
// than a Duration reaches.
func (w *walk) align(start, at time.Time) time.Time {
	for gap := at.Sub(start); gap > 0; gap = at.Sub(start) {
		over := gap % w.Step
		gap -= over
		if over > 0 && gap <= math.MaxInt64-w.Step {
			gap += w.Step
		}
		start = start.Add(gap)
	}
	return start
}

// closes is the end of the unbroken open time around a start.
func (w *walk) closes(start time.Time) time.Time {
	for ; w.ahead < len(w.open); w.ahead++ {
		s := w.open[w.ahead]
		if s.Start.After(start) && s.Start.After(w.covered) {
			break
		}
		if s.End.After(w.covered) {
			w.covered = s.End
		}
	}
	return w.covered
}

// free is when what stands in the way of a booking from start ends; start or
// an earlier instant when nothing does.
func (w *walk) free(start time.Time) time.Time {
	end := start.Add(w.Length + max(0, w.Buffer))
	for len(w.busy) > 0 && w.busy[0].Start.Before(end) {
		if b := w.busy[0]; b.End.After(w.taken) && b.Start.Before(b.End) {
			w.taken = b.End
		}
		w.busy = w.busy[1:]
	}
	return w.taken
}
