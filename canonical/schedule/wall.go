package schedule

import (
	"math"
	"time"
)

const (
	day = 24 * 60 * 60 // seconds of a wall-clock day

	// reach is further than any zone has ever been from UTC, in seconds. An
	// instant can show a given wall clock only within reach of it.
	reach = 26 * 60 * 60
)

// A wall turns readings of a zone's wall clock back into instants. A reading
// is written as the Unix time it would be in UTC. The stretch of one offset
// that was looked up last is kept, so that a walk over days far from any
// change of the clock costs no lookups.
type wall struct {
	zone         *time.Location
	begins, ends int64 // instants between which offset holds
	offset       int64 // seconds to add to an instant to read the clock
}

func newWall(zone *time.Location) wall {
	if zone == nil {
		zone = time.UTC
	}
	return wall{zone: zone}
}

// look makes the stretch around the instant x the current one.
func (w *wall) look(x int64) {
	if w.begins <= x && x < w.ends {
		return
	}
	t := time.Unix(x, 0).In(w.zone)
	_, offset := t.Zone()
	w.begins, w.ends, w.offset = math.MinInt64, math.MaxInt64, int64(offset)
	begins, ends := t.ZoneBounds()
	if !begins.IsZero() {
		w.begins = begins.Unix()
	}
	if !ends.IsZero() {
		w.ends = ends.Unix()
	}
}

// opens is the first instant at which the clock shows the reading or later.
// The current stretch is then the one that instant lies in.
func (w *wall) opens(reading int64) int64 {
	w.look(reading - reach)
	for {
		if x := max(w.begins, reading-w.offset); x < w.ends {
			return x
		}
		w.look(w.ends)
	}
}

// closes is the end of the last instant at which the clock shows less than the
// reading.
func (w *wall) closes(reading int64) int64 {
	w.look(reading - reach)
	x := min(w.ends, reading-w.offset)
	for w.ends < reading+reach {
		w.look(w.ends)
		if y := min(w.ends, reading-w.offset); y > w.begins {
			x = y
		}
	}
	return x
}

// dayAt is the number of the day that the clock shows at t.
func (w *wall) dayAt(t time.Time) int64 {
	w.look(t.Unix())
	return dayOf(t.Unix() + w.offset)
}

// steady says whether the clock does not change within reach of the instant x,
// which must lie in the current stretch.
func (w *wall) steady(x int64) bool { return w.begins <= x-reach && x+reach < w.ends }

// dayOf is the number of the day, counted from 1970-01-01, of a reading.
func dayOf(reading int64) int64 {
	d := reading / day
	if reading%day < 0 {
		d--
	}
	return d
}
