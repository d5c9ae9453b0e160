package engine

import (
	"cmp"
	"slices"
	"time"

	"github.com/go-json-experiment/json"

	"hora/canonical"
)

// file takes a service's record into the catalogue. When it last changed, and
// that it once was, is told by the feed alone.
func (c *catalogue) file(r canonical.Record) {
	var s canonical.Service
	if json.Unmarshal(r.Body, &s) != nil {
		return
	}
	change := canonical.Change{At: s.Modified, Deleted: s.Deleted}
	s.Modified, s.Deleted = time.Time{}, false
	if change.Deleted {
		s = canonical.Service{ID: s.ID}
	} else {
		c.services = append(c.services, s)
	}
	change.Service = s
	c.changes = append(c.changes, change)
}

// turn is a change's place in the feed, as text: by instant, then id.
func turn(c canonical.Change) string { return instant(c.At) + c.Service.ID }

// instant writes an instant so that it orders as text.
func instant(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000000Z") }

// serviceFeed answers with what has changed since a cursor. Each service is in
// the feed once, as it is now, so that a reader who is behind has less to
// read.
func serviceFeed(c canonical.ServiceFeed) plan {
	return func(v *view) (change, *canonical.Error) {
		after, refusal := v.placeIn(listOfChanges, c.After)
		if refusal != nil {
			return change{}, refusal
		}
		rest := v.cat.changes
		from, _ := slices.BinarySearchFunc(rest, after, func(x canonical.Change, at string) int {
			if at == turn(x) {
				return -1
			}
			return cmp.Compare(turn(x), at)
		})
		rest = rest[from:]
		out := canonical.Feed{Changes: []canonical.Change{}, Next: c.After, At: v.now, Total: len(v.cat.services)}
		limit := min(cmp.Or(c.Limit, canonical.FeedSize), canonical.MaxFeedSize)
		if out.More = len(rest) > limit; out.More {
			rest = rest[:limit]
		}
		out.Changes = append(out.Changes, rest...)
		if n := len(rest); n > 0 {
			out.Next = v.cursorIn(listOfChanges, turn(rest[n-1]))
		}
		return answer(out)
	}
}
