package engine

import (
	"slices"
	"time"

	"hora/canonical"
	"hora/canonical/schedule"
)

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

// timely says whether a start is neither past, nor inside the organisation's
// notice, nor beyond its horizon.
func (v *view) timely(start time.Time) *canonical.Error {
	policies := &v.cat.org.Policies
	switch {
	case start.Before(v.now):
		return canonical.Refuse(canonical.PastDate)
	case start.Before(v.now.Add(minutes(policies.MinAdvance))):
		return canonical.Refuse(canonical.TooSoon)
	case !start.Before(v.horizon()):
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

// horizon is the instant from which on nothing can be booked.
func (v *view) horizon() time.Time {
	last := v.lastDate()
	return schedule.Span(v.cat.zone, last, last).End
}

// wantResources asks for the calendars of these resources around a placement.
func (v *view) wantResources(p *placement, all []*canonical.Resource) bool {
	var keys []canonical.StoreKey
	for _, r := range all {
		keys = append(keys, days(canonical.ResourceCalendar(v.cat.org.Slug, r.ID), p.keptBy(r))...)
	}
	return v.want(keys...)
}

// available says whether a resource is open throughout and free.
func (v *view) available(p *placement, r *canonical.Resource, self []string) bool {
	return v.cat.openTo(r, p.span()) && v.resourceFree(r, p.keptBy(r), self)
}

// resourceFree says whether nothing takes the resource, classes included.
func (v *view) resourceFree(r *canonical.Resource, i schedule.Interval, self []string) bool {
	return v.free(canonical.ResourceCalendar(v.cat.org.Slug, r.ID), i, self...) && !v.cat.lessons("", r.ID, i)
}

// choose is the first of these resources that is open and free: a preferred
// one if possible, and only the named one where its type is named.
func (v *view) choose(p *placement, set, named []*canonical.Resource, self []string) (found *canonical.Resource) {
	for _, r := range set {
		if len(named) > 0 && named[0].Type == r.Type && named[0] != r {
			continue
		}
		if !v.available(p, r, self) {
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

func (v *view) resourceClaim(p *placement, r *canonical.Resource) canonical.Claim {
	return claim(canonical.ResourceCalendar(v.cat.org.Slug, r.ID), p.keptBy(r))
}

func claim(calendar string, i schedule.Interval) canonical.Claim {
	return canonical.Claim{Calendar: calendar, Start: i.Start, End: i.End}
}
