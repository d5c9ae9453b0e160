package engine

import (
	"time"

	"hora/canonical"
)

// book makes an appointment: the booking, the time it takes in the calendars,
// its client, its place in the indexes and the money behind it, in one commit.
// Checks come in the order service, provider, time, hold, money, calendars.
func book(c canonical.Book) plan {
	return func(v *view) (change, *canonical.Error) {
		held, ok, refusal := v.held(c.Hold)
		if refusal != nil || !ok {
			return change{}, refusal
		}
		c := c
		if held != nil {
			if c, refusal = filled(c, held); refusal != nil {
				return change{}, refusal
			}
		}
		p, refusal := v.locate(asked{c.Service, c.Slot, c.Provider, c.Start, c.Minutes})
		if refusal != nil {
			return change{}, refusal
		}
		client := canonical.ClientKey(v.cat.org.Slug, c.Client.Hash())
		read := v.calendars(p)
		read = v.want(client) && read
		read = v.wantMoney(p.service, c) && read
		read = v.wantPapers(c) && read
		if !read {
			return pending()
		}
		if refusal := v.papers(c); refusal != nil {
			return change{}, refusal
		}
		paid, refusal := v.pay(p.service, c.Payment)
		if refusal != nil {
			return change{}, refusal
		}
		var self []string
		if held != nil {
			self = []string{held.ID}
		}
		if refusal := v.settle(p, self...); refusal != nil {
			return change{}, refusal
		}
		b := v.booking(c, p)
		if paid != nil {
			b.Billing.Payment, b.Billing.Paid, b.Billing.Status = paid.ID, paid.Amount, canonical.BillingPaid
		}
		return v.made(b, held, paid, c), nil
	}
}

// booking draws up the appointment as it will stand.
func (v *view) booking(c canonical.Book, p *placement) canonical.Booking {
	b := canonical.Booking{
		ID: v.id("booking"), Organization: v.cat.org.Slug,
		Service:     canonical.ServiceRef{ID: p.service.ID, Name: p.service.Name, Kind: p.service.Kind},
		Provider:    canonical.Named{ID: p.provider.ID, Name: p.provider.Name},
		Resources:   p.named(),
		Client:      v.client(c.Client),
		RequestedAt: v.now, Start: p.start, Timezone: v.cat.org.Timezone, Minutes: p.minutes, Channel: p.service.Channel,
		Claims:  p.claims(v.cat.org.Slug),
		Billing: canonical.Billing{Amount: p.service.Price.Money(), Status: canonical.BillingPending},
		Notes:   c.Notes, Order: c.Order, Sale: c.Sale, Revision: 1,
	}
	if b.Order == "" {
		b.Order = v.id("order")
	}
	if b.Sale == "" {
		b.Sale = v.id("sale")
	}
	step := canonical.Transition{At: v.now, By: "client:" + b.Client.Hash(), Method: canonical.ByHand, Channel: v.channel()}
	b.Lifecycle.Move(canonical.Requested, step)
	if c.Tentative || v.cat.org.Policies.Confirmation == canonical.Manual {
		b.Lifecycle.PendingConfirmation = true
		b.ConfirmBy = v.confirmBy(b.Start)
		return b
	}
	step.By, step.Method = "system", canonical.ByItself
	b.Lifecycle.Move(canonical.Scheduled, step)
	return b
}

// confirmBy is until when a request keeps its slot unconfirmed: never past
// its start.
func (v *view) confirmBy(start time.Time) time.Time {
	hours := v.cat.org.Policies.ConfirmationHours
	if hours == 0 {
		hours = canonical.ConfirmationHours
	}
	by := v.now.Add(time.Duration(hours) * time.Hour)
	if start.Before(by) {
		return start
	}
	return by
}

// client finds the client by address; the first booking makes it from what
// came with the call.
func (v *view) client(given canonical.Client) canonical.Client {
	known, ok := document[canonical.Client](v, canonical.ClientKey(v.cat.org.Slug, given.Hash()))
	if ok {
		return known
	}
	given.Email = canonical.FoldEmail(given.Email)
	return given
}

// made lists the writes that make the booking so. The booking comes first: its
// record proves that the commit happened.
func (v *view) made(b canonical.Booking, held *canonical.Hold, paid *canonical.PaymentIntent, c canonical.Book) change {
	slug, hash, day := b.Organization, b.Client.Hash(), canonical.DateOf(b.Start, time.UTC)
	d := v.diary()
	writes := []canonical.Write{
		create(canonical.BookingKey(b.ID), b),
		create(canonical.DayIndexKey(slug, day, b.ID), listed{b.ID}),
		create(canonical.ClientIndexKey(slug, hash, day, b.ID), listed{b.ID}),
	}
	if client := canonical.ClientKey(slug, hash); v.records[client].Version == 0 {
		writes = append(writes, put(v, client, b.Client))
	}
	if held != nil {
		d.leave(held.ID, held.Claims)
		held.State, held.Booking = canonical.HoldConverted, b.ID
		writes = append(writes, put(v, canonical.HoldKey(held.ID), held))
	}
	if paid != nil {
		paid.Status, paid.Booking = canonical.PaymentSpent, b.ID
		writes = append(writes, put(v, canonical.PaymentKey(slug, paid.ID), paid))
	}
	if c.Order == "" {
		writes = append(writes, create(canonical.OrderKey(slug, b.Order), listed{b.ID}))
	}
	if c.Sale == "" {
		writes = append(writes, create(canonical.SaleKey(slug, b.Sale), listed{b.ID}))
	}
	if !b.ConfirmBy.IsZero() {
		writes = append(writes, due(b.ConfirmBy, dueConfirmation, b.ID))
	}
	d.take(b.ID, b.Claims, time.Time{})
	return change{append(writes, d.writes()...), canonical.Outcome{Result: shown(b)}}
}

// listed is the body of an index entry.
type listed struct {
	Booking string `json:"booking"`
}

// shown is the booking as an outcome carries it.
func shown(b canonical.Booking) canonical.Booking {
	b.Claims = nil
	return b
}

// wantPapers asks for the order and sale that a booking would attach to.
func (v *view) wantPapers(c canonical.Book) bool {
	ok := true
	if c.Order != "" {
		ok = v.want(canonical.OrderKey(v.cat.org.Slug, c.Order))
	}
	if c.Sale != "" {
		ok = v.want(canonical.SaleKey(v.cat.org.Slug, c.Sale)) && ok
	}
	return ok
}

// papers refuses an order or sale that this organisation does not have.
func (v *view) papers(c canonical.Book) *canonical.Error {
	if c.Sale != "" && v.records[canonical.SaleKey(v.cat.org.Slug, c.Sale)].Version == 0 {
		return canonical.Refuse(canonical.UnknownSale)
	}
	if c.Order != "" && v.records[canonical.OrderKey(v.cat.org.Slug, c.Order)].Version == 0 {
		return canonical.Refuse(canonical.UnknownOrder)
	}
	return nil
}
