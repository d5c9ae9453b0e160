package engine

import (
	"time"

	"hora/canonical"
)

// confirmBooking takes a request that waits for the business to confirmed. One
// that is confirmed, or was never up to the business and stands, stays as it
// is.
func confirmBooking(c canonical.ConfirmBooking) plan {
	return func(v *view) (change, *canonical.Error) {
		b, ok, refusal := v.bookingToChange(c.Booking)
		if refusal != nil || !ok {
			return change{}, refusal
		}
		switch {
		case b.Billing.Owing():
			return stuck(b)
		case b.State() == canonical.Confirmed:
			return answer(shown(b))
		case b.State() != canonical.Scheduled && !b.Lifecycle.PendingConfirmation, !v.confirm(&b):
			return stuck(b)
		}
		return v.changed(b)
	}
}

// updateBooking changes what a booking says.
func updateBooking(c canonical.UpdateBooking) plan {
	return func(v *view) (change, *canonical.Error) {
		b, ok, refusal := v.bookingToChange(c.Booking)
		if refusal != nil || !ok {
			return change{}, refusal
		}
		if over(b.State()) {
			return stuck(b)
		}
		if c.Client != nil {
			if canonical.FoldEmail(c.Client.Email) != b.Client.Email {
				return change{}, invalid("client.email", canonical.Problem{Rule: canonical.RuleUnchanged})
			}
			b.Client = *c.Client
			b.Client.Email = canonical.FoldEmail(c.Client.Email)
		}
		if c.Recipient != nil {
			b.Recipient = c.Recipient
		}
		if c.Address != nil {
			b.Address = c.Address
		}
		if c.Notes != nil {
			b.Notes = *c.Notes
		}
		b.UpdatedAt = v.now
		return v.changed(b)
	}
}

// advance records what happened at the appointment.
func advance(c canonical.Advance) plan {
	return func(v *view) (change, *canonical.Error) {
		b, ok, refusal := v.bookingToChange(c.Booking)
		if refusal != nil || !ok {
			return change{}, refusal
		}
		step := canonical.Transition{At: v.now, By: v.actor(), Method: canonical.ByHand, Channel: v.channel()}
		stands := b.State() == canonical.Scheduled || b.State() == canonical.Confirmed
		switch {
		case c.Step == canonical.NoShow && stands:
			return v.missed(b, step)
		case c.Step == canonical.CheckIn && stands && !b.Billing.Owing():
			if b.State() == canonical.Scheduled && !b.Lifecycle.Move(canonical.Confirmed, step) || !b.Lifecycle.Move(canonical.InProgress, step) {
				return stuck(b)
			}
		case c.Step == canonical.Complete && b.Lifecycle.Move(canonical.Completed, step):
			came(&b)
		default:
			return stuck(b)
		}
		return v.changed(b)
	}
}

// came gives back what was kept for the case that the client would not come.
func came(b *canonical.Booking) {
	if b.Forfeit.Charge().Amount > 0 {
		b.Forfeit = canonical.Penalty{}
		b.Billing.Refund = max(b.Billing.Paid-b.Billing.Amount.Amount, b.Billing.Refund)
	}
}

// missed records that the client did not come, once the time to wait is over.
func (v *view) missed(b canonical.Booking, step canonical.Transition) (change, *canonical.Error) {
	policies, grace := &v.cat.org.Policies, time.Duration(0)
	if policies.NoShow != nil {
		grace = minutes(policies.NoShow.Grace)
	}
	if v.now.Before(b.Start.Add(grace)) {
		return stuck(b)
	}
	step.Reason = "no_show"
	if !end(&b, canonical.CancelledFact{By: "client", Reason: "no_show", At: v.now, NoShow: true}, step, policies.Missing(&b)) {
		return stuck(b)
	}
	return v.ended(b, asIs)
}

// changed writes a booking down that kept its time.
func (v *view) changed(b canonical.Booking) (change, *canonical.Error) {
	b.Revision++
	return change{writes: []canonical.Write{put(v, canonical.BookingKey(b.ID), b)}, outcome: canonical.Outcome{Result: shown(b)}}, nil
}
