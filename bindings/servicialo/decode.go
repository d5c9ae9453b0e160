package servicialo

import (
	"cmp"

	"hora/canonical"
)

// A call is what both transports must remember to answer.
type call struct {
	org    string       // as the path has it
	op     canonical.Op // the act that was asked for; OpNone when free text did not say
	single bool         // availability of a single day, which has a body of its own
	free   bool         // asked in free text
}

// intentName is the act's name on the wire.
func intentName(op canonical.Op) string {
	switch op {
	case canonical.OpListServices:
		return "list_services"
	case canonical.OpFindSlots:
		return "check_availability"
	case canonical.OpBook:
		return "book_session"
	case canonical.OpCancel:
		return "cancel_session"
	case canonical.OpReschedule:
		return "reschedule_session"
	}
	return ""
}

// act is what an intent, or the card's skill of the same name, asks for.
func act(intent string) canonical.Op {
	switch intent {
	case "list_services", "list-services":
		return canonical.OpListServices
	case "check_availability", "check-availability":
		return canonical.OpFindSlots
	case "book_session", "book-session":
		return canonical.OpBook
	case "cancel_session", "cancel-session":
		return canonical.OpCancel
	case "reschedule_session", "reschedule-session":
		return canonical.OpReschedule
	}
	return canonical.OpNone
}

// command reads the arguments of the call's act. The command counts only if
// nothing was noted in f.
func (c *call) command(a *arguments, f *faults) canonical.Command {
	if f.has("") || f.has("params") { // there are no arguments to judge
		return nil
	}
	switch c.op {
	case canonical.OpListServices:
		return canonical.ListServices{}
	case canonical.OpFindSlots:
		return c.findSlots(a, f)
	case canonical.OpBook:
		return a.book(f)
	case canonical.OpCancel:
		return a.cancel(f)
	case canonical.OpReschedule:
		return a.reschedule(f)
	}
	return nil
}

// findSlots picks the mode: next, else from with days or to, else date, else
// days from today, else today.
func (c *call) findSlots(a *arguments, f *faults) canonical.FindSlots {
	f.required("serviceId", a.ServiceID)
	from, to, date := f.date("from", a.From), f.date("to", a.To), f.date("date", a.Date)
	f.within("days", a.Days, 1, maxDays)
	f.within("next", a.Next, 1, maxNext)
	q := canonical.FindSlots{Service: a.ServiceID, Provider: a.ProviderID, Resource: a.ResourceID}
	switch {
	case a.Next != nil:
		q.Days, q.Limit = maxDays, *a.Next
	case from != "":
		q.From, q.Days = from, defaultDays
		if a.Days != nil {
			q.Days = *a.Days
		} else if to != "" {
			if q.Days = from.DaysUntil(to) + 1; q.Days < 1 || q.Days > maxDays {
				f.add(canonical.Problem{Path: "to", Rule: canonical.RuleRange, Min: 1, Max: maxDays})
			}
		}
	case date != "":
		q.From, q.Days, c.single = date, 1, true
	case to != "":
		f.required("from", a.From)
	case a.Days != nil:
		q.Days = *a.Days
	default:
		q.Days, c.single = 1, true
	}
	return q
}

func (a *arguments) book(f *faults) canonical.Book {
	f.email("clientEmail", a.ClientEmail)
	f.length("clientName", a.ClientName, maxName)
	f.length("clientLastName", a.ClientLastName, maxName)
	f.length("clientPhone", a.ClientPhone, maxPhone)
	f.required("serviceId", a.ServiceID)
	at := "scheduledAt"
	if a.ScheduledAt == "" && a.Start != "" && !f.has(at) {
		at = "start"
	}
	start := f.instant(at, cmp.Or(a.ScheduledAt, a.Start))
	f.within("duration", a.Duration, minMinutes, maxMinutes)
	f.length("notes", a.Notes, maxNotes)
	f.oneOf("initialStatus", a.InitialStatus, "scheduled", "pending_confirmation")
	b := canonical.Book{
		Service: a.ServiceID, Provider: a.ProviderID, Start: start,
		Client: canonical.Client{Email: a.ClientEmail, Name: a.ClientName, Surname: a.ClientLastName, Phone: a.ClientPhone},
		Notes:  a.Notes, Tentative: a.InitialStatus == "pending_confirmation",
		Payment: a.PaymentIntentID, Order: a.OrdenDeServicioID, Sale: a.VentaID,
	}
	if a.Duration != nil {
		b.Minutes = *a.Duration
	}
	return b
}

func (a *arguments) cancel(f *faults) canonical.Cancel {
	f.required("sessionId", a.SessionID)
	f.length("reason", a.Reason, maxReason)
	f.oneOf("cancelledBy", a.CancelledBy, "client", "provider", "admin", "system")
	return canonical.Cancel{Booking: a.SessionID, Reason: a.Reason, By: a.CancelledBy}
}

func (a *arguments) reschedule(f *faults) canonical.Reschedule {
	f.required("sessionId", a.SessionID)
	if a.NewProviderID != "" {
		f.add(canonical.Problem{Path: "newProviderId", Rule: canonical.RuleUnchanged})
	}
	at := "scheduledAt"
	if a.ScheduledAt == "" && a.NewScheduledAt != "" && !f.has(at) {
		at = "newScheduledAt"
	}
	return canonical.Reschedule{Booking: a.SessionID, Start: f.instant(at, cmp.Or(a.ScheduledAt, a.NewScheduledAt))}
}
