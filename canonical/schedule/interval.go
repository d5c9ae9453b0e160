package schedule

import (
	"slices"
	"time"
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

func order(a, b Interval) int {
	if c := a.Start.Compare(b.Start); c != 0 {
		return c
	}
	return a.End.Compare(b.End)
}

// inOrder is s sorted by start; a copy unless it was already.
func inOrder(s []Interval) []Interval {
	for k := 1; k < len(s); k++ {
		if s[k].Start.Before(s[k-1].Start) {
			s = slices.Clone(s)
			slices.SortFunc(s, order)
			break
		}
	}
	return s
}
