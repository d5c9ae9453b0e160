package engine

import (
	"bytes"
	"sync"

	"hora/canonical"
)

// recent are the bookings that were read last, as they were parsed: an agent
// that looks at one does so more than once, and then moves or cancels it. One
// counts only for a record with the very same body, so none is ever a version
// behind.
type recent struct {
	mu         sync.Mutex
	young, old map[canonical.StoreKey]parsed
	bytes      int // of the bodies in young
}

// A parsed booking belongs to recent alone; what is handed out is a clone.
type parsed struct {
	body    []byte
	booking *canonical.Booking
}

// generation is how many bytes of bodies are remembered, of some dozens of
// bookings, before those that nobody has asked for since the last time are
// forgotten. Parsed, a booking takes a few times as much, and what lives the
// collector lets several times as much lie about with.
const generation = 64 << 10

// find answers with what the body was parsed to, if that is remembered.
func (r *recent) find(k canonical.StoreKey, body []byte) (b canonical.Booking, ok bool) {
	r.mu.Lock()
	p, ok := r.young[k]
	if !ok {
		if p, ok = r.old[k]; ok {
			r.add(k, p)
		}
	}
	r.mu.Unlock()
	if !ok || !bytes.Equal(p.body, body) {
		return b, false
	}
	return p.booking.Clone(), true
}

// keep remembers what a body was parsed to.
func (r *recent) keep(k canonical.StoreKey, body []byte, b canonical.Booking) {
	own := b.Clone()
	r.mu.Lock()
	r.add(k, parsed{body, &own})
	r.mu.Unlock()
}

func (r *recent) add(k canonical.StoreKey, p parsed) {
	if r.young == nil || r.bytes > generation {
		r.old, r.young, r.bytes = r.young, map[canonical.StoreKey]parsed{}, 0
	}
	r.bytes += len(p.body) - len(r.young[k].body)
	r.young[k] = p
}

// bookingAt reads a booking that has been read. It answers false when there is no
// such booking.
func (v *view) bookingAt(k canonical.StoreKey) (canonical.Booking, bool) {
	r := v.Record(k)
	if r.Version == 0 {
		return canonical.Booking{}, false
	}
	if b, ok := v.desk.recent.find(k, r.Body); ok {
		return b, true
	}
	b, ok := document[canonical.Booking](v, k)
	if ok {
		v.desk.recent.keep(k, r.Body, b)
	}
	return b, ok
}
