package engine

import (
	"slices"
	"sort"
	"strings"
	"time"

	"hora/canonical"
	"hora/canonical/schedule"
)

// A class takes its teacher and its room at each of its starts, whether or not
// anybody comes. That time is in no calendar: the catalogue says it.

// teacher is who gives a class: the first assigned.
func (c *catalogue) teacher(s *canonical.Service) *canonical.Provider { return c.providerOf(s, "") }

// classrooms are what a class takes: the first resource of each type.
func (c *catalogue) classrooms(s *canonical.Service) (all []*canonical.Resource) {
	for _, set := range c.candidates(s) {
		if len(set) > 0 {
			all = append(all, set[0])
		}
	}
	return all
}

// classStarts lists, in order, the starts of a class on these local dates.
func (c *catalogue) classStarts(s *canonical.Service, from, to canonical.Date) (all []time.Time) {
	for d := from; d <= to; d = d.AddDays(1) {
		weekday := strings.ToLower(d.Weekday().String()[:3])
		for _, x := range s.Starts {
			if x.Date != "" && x.Date != d || x.Date == "" && !slices.Contains(x.Days, weekday) {
				continue
			}
			if at, ok := c.wall(d, x.At); ok {
				all = append(all, at)
			}
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Before(all[j]) })
	return slices.CompactFunc(all, time.Time.Equal)
}

// wall is the instant at which the organisation's clock shows a time of day on
// a date, the first one if it does so twice; ok is false when it never does.
func (c *catalogue) wall(d canonical.Date, clock string) (at time.Time, ok bool) {
	t, err := time.Parse("15:04", clock)
	if err != nil {
		return at, false
	}
	day := d.Midnight()
	at = time.Date(day.Year(), day.Month(), day.Day(), t.Hour(), t.Minute(), 0, 0, c.zone)
	return at.UTC(), at.Format("15:04") == clock && canonical.DateOf(at, c.zone) == d
}

// lessons says whether a class takes a provider or resource (one of the two
// ids) in the interval.
func (c *catalogue) lessons(provider, resource string, i schedule.Interval) bool {
	from, to := canonical.DateOf(i.Start, c.zone).AddDays(-1), canonical.DateOf(i.End, c.zone)
	return slices.ContainsFunc(c.lessonsBetween(provider, resource, from, to), i.Overlaps)
}

// lessonsBetween is the time that classes take of a provider or resource on
// these dates.
func (c *catalogue) lessonsBetween(provider, resource string, from, to canonical.Date) (all []schedule.Interval) {
	for i := range c.services {
		s := &c.services[i]
		if s.Kind != canonical.Class || !c.uses(s, provider, resource) {
			continue
		}
		for _, start := range c.classStarts(s, from, to) {
			all = append(all, schedule.Interval{Start: start, End: start.Add(minutes(s.Minutes + s.Buffer))})
		}
	}
	return all
}

func (c *catalogue) uses(s *canonical.Service, provider, resource string) bool {
	if t := c.teacher(s); t != nil && t.ID == provider {
		return true
	}
	return resource != "" && slices.ContainsFunc(c.classrooms(s), func(r *canonical.Resource) bool { return r.ID == resource })
}
