package engine

import (
	"slices"
	"sort"
	"time"

	"hora/canonical"
)

// another says whether some other time could be booked where this one can't.
func (v *view) another(c canonical.Code) bool {
	return slices.Contains([]canonical.Code{canonical.SlotTaken, canonical.OutsideHours, canonical.PastDate, canonical.TooSoon, canonical.TooFarAhead}, c)
}

// offered is how many starts an answer offers.
const offered = 5

// offer asks for a time and shows some that are free: on the days that were
// named and, if they have none, on the days after.
func (v *view) offer(c canonical.Converse, q understood, notice string) (change, *canonical.Error) {
	if notice == "" && q.date != "" && q.date < v.today() {
		notice = canonical.PastDate.String()
	}
	search := v.searchFor(c, q)
	search.From, search.Limit = max(search.From, v.today()), offered
	slots, refusal := v.startsAt(search, c.When, q.date == "")
	if v.wants() || refusal != nil {
		return change{}, refusal
	}
	if len(slots) == 0 && search.Days < canonical.Horizon {
		search.Days = canonical.Horizon
		if slots, refusal = v.startsAt(search, c.When, false); v.wants() || refusal != nil {
			return change{}, refusal
		}
		if notice == "" {
			notice = "nothing_then"
		}
	}
	if notice != "" { // the time won't do; the day stays, if it has others
		v.talk.Draft.Slot, v.talk.Draft.When = "", canonical.When{After: c.When.After, Before: c.When.Before}
		if search.Days == 1 {
			v.talk.Draft.When.Date = search.From
		}
	}
	q.notice, q.slots, q.start = notice, slots, time.Time{}
	if !q.lacks(canonical.FieldTime) {
		q.needs = slices.Insert(q.needs, 0, canonical.Need{Field: canonical.FieldTime})
	}
	sort.SliceStable(q.needs, func(i, j int) bool { return urgency(q.needs[i].Field) < urgency(q.needs[j].Field) })
	return v.ask(c, q)
}

// startsAt are the starts of a search at the times of day that are asked for;
// with byClock, where there are any, those at the clock.
func (v *view) startsAt(f canonical.FindSlots, w canonical.When, byClock bool) ([]canonical.Slot, *canonical.Error) {
	bounds := []canonical.When{w}
	if byClock && w.Clock != "" {
		var exact []canonical.When
		for _, clock := range readings(w) {
			exact = append(exact, canonical.When{After: clock, Before: clock + "~"}) // no other clock orders between
		}
		bounds = append(exact, w)
	}
	for _, b := range bounds {
		found, refusal := v.find(f, b)
		if v.wants() || refusal != nil {
			return nil, refusal
		}
		if slots := found.outcome.Result.(canonical.Slots).Slots; len(slots) > 0 {
			return slots, nil
		}
	}
	return nil, nil
}

// urgency orders what an offer asks for: the time first.
func urgency(f canonical.Field) int {
	if f == canonical.FieldTime {
		return 0
	}
	return 1
}
