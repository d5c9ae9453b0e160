package usp

import (
	"slices"
	"sort"
	"time"

	"hora/canonical"
)

// slots is the answer to a query: one slot for each combination of provider
// and resource.
func (v *view) slots(r *canonical.Slots) *slotsBody {
	b := &slotsBody{ServiceID: r.Service.ID, Slots: []slot{}, OpeningHours: v.hours(r.Service.ID), Pagination: page(r.Next), Messages: v.notices()}
	if v.elsewhere {
		b.Pagination = page("")
		return b
	}
	b.Slots = make([]slot, len(r.Slots))
	resources := make([]resource, 0, 2*len(r.Slots))
	times := in(r.Timezone)
	times.grow(2 * len(r.Slots))
	var length time.Duration
	var written string
	for i := range r.Slots {
		s := &r.Slots[i]
		if d := s.End.Sub(s.Start); d != length {
			length, written = d, iso(int(d/time.Minute))
		}
		out := &b.Slots[i]
		*out = slot{ID: s.ID, ServiceID: r.Service.ID, Start: times.local(s.Start), End: times.local(s.End), Duration: written, State: "available"}
		if s.State != "" {
			out.State = string(s.State)
		}
		if s.Capacity > 0 {
			out.Capacity = &places{s.Capacity, s.Seats, s.Held}
		}
		from := len(resources)
		if s.Provider != "" {
			resources = append(resources, v.provider(s.Provider, &r.Provider))
		}
		if s.Resource != "" {
			resources = append(resources, v.resource(canonical.Named{ID: s.Resource}))
		}
		out.Resources = resources[from:len(resources):len(resources)]
	}
	return b
}

// provider is a person as a resource.
func (v *view) provider(id string, known *canonical.Named) resource {
	name := nameOf(v.directory, id)
	if name == "" && known.ID == id {
		name = known.Name
	}
	return resource{id, "staff", name}
}

// resource is a thing as one.
func (v *view) resource(n canonical.Named) resource {
	out := resource{n.ID, "other", n.Name}
	if v.directory != nil {
		if r := v.directory.Resources[n.ID]; r != nil {
			out.Type = resourceType(r.Type)
			if out.Name == "" {
				out.Name = r.Name
			}
		}
	}
	return out
}

// resources are what a booking takes.
func (v *view) resources(provider canonical.Named, things []canonical.Named) (all []resource) {
	if provider.ID != "" {
		all = append(all, resource{provider.ID, "staff", provider.Name})
	}
	for _, n := range things {
		all = append(all, v.resource(n))
	}
	return all
}

// hours are the weekly hours of whoever offers a service, each stretch of the
// day once. Holidays show by the slots that are missing.
func (v *view) hours(id string) (all []openingHours) {
	if v.directory == nil || v.directory.Services[id] == nil {
		return nil
	}
	s := v.directory.Services[id]
	add := func(windows []canonical.Window) {
		for _, w := range windows {
			closes := w.To
			if closes == "24:00" {
				closes = "00:00"
			}
			i := slices.IndexFunc(all, func(o openingHours) bool { return o.Opens == w.From && o.Closes == closes })
			if i < 0 {
				i = len(all)
				all = append(all, openingHours{Opens: w.From, Closes: closes})
			}
			for _, d := range w.Days {
				if name := weekdays[d]; !slices.Contains(all[i].Days, name) {
					all[i].Days = append(all[i].Days, name)
				}
			}
		}
	}
	for _, id := range s.Providers {
		if p := v.directory.Providers[id]; p != nil && p.Timezone == "" { // hours elsewhere are not those of the business
			add(p.Windows)
		}
	}
	if len(s.Providers) == 0 {
		for _, r := range v.things(s) {
			add(r.Windows)
		}
	}
	return all
}

// things are the resources of the types that a service needs, in order.
func (v *view) things(s *canonical.Service) (all []*canonical.Resource) {
	for _, r := range v.directory.Resources {
		if slices.Contains(s.ResourceTypes, r.Type) {
			all = append(all, r)
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Position < all[j].Position })
	return all
}

var weekdays = map[string]string{
	"mon": "monday", "tue": "tuesday", "wed": "wednesday", "thu": "thursday", "fri": "friday", "sat": "saturday", "sun": "sunday",
}

// page is where a list goes on.
func page(next canonical.Cursor) pagination {
	if next == "" {
		return pagination{}
	}
	s := string(next)
	return pagination{&s, true}
}
