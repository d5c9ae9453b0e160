package engine

import (
	"slices"
	"time"

	"hora/canonical"
	"hora/canonical/schedule"
)

// Nights are a unit for a number of nights. Nobody gives them, and a unit has
// no hours: it is taken from the night of check-in to the night before
// check-out, so that one guest can come on the day another leaves.
//
// A unit's calendar is by the month. Nights are entered as the days of
// check-in and check-out, each at midnight UTC: values to compare, whatever
// the zone.
type nights struct{}

// locate reads a start on any hour of the day of check-in, and a length that
// ends on any hour of that of check-out.
func (nights) locate(v *view, p *placement, provider string) *canonical.Error {
	if provider != "" {
		return canonical.Refuse(canonical.UnknownProvider)
	}
	n, units := p.service.Nightly, v.cat.tables(p.service)
	switch {
	case n == nil:
		return canonical.Refuse(canonical.OutsideHours)
	case len(p.resources) > 0 && !slices.Contains(units, p.resources[0]):
		return canonical.Refuse(canonical.SlotTaken)
	case len(holding(units, p.guests)) == 0:
		return canonical.Refuse(canonical.CapacityExceeded)
	}
	p.checkIn = canonical.DateOf(p.start, v.cat.zone)
	fewest, most := n.Span(p.checkIn, p.guests)
	p.nights = fewest
	if p.minutes > 0 {
		p.nights = p.checkIn.DaysUntil(canonical.DateOf(p.start.Add(minutes(p.minutes)), v.cat.zone))
	}
	if p.nights < fewest || p.nights > most {
		return invalid("duration_minutes", canonical.Problem{Rule: canonical.RuleRange, Min: fewest * wholeDay, Max: most * wholeDay})
	}
	from, to := n.Stay(p.checkIn, p.nights, v.cat.zone)
	p.start, p.minutes = from, int(to.Sub(from).Minutes())
	return v.arriving(from)
}

// wholeDay is a day in minutes.
const wholeDay = 24 * 60

// arriving says whether guests may still come at check-in: late on the day
// itself, they may unless the organisation wants notice.
func (v *view) arriving(checkIn time.Time) *canonical.Error {
	if canonical.DateOf(checkIn, v.cat.zone) == v.today() && checkIn.Before(v.now) {
		checkIn = v.now
	}
	return v.timely(checkIn)
}

func (nights) read(v *view, p *placement, _ []string) bool {
	ok := true
	for _, r := range holding(v.cat.tables(p.service), p.guests) {
		ok = v.wantClaims([]canonical.Claim{v.stayClaim(p, r)}) && ok
	}
	return ok
}

// stayClaim is what a placement takes of a unit.
func (v *view) stayClaim(p *placement, r *canonical.Resource) canonical.Claim {
	return canonical.Claim{
		Calendar: canonical.ResourceCalendar(v.cat.org.Slug, r.ID), Nights: true,
		Start: p.checkIn.Midnight(), End: p.checkIn.AddDays(p.nights).Midnight(),
	}
}

// settle keeps the unit that was named if it is free. It is not insisted on:
// units of a kind are alike.
func (nights) settle(v *view, p *placement, self []string) *canonical.Error {
	p.prefer = append(p.prefer, p.named()...)
	free := v.freeUnits(p, self)
	if len(free) == 0 {
		return canonical.Refuse(canonical.SlotTaken)
	}
	r := free[0]
	for _, u := range free {
		if slices.ContainsFunc(p.prefer, func(n canonical.Named) bool { return n.ID == u.ID }) {
			r = u
			break
		}
	}
	p.resources = []*canonical.Resource{r}
	p.claims = []canonical.Claim{v.stayClaim(p, r)}
	return nil
}

