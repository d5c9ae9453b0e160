package engine

import (
	"time"

	"hora/canonical"
	"hora/canonical/schedule"
)

// reschedule moves a booking in place: it keeps its id, service and state, and
// its provider and length unless the dialect or the slot says otherwise. Its
// own old time never stands in its way.
func (v *view) reschedule(c canonical.Reschedule) (change, *canonical.Error) {
	v.foresee(c.Slot)
	held, read, fault := v.held(c.Hold)
	b, ok, refusal := v.bookingToChange(c.Booking)
	if refusal != nil || !ok || !read {
		return change{}, refusal
	}
	if fault != nil {
		return change{}, fault
	}
	if c.Slot == "" && c.Start.Before(v.now) {
		return refuse(canonical.PastDate)
	}
	if !movable(b) || v.tooLate(&b) {
		return stuck(b)
	}
	policies := &v.cat.org.Policies
	if most := policies.MaxReschedules; policies.NoRescheduling || most > 0 && b.Reschedules >= most {
		return standing(b, canonical.Refuse(canonical.TooManyReschedules))
	}
	if held != nil && (held.State == canonical.HoldConverted || held.Service.ID != b.Service.ID || !sameSlot(c.Slot, held)) {
		return refuse(canonical.UnknownHold)
	}
	p, refusal := v.locate(v.target(&b, c))
	if refusal != nil {
		return change{}, dead(held, v.now, refusal)
	}
	if p.giver().ID != b.Provider.ID && !v.req.Rules.Has(canonical.AnyProvider) {
		return refuse(canonical.SlotTaken)
	}
	self := v.keeps(p, held, b.ID)
	if !p.kind.read(v, p, self) {
		return pending()
	}
	if held != nil && held.Alive(v.now) && p.guests > held.Guests() {
		return refuse(canonical.CapacityExceeded)
	}
	p.prefer = append(p.prefer, b.Resources...)
	if refusal := p.kind.settle(v, p, self); refusal != nil {
		return change{}, dead(held, v.now, refusal)
	}
	if held != nil && !held.Alive(v.now) {
		return refuse(canonical.HoldExpired)
	}
	return v.move(b, p, held)
}

// target is where a booking is asked to go.
func (v *view) target(b *canonical.Booking, c canonical.Reschedule) asked {
	a := asked{service: b.Service.ID, slot: c.Slot, provider: b.Provider.ID, start: c.Start, minutes: b.Minutes, guests: b.Guests(), hold: c.Hold, moves: true}
	switch {
	case b.Service.Kind == canonical.Class, b.Service.Kind.Lasts() && c.Slot != "":
		a.minutes = 0
	}
	return a
}

// movable says whether a booking may be rescheduled: scheduled, confirmed, or
// still to be confirmed or paid, and not so often that its record would grow
// without end.
func movable(b canonical.Booking) bool {
	s := b.State()
	if len(b.Lifecycle.Exceptions) >= canonical.MaxTransitions {
		return false
	}
	return s == canonical.Scheduled || s == canonical.Confirmed || b.Lifecycle.PendingConfirmation || s == canonical.Requested && b.Billing.Owing()
}

// tooLate says whether what is asked to move has begun. Where callers must be
// known, only the business moves that: its client would leave behind what the
// policy asks of who cancels late or does not come.
func (v *view) tooLate(b *canonical.Booking) bool {
	return v.req.Rules.Has(canonical.KnownCallers) && !v.business() && !v.now.Before(b.Start)
}

// foresee asks early for the days around a slot that an id names, so that
// they are read together with the booking.
func (v *view) foresee(slot string) {
	ref, err := canonical.ParseSlot(slot)
	if err != nil {
		return
	}
	around := schedule.Interval{Start: ref.Start, End: ref.Start.Add(12 * time.Hour)}
	if ref.Provider != "" {
		v.want(days(canonical.ProviderCalendar(v.req.Organization, ref.Provider), around)...)
	}
	if ref.Resource != "" {
		v.want(days(canonical.ResourceCalendar(v.req.Organization, ref.Resource), around)...)
	}
}

