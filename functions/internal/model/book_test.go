package model

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json"

	"hora/canonical"
)

// held is the hold that an act names, as far as it may be used.
func (d *desk) held(req *canonical.Request, id string) (h *stay, end string) {
	if id == "" {
		return nil, ""
	}
	if h = d.find(id); h == nil || !h.hold || h.owner != req.Credential.Key {
		return nil, "unknown_hold"
	}
	return h, ""
}

// late is how a hold that is over words that it does not become a booking.
func late(h *stay, end string, now time.Time) string {
	switch {
	case h == nil || h.takes(now) || end == "":
		return end
	case end == "slot_taken", end == "capacity_exceeded":
		return "slot_taken"
	}
	return "hold_expired"
}

func (d *desk) book(req *canonical.Request, c canonical.Book, out canonical.Outcome, got string, now time.Time) (changed bool, err error) {
	asked, _ := canonical.MarshalCommand(c, json.Deterministic(true))
	h, end := d.held(req, c.Hold)
	if end != "" {
		return false, expect(end, got)
	}
	if h != nil {
		if c.Service != "" && c.Service != h.service || c.Provider != "" && c.Provider != h.provider || !c.Start.IsZero() && !c.Start.Equal(h.start) {
			return false, expect("unknown_hold", got)
		}
		c.Service, c.Provider, c.Start, c.Minutes, c.Slot = h.service, h.provider, h.start, h.minutes, h.slot
		if h.kept == canonical.HoldConverted {
			return false, d.again(req, h, string(asked), out, got, now)
		}
	}
	p, end := at(c.Service, c.Slot, c.Provider, c.Start, c.Minutes, c.Party)
	if end == "" {
		end = d.fault(&p, now)
	}
	if end != "" {
		return false, expect(late(h, end, now), got)
	}
	var but []string
	if h != nil && h.takes(now) {
		but = append(but, h.id)
		if p.guests > h.guests {
			return false, expect("capacity_exceeded", got)
		}
	}
	if end = late(h, d.taken(&p, now, but...), now); end == "" && h != nil && !h.takes(now) {
		end = "hold_expired"
	}
	if end != "" {
		return false, expect(end, got)
	}
	b, ok := out.Result.(canonical.Booking)
	if !ok {
		return false, expect(done, got)
	}
	s := stay{id: b.ID, service: b.Service.ID, provider: b.Provider.ID, resources: ids(b.Resources), start: b.Start, minutes: b.Minutes,
		guests: b.Guests(), owner: req.Credential.Key, state: canonical.Scheduled}
	if services[c.Service].manual || c.Tentative {
		s.state, s.pending, s.made = canonical.Requested, true, now
		s.until = s.confirmBy()
	}
	if b.State() != s.state {
		return false, fmt.Errorf("the booking is %s, not %s", b.State(), s.state)
	}
	if err := d.enter(s, &p, now, but...); err != nil {
		return false, err
	}
	if h != nil {
		h = d.find(c.Hold)
		h.kept, h.became, h.asked = canonical.HoldConverted, s.id, string(asked)
	}
	return true, nil
}

// again answers for a hold that has become a booking: the call that made it so
// is answered with that booking, any other that the hold was used.
func (d *desk) again(req *canonical.Request, h *stay, asked string, out canonical.Outcome, got string, now time.Time) error {
	if h.asked != asked {
		return expect("message_reused", got)
	}
	return d.look(req, canonical.GetBooking{Booking: h.became}, out, got, now)
}

func (d *desk) move(req *canonical.Request, c canonical.Reschedule, out canonical.Outcome, got string, now time.Time) error {
	b := d.find(c.Booking)
	switch {
	case b == nil || b.hold || !visible(req, b):
		return expect("unknown_booking", got)
	case c.Slot == "" && c.Start.Before(now):
		return expect("past_date", got)
	case b.stands(now) == canonical.Cancelled, begun(req, b, now):
		return expect("invalid_state", got)
	case b.moves >= mostMoves:
		return expect("too_many_reschedules", got)
	}
	p, end := at(b.service, c.Slot, b.provider, c.Start, b.minutes, b.guests)
	if end == "" {
		end = d.fault(&p, now)
	}
	if end == "" && p.provider != b.provider && !req.Rules.Has(canonical.AnyProvider) {
		end = "slot_taken"
	}
	if end == "" {
		end = d.taken(&p, now, b.id)
	}
	if end != "" {
		return expect(end, got)
	}
	r, ok := out.Result.(canonical.Booking)
	if !ok {
		return expect(done, got)
	}
	next := *b
	next.provider, next.resources, next.start, next.moves = r.Provider.ID, ids(r.Resources), r.Start, b.moves+1
	if r.ID != b.id || r.State() != b.state {
		return fmt.Errorf("%s is %s, not %s %s", r.ID, r.State(), b.id, b.state)
	}
	if err := d.suits(&next, &p, now, b.id); err != nil {
		return err
	}
	if next.pending {
		next.until = next.confirmBy()
	}
	*b = next
	return nil
}

// begun says whether what is asked to move has begun and the caller, who must be
// known there, is not the business.
func begun(req *canonical.Request, b *stay, now time.Time) bool {
	return req.Rules.Has(canonical.KnownCallers) && role(req) != canonical.RoleBusiness && !now.Before(b.start)
}

// confirmBy is until when a request waits for the business.
func (s *stay) confirmBy() time.Time {
	if until := s.made.Add(confirmTime); until.Before(s.start) {
		return until
	}
	return s.start
}
