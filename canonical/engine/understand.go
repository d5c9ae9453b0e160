package engine

import (
	"time"

	"hora/canonical"
)

// understood is what a text, with all that was said before, comes to at this
// organisation, now.
type understood struct {
	service  *canonical.Service
	with     string    // id of the provider that was named
	start    time.Time // zero while day or time is missing
	date     canonical.Date
	until    canonical.Date // the last of several days that will do
	needs    []canonical.Need
	proposal *canonical.Book
	provider canonical.Named
	slots    []canonical.Slot
	notice   string
}

func (q *understood) lacks(f canonical.Field) bool {
	for _, n := range q.needs {
		if n.Field == f {
			return true
		}
	}
	return false
}

// booking is the act that the conversation has come to.
func (q *understood) booking(c canonical.Converse) canonical.Book {
	b := canonical.Book{Service: q.service.ID, Slot: c.Slot, Client: c.Client, Party: c.Party}
	if c.Slot == "" {
		b.Start, b.Provider = q.start, q.with
	}
	return b
}

// party is how many free times are looked for, where the service can be for
// several. A booking is for as many as were said, and refused where there is no
// room for them.
func (q *understood) party(c canonical.Converse) int {
	switch q.service.Kind {
	case canonical.Class, canonical.Table:
		return c.Party
	}
	return 0
}

func (v *view) understand(c canonical.Converse) (q understood) {
	q.date, q.start = v.resolve(c.When)
	if c.When.Until != nil {
		if q.until = v.day(*c.When.Until); q.until <= q.date {
			q.until = ""
		}
	}
	if ref, err := canonical.ParseSlot(c.Slot); err == nil {
		q.start, q.date = ref.Start, canonical.DateOf(ref.Start, v.cat.zone)
	}
	lacks := func(f canonical.Field) { q.needs = append(q.needs, canonical.Need{Field: f}) }
	switch c.Want {
	case canonical.OpFindSlots, canonical.OpBook:
		if q.service = v.cat.service[c.Service]; q.service == nil {
			fitting := v.fitting(c)
			switch {
			case len(fitting) == 1:
				q.service = &fitting[0]
			case v.req.Tracked:
				fitting = fitting[:min(len(fitting), choices)]
				fallthrough
			default:
				q.needs = append(q.needs, canonical.Need{Field: canonical.FieldService, Choices: fitting})
			}
		}
		if c.Crowd {
			lacks(canonical.FieldParty)
		}
	case canonical.OpCancel, canonical.OpReschedule:
		if c.Booking == "" {
			lacks(canonical.FieldBooking)
		}
	}
	if q.service != nil {
		q.with = v.cat.giver(q.service, c.With)
	}
	if c.Want == canonical.OpFindSlots && q.date == "" && c.When.Yearly != "" { // no year has that day
		lacks(canonical.FieldDate)
	}
	if c.Want == canonical.OpBook || c.Want == canonical.OpReschedule {
		if q.date == "" {
			lacks(canonical.FieldDate)
		}
		if q.start.IsZero() && (c.When.Clock == "" || q.date != "") { // or no clock shows it
			lacks(canonical.FieldTime)
		}
	}
	if c.Want == canonical.OpBook && c.Client.Email == "" {
		lacks(canonical.FieldEmail)
	}
	return q
}

// choices is how many services a conversation lists to choose from.
const choices = 20

// fitting are the services that the words could name; all when they name
// none.
func (v *view) fitting(c canonical.Converse) []canonical.Service {
	if found := v.cat.named(c.Words); len(found) > 0 {
		return found
	}
	return v.cat.services
}

// searchFor is the availability that a text asks for: a day or several, the
// rest of a week, or the next seven days.
func (v *view) searchFor(c canonical.Converse, q understood) canonical.FindSlots {
	f := canonical.FindSlots{Service: q.service.ID, Provider: q.with, From: q.date, Days: 1, Party: q.party(c)}
	switch {
	case q.until != "":
		f.From = max(f.From, v.today())
		f.Days = min(max(f.From.DaysUntil(q.until), 0)+1, canonical.Horizon)
	case q.date != "":
	case c.When.Week != nil:
		start := monday(v.today()).AddDays(7 * *c.When.Week)
		end := start.AddDays(6)
		f.From = max(start, v.today())
		f.Days = f.From.DaysUntil(end) + 1
	default:
		f.From, f.Days = v.today(), 7
	}
	return f
}
