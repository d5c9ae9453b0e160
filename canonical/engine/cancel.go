package engine

import (
	"hora/canonical"
)

// cancel ends a booking before it is delivered and gives its time back. What
// the policy asks for it is reported, not charged.
func cancel(c canonical.Cancel) plan {
	return func(v *view) (change, *canonical.Error) {
		b, ok, refusal := v.bookingOf(c.Booking)
		if refusal != nil || !ok {
			return change{}, refusal
		}
		switch state := b.State(); {
		case state == canonical.Cancelled:
			return refuse(canonical.AlreadyCancelled)
		case state == canonical.Disputed || !state.Leads(canonical.Cancelled):
			return change{}, stuck(b)
		}
		policies := &v.cat.org.Policies
		if limit := policies.NoCancellationAfter; limit != nil && v.now.After(b.Start.Add(-minutes(*limit))) {
			return refuse(canonical.TooLateToCancel)
		}
		by := c.By
		if by == "" {
			by = "system"
		}
		penalty := canonical.Penalty{Amount: canonical.Money{Currency: b.Billing.Amount.Currency}}
		if !b.Lifecycle.PendingConfirmation {
			penalty = policies.Penalty(b.Billing.Amount, b.Start, v.now, by)
		}
		return v.cancelled(b, penalty, by, c.Reason, canonical.ByHand)
	}
}

// cancelled writes a cancellation down.
func (v *view) cancelled(b canonical.Booking, penalty canonical.Penalty, by, reason string, method canonical.Method) (change, *canonical.Error) {
	k := canonical.BookingKey(b.ID)
	step := canonical.Transition{At: v.now, By: v.actor(), Method: method, Channel: v.channel(), Reason: reason}
	if !b.Lifecycle.Move(canonical.Cancelled, step) {
		return change{}, stuck(b)
	}
	b.Lifecycle.PendingConfirmation = false
	b.Lifecycle.Exceptions = append(b.Lifecycle.Exceptions, canonical.Incident{
		Type: "cancellation", At: v.now, By: by, Resolution: "penalty " + penalty.Amount.Major() + " " + penalty.Amount.Currency,
	})
	b.Revision++
	d := v.diary()
	d.leave(b.ID, b.Claims)
	b.Claims = nil
	writes := append([]canonical.Write{put(v, k, b)}, d.writes()...)
	return change{writes, canonical.Outcome{Result: canonical.Cancellation{Booking: b, Penalty: penalty}}}, nil
}

// bookingOf reads a booking of the organisation that was asked; anybody
// else's is unknown. ok is false while it has not been read.
func (v *view) bookingOf(id string) (b canonical.Booking, ok bool, refusal *canonical.Error) {
	k := canonical.BookingKey(id)
	if !v.want(k) {
		return b, false, nil
	}
	b, ok = document[canonical.Booking](v, k)
	if !ok || b.Organization != v.req.Organization {
		return b, true, canonical.Refuse(canonical.UnknownBooking)
	}
	return b, true, nil
}

// stuck refuses an act that the booking's state does not allow.
func stuck(b canonical.Booking) *canonical.Error {
	return &canonical.Error{Code: canonical.InvalidState, State: b.State(), Pending: b.Lifecycle.PendingConfirmation}
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
			b.Client, b.Notes = canonical.Client{}, ""
		}
		return answer(shown(b))
	}
}
