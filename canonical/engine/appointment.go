package engine

import (
	"slices"

	"hora/canonical"
	"hora/canonical/schedule"
)

// An appointment takes a provider, and one resource of each type that its
// service needs, for a step of the provider's hours.
type appointment struct{}

func (appointment) locate(v *view, p *placement, provider string) *canonical.Error {
	if p.asked != "" && (provider == "" || !p.uses(p.resources)) {
		return canonical.Refuse(canonical.SlotTaken) // no slot of this service has such an id
	}
	if p.provider = v.cat.providerOf(p.service, provider); p.provider == nil {
		return canonical.Refuse(canonical.UnknownProvider)
	}
	if seats := max(p.service.Capacity, 1); p.guests > seats {
		return canonical.Refuse(canonical.CapacityExceeded)
	}
	given := p.minutes > 0 && !p.moves
	if p.minutes == 0 {
		p.minutes = p.service.Minutes
	}
	if err := v.timely(p.start); err != nil {
		return err
	}
	hours := v.cat.hours(p.provider)
	if hours.Contains(p.span()) {
		return nil
	}
	if given && hours.Contains(schedule.Interval{Start: p.start, End: p.start.Add(minutes(1))}) {
		return invalid("duration_minutes", canonical.Problem{Rule: canonical.RuleFit})
	}
	return canonical.Refuse(canonical.OutsideHours)
}

// uses says whether the service needs what these are.
func (p *placement) uses(all []*canonical.Resource) bool {
	for _, r := range all {
		if !slices.Contains(p.service.ResourceTypes, r.Type) {
			return false
		}
	}
	return true
}

func (appointment) read(v *view, p *placement, _ []string) bool {
	ok := v.want(days(canonical.ProviderCalendar(v.cat.org.Slug, p.provider.ID), p.kept())...)
	for _, set := range v.cat.candidates(p.service) {
		ok = v.wantResources(p, set) && ok
	}
	return ok
}

func (appointment) settle(v *view, p *placement, self []string) *canonical.Error {
	calendar := canonical.ProviderCalendar(v.cat.org.Slug, p.provider.ID)
	if !v.free(calendar, p.kept(), self...) || v.cat.lessons(p.provider.ID, "", p.kept()) {
		return canonical.Refuse(canonical.SlotTaken)
	}
	p.claims = []canonical.Claim{claim(calendar, p.kept())}
	named := p.resources
	p.resources = nil
	for _, set := range v.cat.candidates(p.service) {
		r := v.choose(p, set, named, self)
		if r == nil {
			return canonical.Refuse(canonical.SlotTaken)
		}
		p.resources = append(p.resources, r)
		p.claims = append(p.claims, v.resourceClaim(p, r))
	}
	return nil
}

func (appointment) prepare(v *view, s *search) (bool, *canonical.Error) {
	s.candidates = v.cat.candidates(s.service)
	named := s.Provider
	if s.Every && named != "" && v.cat.provider[named] == nil && narrow(s.candidates, named) {
		named = ""
	}
	if s.Resource != "" && !narrow(s.candidates, s.Resource) {
		return false, canonical.Refuse(canonical.UnknownResource)
	}
	for _, id := range s.service.Providers {
		if p := v.cat.provider[id]; p != nil && (id == named || named == "" && (s.Every || len(s.providers) == 0)) {
			s.providers = append(s.providers, p)
		}
	}
	if len(s.providers) == 0 {
		return false, canonical.Refuse(canonical.UnknownProvider)
	}
	if !s.Every {
		s.provider = s.providers[0]
	}
	ok := true
	for _, p := range s.providers {
		ok = v.wantList(s.agenda(canonical.ProviderCalendar(v.cat.org.Slug, p.ID))) && ok
	}
	for _, set := range s.candidates {
		ok = v.wantRooms(s, set) && ok
	}
	return ok, nil
}

func (appointment) list(v *view, s *search, yield func(canonical.Slot) bool) {
	if s.guests > max(s.service.Capacity, 1) {
		return
	}
	grid := s.grid(s.service.Minutes)
	for _, p := range s.providers {
		hours, busy := v.cat.hours(p), v.providerBusy(s, p)
		rooms := v.rooms(s, s.candidates)
		free := s.starts(hours, grid, busy)
		if !s.Every || s.service.Waitlist == nil {
			for start := range free {
				if !rooms.each(s.slot(start, s.service.Minutes, p), s.Every, yield) {
					break
				}
			}
			continue
		}
		open := map[int64]bool{}
		for start := range free {
			open[start.Unix()] = true
		}
		for start := range s.starts(hours, grid, nil) {
			slot, shown := s.slot(start, s.service.Minutes, p), false
			more := !open[start.Unix()] || rooms.each(slot, true, func(x canonical.Slot) bool { shown = true; return yield(x) })
			if !shown {
				more = yield(rooms.waiting(slot))
			}
			if !more {
				break
			}
		}
	}
}

func (appointment) configured(v *view, s *search) bool {
	for _, p := range s.providers {
		if v.cat.hours(p).Configured() {
			return true
		}
	}
	return false
}
