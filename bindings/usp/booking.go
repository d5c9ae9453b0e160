package usp

import (
	"strconv"
	"strings"

	"hora/bindings/internal/prose"
	"hora/canonical"
)

// status is where a booking stands in the seven statuses of USP (5.1). It is
// requires_action exactly as long as a payment is due.
func status(b *canonical.Booking) string {
	state := b.State()
	if t := b.Lifecycle.Transitions; (state == canonical.Rescheduling || state == canonical.Reassigning) && len(t) > 0 {
		state = t[len(t)-1].From
	}
	switch state {
	case canonical.Requested, canonical.Scheduled, canonical.Confirmed:
		switch {
		case b.Billing.Owing():
			return "requires_action"
		case state == canonical.Requested:
			return "pending"
		}
		return "confirmed"
	case canonical.InProgress:
		return "in_progress"
	case canonical.Cancelled:
		if b.Cancellation != nil && b.Cancellation.NoShow {
			return "no_show"
		}
		return "canceled"
	}
	return "completed"
}

// booking is a booking as USP shows it. All of it is the booking's own, so
// that it is told alike however long ago it was made.
func (v *view) booking(b *canonical.Booking) *booking {
	times := in(b.Timezone)
	times.grow(8)
	out := &booking{
		ID: b.ID, ServiceID: b.Service.ID, ServiceName: b.Service.Name,
		Slot:  slotReference{ID: b.SlotID(), Start: times.local(b.Start), End: times.local(b.End()), Duration: iso(b.Minutes)},
		Buyer: buyerOf(&b.Client), PartySize: b.Guests(), Resources: v.resources(b.Provider, b.Resources),
		Status: status(b), ConfirmationMode: string(confirmation(b.Confirmation, "")), Payment: paymentOf(b),
		Notes: b.Notes, CreatedAt: times.utc(b.RequestedAt), UpdatedAt: times.utc(b.Changed()), Revision: b.Tag(),
	}
	if r := b.Recipient; r != nil {
		out.Recipient = &person{r.Name, r.Surname, r.Email, r.Phone}
	}
	if a := b.Address; a != nil {
		out.Address = &address{a.Line1, a.Line2, a.City, a.Region, a.PostalCode, a.Country, nil}
		if a.At != nil {
			out.Address.Coordinates = &coordinates{a.At.Latitude, a.At.Longitude}
		}
	}
	switch out.Status {
	case "pending":
		out.ExpiresAt = times.utc(b.Lapses())
	case "requires_action":
		out.ExpiresAt = times.utc(b.Lapses())
		out.Actions = []action{v.paying(b, times)}
	case "canceled":
		out.Cancellation = cancellationOf(b, v.penalty)
	}
	return out
}

func buyerOf(c *canonical.Client) buyer { return buyer{c.Name, c.Surname, c.Email, c.Phone} }

// paymentOf is the money side; nil for what is free. AmountDue is what is due
// now: after a deposit it is nothing.
func paymentOf(b *canonical.Booking) *payment {
	m, due := b.Billing.Amount, b.Billing.Due
	if m.Amount == 0 && due == nil {
		return nil
	}
	out := &payment{Status: "not_required", Timing: "at_service", Amount: m.Amount, Currency: m.Currency, Transaction: b.Billing.Transaction, Reference: b.Billing.Reference}
	switch {
	case due != nil:
		out.Timing = "at_booking"
		if due.Deposit {
			out.Timing, out.Deposit = "deposit_required", due.Amount.Amount
		}
		if b.Billing.Owing() && b.State() != canonical.Cancelled {
			out.AmountDue = due.Amount.Amount
		}
	case b.Billing.Paid > 0:
		out.Timing = "at_booking"
	}
	switch paid := b.Billing.Paid; {
	case b.Billing.Refund > 0 && b.Billing.Refund >= paid:
		out.Status = "refunded"
	case b.Billing.Refund > 0:
		out.Status = "partially_refunded"
	case paid >= m.Amount && paid > 0:
		out.Status = "paid"
	case paid > 0:
		out.Status = "deposit_paid"
	case due != nil:
		out.Status = "pending"
	}
	return out
}

// paying is the action that a payment which is due is for the buyer. Whoever
// takes the payment finds in it all there is to know.
func (v *view) paying(b *canonical.Booking, times *calendar) action {
	due := b.Billing.Due
	label := b.Service.Name + " (" + strconv.Itoa(b.Minutes) + " min)"
	if due.Deposit {
		label = "Deposit, " + label
	}
	return action{
		Type: "payment", Status: "pending", ContinueURL: v.payURL(b), ExpiresAt: times.utc(due.Expires),
		Message: &notice{
			Type: "info", Code: "payment_required", Severity: needsInput,
			Content: "A payment of " + prose.Money(due.Amount, canonical.English) + " is required to confirm this booking",
		},
		Payment: &paymentContext{
			AmountDue: due.Amount.Amount, Currency: due.Amount.Currency,
			Description: b.Service.Name + ", " + b.Start.In(times.zone).Format("2 Jan 15:04"),
			LineItems:   []lineItem{{label, due.Amount.Amount, 1, b.Service.ID}},
			Metadata:    paymentMetadata{b.ID, b.Service.ID, vertical(b.Service.Kind), times.local(b.Start)},
		},
	}
}

// payURL is the page of a payment, below the public URL as all addresses are.
// USP demands https (8.5.5), which a deployment always has; a desk that is tried
// out without would lead buyers to where nobody listens.
func (v *view) payURL(b *canonical.Booking) string {
	return v.public + "/usp/" + b.Organization + "/pay/" + b.ID
}

// cancellationOf is how a booking came to be cancelled. One that was cancelled
// where nobody asked for such a record has what its history and the policy say.
func cancellationOf(b *canonical.Booking, p *canonical.Penalty) *cancellation {
	if c := b.Cancellation; c != nil {
		return &cancellation{c.Reason, canceler(c.By), c.Fee.Amount, c.Refund.Amount, instant(c.At)}
	}
	out := &cancellation{CanceledBy: "business"}
	if n := len(b.Lifecycle.Transitions); n > 0 {
		last := &b.Lifecycle.Transitions[n-1]
		out.Reason, out.CanceledAt = last.Reason, instant(last.At)
		if by, _, _ := strings.Cut(last.By, ":"); by == "client" || by == "system" {
			out.CanceledBy = canceler(by)
		}
	}
	if p != nil {
		out.Fee = p.Charge().Amount
	}
	return out
}

func canceler(by string) string {
	switch by {
	case "client":
		return "buyer"
	case "system":
		return "system"
	}
	return "business"
}
