package engine

import (
	"cmp"
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
		v.tongue, v.aside, v.waits = cmp.Or(c.Language, v.req.Language, v.cat.org.Language()), false, false
		if v.quits = before != nil && said.Answer == canonical.Leave; v.quits {
			c.Want = before.Want
			return v.ask(c, understood{notice: noticeLeft})
		}
		q := v.understand(c)
		v.talk.Draft = &c
		switch c.Want {
		case canonical.OpListServices, canonical.OpDescribe:
			if v.aside = before != nil && (before.Want.Writes() || c.Want == canonical.OpDescribe); v.aside {
				v.talk.Draft = before
			}
			if c.Want == canonical.OpDescribe {
				return describe(v)
			}
			return v.listNamed(c)
		case canonical.OpFindSlots:
			if len(q.needs) > 0 {
				return v.ask(c, q)
			}
			v.waits = v.req.Task != "" && before != nil && before.Want == canonical.OpFindSlots
			return v.find(v.searchFor(c, q), c.When)
		case canonical.OpBook:
			return v.talkBooking(said, c, q, before)
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
			return v.talkMove(c, q)
		}
		return v.ask(c, q)
	}
}

// noticeLeft marks the end of a conversation that its caller has given up.
const noticeLeft = "left"

// listNamed lists the catalogue or, in a conversation, what of it was named:
// then that is what the question is about.
func (v *view) listNamed(c canonical.Converse) (change, *canonical.Error) {
	if found := v.cat.named(c.Words); v.req.Tracked && len(found) > 0 {
		return answer(v.catalogueOf(found))
	}
	return listServices(canonical.ListServices{})(v)
}

// talkBooking goes on towards a booking: with an offer while the time is
// missing, with what else is missing, with the whole for the caller to
// confirm, and at last with the booking.
func (v *view) talkBooking(said, c canonical.Converse, q understood, before *canonical.Converse) (change, *canonical.Error) {
	if !v.req.Tracked {
		if len(q.needs) > 0 {
			return v.ask(c, q)
		}
		return v.book(q.booking(c))
	}
	confirming := v.talk.Asked == canonical.FieldConfirm && before != nil
	same := confirming && v.same(c, *before)
	if same && said.Answer == canonical.No {
		v.talk.Draft.Slot, v.talk.Draft.When = "", canonical.When{Day: canonical.Day{Date: q.date}}
		return v.ask(c, understood{service: q.service, notice: "declined"})
	}
	if q.service == nil || q.lacks(canonical.FieldParty) {
		return v.ask(c, q)
	}
	if q.lacks(canonical.FieldTime) || q.lacks(canonical.FieldDate) {
		return v.offer(c, q, "")
	}
	done, refusal := v.try(c, &q)
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
	case same && said.Answer == canonical.Yes:
		return done, nil
	}
	would := done.outcome.Result.(canonical.Booking)
	q.proposal = &canonical.Book{
		Service: would.Service.ID, Provider: would.Provider.ID, Start: would.Start, Minutes: would.Minutes, Party: would.Party, Client: c.Client,
	}
	q.provider = would.Provider
	q.needs = []canonical.Need{{Field: canonical.FieldConfirm}}
	return v.ask(c, q)
}

// same says whether a message leaves what was shown as it was: a yes that
// brings something new is not a yes to it.
func (v *view) same(c, before canonical.Converse) bool {
	now, then := v.understand(c), v.understand(before)
	return now.service != nil && then.service != nil && now.service.ID == then.service.ID && now.start.Equal(then.start) &&
		now.with == then.with && c.Party == before.Party && c.Client == before.Client
}

// try draws up the booking that a conversation has come to, for whoever it
// may be.
func (v *view) try(c canonical.Converse, q *understood) (change, *canonical.Error) {
	trial := q.booking(c)
	if trial.Client.Email == "" {
		trial.Client.Email = "someone@example.invalid"
	}
	done, refusal := v.book(trial)
	pm, ok := v.meantLater(c, q, refusal)
	if !ok {
		return done, refusal
	}
	trial.Start = pm
	other, still := v.book(trial)
	if v.wants() || still != nil && still.Code != canonical.SlotTaken {
		return done, refusal
	}
	q.start, v.talk.Draft.When.Clock, v.talk.Draft.When.Exact = pm, pm.In(v.cat.zone).Format(clockTime), true
	return other, still
}

// talkMove gives a booking another start.
func (v *view) talkMove(c canonical.Converse, q understood) (change, *canonical.Error) {
	move := canonical.Reschedule{Booking: c.Booking, Slot: c.Slot, Start: q.start}
	done, refusal := v.reschedule(move)
	pm, ok := v.meantLater(c, &q, refusal)
	if !ok {
		return done, refusal
	}
	move.Start = pm
	if other, still := v.reschedule(move); still == nil {
		return other, nil
	}
	return done, refusal
}

// meantLater is the start twelve hours later: where nobody is there at the hour
// that was said, or it is over, it may have been meant in the afternoon.
func (v *view) meantLater(c canonical.Converse, q *understood, refusal *canonical.Error) (at time.Time, ok bool) {
	if refusal == nil || refusal.Code != canonical.OutsideHours && refusal.Code != canonical.PastDate || c.Slot != "" || c.When.Exact {
		return at, false
	}
	pm := afternoon(clockOf(c.When))
	if !within(pm, c.When) {
		return at, false
	}
	return v.cat.wall(q.date, pm)
}

func (v *view) ask(c canonical.Converse, q understood) (change, *canonical.Error) {
	ch, _ := answer(canonical.Question{
		Want: c.Want, Service: q.service, When: c.When, Start: q.start, Language: v.tongue, Proposal: q.proposal, Provider: q.provider, Offer: q.slots,
		Organization: canonical.Named{ID: v.cat.org.Slug, Name: v.cat.org.Name}, Timezone: v.cat.org.Timezone,
	})
	ch.outcome.Needs = q.needs
	if q.notice != "" {
		ch.outcome.Notices = []canonical.Notice{{Code: q.notice}}
	}
	return ch, nil
}
