package schedule

import (
	"slices"
	"sort"
	"time"

	"hora/canonical"
)

// An Interval is half-open: [Start, End). One whose End is not after its Start
// is empty.
type Interval struct{ Start, End time.Time }

// Overlaps says whether the two have an instant in common. Intervals that
// only touch have none, and an empty one overlaps nothing.
func (i Interval) Overlaps(o Interval) bool {
	if o.Start.After(i.Start) {
		i.Start = o.Start
	}
	if o.End.Before(i.End) {
		i.End = o.End
	}
	return i.Start.Before(i.End)
}

// Span is all of the local dates [from, to] of a zone (none: UTC): from the
// first instant that the clock gives the one to the first that it gives the day
// after the other. It is empty when either is no date.
func Span(zone *time.Location, from, to canonical.Date) Interval {
	first, last, ok := dayNumbers(from, to)
	if !ok {
		return Interval{}
	}
	w := newWall(zone)
	return interval(w.opens(first*day), w.opens((last+1)*day))
}

func order(a, b Interval) int {
	if c := a.Start.Compare(b.Start); c != 0 {
		return c
	}
	return a.End.Compare(b.End)
}

// arrange sorts intervals. Each type that slices.SortFunc is used for has a copy
// of it in the program, of ten kilobytes and more.
func arrange(s []Interval) { sort.Slice(s, func(i, j int) bool { return order(s[i], s[j]) < 0 }) }

// inOrder is s sorted by start; a copy unless it was already.
func inOrder(s []Interval) []Interval {
	for k := 1; k < len(s); k++ {
		if s[k].Start.Before(s[k-1].Start) {
			s = slices.Clone(s)
			arrange(s)
			break
		}
	}
	return s
}

func interval(start, end int64) Interval {
	return Interval{time.Unix(start, 0).UTC(), time.Unix(end, 0).UTC()}
}
