package schedule

import (
	"time"
)

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
		if replaced, to := h.untilException(w, d, at); replaced {
			until = max(until, to)
			continue
		}
		for _, x := range h.Windows {
			if r, ok := readWindow(x); ok && r.on(d) {
				until = max(until, r.until(w, d, at))
			}
		}
	}
	return until
}

// untilException is until for the exceptions of day d, if it has any.
func (h Hours) untilException(w *wall, d, at int64) (replaced bool, until int64) {
	if len(h.Exceptions) == 0 {
		return false, at
	}
	var buf [len(time.DateOnly)]byte
	date := time.Unix(d*day, 0).UTC().AppendFormat(buf[:0], time.DateOnly)
	until = at
	for _, e := range h.Exceptions {
		if string(e.Date) != string(date) {
			continue
		}
		replaced = true
		for _, x := range e.Windows {
			if r, ok := readWindow(x); ok {
				until = max(until, r.until(w, d, at))
			}
		}
	}
	return replaced, until
}

// until is when day d's window closes, if it is open at the instant; the
// instant itself otherwise.
func (r window) until(w *wall, d, at int64) int64 {
	if opens, closes := r.stretch(w, d); opens <= at && at < closes {
		return closes
	}
	return at
}
