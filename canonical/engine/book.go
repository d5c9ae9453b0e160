package engine

import (
	"time"

	"hora/canonical"
)

// book makes an appointment: the booking, the time it takes in the calendars,
// its client, its place in the indexes and the money behind it, in one commit.
// Checks come in the order hold, service, provider, time, money, calendars.
func (v *view) book(given canonical.Book) (change, *canonical.Error) {
	c := given
	held, ok, refusal := v.held(c.Hold)
	if refusal != nil {
		return change{}, refusal
	}
	if !ok {
		v.ahead(c)
		return pending()
	}
	if held != nil {
		if c, refusal = filled(c, held); refusal != nil {
			return change{}, refusal
		}
		if held.State == canonical.HoldConverted {
			return v.converted(held, given)
		}
	}
	p, refusal := v.locate(askedIn(c))
	if refusal != nil {
		return change{}, dead(held, v.now, refusal)
	}
	self := v.keeps(p, held)
	if !v.wantFor(c, p, self) {
		return pending()
	}
	if refusal := v.papers(c); refusal != nil {
		return change{}, refusal
	}
	if refusal := v.visitable(p, c); refusal != nil {
		return change{}, refusal
	}
	if held != nil && held.Alive(v.now) && p.guests > held.Guests() {
		return refuse(canonical.CapacityExceeded)
	}
	total := p.total()
	paid, refusal := v.pay(p.service, total, c.Payment)
	if refusal != nil {
		return change{}, refusal
	}
	if refusal := p.kind.settle(v, p, self); refusal != nil {
		return change{}, dead(held, v.now, refusal)
	}
	if held != nil && !held.Alive(v.now) {
		return refuse(canonical.HoldExpired)
	}
	b := v.booking(c, p, total)
	if paid != nil {
		b.Billing.Payment, b.Billing.Paid, b.Billing.Status = paid.ID, paid.Amount, canonical.BillingPaid
	}
	d := v.diary()
	writes := v.made(b, d, paid, c)
	if held != nil {
		held.Request = commandDigest(given)
		writes = append(writes, v.convert(held, b.ID, d)...)
	}
	d.take(b.ID, b.Claims, time.Time{})
	return change{writes: append(writes, d.writes()...), outcome: canonical.Outcome{Result: shown(b)}}, nil
}

// askedIn is the start that a booking names.
func askedIn(c canonical.Book) asked {
	return asked{
		service: c.Service, slot: c.Slot, provider: c.Provider, resource: c.Resource,
		start: c.Start, minutes: c.Minutes, guests: c.Party, hold: c.Hold,
	}
}

// wantFor asks for all that a booking looks at.
func (v *view) wantFor(c canonical.Book, p *placement, self []string) bool {
	read := p.kind.read(v, p, self)
	read = v.want(canonical.ClientKey(v.cat.org.Slug, c.Client.Hash())) && read
	read = v.wantMoney(p, c) && read
	return v.wantPapers(c) && read
}

// ahead asks, together with the hold, for what a booking that says what its
// hold says too will look at.
func (v *view) ahead(c canonical.Book) {
	if p, refusal := v.locate(askedIn(c)); refusal == nil {
		v.wantFor(c, p, nil)
	}
}

// visitable refuses a visit that nobody says where to go for.
func (v *view) visitable(p *placement, c canonical.Book) *canonical.Error {
	if p.service.Channel == canonical.HomeVisit && c.Address == nil && v.req.Rules.Has(canonical.AddressNeeded) {
		return invalid("address", canonical.Problem{Rule: canonical.RuleRequired})
	}
	return nil
}

