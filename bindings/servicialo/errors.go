package servicialo

import (
	"strconv"

	"hora/canonical"
)

// A native is the dialect's own answer to a canonical code: the REST status,
// the code where the specification gives one or a caller can use one, and the
// text.
type native struct {
	status     int
	code, text string
}

// rows answers for every act. Numbers stand as the specification's tables have
// them (sections Intent Reference and Error Reference).
var rows = [canonical.NumCodes]native{
	canonical.Internal:            {500, "", "Internal server error"},
	canonical.Unavailable:         {503, "", "Service temporarily unavailable, try again"},
	canonical.OutcomeUnknown:      {500, "OUTCOME_UNKNOWN", "It is not known whether the request took effect; repeat it with the same Idempotency-Key or messageId"},
	canonical.RateLimited:         {429, "", "Too many requests"},
	canonical.Invalid:             {400, "VALIDATION_ERROR", "Invalid data"},
	canonical.Unauthenticated:     {401, "UNAUTHORIZED", "API key requerida (X-Org-Api-Key)"},
	canonical.Forbidden:           {403, "FORBIDDEN", "The API key does not open this organization"},
	canonical.UnknownOrganization: {404, "", "Organization not found or not public"},
	canonical.UnknownService:      {404, "", "Service not found"},
	canonical.UnknownProvider:     {404, "", "Provider not found"},
	canonical.UnknownResource:     {404, "", "Resource not found"},
	canonical.UnknownBooking:      {404, "", "Session not found"},
	canonical.UnknownHold:         {404, "", "Hold not found"},
	canonical.UnknownOrder:        {404, "", "Service order not found"},
	canonical.UnknownSale:         {404, "", "Sale not found"},
	canonical.PastDate:            {400, "PAST_DATE", "Cannot book in the past"},
	canonical.OutsideHours:        {400, "OUTSIDE_PROVIDER_HOURS", "Scheduled time is outside provider availability"},
	canonical.TooSoon:             {400, "OUTSIDE_PROVIDER_HOURS", "Scheduled time is sooner than the organization takes bookings"},
	canonical.TooFarAhead:         {400, "OUTSIDE_PROVIDER_HOURS", "Scheduled time is further ahead than the organization takes bookings"},
	canonical.SlotTaken:           {409, "SLOT_CONFLICT", "Provider already has a session at this time"},
	canonical.CapacityExceeded:    {409, "SLOT_CONFLICT", "Not enough places are left at this time"},
	canonical.HoldExpired:         {409, "SLOT_CONFLICT", "The hold on this time has expired"},
	canonical.PaymentRequired:     {402, "PAYMENT_REQUIRED", "This service requires prepayment"},
	canonical.PaymentNotApproved:  {402, "PAYMENT_NOT_APPROVED", "Payment has not been approved"},
	canonical.PaymentTooSmall:     {402, "PAYMENT_INSUFFICIENT", "Payment does not cover the price of this service"},
	canonical.PaymentUsed:         {402, "PAYMENT_ALREADY_USED", "Payment has already been used for another session"},
	canonical.AlreadyCancelled:    {409, "ALREADY_CANCELLED", "Session is already cancelled"},
	canonical.InvalidState:        {400, "", "Session cannot be cancelled in its current state"},
	canonical.TooLateToCancel:     {400, "CANCELLATION_CLOSED", "Session can no longer be cancelled this close to its start"},
	canonical.TooManyReschedules:  {400, "SLOT_INVALID", "Session cannot be rescheduled any more often"},
	canonical.TooManyHolds:        {409, "", "Too many holds on this service already"},
	canonical.MessageReused:       {409, "IDEMPOTENCY_CONFLICT", "This idempotency key was used before with other content"},
}

// nativeOf is the row for a code that an act ended in: the act's own where it
// has one.
func nativeOf(op canonical.Op, c canonical.Code) native {
	switch op {
	case canonical.OpFindSlots:
		if c == canonical.UnknownProvider {
			return native{404, "", "No provider found for this service"}
		}
	case canonical.OpReschedule:
		switch c {
		case canonical.Invalid:
			return native{400, "", "Invalid data"}
		case canonical.PastDate:
			return native{400, "SLOT_INVALID", "Cannot reschedule to the past"}
		case canonical.InvalidState:
			return native{400, "SLOT_INVALID", "Session cannot be rescheduled in its current state"}
		case canonical.OutsideHours, canonical.TooSoon, canonical.TooFarAhead, canonical.SlotTaken, canonical.HoldExpired, canonical.CapacityExceeded:
			return native{400, "SLOT_INVALID", rows[c].text}
		}
	}
	if c < canonical.NumCodes && rows[c].status != 0 {
		return rows[c]
	}
	return rows[canonical.Internal]
}

