package usp

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"hora/canonical"
)

// Pages, where the caller does not say (9.1.2), and at most.
const (
	servicesPage = 20
	slotsPage    = 50
	feedPage     = 50
	entriesPage  = 20
	maxPage      = 200
)

// Longest texts, in characters. The specification has no limits.
const (
	maxName   = 100
	maxPhone  = 50
	maxLine   = 200
	maxText   = 2000
	maxID     = 255
	maxGuests = canonical.MaxParty
	maxIDs    = 200 // of a lookup; at least 50 must be taken
)

func (a *arguments) listServices(f *faults) canonical.Command {
	c := canonical.ListServices{
		Query: a.Query, Kind: kindOf(a.Filters.Type), Categories: a.Filters.Categories,
		MinPrice: a.Filters.Price.Min, MaxPrice: a.Filters.Price.Max, Currency: strings.ToUpper(a.Context.Currency),
		Limit: f.page("pagination.limit", a.Pagination.Limit, servicesPage, maxPage), After: canonical.Cursor(a.Pagination.Cursor),
	}
	if c.Categories == nil && a.Filters.CategoryID != "" { // categories win over category_id (3.12.1)
		c.Categories = []string{a.Filters.CategoryID}
	}
	if c.MinPrice == nil && c.MaxPrice == nil {
		c.Currency = "" // it is that of the prices to filter by, and there are none
	}
	f.length("query", a.Query, maxText)
	return c
}

func (a *arguments) getService(f *faults) canonical.Command {
	f.required("service_id", a.ServiceID)
	return canonical.GetService{Service: a.ServiceID}
}

// lookupServices asks for each service once, however often it is named.
func (a *arguments) lookupServices(f *faults) canonical.Command {
	if len(a.IDs) == 0 {
		f.unread("ids", required)
	}
	var c canonical.LookupServices
	for _, id := range a.IDs {
		if !slices.Contains(c.Services, id) {
			c.Services = append(c.Services, id)
		}
		if len(c.Services) > maxIDs {
			f.problems = append(f.problems, canonical.Problem{Path: "ids", Rule: canonical.RuleRange, Min: 1, Max: maxIDs})
			break
		}
	}
	return c
}

func (a *arguments) serviceFeed(f *faults) canonical.Command {
	return canonical.ServiceFeed{Limit: f.page("limit", a.Limit, feedPage, canonical.MaxFeedSize), After: canonical.Cursor(a.Cursor)}
}

// findSlots asks for every combination of provider and resource. Bare dates are
// days in the time zone asked for, the last one included; with a time they are
// instants.
func (a *arguments) findSlots(f *faults) canonical.Command {
	f.required("service_id", a.ServiceID)
	c := canonical.FindSlots{
		Service: a.ServiceID, Provider: a.ResourceID, Party: f.count("party_size", a.PartySize, maxGuests), Every: true,
		Zone: f.zone("timezone", a.Timezone), Limit: f.page("limit", a.Limit, slotsPage, maxPage), After: canonical.Cursor(a.Cursor),
	}
	c.From, c.Start = f.day("start_date", a.StartDate)
	c.Until, c.End = f.day("end_date", a.EndDate)
	if c.From != "" && c.Until != "" && c.Until < c.From || !c.Start.IsZero() && !c.End.IsZero() && c.End.Before(c.Start) {
		f.problem("end_date", canonical.RuleRange)
	}
	return c
}

func (a *arguments) placeHold(f *faults) canonical.Command {
	f.required("slot_id", a.SlotID)
	f.required("service_id", a.ServiceID)
	c := canonical.PlaceHold{Service: a.ServiceID, Party: f.count("spots", a.Spots, maxGuests)}
	c.Slot, c.Provider, c.Start = slotOf(a.SlotID)
	return c
}

func (a *arguments) releaseHold(f *faults) canonical.Command {
	f.required("hold_id", a.HoldID)
	return canonical.ReleaseHold{Hold: a.HoldID}
}

func (a *arguments) book(f *faults) canonical.Command {
	f.required("service_id", a.ServiceID)
	f.required("slot_id", a.SlotID)
	c := canonical.Book{
		Service: a.ServiceID, Hold: a.HoldID, Client: f.buyer(a.Buyer), Recipient: f.recipient(a.Recipient),
		Party: f.count("party_size", a.PartySize, maxGuests), Address: f.address(a.Address),
		Resource: a.ResourceID, Return: f.returning(a.Return),
	}
	c.Slot, c.Provider, c.Start = slotOf(a.SlotID)
	if a.Notes != nil {
		c.Notes = *a.Notes
	}
	f.length("notes", c.Notes, maxText)
	return c
}

