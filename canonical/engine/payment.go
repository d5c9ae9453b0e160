package engine

import (
	"strings"
	"time"

	"hora/canonical"
)

// wantMoney asks for the payment intent, where one is needed and given.
func (v *view) wantMoney(p *placement, c canonical.Book) bool {
	due := p.service.PrepaidOf(p.total())
	return due.Amount == 0 || c.Payment == "" || v.want(canonical.PaymentKey(v.cat.org.Slug, c.Payment))
}

// pay finds the intent that pays in advance for the service; nil when none is
// needed, or when the client may pay afterwards. The booking's commit spends
// it. An intent of another currency or service pays nothing here; one that
// does not exist is not approved.
func (v *view) pay(s *canonical.Service, total canonical.Money, intent string) (*canonical.PaymentIntent, *canonical.Error) {
	due := s.PrepaidOf(total)
	if due.Amount == 0 || intent == "" && v.req.Rules.Has(canonical.PayAfterwards) {
		return nil, nil
	}
	owing := func(c canonical.Code) (*canonical.PaymentIntent, *canonical.Error) {
		return nil, &canonical.Error{Code: c, Price: &due}
	}
	if intent == "" {
		return owing(canonical.PaymentRequired)
	}
	p, ok := document[canonical.PaymentIntent](v, canonical.PaymentKey(v.cat.org.Slug, intent))
	switch {
	case !ok:
		return owing(canonical.PaymentNotApproved)
	case p.Booking != "" || p.Status == canonical.PaymentSpent:
		return owing(canonical.PaymentUsed)
	case p.Status != canonical.PaymentApproved, p.Service != "" && p.Service != s.ID:
		return owing(canonical.PaymentNotApproved)
	case p.Currency != due.Currency, p.Amount < due.Amount:
		return owing(canonical.PaymentTooSmall)
	}
	return &p, nil
}

// due is the payment that a new booking waits for; nil for none.
func (v *view) due(s *canonical.Service, b *canonical.Booking, c canonical.Book) *canonical.Due {
	amount := s.PrepaidOf(b.Billing.Amount)
	if amount.Amount == 0 || c.Payment != "" || !v.req.Rules.Has(canonical.PayAfterwards) {
		return nil
	}
	return &canonical.Due{
		Amount: amount, Deposit: s.Prepayment == canonical.DepositOnly, Expires: v.payBy(b.Start),
		State: canonical.DuePending, Return: c.Return,
	}
}

// payBy is until when a payment can be made: never past the start.
func (v *view) payBy(start time.Time) time.Time {
	length := v.cat.org.Policies.PaymentMinutes
	if length == 0 {
		length = canonical.PaymentMinutes
	}
	return soonest(v.now.Add(minutes(length)).Truncate(time.Second), start)
}

// confirmPayment takes a report that what was due was paid. Nobody is charged
// here, and a report is believed: verifying it is for the payment system's own
// door.
func confirmPayment(c canonical.ConfirmPayment) plan {
	return func(v *view) (change, *canonical.Error) {
		b, ok, refusal := v.bookingToChange(c.Booking)
		if refusal != nil || !ok {
			return change{}, refusal
		}
		due := b.Billing.Due
		switch state := b.State(); {
		case due != nil && due.State == canonical.DueExpired && b.Cancellation != nil && b.Cancellation.Reason == unpaid:
			return v.late(b)
		case due != nil && due.State == canonical.DueCompleted && state != canonical.Cancelled:
			ch, _ := answer(shown(b))
			ch.outcome.Notices = []canonical.Notice{{Code: canonical.NoticeAlreadyConfirmed}}
			return ch, nil
		case !b.Billing.Owing():
			return stuck(b)
		case c.Deposit && !due.Deposit, c.Amount.Amount != due.Amount.Amount, !sameCurrency(c.Amount.Currency, due.Amount.Currency):
			return change{}, &canonical.Error{Code: canonical.PaymentMismatch, Price: &due.Amount}
		}
		return v.paid(b, c)
	}
}

// late answers for a payment that came when the booking was gone already. If
// nobody has written that down yet, it is written down now.
func (v *view) late(b canonical.Booking) (change, *canonical.Error) {
	ch, refusal := answer(shown(b))
	if len(b.Claims) > 0 {
		ch, refusal = v.ended(b, asIs)
	}
	ch.outcome.Notices = []canonical.Notice{{Code: canonical.NoticePaymentExpired}}
	return ch, refusal
}

func sameCurrency(a, b string) bool { return strings.EqualFold(a, b) }

// paid writes a payment down. With it the booking stands, unless the business
// still has to confirm it.
func (v *view) paid(b canonical.Booking, c canonical.ConfirmPayment) (change, *canonical.Error) {
	made := *b.Billing.Due
	made.State = canonical.DueCompleted
	b.Billing.Due = &made
	b.Billing.Paid += c.Amount.Amount
	if b.Billing.Paid >= b.Billing.Amount.Amount {
		b.Billing.Status = canonical.BillingPaid
	}
	b.Billing.Transaction, b.Billing.Processor, b.Billing.Reference = c.Transaction, c.Processor, c.Reference
	b.UpdatedAt = v.now
	var confirmBy time.Time
	if b.State() == canonical.Requested {
		if b.Confirmation == canonical.Manual {
			b.Lifecycle.PendingConfirmation = true
			confirmBy = v.confirmBy(v.now, b.Start)
			b.ConfirmBy = confirmBy
		} else if !v.confirm(&b) {
			return stuck(b)
		}
	}
	b.Revision++
	writes := []canonical.Write{put(v, canonical.BookingKey(b.ID), b)}
	if !confirmBy.IsZero() {
		writes = append(writes, dueBooking(&b, confirmBy))
	}
	return change{writes: writes, outcome: canonical.Outcome{Result: shown(b)}}, nil
}

// confirm takes a booking through scheduled to confirmed.
func (v *view) confirm(b *canonical.Booking) bool {
	step := canonical.Transition{At: v.now, By: v.actor(), Method: canonical.ByHand, Channel: v.channel()}
	if b.State() == canonical.Requested && !b.Lifecycle.Move(canonical.Scheduled, step) {
		return false
	}
	b.ConfirmBy = time.Time{}
	return b.Lifecycle.Move(canonical.Confirmed, step)
}
