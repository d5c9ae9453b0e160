package engine

import (
	"cmp"
	"iter"
	"slices"
	"sort"
	"strconv"
	"time"

	"hora/canonical"
	"hora/canonical/schedule"
)

// A search is FindSlots with its defaults filled in.
type search struct {
	canonical.FindSlots
	service    *canonical.Service
	kind       kind
	provider   *canonical.Provider // whose hours are told of, where it is one provider's
	providers  []*canonical.Provider
	candidates [][]*canonical.Resource
	guests     int

	from, to canonical.Date    // local days of the window, as the answer tells them
	within   schedule.Interval // the window, as far as it can be booked at all
	all      bool              // as if nothing were taken

	after, before string // bounds of the time of day, HH:MM
}

// findSlots lists the starts at which a service can be booked right now. Every
// start it lists passes what Book checks.
func findSlots(c canonical.FindSlots) plan {
	return func(v *view) (change, *canonical.Error) { return v.find(c, canonical.When{}) }
}

// find lists them at the times of day that a text bounds (When.After and
// Before).
func (v *view) find(c canonical.FindSlots, bounds canonical.When) (change, *canonical.Error) {
	s, refusal := v.search(c)
	if refusal != nil {
		return change{}, refusal
	}
	s.after, s.before = bounds.After, bounds.Before
	read, refusal := s.kind.prepare(v, s)
	if refusal != nil || !read {
		return change{}, refusal
	}
	after, refusal := v.placeIn(listOfSlots, c.After)
	if refusal != nil {
		return change{}, refusal
	}
	return answer(v.slots(s, after))
}

// suits says whether a start is at a time of day that is asked for.
func (v *view) suits(s *search, start time.Time) bool {
	if s.after == "" && s.before == "" {
		return true
	}
	return within(start.In(v.cat.zone).Format(clockTime), canonical.When{After: s.after, Before: s.before})
}

func (v *view) search(c canonical.FindSlots) (*search, *canonical.Error) {
	s := &search{FindSlots: c, from: c.From, guests: max(c.Party, 1)}
	if s.service = v.cat.service[c.Service]; s.service == nil {
		return nil, canonical.Refuse(canonical.UnknownService)
	}
	s.kind = kindOf(s.service)
	if s.from == "" {
		s.from = v.today()
	}
	s.to = s.from.AddDays(max(c.Days, 1) - 1)
	s.within = schedule.Span(v.cat.zone, s.from, s.to)
	if c.Every {
		if refusal := v.window(s); refusal != nil {
			return nil, refusal
		}
	}
	if earliest := v.now.Add(minutes(v.cat.org.Policies.MinAdvance)); s.within.Start.Before(earliest) {
		s.within.Start = earliest
	}
	s.within.End = soonest(s.within.End, v.horizon())
	return s, nil
}

// window works out the instants between which a search with Every looks, and
// the days that they touch.
func (v *view) window(s *search) *canonical.Error {
	zone := v.cat.zone
	if s.Zone != "" {
		if zone = canonical.Zone(s.Zone); zone == time.UTC && s.Zone != "UTC" {
			return invalid("zone", canonical.Problem{Rule: canonical.RuleOneOf})
		}
	}
	begin, end := s.Start, s.End
	if begin.IsZero() {
		begin = schedule.Span(zone, s.from, s.from).Start
	}
	from := canonical.DateOf(begin, zone)
	until := cmp.Or(s.Until, from.AddDays(max(s.Days, 1)-1))
	if end.IsZero() {
		end = schedule.Span(zone, until, until).End
	} else {
		until = max(from, canonical.DateOf(end.Add(-1), zone))
	}
	switch {
	case end.Before(begin), until < from:
		return invalid("end", canonical.Problem{Rule: canonical.RuleRange})
	case end.Sub(begin) > canonical.MaxSpan*24*time.Hour+2*time.Hour: // a day can be longer than 24 hours
		return invalid("end", canonical.Problem{Rule: canonical.RuleSpan, Max: canonical.MaxSpan})
	}
	s.from, s.to, s.within = from, until, schedule.Interval{Start: begin.UTC(), End: end.UTC()}
	return nil
}

