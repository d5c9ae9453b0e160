package engine

import (
	"time"

	"hora/canonical"
)

// merged is the message on top of what was said before in its conversation.
// What it says wins; what it leaves open stays.
func (v *view) merged(c canonical.Converse) canonical.Converse {
	if !v.req.Tracked {
		return c
	}
	var before canonical.Converse
	if v.talk.Draft != nil {
		before = *v.talk.Draft
	}
	if c.Language == "" {
		c.Language = before.Language
	}
	if len(c.With) == 0 {
		c.With = v.cat.people(c.Words)
	}
	if c.Want == canonical.OpBook && c.Booking != "" && (before.Want == canonical.OpCancel || before.Want == canonical.OpReschedule) {
		c.Want = canonical.OpNone // "it is the booking ...": what is to be done with it was said
	}
	said := c.Want
	switch {
	case said == canonical.OpNone, said == canonical.OpFindSlots && before.Want == canonical.OpBook:
		c.Want = before.Want
	case said != before.Want && said != canonical.OpBook && before.Want != canonical.OpListServices:
		return c // another matter
	}
	if v.talk.Asked == canonical.FieldParty && c.Choice > 0 && c.Party == 0 && !c.Crowd { // a number alone
		c.Party, c.Choice = c.Choice, 0
	}
	brings := c.When.Clock != "" || !c.When.At.IsZero() || c.Client.Email != "" || c.Answer == canonical.Yes
	asks := c.When != (canonical.When{}) || c.Party > 0 || c.Crowd || len(c.With) > 0 || len(v.cat.named(c.Words)) > 0
	c = v.choice(c, before)
	brings, asks = brings || c.Slot != "", asks || c.Service != ""
	if len(v.cat.named(c.Words)) == 0 && c.Service == "" {
		c.Words, c.Service = before.Words, before.Service
	}
	c = v.timed(c, before)
	if len(c.With) == 0 {
		c.With = before.With
	}
	if c.Party == 0 && !c.Crowd {
		c.Party, c.Crowd = before.Party, before.Crowd
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
	if said == canonical.OpNone {
		c.Want = v.onward(c, brings, asks)
	}
	return c
}

// onward is what a message asks for that does not say so. Who names a service,
// or other days for it, wants to know when it is free; who brings a time of
// day, or says for whom, wants it booked, which costs nothing: nothing is
// booked without a yes. What has nothing to do with either is not understood.
func (v *view) onward(c canonical.Converse, brings, asks bool) canonical.Op {
	switch c.Want {
	case canonical.OpNone, canonical.OpListServices, canonical.OpFindSlots:
	default:
		return c.Want
	}
	switch known := c.Service != "" || len(v.cat.named(c.Words)) > 0; {
	case known && brings:
		return canonical.OpBook
	case known && asks:
		return canonical.OpFindSlots
	case c.Want == canonical.OpFindSlots && (!known || v.req.Task != ""): // it is still asked for
		return c.Want
	}
	return canonical.OpNone
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
	case n >= 0 && len(offer) > 0 && n < 24: // an hour, not a place in the list
		c.When.Clock = time.Date(0, 1, 1, n+1, 0, 0, 0, time.UTC).Format(clockTime)
		c.Choice = 0
		return v.choice(c, before)
	case len(offer) > 0 && c.When == (canonical.When{}) && (c.Soonest || c.Answer == canonical.Yes && len(offer) == 1):
		c.Slot = offer[0].ID
	case c.When.Clock != "" && c.When.Day == (canonical.Day{}) && len(c.With) == 0:
		for _, clock := range readings(c.When) {
			for _, s := range offer {
				if s.Start.In(v.cat.zone).Format(clockTime) == clock {
					c.Slot = s.ID
					return c
				}
			}
		}
	}
	return c
}

// timed is the message with the time said before, as far as it leaves that
// open. A start that was chosen is that of a provider.
func (v *view) timed(c, before canonical.Converse) canonical.Converse {
	switch {
	case c.Slot != "":
	case c.When != (canonical.When{}):
		c.When = later(c.When, v.when(before))
	case len(c.With) > 0:
		c.When = v.when(before)
	default:
		c.Slot, c.When = before.Slot, before.When
	}
	return c
}

// when is the time said before; of a chosen start, its day and clock.
func (v *view) when(before canonical.Converse) canonical.When {
	ref, err := canonical.ParseSlot(before.Slot)
	if err != nil {
		return before.When
	}
	return canonical.When{Day: canonical.Day{Date: canonical.DateOf(ref.Start, v.cat.zone)}, Clock: ref.Start.In(v.cat.zone).Format(clockTime), Exact: true}
}

// later is a time on top of one said before: a new day keeps the old clock and
// the part of the day, a new clock the old day. What does not go together with
// what is new is dropped.
func later(w, before canonical.When) canonical.When {
	bounds := w.After != "" || w.Before != ""
	if !w.At.IsZero() {
		return w
	}
	if w.Day == (canonical.Day{}) {
		day := before
		day.At, day.Clock, day.Exact, day.After, day.Before = time.Time{}, w.Clock, w.Exact, w.After, w.Before
		if w.Clock != "" {
			day.Until = nil
		}
		w = day
	}
	switch {
	case w.Clock != "" && !bounds:
		before.Clock, before.Exact = w.Clock, w.Exact
		if clock := clockOf(before); clock != w.Clock {
			w.Clock, w.Exact = clock, true
		}
	case w.Clock == "":
		if !bounds {
			w.After, w.Before = before.After, before.Before
		}
		if !bounds || within(clockOf(before), w) {
			w.Clock, w.Exact = before.Clock, before.Exact
		}
	}
	return w
}