// move writes the new time down. The trail goes through rescheduling and back
// to where the booking stood; a request that is not confirmed or paid yet has
// no such trail, only the incident.
func (v *view) move(b canonical.Booking, p *placement, held *canonical.Hold) (change, *canonical.Error) {
	if stood := b.State(); stood != canonical.Requested {
		step := canonical.Transition{At: v.now, By: v.actor(), Method: canonical.ByHand, Channel: v.channel()}
		itself := canonical.Transition{At: v.now, By: "system", Method: canonical.ByItself, Reason: "in_place_reschedule"}
		moved := b.Lifecycle.Move(canonical.Rescheduling, step) && b.Lifecycle.Move(canonical.Scheduled, itself)
		if moved && stood == canonical.Confirmed {
			moved = b.Lifecycle.Move(canonical.Confirmed, itself)
		}
		if !moved {
			return stuck(b)
		}
	}
	b.Lifecycle.Exceptions = append(b.Lifecycle.Exceptions, canonical.Incident{
		Type: "reschedule", At: v.now, By: v.actor(),
		Resolution: b.Start.Format(time.RFC3339) + " to " + p.start.Format(time.RFC3339),
	})
	d := v.diary()
	var offers []canonical.Write
	if inside(b.Claims, p.claims) { // nothing of the old time is for others
		d.leave(b.ID, b.Claims)
	} else {
		var ok bool
		if offers, ok = v.giveBack(d, freedBy(&b)); !ok {
			return pending()
		}
	}
	lapsed, left := b.Lapses(), b.Start
	b.Forfeit = v.forfeited(&b)
	writes := append(v.reindex(b, p.start), offers...)
	b.Start, b.Minutes, b.Provider, b.Resources, b.Claims, b.AskedSlot = p.start, p.minutes, p.giver(), p.named(), p.claims, p.alias()
	b.Reschedules++
	b.Revision++
	v.reprice(&b, p, left)
	if b.Lifecycle.PendingConfirmation {
		b.ConfirmBy = v.confirmBy(b.RequestedAt, b.Start)
		if !b.ConfirmBy.After(v.now) { // it was paid for later
			b.ConfirmBy = soonest(lapsed, b.Start)
		}
	}
	if at := b.Lapses(); !at.IsZero() && !at.Equal(lapsed) {
		writes = append(writes, dueBooking(&b, at))
	}
	out := canonical.Outcome{}
	if b.Access != nil && b.Access.Expires.Before(bookingAccess(&b)) {
		b.Access = v.renew(b.Access, bookingAccess(&b))
		out.Notices = append(out.Notices, canonical.Notice{Code: noticeRenewed})
	}
	if held != nil {
		held.Request = ""
		writes = append(writes, v.convert(held, b.ID, d)...)
	}
	d.take(b.ID, b.Claims, time.Time{})
	writes = append([]canonical.Write{put(v, canonical.BookingKey(b.ID), b)}, writes...)
	out.Result = shown(b)
	return change{writes: append(writes, d.writes()...), outcome: out}, nil
}

// inside says whether any of the old claims has something in common with the
// new ones.
func inside(old, new []canonical.Claim) bool {
	for _, o := range old {
		for _, n := range new {
			if o.Calendar == n.Calendar && (interval(o).Overlaps(interval(n)) || o.Seats > 0 && o.Start.Equal(n.Start)) {
				return true
			}
		}
	}
	return false
}

// reprice works out what a moved booking costs. Where it is paid by the
// client's own hand, what is owing more than was paid becomes due, and what was
// paid more is given back, but for what is forfeited: that is kept until the client
// has come.
func (v *view) reprice(b *canonical.Booking, p *placement, left time.Time) {
	policies, bill := &v.cat.org.Policies, &b.Billing
	late := policies.FreeReschedule == 0 || v.now.After(left.Add(-minutes(policies.FreeReschedule)))
	if fee := policies.RescheduleFee; fee != nil && fee.Currency == bill.Amount.Currency && late && !v.forgiven() {
		bill.Fees += fee.Amount
	}
	total := p.total()
	if total.Currency != bill.Amount.Currency {
		return // the catalogue changed its currency: what was agreed stays
	}
	bill.Amount.Amount = total.Amount + bill.Fees
	if bill.Due == nil {
		return
	}
	owing := p.service.PrepaidOf(total).Amount + bill.Fees - bill.Paid
	next := *bill.Due
	switch {
	case owing > 0:
		if next.State != canonical.DuePending {
			next.Expires = v.payBy(b.Start)
		}
		next.Amount.Amount, next.State, next.Expires = owing, canonical.DuePending, soonest(next.Expires, b.Start)
	case next.State == canonical.DuePending:
		next.State = canonical.DueCompleted
	}
	bill.Due = &next
	bill.Refund = max(bill.Paid-max(bill.Amount.Amount, b.Forfeit.Charge().Amount), 0)
}

// reindex moves a booking's index entries to the day of its new start.
func (v *view) reindex(b canonical.Booking, start time.Time) []canonical.Write {
	old, day, hash := canonical.DateOf(b.Start, time.UTC), canonical.DateOf(start, time.UTC), b.Client.Hash()
	if old == day {
		return nil
	}
	gone := func(k canonical.StoreKey) canonical.Write {
		return canonical.Write{Kind: canonical.Delete, Record: canonical.Record{StoreKey: k, Version: 1}}
	}
	return []canonical.Write{
		gone(canonical.DayIndexKey(b.Organization, old, b.ID)),
		gone(canonical.ClientIndexKey(b.Organization, hash, old, b.ID)),
		create(canonical.DayIndexKey(b.Organization, day, b.ID), listed{b.ID}),
		create(canonical.ClientIndexKey(b.Organization, hash, day, b.ID), listed{b.ID}),
	}
}
