package engine

import (
	"slices"
	"sort"
	"time"

	"hora/canonical"
	"hora/canonical/schedule"
)

// A rental is a resource for a number of steps of its own hours.
type rental struct{}

// lengths are how long a rental can be, in minutes.
func lengths(s *canonical.Service) (all []int) {
	for n := s.Minutes; n <= max(s.MaxMinutes, s.Minutes); n += s.Every() {
		all = append(all, n)
	}
	return all
}

func (rental) locate(v *view, p *placement, provider string) *canonical.Error {
	if provider != "" {
		return canonical.Refuse(canonical.UnknownProvider)
	}
	units := v.cat.tables(p.service)
	switch {
	case len(p.resources) == 0:
	case !slices.Contains(units, p.resources[0]):
		return canonical.Refuse(canonical.SlotTaken)
	default:
		units = p.resources
	}
	if units = holding(units, p.guests); len(units) == 0 {
		return canonical.Refuse(canonical.CapacityExceeded)
	}
	if p.minutes > 0 && !slices.Contains(lengths(p.service), p.minutes) {
		return invalid("duration_minutes", canonical.Problem{Rule: canonical.RuleRange, Min: p.service.Minutes, Max: max(p.service.MaxMinutes, p.service.Minutes)})
	}
	return v.inResources(p, units)
}

func (rental) read(v *view, p *placement, _ []string) bool {
	return v.wantResources(p, holding(v.cat.tables(p.service), p.guests))
}

func (rental) settle(v *view, p *placement, self []string) *canonical.Error {
	units := holding(v.cat.tables(p.service), p.guests)
	if len(p.resources) > 0 {
		units = p.resources
	}
	r := v.choose(p, units, nil, self)
	if r == nil {
		return canonical.Refuse(canonical.SlotTaken)
	}
	p.resources = []*canonical.Resource{r}
	p.claims = []canonical.Claim{v.resourceClaim(p, r)}
	return nil
}

func (rental) prepare(v *view, s *search) (bool, *canonical.Error) {
	if s.Minutes > 0 && !slices.Contains(lengths(s.service), s.Minutes) {
		return false, invalid("duration_minutes", canonical.Problem{Rule: canonical.RuleRange, Min: s.service.Minutes, Max: max(s.service.MaxMinutes, s.service.Minutes)})
	}
	s.candidates = [][]*canonical.Resource{v.cat.tables(s.service)}
	for _, id := range []string{s.Provider, s.Resource} {
		if id != "" && !narrow(s.candidates, id) {
			return false, canonical.Refuse(canonical.UnknownResource)
		}
	}
	return v.wantRooms(s, s.candidates[0]), nil
}

// list shows each unit that is free at a start, for each length that fits; or,
// without Every, the first unit for the length asked.
func (rental) list(v *view, s *search, yield func(canonical.Slot) bool) {
	units := holding(s.candidates[0], s.guests)
	want := lengths(s.service)
	if s.Minutes > 0 || !s.Every {
		want = []int{max(s.Minutes, s.service.Minutes)}
	}
	set := v.rooms(s, [][]*canonical.Resource{units}).sets[0]
	for _, start := range v.resourceStarts(s, units, want[0]) {
		for i := range set {
			r := &set[i]
			for _, n := range want {
				slot := s.slot(start, n, nil)
				if !v.cat.hoursOf(r.Resource).Contains(schedule.Interval{Start: slot.Start, End: slot.End}) || r.taker(slot, s.service.Buffer) != nil {
					break // nor would anything longer fit
				}
				slot.Resource = r.ID
				if s.Every {
					slot.State = canonical.SlotAvailable
				}
				if !yield(named(slot, n)) {
					return
				}
			}
			if !s.Every && r.taker(s.slot(start, want[0], nil), s.service.Buffer) == nil {
				break
			}
		}
	}
}

func (rental) configured(v *view, s *search) bool { return v.anyHours(s) }

// resourceStarts lists, in order, the starts at which any of these resources
// is open for so long.
func (v *view) resourceStarts(s *search, set []*canonical.Resource, length int) (all []time.Time) {
	for _, r := range set {
		all = slices.AppendSeq(all, s.starts(v.cat.hoursOf(r), s.grid(length), nil))
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Before(all[j]) })
	return slices.CompactFunc(all, time.Time.Equal)
}
