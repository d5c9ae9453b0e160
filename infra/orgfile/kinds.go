package orgfile

import (
	"slices"

	"hora/canonical"
)

// maxClass bounds the seats of a class: every act on a start that is nearly
// full reads all of them, and a large party writes as many.
const maxClass = 1024

// maxEntries bounds a waitlist, which is one record.
const maxEntries = 1000

// members lists what a service has by its kind, besides what every service
// has.
var members = map[canonical.Kind][]string{
	canonical.Appointment: {"duration_minutes", "step_minutes", "capacity", "provider_ids", "waitlist"},
	canonical.Class:       {"duration_minutes", "starts", "capacity", "min_party", "provider_ids", "waitlist"},
	canonical.Table:       {"duration_minutes", "step_minutes", "min_party", "waitlist"},
	canonical.Rental:      {"duration_minutes", "step_minutes", "max_minutes", "waitlist"},
	canonical.Nights:      {"nightly"},
}

// checkKind checks what is particular to the kind of a service.
func (r references) checkKind(c *checker, path string, s *canonical.Service) {
	own, known := members[s.Kind]
	if !known {
		return
	}
	for _, m := range []string{"duration_minutes", "step_minutes", "capacity", "provider_ids", "waitlist", "starts", "min_party", "max_minutes", "nightly"} {
		if c.given[path+"."+m] && !slices.Contains(own, m) {
			c.say(path+"."+m, "has no place in a service of kind %s", s.Kind)
		}
	}
	switch s.Kind {
	case canonical.Appointment:
		given(c, path, s)
	case canonical.Class:
		checkClass(c, path, s)
	case canonical.Table:
		r.checkPlaces(c, path, s)
	case canonical.Rental:
		r.checkPlaces(c, path, s)
		checkLengths(c, path, s)
	case canonical.Nights:
		r.checkUnits(c, path, s)
		checkNightly(c, path, s)
	}
	if c.given[path+".min_party"] {
		within(c, path+".min_party", s.MinParty, 1, maxSeats)
	}
	if w := s.Waitlist; w != nil {
		if at := path + ".waitlist.max_entries"; c.given[at] {
			within(c, at, w.Max, 1, maxEntries)
		}
		if at := path + ".waitlist.offer_minutes"; c.given[at] {
			within(c, at, w.OfferMinutes, 1, day)
		}
	}
}

// given wants somebody who gives a service: without, it could never be booked.
func given(c *checker, path string, s *canonical.Service) {
	if c.required(path+".provider_ids") && len(s.Providers) == 0 {
		c.say(path+".provider_ids", "must not be empty")
	}
}

// checkClass checks when a class begins, how many it seats and who gives it.
func checkClass(c *checker, path string, s *canonical.Service) {
	if c.required(path + ".capacity") {
		within(c, path+".capacity", s.Capacity, 1, maxClass)
		if s.MinParty > max(s.Capacity, 1) {
			c.say(path+".min_party", "is %d, and the class has %d seats", s.MinParty, s.Capacity)
		}
	}
	given(c, path, s)
	if c.required(path+".starts") && len(s.Starts) == 0 {
		c.say(path+".starts", "must not be empty")
	}
	for i := range s.Starts {
		checkStart(c, item(path+".starts", i), &s.Starts[i])
	}
}

// checkStart wants a time of day, and a date or some weekdays.
func checkStart(c *checker, path string, s *canonical.Start) {
	checkClock(c, path+".at", s.At, 0, day-1)
	dated, weekly := c.given[path+".date"], c.given[path+".days"]
	switch {
	case dated == weekly:
		c.say(path, "want either a date or days")
	case dated:
		if _, err := canonical.ParseDate(string(s.Date)); err != nil {
			c.say(path+".date", "%q is no date: want YYYY-MM-DD", s.Date)
		}
	case len(s.Days) == 0:
		c.say(path+".days", "must not be empty")
	}
	days := unique{}
	for i, name := range s.Days {
		oneOf(c, item(path+".days", i), name, weekdays...)
		days.add(c, item(path+".days", i), name)
	}
}

// checkPlaces checks what a table or rental is had of: resources of one type,
// each with hours, since nobody else's hold.
func (r references) checkPlaces(c *checker, path string, s *canonical.Service) {
	at := oneType(c, path, s)
	for i, t := range s.ResourceTypes {
		for j, x := range r.org.Resources {
			if x.Type == t && len(x.Windows)+len(x.Exceptions) == 0 {
				c.say(item(at, i), "%q needs hours, and %s has none", t, item(r.at+"resources", j))
			}
		}
	}
}

// oneType wants a service to be had of one type of resource, and answers where
// that stands.
func oneType(c *checker, path string, s *canonical.Service) string {
	at := path + ".resource_types"
	if c.required(at) && len(s.ResourceTypes) != 1 {
		c.say(at, "has %d members; want 1 in a service of kind %s", len(s.ResourceTypes), s.Kind)
	}
	return at
}

// checkLengths wants a longest rental that is whole steps from the shortest.
func checkLengths(c *checker, path string, s *canonical.Service) {
	at := path + ".max_minutes"
	if !c.given[at] {
		return
	}
	within(c, at, s.MaxMinutes, s.Minutes, week)
	if step := s.Every(); step > 0 && (s.MaxMinutes-s.Minutes)%step != 0 {
		c.say(at, "is %d; want whole steps of %d more than %d", s.MaxMinutes, step, s.Minutes)
	}
}
