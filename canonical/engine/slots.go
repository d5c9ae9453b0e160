package engine

import (
	"time"

	"hora/canonical"
	"hora/canonical/schedule"
)

// A search is FindSlots with its defaults filled in.
type search struct {
	service    *canonical.Service
	provider   *canonical.Provider
	candidates [][]*canonical.Resource
	from, to   canonical.Date
	limit      int
}

// findSlots lists the starts at which a service can be booked right now. Every
// start it lists passes what Book checks.
func findSlots(c canonical.FindSlots) plan {
	return func(v *view) (change, *canonical.Error) {
		s, refusal := v.search(c)
		if refusal != nil {
			return change{}, refusal
		}
		read := v.wantList(v.agenda(canonical.ProviderCalendar(v.cat.org.Slug, s.provider.ID), s))
		for _, set := range s.candidates {
			for _, r := range set {
				read = v.wantList(v.agenda(canonical.ResourceCalendar(v.cat.org.Slug, r.ID), s)) && read
			}
		}
		if !read {
			return pending()
		}
		return answer(v.slots(s))
	}
}

func (v *view) search(c canonical.FindSlots) (*search, *canonical.Error) {
	s := &search{limit: c.Limit, from: c.From}
	if s.service = v.cat.service[c.Service]; s.service == nil {
		return nil, canonical.Refuse(canonical.UnknownService)
	}
	if s.provider = v.cat.providerOf(s.service, c.Provider); s.provider == nil {
		return nil, canonical.Refuse(canonical.UnknownProvider)
	}
	s.candidates = v.cat.candidates(s.service)
	if c.Resource != "" && !narrow(s.candidates, c.Resource) {
		return nil, canonical.Refuse(canonical.UnknownResource)
	}
	if s.from == "" {
		s.from = v.today()
	}
	s.to = s.from.AddDays(max(c.Days, 1) - 1)
	return s, nil
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

// agenda is the stretch of a calendar that can touch these local days in any
// zone, buffers included.
func (v *view) agenda(calendar string, s *search) canonical.Range {
	return canonical.Range{Partition: calendar, From: string(s.from.AddDays(-2)), To: string(s.to.AddDays(2))}
}

// slots walks the grid. Resources that were free for every earlier start are
// tried first.
func (v *view) slots(s *search) canonical.Slots {
	slug := v.cat.org.Slug
	out := canonical.Slots{
		Service: canonical.Named{ID: s.service.ID, Name: s.service.Name}, Minutes: s.service.Minutes,
		Provider: canonical.Named{ID: s.provider.ID, Name: s.provider.Name},
		Timezone: v.cat.org.Timezone, From: s.from, Days: s.from.DaysUntil(s.to) + 1, Slots: []canonical.Slot{},
	}
	hours := v.cat.hours(s.provider)
	from, to := max(s.from, v.today()), min(s.to, v.lastDate())
	within := schedule.Span(v.cat.zone, from, to)
	if earliest := v.now.Add(minutes(v.cat.org.Policies.MinAdvance)); earliest.After(within.Start) {
		within.Start = earliest
	}
	busy := taken(v.lists[v.agenda(canonical.ProviderCalendar(slug, s.provider.ID), s)], v.now)
	rooms := v.rooms(s)
	grid := schedule.Grid{Step: minutes(s.service.Every()), Length: minutes(s.service.Minutes), Buffer: minutes(s.service.Buffer)}
	for start := range hours.Starts(grid, within, busy) {
		slot := canonical.Slot{Provider: s.provider.ID, Start: start, End: start.Add(minutes(s.service.Minutes))}
		if !rooms.free(&slot) {
			continue
		}
		slot.ID = canonical.SlotRef{Provider: slot.Provider, Resource: slot.Resource, Start: start}.String()
		out.Slots = append(out.Slots, slot)
		if len(out.Slots) == s.limit {
			break
		}
	}
	if len(out.Slots) == 0 {
		out.Reason = canonical.Closed
		if !hours.Configured() {
			out.Reason = canonical.NotConfigured
		}
		for range hours.Starts(grid, within, nil) {
			out.Reason = canonical.FullyBooked
			break
		}
	}
	return out
}

// rooms are the resources that could serve a search, with what takes them.
type rooms struct {
	v    *view
	s    *search
	sets [][]room
}

type room struct {
	*canonical.Resource
	busy []schedule.Interval
	next int // intervals before it end before any later start
}

func (v *view) rooms(s *search) *rooms {
	all := &rooms{v: v, s: s}
	for _, set := range s.candidates {
		var list []room
		for _, r := range set {
			list = append(list, room{Resource: r, busy: taken(v.lists[v.agenda(canonical.ResourceCalendar(v.cat.org.Slug, r.ID), s)], v.now)})
		}
		all.sets = append(all.sets, list)
	}
	return all
}

// free says whether each type has a resource for the slot, and names the
// first. Slots must be asked for in order of their start.
func (a *rooms) free(slot *canonical.Slot) bool {
	for n, set := range a.sets {
		found := false
		for i := range set {
			r := &set[i]
			if a.v.cat.openTo(r.Resource, schedule.Interval{Start: slot.Start, End: slot.End}) && r.idle(slot, a.s.service.Buffer) {
				if n == 0 {
					slot.Resource = r.ID
				}
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

func (r *room) idle(slot *canonical.Slot, buffer int) bool {
	end := slot.End.Add(time.Duration(max(buffer, r.Buffer)) * time.Minute)
	for r.next < len(r.busy) && !r.busy[r.next].End.After(slot.Start) {
		r.next++
	}
	for _, b := range r.busy[r.next:] {
		if !b.Start.Before(end) {
			break
		}
		if b.End.After(slot.Start) {
			return false
		}
	}
	return true
}
