package engine

import (
	"time"

	"hora/canonical"
)

// Reasons of bookings that the desk cancelled by itself.
const (
	unpaid      = "not paid in time"
	unconfirmed = "not confirmed in time"
)

// lapse cancels a booking whose payment is overdue or that nobody confirmed,
// as of the instant that happened, and says whether it did. A reader sees it
// so from that instant on; sweep, or the next act on it, writes it down. It
// costs what its client has forfeited by leaving an earlier time, and no more.
func (v *view) lapse(b *canonical.Booking) bool {
	at := b.Lapses()
	if at.IsZero() || v.now.Before(at) {
		return false
	}
	reason := unconfirmed
	if b.Billing.Owing() {
		reason = unpaid
	}
	fact := canonical.CancelledFact{By: "system", Reason: reason, At: at}
	step := canonical.Transition{At: at, By: "system", Method: canonical.ByItself, Channel: sweeper, Reason: reason}
	none := canonical.Penalty{Amount: canonical.Money{Currency: b.Billing.Amount.Currency}}
	return end(b, fact, step, none.Or(b.Forfeit))
}

// end turns a booking into a cancelled one: its state, what that costs and
// gives back, and the record of it. Its claims are left for the caller to give
// back. It answers false when the booking's state does not allow it.
func end(b *canonical.Booking, fact canonical.CancelledFact, step canonical.Transition, penalty canonical.Penalty) bool {
	if !b.Lifecycle.Move(canonical.Cancelled, step) {
		return false
	}
	kind := "cancellation"
	if fact.NoShow {
		kind = "no_show"
	}
	b.Lifecycle.Exceptions = append(b.Lifecycle.Exceptions, canonical.Incident{
		Type: kind, At: fact.At, By: fact.By, Resolution: "penalty " + penalty.Amount.Major() + " " + penalty.Amount.Currency,
	})
	currency := b.Billing.Amount.Currency
	fee := b.Chargeable(penalty).Amount
	b.Billing.Refund = max(b.Billing.Paid-fee, 0)
	fact.Fee, fact.Refund = canonical.Money{Amount: fee, Currency: currency}, canonical.Money{Amount: b.Billing.Refund, Currency: currency}
	if b.Billing.Owing() {
		due := *b.Billing.Due
		due.State = canonical.DueExpired
		b.Billing.Due = &due
	}
	b.Cancellation = &fact
	b.Revision++
	return true
}

// soonest is the earlier of two instants.
func soonest(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
