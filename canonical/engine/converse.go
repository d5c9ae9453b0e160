package engine

import (
	"slices"
	"sort"
	"time"

	"hora/canonical"
)

// converse does what a text asks for once nothing is missing, and asks for
// what is. It never invents: a name that fits several services is a question.
//
// Where the binding tracks conversations, what was understood is kept as a
// draft, times are offered, and a booking is made only after the caller has
// said yes to it; a question about the catalogue in between changes nothing.
// Elsewhere every text stands alone and is done at once.
func converse(c canonical.Converse) plan {
	return func(v *view) (change, *canonical.Error) {
		said := c
		before := v.talk.Draft
		c := v.merged(c)
		q := v.understand(c)
		v.talk.Draft, v.tongue = &c, c.Language
		if v.aside = before != nil && before.Want.Writes() && c.Want == canonical.OpListServices; v.aside {
			v.talk.Draft = before
		}
		switch c.Want {
		case canonical.OpListServices:
			return listServices(canonical.ListServices{})(v)
		case canonical.OpFindSlots:
			if len(q.needs) > 0 {
				return v.ask(c, q)
			}
			return findSlots(v.searchFor(c, q))(v)
		case canonical.OpBook:
			return v.talkBooking(said, c, q)
		case canonical.OpCancel, canonical.OpReschedule:
			if refusal := ofOrganization(v); refusal != nil {
				return change{}, refusal
			}
			if len(q.needs) > 0 {
				return v.ask(c, q)
			}
			if c.Want == canonical.OpCancel {
				return v.cancel(canonical.Cancel{Booking: c.Booking, By: "client"})
			}
			return v.reschedule(canonical.Reschedule{Booking: c.Booking, Slot: c.Slot, Start: q.start})
		}
		return v.ask(c, q)
	}
}

// talkBooking goes on towards a booking: with an offer while the time is
// missing, with what else is missing, with the whole for the caller to
// confirm, and at last with the booking.
func (v *view) talkBooking(said, c canonical.Converse, q understood) (change, *canonical.Error) {
	if !v.req.Tracked {
		if len(q.needs) > 0 {
			return v.ask(c, q)
		}
		return v.book(q.booking(c))
	}
	if v.talk.Asked == canonical.FieldConfirm && said.Answer == canonical.No {
		v.talk.Draft.Slot, v.talk.Draft.When.Clock, v.talk.Draft.When.At = "", "", time.Time{}
		return v.ask(c, understood{service: q.service, notice: "declined"})
	}
	if q.service == nil {
		return v.ask(c, q)
	}
	if q.lacks(canonical.FieldTime) || q.lacks(canonical.FieldDate) {
		return v.offer(c, q, "")
	}
	trial := q.booking(c)
	if trial.Client.Email == "" {
		trial.Client.Email = "someone@example.invalid" // whoever it is, is the time free?
	}
	done, refusal := v.book(trial)
	if v.wants() {
		return pending()
	}
	if refusal != nil && v.another(refusal.Code) {
		return v.offer(c, q, refusal.Code.String())
	}
	switch {
	case refusal != nil:
		return change{}, refusal
	case len(q.needs) > 0:
		return v.ask(c, q)
	case v.talk.Asked == canonical.FieldConfirm && said.Answer == canonical.Yes && agreed(said):
		return done, nil
	}
	would := done.outcome.Result.(canonical.Booking)
	q.proposal = &canonical.Book{Service: would.Service.ID, Provider: would.Provider.ID, Start: would.Start, Minutes: would.Minutes, Client: c.Client}
	q.provider = would.Provider
	q.needs = []canonical.Need{{Field: canonical.FieldConfirm}}
	return v.ask(c, q)
}

// agreed says whether a yes came alone: one that brings something new is not
// a yes to what was shown.
func agreed(said canonical.Converse) bool {
	return said.When == (canonical.When{}) && said.Client == (canonical.Client{}) && said.Choice == 0
}

// another says whether some other time could be booked where this one can't.
func (v *view) another(c canonical.Code) bool {
	return slices.Contains([]canonical.Code{canonical.SlotTaken, canonical.OutsideHours, canonical.PastDate, canonical.TooSoon, canonical.TooFarAhead}, c)
}

// offered is how many starts an answer offers.
const offered = 5

// offer asks for a time and shows some that are free: on the day that was
// named and, if it has none, on the days after.
func (v *view) offer(c canonical.Converse, q understood, notice string) (change, *canonical.Error) {
	search := canonical.FindSlots{Service: q.service.ID, From: max(q.date, v.today()), Days: 1, Limit: offered}
	if q.date == "" {
		search = v.searchFor(c, q)
		search.Limit = offered
	}
	found, refusal := findSlots(search)(v)
	if v.wants() || refusal != nil {
		return change{}, refusal
	}
	slots := found.outcome.Result.(canonical.Slots).Slots
	if len(slots) == 0 && search.Days < canonical.Horizon {
		search.Days = canonical.Horizon
		if found, refusal = findSlots(search)(v); v.wants() || refusal != nil {
			return change{}, refusal
		}
		slots = found.outcome.Result.(canonical.Slots).Slots
		if notice == "" {
			notice = "nothing_then"
		}
	}
	if notice != "" { // the time won't do; the day stays, if it has others
		v.talk.Draft.Slot, v.talk.Draft.When = "", canonical.When{}
		if search.Days == 1 {
			v.talk.Draft.When.Date = search.From
		}
	}
	q.notice, q.slots = notice, slots
	if !q.lacks(canonical.FieldTime) {
		q.needs = slices.Insert(q.needs, 0, canonical.Need{Field: canonical.FieldTime})
	}
	sort.SliceStable(q.needs, func(i, j int) bool { return urgency(q.needs[i].Field) < urgency(q.needs[j].Field) })
	return v.ask(c, q)
}

// urgency orders what an offer asks for: the time first.
func urgency(f canonical.Field) int {
	if f == canonical.FieldTime {
		return 0
	}
	return 1
}

func (v *view) ask(c canonical.Converse, q understood) (change, *canonical.Error) {
	ch, _ := answer(canonical.Question{
		Want: c.Want, Service: q.service, When: c.When, Language: c.Language, Proposal: q.proposal, Provider: q.provider, Offer: q.slots,
		Organization: canonical.Named{ID: v.cat.org.Slug, Name: v.cat.org.Name}, Timezone: v.cat.org.Timezone,
	})
	ch.outcome.Needs = q.needs
	if q.notice != "" {
		ch.outcome.Notices = []canonical.Notice{{Code: q.notice}}
	}
	return ch, nil
}
