package model

import (
	"slices"
	"time"

	"hora/canonical"
)

// A place is what is asked for.
type place struct {
	service, provider, resource string
	start                       time.Time
	minutes, guests             int
	slot                        bool // it was named by a slot's id
}

// at reads what a command names: a slot, or a provider and a start.
func at(service, slot, provider string, start time.Time, length, guests int) (p place, fault string) {
	p = place{service: service, provider: provider, start: start, minutes: length, guests: max(guests, 1)}
	if _, ok := services[service]; !ok {
		return p, "unknown_service"
	}
	if p.slot = slot != ""; p.slot {
		ref, err := canonical.ParseSlot(slot)
		if err != nil {
			return p, "slot_taken"
		}
		p.provider, p.resource, p.start = ref.Provider, ref.Resource, ref.Start
		if _, ok := resources[ref.Resource]; !ok && ref.Resource != "" {
			return p, "slot_taken"
		}
	}
	return p, ""
}

// fault is why there can be no such place, taken or not.
func (d *desk) fault(p *place, now time.Time) string {
	s := services[p.service]
	switch s.kind {
	case canonical.Table:
		if p.provider != "" {
			return "unknown_provider"
		}
		if p.resource != "" && resources[p.resource].kind != s.needs {
			return "slot_taken"
		}
		if p.guests > 4 {
			return "capacity_exceeded"
		}
	default:
		if alien := p.resource != "" && resources[p.resource].kind != s.needs; s.kind == canonical.Appointment && p.slot && (p.provider == "" || alien) {
			return "slot_taken" // no slot of the service is like that
		}
		if p.provider == "" {
			p.provider = s.providers[0]
		}
		if !slices.Contains(s.providers, p.provider) {
			return "unknown_provider"
		}
		if s.kind == canonical.Class {
			if p.resource != "" && p.resource != "r1" {
				return "slot_taken"
			}
		} else if p.guests > max(s.seats, 1) {
			return "capacity_exceeded"
		}
	}
	if p.minutes == 0 {
		p.minutes = s.minutes
	}
	switch {
	case p.start.Before(now):
		return "past_date"
	case p.start.Before(now.Add(d.org.notice)):
		return "too_soon"
	case d.org.date(p.start) > d.org.date(now).AddDays(mostAhead):
		return "too_far_ahead"
	}
	switch when := (span{p.start, p.start.Add(minutes(p.minutes))}); s.kind {
	case canonical.Class:
		if !slices.ContainsFunc(d.org.lessonsOn(d.org.date(p.start)), p.start.Equal) {
			return "outside_hours"
		}
	case canonical.Table:
		if !slices.ContainsFunc(d.tables(p), func(t string) bool { return d.org.opens(t, when) }) {
			return "outside_hours"
		}
	default:
		if !d.org.opens(p.provider, when) {
			return "outside_hours"
		}
	}
	return ""
}

// tables are those that seat the party, the smallest first.
func (d *desk) tables(p *place) (fit []string) {
	for _, t := range roomsFor["table"] {
		if resources[t].size >= p.guests {
			fit = append(fit, t)
		}
	}
	return fit
}

// idle are the resources that could serve a place right now.
func (d *desk) idle(p *place, now time.Time, but ...string) (free []string) {
	all := roomsFor[services[p.service].needs]
	if services[p.service].kind == canonical.Table {
		all = d.tables(p)
	}
	for _, r := range all {
		if p.resource != "" && p.resource != r && services[p.service].kind != canonical.Table {
			continue
		}
		if resources[r].open && !d.org.opens(r, span{p.start, p.start.Add(minutes(p.minutes))}) {
			continue
		}
		if !d.busy(r, takenOf(p.service, r, p.start, p.minutes), now, but...) {
			free = append(free, r)
		}
	}
	return free
}

// taken is why a place that there could be is not free; what the stays named
// take does not count.
func (d *desk) taken(p *place, now time.Time, but ...string) string {
	s := services[p.service]
	if s.kind == canonical.Class {
		switch left := d.seats(p.service, p.start, now, but...); {
		case left <= 0:
			return "slot_taken"
		case left < p.guests:
			return "capacity_exceeded"
		}
		return ""
	}
	if s.kind == canonical.Appointment && d.busy(p.provider, takenOf(p.service, p.provider, p.start, p.minutes), now, but...) {
		return "slot_taken"
	}
	if s.needs != "" && len(d.idle(p, now, but...)) == 0 {
		return "slot_taken"
	}
	return ""
}