// booking draws up the appointment as it will stand.
func (v *view) booking(c canonical.Book, p *placement, total canonical.Money) canonical.Booking {
	b := canonical.Booking{
		ID: v.id("booking"), Organization: v.cat.org.Slug,
		Service: p.ref(), Provider: p.giver(), Resources: p.named(),
		Client:      v.client(c.Client),
		RequestedAt: v.now, Start: p.start, Timezone: v.cat.org.Timezone, Minutes: p.minutes, Channel: p.service.Channel,
		Claims:  p.claims,
		Billing: canonical.Billing{Amount: total, Status: canonical.BillingPending},
		Notes:   c.Notes, Order: c.Order, Sale: c.Sale, Revision: 1,
		Party: c.Party, Recipient: c.Recipient, Address: c.Address, AskedSlot: p.alias(),
		Owner: v.req.Caller,
	}
	registry := c.Client.Guest != "" // whose guests order and buy nothing here
	if b.Order == "" && !registry {
		b.Order = v.id("order")
	}
	if b.Sale == "" && !registry {
		b.Sale = v.id("sale")
	}
	b.Access = v.access(b.ID, bookingAccess(&b))
	if v.manual(p.service) {
		b.Confirmation = canonical.Manual
	}
	step := v.asker(b.Client)
	b.Lifecycle.Move(canonical.Requested, step)
	b.Billing.Due = v.due(p.service, &b, c)
	switch {
	case b.Billing.Owing():
	case c.Tentative, b.Confirmation == canonical.Manual:
		b.Lifecycle.PendingConfirmation = true
		b.ConfirmBy = v.confirmBy(v.now, b.Start)
	default:
		step.By, step.Method, step.Mandate = "system", canonical.ByItself, ""
		b.Lifecycle.Move(canonical.Scheduled, step)
	}
	return b
}

// alias is the slot id that was asked for, where it is not that of what was
// settled on.
func (p *placement) alias() string {
	if p.asked == p.slot() {
		return ""
	}
	return p.asked
}

// manual says whether the business has to confirm bookings of a service.
func (v *view) manual(s *canonical.Service) bool {
	if s.Confirmation != "" {
		return s.Confirmation == canonical.Manual
	}
	return v.cat.org.Policies.Confirmation == canonical.Manual
}

// confirmBy is until when a request keeps its slot unconfirmed: never past
// its start.
func (v *view) confirmBy(since, start time.Time) time.Time {
	hours := v.cat.org.Policies.ConfirmationHours
	if hours == 0 {
		hours = canonical.ConfirmationHours
	}
	return soonest(since.Add(time.Duration(hours)*time.Hour), start)
}

// client finds the client by address; the first booking makes it from what
// came with the call. Whoever does not act for the organisation knows a client
// only by what it says itself: an address is no key to a name and a phone.
func (v *view) client(given canonical.Client) canonical.Client {
	known, ok := document[canonical.Client](v, canonical.ClientKey(v.cat.org.Slug, given.Hash()))
	if ok && ofOrganization(v) == nil {
		return known
	}
	given.Email = canonical.FoldEmail(given.Email)
	return given
}

// made lists the writes that make the booking so, but for its time in the
// calendars. The booking comes first: its record proves that the commit
// happened.
func (v *view) made(b canonical.Booking, d *diary, paid *canonical.PaymentIntent, c canonical.Book) []canonical.Write {
	slug, hash, day := b.Organization, b.Client.Hash(), canonical.DateOf(b.Start, time.UTC)
	writes := []canonical.Write{
		create(canonical.BookingKey(b.ID), b),
		create(canonical.DayIndexKey(slug, day, b.ID), listed{b.ID}),
		create(canonical.ClientIndexKey(slug, hash, day, b.ID), listed{b.ID}),
	}
	if client := canonical.ClientKey(slug, hash); v.Record(client).Version == 0 {
		writes = append(writes, put(v, client, b.Client))
	}
	if paid != nil {
		paid.Status, paid.Booking = canonical.PaymentSpent, b.ID
		writes = append(writes, put(v, canonical.PaymentKey(slug, paid.ID), paid))
	}
	if c.Order == "" && b.Order != "" {
		writes = append(writes, create(canonical.OrderKey(slug, b.Order), listed{b.ID}))
	}
	if c.Sale == "" && b.Sale != "" {
		writes = append(writes, create(canonical.SaleKey(slug, b.Sale), listed{b.ID}))
	}
	if at := b.Lapses(); !at.IsZero() {
		writes = append(writes, dueBooking(&b, at))
	}
	return writes
}

// listed is the body of an index entry.
type listed struct {
	Booking string `json:"booking"`
}

// shown is the booking as an outcome carries it.
func shown(b canonical.Booking) canonical.Booking {
	b.Claims, b.Owner, b.Access = nil, "", nil
	return b
}