// agenda is the stretch of a calendar that can touch the window in any zone,
// buffers included.
func (s *search) agenda(calendar string) canonical.Range {
	long := 2 + max(s.service.MaxMinutes, s.service.Minutes)/(24*60)
	return canonical.Range{Partition: calendar, From: string(s.from.AddDays(-2)), To: string(s.to.AddDays(long))}
}

func (s *search) grid(length int) schedule.Grid {
	return schedule.Grid{Step: minutes(s.service.Every()), Length: minutes(length), Buffer: minutes(s.service.Buffer)}
}

// starts lists the starts of a grid in some hours that the search asks for.
func (s *search) starts(h schedule.Hours, g schedule.Grid, busy []schedule.Interval) iter.Seq[time.Time] {
	return h.Starts(g, s.within, busy)
}

// slot is a start of the search's service, not yet on any resource.
func (s *search) slot(start time.Time, length int, p *canonical.Provider) canonical.Slot {
	slot := canonical.Slot{Start: start, End: start.Add(minutes(length))}
	if p != nil {
		slot.Provider = p.ID
	}
	return slot
}

// named gives a slot its id.
func named(slot canonical.Slot, length int) canonical.Slot {
	slot.ID = canonical.SlotRef{Provider: slot.Provider, Resource: slot.Resource, Start: slot.Start, Minutes: length}.String()
	return slot
}

// slots collects one page of what a kind lists, in order of start, length and id.
func (v *view) slots(s *search, after string) canonical.Slots {
	const daysWorth = 16 // room for most days
	out := canonical.Slots{
		Service: canonical.Named{ID: s.service.ID, Name: s.service.Name}, Minutes: s.service.Minutes,
		Timezone: v.cat.org.Timezone, From: s.from, Days: s.from.DaysUntil(s.to) + 1, Slots: make([]canonical.Slot, 0, daysWorth),
	}
	if s.provider != nil {
		out.Provider = canonical.Named{ID: s.provider.ID, Name: s.provider.Name}
	}
	if after != "" {
		sec, _ := strconv.ParseInt(after[:min(slotPlace, len(after))], 10, 64)
		if at := time.Unix(sec, 0).UTC(); at.After(s.within.Start) {
			s.within.Start = at
		}
	}
	var enough time.Time // slots later than this can't be on the page
	s.kind.list(v, s, func(slot canonical.Slot) bool {
		if s.Every && placeOf(slot) <= after || !v.suits(s, slot.Start) {
			return true
		}
		if !enough.IsZero() && slot.Start.After(enough) {
			return false
		}
		out.Slots = append(out.Slots, slot)
		switch n := len(out.Slots); {
		case s.Limit == 0:
		case !s.Every:
			return n < s.Limit
		case n > s.Limit && enough.IsZero():
			byStart := slices.Clone(out.Slots)
			sort.Slice(byStart, func(i, j int) bool { return byStart[i].Start.Before(byStart[j].Start) })
			enough = byStart[s.Limit].Start
		}
		return true
	})
	if s.Every {
		sort.Slice(out.Slots, func(i, j int) bool { return placeOf(out.Slots[i]) < placeOf(out.Slots[j]) })
		if s.Limit > 0 && len(out.Slots) > s.Limit {
			out.Slots = out.Slots[:s.Limit]
			out.Next = v.cursorIn(listOfSlots, placeOf(out.Slots[s.Limit-1]))
		}
	}
	if len(out.Slots) == 0 {
		out.Reason = v.why(s)
	}
	return out
}

// slotPlace is the length of the first part of a slot's place.
const slotPlace = 10

// placeOf is where a slot is in a list, as text: by start, length and id.
func placeOf(s canonical.Slot) string {
	const longest = 100_000 // minutes, and then some
	length := strconv.Itoa(longest + int(s.End.Sub(s.Start)/time.Minute))
	return strconv.FormatInt(s.Start.Unix(), 10) + length + s.ID
}

// why says why a search found nothing.
func (v *view) why(s *search) canonical.Emptiness {
	if !s.kind.configured(v, s) {
		return canonical.NotConfigured
	}
	reason := canonical.Closed
	s.all = true
	s.kind.list(v, s, func(slot canonical.Slot) bool {
		if !v.suits(s, slot.Start) {
			return true
		}
		reason = canonical.FullyBooked
		return false
	})
	return reason
}
