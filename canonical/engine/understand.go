package engine

import (
	"time"

	"hora/canonical"
)

// understood is what a text, with all that was said before, comes to at this
// organisation, now.
type understood struct {
	service  *canonical.Service
	start    time.Time // zero while day or time is missing
	date     canonical.Date
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
	b := canonical.Book{Service: q.service.ID, Slot: c.Slot, Client: c.Client}
	if c.Slot == "" {
		b.Start = q.start
	}
	return b
}

func (v *view) understand(c canonical.Converse) (q understood) {
	q.date, q.start = v.resolve(c.When)
	if ref, err := canonical.ParseSlot(c.Slot); err == nil {
		q.start, q.date = ref.Start, canonical.DateOf(ref.Start, v.cat.zone)
	}
	lacks := func(f canonical.Field) { q.needs = append(q.needs, canonical.Need{Field: f}) }
	switch c.Want {
	case canonical.OpFindSlots, canonical.OpBook:
		if q.service = v.cat.service[c.Service]; q.service != nil {
			break
		}
		fitting := v.fitting(c)
		if len(fitting) == 1 {
			q.service = &fitting[0]
			break
		}
		if v.req.Tracked {
			fitting = fitting[:min(len(fitting), choices)]
		}
		q.needs = append(q.needs, canonical.Need{Field: canonical.FieldService, Choices: fitting})
	case canonical.OpCancel, canonical.OpReschedule:
		if c.Booking == "" {
			lacks(canonical.FieldBooking)
		}
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

// merged is the message on top of what was said before in its conversation.
// What it says wins; what it leaves open stays.
func (v *view) merged(c canonical.Converse) canonical.Converse {
	draft := v.talk.Draft
	if draft == nil {
		return c
	}
	before := *draft
	if c.Language == "" {
		c.Language = before.Language
	}
	switch {
	case c.Want == canonical.OpNone, c.Want == canonical.OpFindSlots && before.Want == canonical.OpBook:
		c.Want = before.Want
	case c.Want != before.Want && c.Want != canonical.OpBook && before.Want != canonical.OpListServices:
		return c // another matter
	}
	c = v.choice(c, before)
	if len(v.cat.named(c.Words)) == 0 && c.Service == "" {
		c.Words, c.Service = before.Words, before.Service
	}
	if c.Slot == "" && c.When == (canonical.When{}) {
		c.Slot, c.When = before.Slot, before.When
	} else if c.Slot == "" {
		c.When = later(c.When, v.when(before))
	}
	if c.Client.Email == "" {
		c.Client.Email = before.Client.Email
	}
	if c.Client.Name == "" {
		c.Client.Name, c.Client.Surname = before.Client.Name, before.Client.Surname
	}
	if c.Client.Phone == "" {
		c.Client.Phone = before.Client.Phone
	}
	if c.Booking == "" {
		c.Booking = before.Booking
	}
	switch {
	case c.Want == canonical.OpFindSlots && c.Slot != "": // one of the starts that were shown
		c.Want = canonical.OpBook
	case c.Want == canonical.OpListServices && (c.Service != "" || len(v.cat.named(c.Words)) == 1): // one of the services
		c.Want = canonical.OpFindSlots
	}
	return c
}

// choice turns a number, or a clock that one of the offered starts has, into
// what it stood for.
func (v *view) choice(c, before canonical.Converse) canonical.Converse {
	offer := v.talk.Offer
	switch n := c.Choice - 1; {
	case n >= 0 && v.talk.Asked == canonical.FieldService:
		if fitting := v.fitting(before); n < len(fitting) {
			c.Service = fitting[n].ID
		}
	case n >= 0 && n < len(offer):
		c.Slot = offer[n].ID
	case c.When.Clock != "" && c.When == (canonical.When{Clock: c.When.Clock}):
		for _, s := range offer {
			if s.Start.In(v.cat.zone).Format("15:04") == c.When.Clock {
				c.Slot = s.ID
				break
			}
		}
	}
	return c
}

// when is the time said before; of a chosen start, its day and clock.
func (v *view) when(before canonical.Converse) canonical.When {
	ref, err := canonical.ParseSlot(before.Slot)
	if err != nil {
		return before.When
	}
	return canonical.When{Date: canonical.DateOf(ref.Start, v.cat.zone), Clock: ref.Start.In(v.cat.zone).Format("15:04")}
}

// later is a time on top of one said before: a new day keeps the old clock,
// a new clock the old day.
func later(w, before canonical.When) canonical.When {
	day := w.Date != "" || w.Yearly != "" || w.Weekday != "" || w.Ahead != nil || w.Week != nil
	switch {
	case !w.At.IsZero():
	case !day:
		before.Clock, before.At = w.Clock, time.Time{}
		return before
	case w.Clock == "":
		w.Clock = before.Clock
	}
	return w
}

// searchFor is the availability that a text asks for: a day, the rest of a
// week, or the next seven days.
func (v *view) searchFor(c canonical.Converse, q understood) canonical.FindSlots {
	f := canonical.FindSlots{Service: q.service.ID, From: q.date, Days: 1}
	switch {
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
