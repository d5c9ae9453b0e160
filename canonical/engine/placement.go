package engine

import (
	"slices"
	"time"

	"hora/canonical"
	"hora/canonical/schedule"
)

// A placement is where and when something would be: whom and what it takes.
// locate finds it from catalogue and clock alone; settle looks whether it is
// free.
type placement struct {
	service   *canonical.Service
	provider  *canonical.Provider
	resources []*canonical.Resource // chosen by settle; before it, the one a slot id named
	prefer    []canonical.Named     // resources to keep if they can be
	start     time.Time
	minutes   int
}

// asked is a start as a caller names it: by slot id, or by provider and
// instant.
type asked struct {
	service, slot, provider string
	start                   time.Time
	minutes                 int
}

func (p *placement) span() schedule.Interval {
	return schedule.Interval{Start: p.start, End: p.start.Add(minutes(p.minutes))}
}

// kept is the span with the service's buffer behind it: what the provider's
// calendar is taken for.
func (p *placement) kept() schedule.Interval {
	i := p.span()
	i.End = i.End.Add(minutes(p.service.Buffer))
	return i
}

// keptBy is what a resource's calendar is taken for: the longer of the
// service's buffer and its own.
func (p *placement) keptBy(r *canonical.Resource) schedule.Interval {
	i := p.span()
	i.End = i.End.Add(minutes(max(p.service.Buffer, r.Buffer)))
	return i
}

func minutes(n int) time.Duration { return time.Duration(n) * time.Minute }

// locate checks everything about a start but whether it is free: that there
// are such a service and provider, that the start is neither past nor beyond
// the organisation's limits, and that the provider is open throughout.
func (v *view) locate(a asked) (*placement, *canonical.Error) {
	p := &placement{start: a.start, minutes: a.minutes}
	if p.service = v.cat.service[a.service]; p.service == nil {
		return nil, canonical.Refuse(canonical.UnknownService)
	}
	if a.slot != "" {
		ref, err := canonical.ParseSlot(a.slot)
		if err != nil {
			return nil, canonical.Refuse(canonical.SlotTaken)
		}
		a.provider, p.start = ref.Provider, ref.Start
		if ref.Resource != "" {
			r := v.cat.resource[ref.Resource]
			if r == nil {
				return nil, canonical.Refuse(canonical.SlotTaken)
			}
			p.resources = []*canonical.Resource{r}
		}
	}
	if p.provider = v.cat.providerOf(p.service, a.provider); p.provider == nil {
		return nil, canonical.Refuse(canonical.UnknownProvider)
	}
	if p.minutes == 0 {
		p.minutes = p.service.Minutes
	}
	if err := v.timely(p.start); err != nil {
		return nil, err
	}
	hours := v.cat.hours(p.provider)
	if !hours.Contains(p.span()) {
		if a.minutes > 0 && hours.Contains(schedule.Interval{Start: p.start, End: p.start.Add(time.Minute)}) {
			return nil, &canonical.Error{Code: canonical.Invalid, Problems: []canonical.Problem{{Path: "duration_minutes", Rule: canonical.RuleFit}}}
		}
		return nil, canonical.Refuse(canonical.OutsideHours)
	}
	return p, nil
}

// timely says whether a start is neither past, nor inside the organisation's
// notice, nor beyond its horizon.
func (v *view) timely(start time.Time) *canonical.Error {
	policies := &v.cat.org.Policies
	switch {
	case start.Before(v.now):
		return canonical.Refuse(canonical.PastDate)
	case start.Before(v.now.Add(minutes(policies.MinAdvance))):
		return canonical.Refuse(canonical.TooSoon)
	case canonical.DateOf(start, v.cat.zone) > v.lastDate():
		return canonical.Refuse(canonical.TooFarAhead)
	}
	return nil
}

func (v *view) today() canonical.Date { return canonical.DateOf(v.now, v.cat.zone) }

// lastDate is the last local date that can be booked.
func (v *view) lastDate() canonical.Date {
	ahead := v.cat.org.Policies.MaxAdvance
	if ahead == 0 {
		ahead = canonical.Horizon
	}
	return v.today().AddDays(ahead)
}

// calendars asks for every record that settle will look at.
func (v *view) calendars(p *placement) bool {
	keys := days(canonical.ProviderCalendar(v.cat.org.Slug, p.provider.ID), p.kept())
	for _, set := range v.cat.candidates(p.service) {
		for _, r := range set {
			keys = append(keys, days(canonical.ResourceCalendar(v.cat.org.Slug, r.ID), p.keptBy(r))...)
		}
	}
	return v.want(keys...)
}

// settle chooses the resources and says whether all is free; what self takes
// counts as free. A resource that was named is taken if it can be.
func (v *view) settle(p *placement, self ...string) *canonical.Error {
	slug := v.cat.org.Slug
	if !v.free(canonical.ProviderCalendar(slug, p.provider.ID), p.kept(), self...) {
		return canonical.Refuse(canonical.SlotTaken)
	}
	named := p.resources
	p.resources = nil
	for _, set := range v.cat.candidates(p.service) {
		r := v.choose(p, set, named, self)
		if r == nil {
			return canonical.Refuse(canonical.SlotTaken)
		}
		p.resources = append(p.resources, r)
	}
	return nil
}

// choose is the first of these resources that is open and free: a preferred
// one if possible, and only the named one where its type is named.
func (v *view) choose(p *placement, set, named []*canonical.Resource, self []string) (found *canonical.Resource) {
	for _, r := range set {
		if len(named) > 0 && named[0].Type == r.Type && named[0] != r {
			continue
		}
		if !v.cat.openTo(r, p.span()) || !v.free(canonical.ResourceCalendar(v.cat.org.Slug, r.ID), p.keptBy(r), self...) {
			continue
		}
		if slices.ContainsFunc(p.prefer, func(n canonical.Named) bool { return n.ID == r.ID }) {
			return r
		}
		if found == nil {
			found = r
		}
	}
	return found
}

// claims are what the placement takes, buffers included.
func (p *placement) claims(slug string) []canonical.Claim {
	all := []canonical.Claim{claim(canonical.ProviderCalendar(slug, p.provider.ID), p.kept())}
	for _, r := range p.resources {
		all = append(all, claim(canonical.ResourceCalendar(slug, r.ID), p.keptBy(r)))
	}
	return all
}

func claim(calendar string, i schedule.Interval) canonical.Claim {
	return canonical.Claim{Calendar: calendar, Start: i.Start, End: i.End}
}

// named are the chosen resources as a booking records them.
func (p *placement) named() (all []canonical.Named) {
	for _, r := range p.resources {
		all = append(all, canonical.Named{ID: r.ID, Name: r.Name})
	}
	return all
}
