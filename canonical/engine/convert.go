package engine

import (
	"time"

	"hora/canonical"
)

// How a hold becomes a booking (USP 4.2.1): an active one does; one that has
// expired or was released says so, or that its slot is gone; one that was
// converted by the same request answers with the booking it became.

// held reads the hold that an act would convert. ok is false while it has not
// been read.
func (v *view) held(id string) (h *canonical.Hold, ok bool, refusal *canonical.Error) {
	if id == "" {
		return nil, true, nil
	}
	k := canonical.HoldKey(id)
	v.doubt(k)
	if !v.want(k) {
		return nil, false, nil
	}
	found, ok := document[canonical.Hold](v, k)
	if !ok || !v.owns(found) {
		return nil, true, canonical.Refuse(canonical.UnknownHold)
	}
	return &found, true, nil
}

func (v *view) owns(h canonical.Hold) bool {
	return h.Organization == v.req.Organization && h.Owner == v.req.Caller
}

// filled gives a booking what its hold already says. What the call says too
// must agree, or the hold is not for it.
func filled(c canonical.Book, h *canonical.Hold) (canonical.Book, *canonical.Error) {
	agree := (c.Service == "" || c.Service == h.Service.ID) &&
		(c.Provider == "" || c.Provider == h.Provider.ID) &&
		(c.Start.IsZero() || c.Start.Equal(h.Start)) &&
		(c.Minutes == 0 || c.Minutes == h.Minutes) &&
		(c.Slot == "" || sameSlot(c.Slot, h))
	if !agree {
		return c, canonical.Refuse(canonical.UnknownHold)
	}
	c.Service, c.Provider, c.Start, c.Minutes, c.Slot = h.Service.ID, h.Provider.ID, h.Start, h.Minutes, h.SlotID()
	if h.Service.Kind.Lasts() {
		c.Minutes = 0 // the slot says it
	}
	return c, nil
}

// sameSlot says whether a slot id names what a hold keeps.
func sameSlot(id string, h *canonical.Hold) bool {
	if id == h.SlotID() {
		return true
	}
	ref, err := canonical.ParseSlot(id)
	return err == nil && ref.Start.Equal(h.Start) && ref.Provider == h.Provider.ID &&
		(ref.Resource == "" || len(h.Resources) > 0 && ref.Resource == h.Resources[0].ID) &&
		(ref.Minutes == 0 || ref.Minutes == h.Minutes)
}

// keeps lets a placement take what a hold keeps before anything else, and
// names whose time counts as free for it.
func (v *view) keeps(p *placement, held *canonical.Hold, self ...string) []string {
	if held == nil {
		return self
	}
	p.prefer = append(p.prefer, held.Resources...)
	if held.Alive(v.now) {
		p.seats = held.Claims
		self = append(self, held.ID)
	}
	return self
}

// dead words why a hold that is not active any more does not become a booking:
// because its slot is taken, or else because it has run out.
func dead(held *canonical.Hold, now time.Time, refusal *canonical.Error) *canonical.Error {
	switch {
	case held == nil || held.Alive(now):
		return refusal
	case refusal.Code == canonical.SlotTaken, refusal.Code == canonical.CapacityExceeded:
		return canonical.Refuse(canonical.SlotTaken)
	}
	return canonical.Refuse(canonical.HoldExpired)
}

// convert writes down what a hold has become, and gives back what it kept.
func (v *view) convert(h *canonical.Hold, booking string, d *diary) []canonical.Write {
	d.leave(h.ID, h.Claims)
	h.State, h.Booking = canonical.HoldConverted, booking
	return append([]canonical.Write{put(v, canonical.HoldKey(h.ID), h)}, uncounted(h)...)
}

// converted answers a request whose hold is a booking already: with the
// booking if it is the request that made it, or else as a message id used
// twice, for the hold is one.
func (v *view) converted(h *canonical.Hold, c canonical.Book) (change, *canonical.Error) {
	if h.Request != commandDigest(c) {
		return refuse(canonical.MessageReused)
	}
	b, ok, refusal := v.bookingOf(h.Booking)
	if refusal != nil || !ok {
		return change{}, refusal
	}
	if b.Access != nil {
		v.grantHash = b.Access.SHA256
	}
	return answer(shown(b))
}

// commandDigest says whether two commands ask for the same thing.
func commandDigest(c canonical.Command) string { return canonical.Request{Command: c}.Digest() }
