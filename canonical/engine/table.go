package engine

import (
	"slices"
	"sort"

	"hora/canonical"
	"hora/canonical/schedule"
)

// A table is the smallest resource of its service's type that seats the party,
// for a step of the resource's own hours.
type table struct{}

// tables are the resources that could serve, the smallest first.
func (c *catalogue) tables(s *canonical.Service) (all []*canonical.Resource) {
	for _, set := range c.candidates(s) {
		all = append(all, set...)
	}
	sort.SliceStable(all, func(i, j int) bool { return sizeOf(all[i]) < sizeOf(all[j]) })
	return all
}

// sizeOf is how many people a resource takes.
func sizeOf(r *canonical.Resource) int { return max(r.Capacity, 1) }

// holding is those of the resources that take so many.
func holding(all []*canonical.Resource, guests int) (fit []*canonical.Resource) {
	for _, r := range all {
		if sizeOf(r) >= guests {
			fit = append(fit, r)
		}
	}
	return fit
}

func (table) locate(v *view, p *placement, provider string) *canonical.Error {
	all := v.cat.tables(p.service)
	if provider != "" {
		return canonical.Refuse(canonical.UnknownProvider)
	}
	if len(p.resources) > 0 && !slices.Contains(all, p.resources[0]) {
		return canonical.Refuse(canonical.SlotTaken)
	}
	fit := holding(all, p.guests)
	if len(fit) == 0 {
		return canonical.Refuse(canonical.CapacityExceeded)
	}
	return v.inResources(p, fit)
}

// inResources checks the length and start of something that goes by the hours
// of its resources, one of which must be open throughout.
func (v *view) inResources(p *placement, set []*canonical.Resource) *canonical.Error {
	given := p.minutes > 0 && !p.moves
	if p.minutes == 0 {
		p.minutes = p.service.Minutes
	}
	if err := v.timely(p.start); err != nil {
		return err
	}
	open := func(i schedule.Interval) bool {
		return slices.ContainsFunc(set, func(r *canonical.Resource) bool { return v.cat.hoursOf(r).Contains(i) })
	}
	if open(p.span()) {
		return nil
	}
	if given && open(schedule.Interval{Start: p.start, End: p.start.Add(minutes(1))}) {
		return invalid("duration_minutes", canonical.Problem{Rule: canonical.RuleFit})
	}
	return canonical.Refuse(canonical.OutsideHours)
}

func (table) read(v *view, p *placement, _ []string) bool {
	return v.wantResources(p, holding(v.cat.tables(p.service), p.guests))
}

// settle keeps the table that was named if it seats the party and is free. It
// is not insisted on: any table that seats the party does.
func (table) settle(v *view, p *placement, self []string) *canonical.Error {
	fit := holding(v.cat.tables(p.service), p.guests)
	if len(p.resources) > 0 {
		p.prefer = append(p.prefer, p.named()...)
	}
	r := v.choose(p, fit, nil, self)
	if r == nil {
		return canonical.Refuse(canonical.SlotTaken)
	}
	p.resources = []*canonical.Resource{r}
	p.claims = []canonical.Claim{v.resourceClaim(p, r)}
	return nil
}

func (table) prepare(v *view, s *search) (bool, *canonical.Error) {
	s.candidates = [][]*canonical.Resource{v.cat.tables(s.service)}
	for _, id := range []string{s.Provider, s.Resource} {
		if id != "" && !narrow(s.candidates, id) {
			return false, canonical.Refuse(canonical.UnknownResource)
		}
	}
	return v.wantRooms(s, s.candidates[0]), nil
}

// list walks the starts of all tables. A start is shown once, with the
// smallest table that is free, and how many seats there are left at all.
func (table) list(v *view, s *search, yield func(canonical.Slot) bool) {
	rooms := v.rooms(s, s.candidates)
	set := rooms.sets[0]
	for _, start := range v.resourceStarts(s, s.candidates[0], s.service.Minutes) {
		slot := s.slot(start, s.service.Minutes, nil)
		first := ""
		for i := range set {
			r := &set[i]
			if !v.cat.hoursOf(r.Resource).Contains(schedule.Interval{Start: slot.Start, End: slot.End}) {
				continue
			}
			seats := sizeOf(r.Resource)
			slot.Capacity += seats
			taker := r.taker(slot, s.service.Buffer)
			switch {
			case taker == nil:
				slot.Seats += seats
			case taker.until > 0:
				slot.Held += seats
			}
			if seats >= s.guests && (slot.Resource == "" && taker == nil || first == "") {
				if first = r.ID; taker == nil {
					slot.Resource = r.ID
				}
			}
		}
		if first == "" {
			continue
		}
		if slot.Resource == "" { // the party fits no table that is free
			slot.Resource, slot.Seats = first, 0
		}
		if s.fits(&slot) && !yield(named(slot, 0)) {
			return
		}
	}
}

func (table) configured(v *view, s *search) bool { return v.anyHours(s) }

// anyHours says whether any resource of the search has hours.
func (v *view) anyHours(s *search) bool {
	for _, set := range s.candidates {
		for _, r := range set {
			if v.cat.hoursOf(r).Configured() {
				return true
			}
		}
	}
	return false
}
