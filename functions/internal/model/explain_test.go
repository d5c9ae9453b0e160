package model

import (
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"time"

	"hora/canonical"
)

// doubtful says whether nobody was told if the act happened.
func (c *call) doubtful() bool {
	return c.outcome.Err != nil && c.outcome.Err.Code == canonical.OutcomeUnknown
}

// turnedAway says whether the desk gave up before it did anything.
func (c *call) turnedAway() bool {
	return c.outcome.Err != nil && c.outcome.Err.Code == canonical.Unavailable
}

// explain tries all orders of these calls on the reference, and is every
// reference that would have answered them as they were answered. Several may
// be left, until a later answer tells them apart: of two calls that give up the
// same hold at once, only the one that did is remembered by its message. Where
// calls went at once, or nobody was told whether an act happened, what the
// store holds afterwards must be explained too. The error is that of an order
// that explains the most calls.
func explain(before []*desk, calls []*call, now time.Time, seen *inventory) (after []*desk, err error) {
	if len(before) == 1 && len(calls) == 1 && seen == nil { // as nearly always
		return calls[0].try(before[0], now, seen)
	}
	reached := map[int]map[string]*desk{0: {}} // by the set of calls that have been answered
	for _, d := range before {
		reached[0][d.fingerprint()] = d
	}
	all, furthest := 1<<len(calls)-1, -1
	for set := range all {
		for _, d := range reached[set] {
			for i, c := range calls {
				if set&(1<<i) != 0 {
					continue
				}
				next, why := c.try(d, now, seen)
				if n := bits.OnesCount(uint(set)); why != nil && n >= furthest {
					err, furthest = why, n
				}
				for _, d := range next {
					if reached[set|1<<i] == nil {
						reached[set|1<<i] = map[string]*desk{}
					}
					reached[set|1<<i][d.fingerprint()] = d
				}
			}
		}
	}
	for _, k := range slices.Sorted(maps.Keys(reached[all])) {
		d := reached[all][k]
		if seen != nil {
			if why := seen.differs(d, now); why != nil {
				err = why
				continue
			}
		}
		after = append(after, d)
	}
	if after != nil {
		err = nil
	}
	return after, err
}

// try lets a reference answer a call, in every way in which it may have ended.
// Of calls at once, those that are refused need not be refused for the same
// reason: what they look at is no snapshot.
func (c *call) try(d *desk, now time.Time, seen *inventory) (after []*desk, err error) {
	for _, out := range c.ends(d, seen) {
		next := d
		if out != nil {
			next = d.clone()
			why := next.answer(&c.request, *out, now)
			var other *otherEnd
			if errors.As(why, &other) && seen != nil && other.got != done && other.want != done {
				why, next = nil, d
			}
			if why != nil {
				err = why
				continue
			}
		}
		after = append(after, next)
	}
	return after, err
}

// fingerprint tells references apart.
func (d *desk) fingerprint() string {
	return fmt.Sprint(d.stays, d.said)
}

// ends are the ways in which a call may have ended; nil is without effect.
func (c *call) ends(d *desk, seen *inventory) []*canonical.Outcome {
	switch {
	case c.turnedAway():
		return []*canonical.Outcome{nil}
	case c.doubtful():
		return append(seen.could(d, &c.request), nil)
	}
	return []*canonical.Outcome{&c.outcome}
}