func (c *call) failed(status int, code, text string) body {
	f := &failureBody{Version: version, Error: text, Code: code}
	if canonical.IsSlug(c.org) {
		f.Org = c.org
	}
	return body{status, f, 0}
}

// failure is the body of an error, with what the code carries beside it.
func (c *call) failure(e *canonical.Error) body {
	n := nativeOf(c.op, e.Code)
	if e.Code == canonical.Invalid {
		return c.rejected(n, e.Problems)
	}
	b := c.failed(n.status, n.code, n.text)
	f := b.json.(*failureBody)
	switch e.Code {
	case canonical.InvalidState:
		f.CurrentStatus = status(e.State, e.Pending)
	case canonical.PaymentRequired, canonical.PaymentTooSmall:
		if e.Price != nil {
			f.AmountDue, f.Currency = e.Price.Major(), currency(e.Price.Currency)
		}
	case canonical.RateLimited, canonical.Unavailable:
		b.retry = max(e.RetryAfter, 1)
		f.RetryAfterMS = b.retry * 1000
	}
	return b
}

// rejected says which arguments cannot be acted on. Three of them have texts
// of their own.
func (c *call) rejected(n native, problems []canonical.Problem) body {
	for _, p := range problems {
		switch {
		case c.op == canonical.OpFindSlots && p.Path == "serviceId" && p.Rule == canonical.RuleRequired:
			return c.failed(400, "", "serviceId is required")
		case p.Path == "sessionId" && p.Rule == canonical.RuleRequired:
			return c.failed(400, "VALIDATION_ERROR", "sessionId is required")
		case p.Path == "newProviderId" && p.Rule == canonical.RuleUnchanged:
			return c.failed(400, "VALIDATION_ERROR", "Changing the provider while rescheduling is not supported")
		}
	}
	b := c.failed(n.status, n.code, n.text)
	d := &details{Form: []string{}, Fields: map[string][]string{}}
	for _, p := range problems {
		if path := wireName(p.Path); path == "" {
			d.Form = append(d.Form, explain(path, p))
		} else {
			d.Fields[path] = append(d.Fields[path], explain(path, p))
		}
	}
	b.json.(*failureBody).Details = d
	return b
}

// wireName is what the dialect calls an argument that the desk found fault
// with.
func wireName(path string) string {
	if path == "duration_minutes" {
		return "duration"
	}
	return path
}

// explain says in words which rule an argument breaks.
func explain(path string, p canonical.Problem) string {
	switch p.Rule {
	case canonical.RuleRequired:
		return "Required"
	case canonical.RuleType:
		switch path {
		case "", "params", "client":
			return "Expected an object"
		case "days", "next", "duration":
			return "Expected a whole number"
		}
		return "Expected text"
	case canonical.RuleEmail:
		return "Invalid email"
	case canonical.RuleInstant:
		return "Expected an ISO 8601 date and time with a timezone offset, such as 2026-04-02T10:00:00-04:00"
	case canonical.RuleDate:
		return "Expected a calendar date, YYYY-MM-DD"
	case canonical.RuleRange:
		if path == "to" {
			return "Must be " + strconv.Itoa(p.Min) + " to " + strconv.Itoa(p.Max) + " days from the first, both included"
		}
		return "Must be between " + strconv.Itoa(p.Min) + " and " + strconv.Itoa(p.Max)
	case canonical.RuleLength:
		return "Must be at most " + strconv.Itoa(p.Max) + " characters"
	case canonical.RuleOneOf:
		switch path {
		case "initialStatus":
			return "Expected scheduled or pending_confirmation"
		case "cancelledBy":
			return "Expected client, provider, admin or system"
		}
	case canonical.RuleUnchanged:
		return "Cannot be changed"
	case canonical.RuleText:
		return "Must be valid UTF-8"
	case canonical.RuleFit:
		return "Does not fit the provider's open hours"
	}
	return "Invalid"
}
