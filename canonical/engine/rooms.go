package engine

import (
	"sort"
	"time"

	"hora/canonical"
	"hora/canonical/schedule"
)

// rooms are the resources that could serve a search, with what takes them.
// They are asked about ever later starts.
type rooms struct {
	v    *view
	s    *search
	sets [][]room
}

type room struct {
	*canonical.Resource
	busy []busy
	next int // intervals before it end before any later start
}

// wantRooms asks for the calendars of these resources.
func (v *view) wantRooms(s *search, set []*canonical.Resource) bool {
	ok := true
	for _, r := range set {
		ok = v.wantList(s.agenda(canonical.ResourceCalendar(v.cat.org.Slug, r.ID))) && ok
	}
	return ok
}

// narrow leaves one resource of its type. It answers false when no type that
// the service needs has it.
func narrow(sets [][]*canonical.Resource, id string) bool {
	for i, set := range sets {
		for _, r := range set {
			if r.ID == id {
				sets[i] = []*canonical.Resource{r}
				return true
			}
		}
	}
	return false
}

func (v *view) rooms(s *search, sets [][]*canonical.Resource) *rooms {
	all := &rooms{v: v, s: s}
	for _, set := range sets {
		var list []room
		for _, r := range set {
			list = append(list, room{Resource: r, busy: v.resourceBusy(s, r)})
		}
		all.sets = append(all.sets, list)
	}
	return all
}

// providerBusy is what takes a provider, classes included, in order.
func (v *view) providerBusy(s *search, p *canonical.Provider) []schedule.Interval {
	if s.all {
		return nil
	}
	list := taken(v.lists[s.agenda(canonical.ProviderCalendar(v.cat.org.Slug, p.ID))], v.now)
	lessons := v.cat.lessonsBetween(p.ID, "", s.from.AddDays(-2), s.to.AddDays(2))
	if len(lessons) == 0 {
		return list
	}
	list = append(list, lessons...)
	sort.Slice(list, func(i, j int) bool { return list[i].Start.Before(list[j].Start) })
	return list
}

// resourceBusy is what takes a resource, classes included, in order.
func (v *view) resourceBusy(s *search, r *canonical.Resource) []busy {
	if s.all {
		return nil
	}
	list := parts(v.lists[s.agenda(canonical.ResourceCalendar(v.cat.org.Slug, r.ID))], v.now)
	for _, i := range v.cat.lessonsBetween("", r.ID, s.from.AddDays(-2), s.to.AddDays(2)) {
		list = append(list, busy{Interval: i})
	}
	inOrder(list)
	return list
}

// each yields the slot on each resource of the first type that is free, or on
// the first only, if each other type has one that is. It answers what yield
// did. With no types it yields the slot as it is.
func (a *rooms) each(slot canonical.Slot, every bool, yield func(canonical.Slot) bool) bool {
	if every {
		slot.State = canonical.SlotAvailable
	}
	if len(a.sets) == 0 {
		return yield(named(slot, 0))
	}
	for _, set := range a.sets[1:] {
		if !a.anyIdle(set, slot) {
			return true
		}
	}
	for i := range a.sets[0] {
		r := &a.sets[0][i]
		if !a.idle(r, slot) {
			continue
		}
		slot.Resource = r.ID
		if more := yield(named(slot, 0)); !more || !every {
			return more
		}
	}
	return true
}

func (a *rooms) anyIdle(set []room, slot canonical.Slot) bool {
	for i := range set {
		if a.idle(&set[i], slot) {
			return true
		}
	}
	return false
}

// waiting is the slot as one that can only be waited for.
func (a *rooms) waiting(slot canonical.Slot) canonical.Slot {
	slot.State = canonical.SlotWaitlist
	if len(a.sets) > 0 && len(a.sets[0]) > 0 {
		slot.Resource = a.sets[0][0].ID
	}
	return named(slot, 0)
}

// idle says whether a resource is open for the whole slot and nothing takes it
// until its buffer is over.
func (a *rooms) idle(r *room, slot canonical.Slot) bool {
	return a.v.cat.openTo(r.Resource, schedule.Interval{Start: slot.Start, End: slot.End}) && r.taker(slot, a.s.service.Buffer) == nil
}

// taker is what takes the resource during a slot; nil for nothing.
func (r *room) taker(slot canonical.Slot, buffer int) *busy {
	end := slot.End.Add(time.Duration(max(buffer, r.Buffer)) * time.Minute)
	for r.next < len(r.busy) && !r.busy[r.next].End.After(slot.Start) {
		r.next++
	}
	for i := r.next; i < len(r.busy) && r.busy[i].Start.Before(end); i++ {
		if r.busy[i].End.After(slot.Start) {
			return &r.busy[i]
		}
	}
	return nil
}