// slotOf reads the id of a slot. One that is no more than a provider and a
// start is told as these two: in dialects without slots it is the same act. An
// id that cannot be read is left for the desk to find nothing under.
func slotOf(id string) (slot, provider string, start time.Time) {
	r, err := canonical.ParseSlot(id)
	if err != nil || r.Provider == "" || r.Resource != "" || r.Minutes != 0 {
		return id, "", start
	}
	return "", r.Provider, r.Start
}

func (a *arguments) getBooking(f *faults) canonical.Command {
	f.required("booking_id", a.BookingID)
	return canonical.GetBooking{Booking: a.BookingID}
}

// cancel speaks for the buyer, if not for someone else.
func (a *arguments) cancel(f *faults) canonical.Command {
	f.required("booking_id", a.BookingID)
	f.length("reason", a.Reason, maxText)
	c := canonical.Cancel{Booking: a.BookingID, Reason: a.Reason}
	switch by := cmp.Or(a.CanceledBy, "buyer"); by {
	case "buyer":
		c.By = "client"
	case "business":
		c.By = "provider"
	case "system":
		c.By = "system"
	default:
		f.problem("canceled_by", canonical.RuleOneOf)
	}
	return c
}

func (a *arguments) reschedule(f *faults) canonical.Command {
	f.required("booking_id", a.BookingID)
	f.required("slot_id", a.SlotID)
	return canonical.Reschedule{Booking: a.BookingID, Slot: a.SlotID, Hold: a.HoldID}
}

func (a *arguments) confirmPayment(f *faults) canonical.Command {
	f.required("booking_id", a.BookingID)
	p := a.Payment
	if p == nil {
		f.unread("payment_result", required)
		return nil
	}
	f.required("payment_result.status", p.Status)
	f.required("payment_result.transaction_id", p.Transaction)
	f.required("payment_result.currency", p.Currency)
	f.oneOf("payment_result.status", p.Status, "paid", "deposit_paid")
	f.length("payment_result.transaction_id", p.Transaction, maxID)
	f.length("payment_result.provider", p.Provider, maxID)
	f.length("payment_result.order_reference", p.Reference, maxID)
	c := canonical.ConfirmPayment{
		Booking: a.BookingID, Deposit: p.Status == "deposit_paid", Transaction: p.Transaction, Processor: p.Provider, Reference: p.Reference,
		Amount: canonical.Money{Currency: strings.ToUpper(p.Currency)},
	}
	if p.Amount == nil {
		f.unread("payment_result.amount_paid", required)
	} else if c.Amount.Amount = *p.Amount; *p.Amount < 0 {
		f.problem("payment_result.amount_paid", canonical.RuleRange)
	}
	return c
}

func (a *arguments) confirmBooking(*faults) canonical.Command {
	return canonical.ConfirmBooking{Booking: a.BookingID}
}

func (a *arguments) updateBooking(f *faults) canonical.Command {
	c := canonical.UpdateBooking{Booking: a.BookingID, Recipient: f.recipient(a.Recipient), Address: f.address(a.Address), Notes: a.Notes}
	if a.Buyer != nil {
		client := f.buyer(a.Buyer)
		c.Client = &client
	}
	if c.Notes != nil {
		f.length("notes", *c.Notes, maxText)
	}
	return c
}

// returning reads where a payment page is to send the buyer's browser. The
// members of params are an object: their order is ours.
func (f *faults) returning(r *returnRequest) *canonical.Return {
	if r == nil {
		return nil
	}
	const at = "post_payment_return_request."
	f.required(at+"url", r.URL)
	f.secureURL(at+"url", r.URL)
	c := &canonical.Return{URL: r.URL}
	for _, name := range slices.Sorted(maps.Keys(r.Params)) {
		v := r.Params[name]
		if v.mistyped {
			f.unread(at+"params", ofAnotherType)
			break
		}
		f.length(at+"params", name+v.text, maxText)
		c.Params = append(c.Params, canonical.Param{Name: name, Value: v.text})
	}
	if len(c.Params) > 20 {
		f.problem(at+"params", canonical.RuleRange)
	}
	return c
}
