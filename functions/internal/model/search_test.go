package model

import (
	"fmt"
	"slices"
	"time"

	"hora/canonical"
)

// page is how many slots a search with Every answers with at a time.
func (d *desk) search(c canonical.FindSlots, out canonical.Outcome, got string, now time.Time) error {
	want, end := d.slots(c, now)
	if end != "" {
		return expect(end, got)
	}
	r, ok := out.Result.(canonical.Slots)
	if !ok {
		return expect(done, got)
	}
	var found []string
	for _, s := range r.Slots {
		found = append(found, s.ID)
	}
	if c.Limit > 0 && len(want) > c.Limit {
		want = want[:c.Limit]
	}
	if !slices.Equal(found, want) {
		return fmt.Errorf("%d slots are free: %v\nit found %d: %v", len(want), want, len(found), found)
	}
	return nil
}

// slots are the ids of what can be booked, in order.
func (d *desk) slots(c canonical.FindSlots, now time.Time) (all []string, end string) {
	s, ok := services[c.Service]
	if !ok {
		return nil, "unknown_service"
	}
	who := s.providers
	switch {
	case s.kind == canonical.Table:
		if c.Provider != "" {
			return nil, "unknown_resource"
		}
		who = []string{""}
	case c.Provider != "" && !slices.Contains(who, c.Provider):
		return nil, "unknown_provider"
	case c.Provider != "":
		who = []string{c.Provider}
	case !c.Every:
		who = who[:1]
	}
	from, to := c.From, c.Until
	if from == "" {
		from = d.org.date(now)
	}
	if to == "" {
		to = from.AddDays(max(c.Days, 1) - 1)
	}
	var found []canonical.SlotRef
	for _, p := range who {
		for _, at := range d.starts(c.Service, p, from, to) {
			if date := d.org.date(at); date < from || date > to || date > d.org.date(now).AddDays(mostAhead) || at.Before(now.Add(d.org.notice)) {
				continue
			}
			found = append(found, d.offered(c, p, at, now)...)
		}
	}
	slices.SortStableFunc(found, func(a, b canonical.SlotRef) int { return a.Start.Compare(b.Start) })
	for _, ref := range found {
		all = append(all, ref.String())
	}
	if c.Every { // in order of start and id
		slices.SortFunc(found, func(a, b canonical.SlotRef) int {
			if n := a.Start.Compare(b.Start); n != 0 {
				return n
			}
			return slices.Compare([]byte(a.String()), []byte(b.String()))
		})
		all = all[:0]
		for _, ref := range found {
			all = append(all, ref.String())
		}
	}
	return all, ""
}

// starts are all a service can have, taken or not, in no order.
func (d *desk) starts(id, provider string, from, to canonical.Date) (all []time.Time) {
	s := services[id]
	who := []string{provider}
	switch s.kind {
	case canonical.Class:
		for date := from; date <= to; date = date.AddDays(1) {
			all = append(all, d.org.lessonsOn(date)...)
		}
		return all
	case canonical.Table:
		who = roomsFor[s.needs]
	}
	known := map[time.Time]bool{}
	for _, w := range who {
		for date := from.AddDays(-2); date <= to.AddDays(2); date = date.AddDays(1) {
			for _, open := range d.org.window(w, date) {
				for at := open.from; at.Before(open.to); at = at.Add(minutes(s.step)) {
					if !known[at] && d.org.opens(w, span{at, at.Add(minutes(s.minutes))}) {
						known[at] = true
						all = append(all, at)
					}
				}
			}
		}
	}
	return all
}

// offered are the slots of one start: one for each resource with Every, or one.
func (d *desk) offered(c canonical.FindSlots, provider string, start, now time.Time) (all []canonical.SlotRef) {
	s := services[c.Service]
	p := place{service: c.Service, provider: provider, start: start, minutes: s.minutes, guests: max(c.Party, 1)}
	if d.taken(&p, now) != "" {
		return nil
	}
	ref := canonical.SlotRef{Provider: provider, Start: start}
	switch {
	case s.kind == canonical.Class:
		ref.Resource = "r1"
	case s.needs != "":
		free := d.idle(&p, now)
		if !c.Every || s.kind == canonical.Table {
			free = free[:1]
		}
		for _, r := range free {
			ref.Resource = r
			all = append(all, ref)
		}
		return all
	}
	return append(all, ref)
}