// freeUnits are those that nobody has on any of a placement's nights, the
// smallest first.
func (v *view) freeUnits(p *placement, self []string) (free []*canonical.Resource) {
	for _, r := range holding(v.cat.tables(p.service), p.guests) {
		if c := v.stayClaim(p, r); open(r, p.checkIn, p.nights) && v.freeIn(claimed(c), interval(c), self...) {
			free = append(free, r)
		}
	}
	return free
}

// open says whether a unit is let on all of these nights: not on those that an
// exception without hours closes.
func open(r *canonical.Resource, checkIn canonical.Date, n int) bool {
	out := checkIn.AddDays(n)
	return !slices.ContainsFunc(r.Exceptions, func(e canonical.Exception) bool {
		return len(e.Windows) == 0 && checkIn <= e.Date && e.Date < out
	})
}

// months are the keys of the monthly calendar records that nights touch.
func months(calendar string, i schedule.Interval) (keys []canonical.StoreKey) {
	for t := i.Start.UTC(); t.Before(i.End); t = time.Date(t.Year(), t.Month()+1, 1, 0, 0, 0, 0, time.UTC) {
		keys = append(keys, canonical.MonthKey(calendar, canonical.DateOf(t, time.UTC)))
	}
	return keys
}

func (nights) prepare(v *view, s *search) (bool, *canonical.Error) {
	s.candidates = [][]*canonical.Resource{v.cat.tables(s.service)}
	for _, id := range []string{s.Provider, s.Resource} {
		if id != "" && !narrow(s.candidates, id) {
			return false, canonical.Refuse(canonical.UnknownResource)
		}
	}
	ok := true
	for _, r := range s.candidates[0] {
		ok = v.wantList(s.season(canonical.ResourceCalendar(v.cat.org.Slug, r.ID))) && ok
	}
	return ok, nil
}

// season is the stretch of a monthly calendar that stays of the search can
// touch.
func (s *search) season(calendar string) canonical.Range {
	first, last := s.from.AddDays(-1), s.to.AddDays(canonical.MaxNights+1)
	return canonical.Range{Partition: calendar, From: canonical.MonthKey("", first).Sort, To: canonical.MonthKey("", last).Sort}
}

// list shows, for each day of check-in, the shortest stay, or one of the length
// that is asked for: with Every on each unit that is free, else on the first.
func (nights) list(v *view, s *search, yield func(canonical.Slot) bool) {
	n := s.service.Nightly
	if n == nil {
		return
	}
	from, to := canonical.DateOf(s.within.Start, v.cat.zone), canonical.DateOf(s.within.End.Add(-1), v.cat.zone)
	for d := from; d <= to; d = d.AddDays(1) {
		fewest, most := n.Span(d, s.guests)
		length := fewest
		if s.Minutes > 0 {
			length = (s.Minutes + wholeDay/2) / wholeDay
		}
		in, out := n.Stay(d, length, v.cat.zone)
		if length < fewest || length > most || v.arriving(in) != nil {
			continue
		}
		for _, r := range holding(s.candidates[0], s.guests) {
			if !open(r, d, length) || !s.all && !v.vacant(s, r, d, length) {
				continue
			}
			slot := canonical.Slot{Resource: r.ID, Start: in, End: out, Capacity: sizeOf(r)}
			if s.Every {
				slot.State = canonical.SlotAvailable
			}
			if !yield(named(slot, int(out.Sub(in).Minutes()))) {
				return
			}
			if !s.Every {
				break
			}
		}
	}
}

// vacant says whether nobody has a unit on any of these nights.
func (v *view) vacant(s *search, r *canonical.Resource, checkIn canonical.Date, n int) bool {
	stay := schedule.Interval{Start: checkIn.Midnight(), End: checkIn.AddDays(n).Midnight()}
	return !slices.ContainsFunc(taken(v.lists[s.season(canonical.ResourceCalendar(v.cat.org.Slug, r.ID))], v.now), stay.Overlaps)
}

func (nights) configured(_ *view, s *search) bool {
	return s.service.Nightly != nil && len(s.candidates[0]) > 0
}
