package engine

import (
	"hora/canonical"
)

// cancel ends a booking before it is delivered and gives its time back. What
// the policy asks for it is reported, not charged.
func (v *view) cancel(c canonical.Cancel) (change, *canonical.Error) {
	b, ok, refusal := v.bookingToChange(c.Booking)
	if refusal != nil || !ok {
		return change{}, refusal
	}
	switch state := b.State(); {
	case state == canonical.Cancelled:
		return standing(b, canonical.Refuse(canonical.AlreadyCancelled))
	case !cancellable(state):
		return stuck(b)
	}
	by, refusal := v.canceller(c.By)
	if refusal != nil {
		return change{}, refusal
	}
	policies := &v.cat.org.Policies
	if !v.forgiven() && policies.Closed(b.Start, v.now) {
		return standing(b, canonical.Refuse(canonical.TooLateToCancel))
	}
	penalty := canonical.Penalty{Amount: canonical.Money{Currency: b.Billing.Amount.Currency}}
	if b.State() != canonical.Requested && !v.forgiven() {
		penalty = policies.Leaving(&b, v.now, by)
	}
	fact := canonical.CancelledFact{By: by, Reason: c.Reason, At: v.now}
	step := canonical.Transition{At: v.now, By: v.actor(), Method: canonical.ByHand, Channel: v.channel(), Reason: c.Reason}
	if !end(&b, fact, step, penalty) {
		return stuck(b)
	}
	return v.ended(b, func(b canonical.Booking) canonical.Result {
		return canonical.Cancellation{Booking: b, Penalty: penalty}
	})
}

// cancellable says whether a booking in that state can be cancelled at all.
func cancellable(s canonical.State) bool {
	return s != canonical.Disputed && s.Leads(canonical.Cancelled)
}

// canceller is who a booking is cancelled by. Where callers must be known, the
// business cancels as itself and anybody else as the client: whoever could
// cancel as the business would get the refund that the business owes.
func (v *view) canceller(by string) (string, *canonical.Error) {
	switch {
	case !v.req.Rules.Has(canonical.KnownCallers):
		if by == "" {
			by = "system"
		}
	case v.business():
		if by == "" {
			by = "admin"
		}
	case by != "" && by != "client":
		return "", invalid("by", canonical.Problem{Rule: canonical.RuleRole})
	default:
		by = "client"
	}
	return by, nil
}

// forfeited is what a client owes who leaves a booking's time by moving it, if
// it comes to nothing after all: what cancelling would have cost at that moment,
// or not coming, where it could not be cancelled any more. Later moves do not
// lower it. Policies count back from the start and do not say which one, where
// there were two; but whoever could move a late booking far away, and cancel it
// there or leave the move unpaid, would never pay for cancelling late. Whoever
// comes at the new time owes nothing of it. The business forfeits nothing, nor
// does a dialect's caller who acts for it: what they move is not known to be
// the client's wish.
func (v *view) forfeited(b *canonical.Booking) canonical.Penalty {
	if !v.req.Rules.Has(canonical.KnownCallers) || v.business() || b.State() == canonical.Requested {
		return b.Forfeit
	}
	policies, price := &v.cat.org.Policies, b.Billing.Amount
	late := policies.Penalty(price, b.Start, v.now, "client")
	if policies.Closed(b.Start, v.now) && !policies.Exempt("client") {
		late = late.Or(policies.Absent(price))
	}
	if late.Charge().Amount == 0 {
		return b.Forfeit
	}
	late.Fee.Amount = min(late.Fee.Amount, price.Amount)
	return b.Forfeit.Or(late)
}

// forgiven says whether the policy does not apply, since the business itself
// takes back what it promised.
func (v *view) forgiven() bool {
	return v.req.Rules.Has(canonical.KnownCallers) && v.business()
}

// ended writes a cancelled booking down and gives back what it took.
func (v *view) ended(b canonical.Booking, result func(canonical.Booking) canonical.Result) (change, *canonical.Error) {
	d := v.diary()
	offers, ok := v.giveBack(d, freedBy(&b))
	if !ok {
		return pending()
	}
	b.Claims = nil
	writes := append([]canonical.Write{put(v, canonical.BookingKey(b.ID), b)}, offers...)
	return change{writes: append(writes, d.writes()...), outcome: canonical.Outcome{Result: result(shown(b))}}, nil
}

// asIs answers with the booking alone.
func asIs(b canonical.Booking) canonical.Result { return b }

// bookingOf reads a booking as it stands now, one that has lapsed as the
// cancelled booking it is. One of another organisation, or out of the caller's
// reach, is unknown. ok is false while it has not been read.
func (v *view) bookingOf(id string) (b canonical.Booking, ok bool, refusal *canonical.Error) {
	k := canonical.BookingKey(id)
	if !v.want(k) {
		return b, false, nil
	}
	b, ok = v.bookingAt(k)
	if !ok || b.Organization != v.req.Organization {
		return b, true, canonical.Refuse(canonical.UnknownBooking)
	}
	v.lapse(&b)
	if !v.reaches(b.Owner, b.Access, over(b.State())) {
		return b, true, canonical.Refuse(canonical.UnknownBooking)
	}
	return b, true, nil
}

// bookingToChange is bookingOf for an act that changes the booking: it refuses
// one that has changed since the caller last saw it, if the caller minds.
func (v *view) bookingToChange(id string) (b canonical.Booking, ok bool, refusal *canonical.Error) {
	b, ok, refusal = v.bookingOf(id)
	if ok && refusal == nil {
		refusal = v.current(b.Tag())
	}
	return b, ok, refusal
}

// over says whether nothing more can be done about an appointment.
func over(s canonical.State) bool {
	switch s {
	case canonical.Requested, canonical.Scheduled, canonical.Confirmed, canonical.InProgress, canonical.Rescheduling, canonical.Reassigning:
		return false
	}
	return true
}

// stuck refuses an act that the booking's state does not allow.
func stuck(b canonical.Booking) (change, *canonical.Error) {
	return standing(b, &canonical.Error{Code: canonical.InvalidState, State: b.State(), Pending: b.Lifecycle.PendingConfirmation})
}

// standing refuses an act because of the booking's state, which goes with the
// refusal.
func standing(b canonical.Booking, refusal *canonical.Error) (change, *canonical.Error) {
	s := shown(b)
	return change{outcome: canonical.Outcome{Meta: canonical.OutcomeMeta{Standing: &s}}}, refusal
}

// actor names who acts, for the record: never a secret.
func (v *view) actor() string {
	p := v.req.Principal
	if p.Anonymous() {
		return "anonymous"
	}
	return "api-key:" + p.Organization
}

// getBooking answers with a booking. Who does not act for the organisation
// sees no contact data.
func getBooking(c canonical.GetBooking) plan {
	return func(v *view) (change, *canonical.Error) {
		b, ok, refusal := v.bookingOf(c.Booking)
		if refusal != nil || !ok {
			return change{}, refusal
		}
		if v.req.Principal.Organization != b.Organization {
			b.Client, b.Notes, b.Recipient, b.Address = canonical.Client{}, "", nil, nil
		}
		return answer(shown(b))
	}
}
