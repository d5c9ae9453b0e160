package engine

import (
	"slices"
	"time"

	"hora/canonical"
)

// A class has dated starts and a number of seats at each.
type class struct{}

func (class) locate(v *view, p *placement, provider string) *canonical.Error {
	p.provider = v.cat.teacher(p.service)
	if provider != "" && (p.provider == nil || p.provider.ID != provider) {
		return canonical.Refuse(canonical.UnknownProvider)
	}
	rooms := v.cat.classrooms(p.service)
	if len(p.resources) > 0 && !slices.Contains(rooms, p.resources[0]) {
		return canonical.Refuse(canonical.SlotTaken)
	}
	p.resources = rooms
	if p.minutes > 0 && p.minutes != p.service.Minutes {
		return invalid("duration_minutes", canonical.Problem{Rule: canonical.RuleFit})
	}
	p.minutes = p.service.Minutes
	if err := v.timely(p.start); err != nil {
		return err
	}
	date := canonical.DateOf(p.start, v.cat.zone)
	if !slices.ContainsFunc(v.cat.classStarts(p.service, date, date), p.start.Equal) {
		return canonical.Refuse(canonical.OutsideHours)
	}
	return nil
}

// read asks for the seats that are kept already and for one block; when that
// is not enough, for all.
func (class) read(v *view, p *placement, self []string) bool {
	s := v.seating(p.service, p.start)
	keys := []canonical.StoreKey{s.key(s.first(v.seed(p)))}
	for _, c := range p.seats {
		keys = append(keys, canonical.SeatsKey(c.Calendar, c.Start, c.Block))
	}
	if !v.want(keys...) {
		return false
	}
	if seats(v.takeSeats(s, p.guests, v.seed(p), p.seats, self)) == p.guests {
		return true
	}
	return v.want(s.keys()...)
}

// seed says which block a placement looks at first: another for each, and for
// a booking that which its hold looked at.
func (v *view) seed(p *placement) string {
	switch p.hold {
	case "":
		return v.id("seat")
	case newHold:
		return v.id("hold")
	}
	return p.hold
}

func (class) settle(v *view, p *placement, self []string) *canonical.Error {
	s := v.seating(p.service, p.start)
	p.claims = v.takeSeats(s, p.guests, v.seed(p), p.seats, self)
	switch n := seats(p.claims); {
	case n == p.guests:
		return nil
	case n == 0:
		return canonical.Refuse(canonical.SlotTaken)
	}
	return canonical.Refuse(canonical.CapacityExceeded)
}

// seats is how many seats are claimed.
func seats(claims []canonical.Claim) (n int) {
	for _, c := range claims {
		n += c.Seats
	}
	return n
}

func (class) prepare(v *view, s *search) (bool, *canonical.Error) {
	s.provider = v.cat.teacher(s.service)
	known := func(id string) bool {
		return id == "" || s.provider != nil && s.provider.ID == id ||
			slices.ContainsFunc(v.cat.classrooms(s.service), func(r *canonical.Resource) bool { return r.ID == id })
	}
	switch {
	case !known(s.Provider):
		return false, canonical.Refuse(canonical.UnknownProvider)
	case !known(s.Resource):
		return false, canonical.Refuse(canonical.UnknownResource)
	}
	return v.wantList(s.seats(v)), nil
}

// seats is the stretch of the class's seats that the search is about.
func (s *search) seats(v *view) canonical.Range {
	return canonical.Range{
		Partition: canonical.SeatsPartition(v.cat.org.Slug, s.service.ID),
		From:      canonical.SeatsSort(s.from.AddDays(-2).Midnight()), To: canonical.SeatsSort(s.to.AddDays(3).Midnight()) + "~",
	}
}

func (class) list(v *view, s *search, yield func(canonical.Slot) bool) {
	taken, held := map[int64]int{}, map[int64]int{}
	if !s.all {
		for _, r := range v.lists[s.seats(v)] {
			at, n, h := startOf(r.Sort), 0, 0
			n, h = count(r, v.now, nil)
			taken[at], held[at] = taken[at]+n, held[at]+h
		}
	}
	first, last := canonical.DateOf(s.within.Start, v.cat.zone), canonical.DateOf(s.within.End, v.cat.zone)
	for _, start := range v.cat.classStarts(s.service, first, last) {
		if start.Before(s.within.Start) || !start.Before(s.within.End) {
			continue
		}
		slot := s.slot(start, s.service.Minutes, s.provider)
		if rooms := v.cat.classrooms(s.service); len(rooms) > 0 {
			slot.Resource = rooms[0].ID
		}
		slot.Capacity = max(s.service.Capacity, 1)
		slot.Seats, slot.Held = max(slot.Capacity-taken[start.Unix()], 0), held[start.Unix()]
		if s.fits(&slot) && !yield(named(slot, 0)) {
			return
		}
	}
}

// startOf is the start that a block of seats belongs to, in Unix seconds.
func startOf(sort string) int64 {
	t, _ := time.Parse(canonical.SlotTime, sort[:min(len(canonical.SlotTime), len(sort))])
	return t.Unix()
}

// fits says whether a slot with seats is worth showing to the party, and as
// what.
func (s *search) fits(slot *canonical.Slot) bool {
	switch {
	case slot.Seats == 0 && s.Every && s.service.Waitlist != nil && s.guests <= slot.Capacity:
		slot.State = canonical.SlotWaitlist
	case slot.Seats < s.guests, slot.Seats == 0:
		return false
	case !s.Every:
	case slot.Seats < 3, slot.Seats*5 < slot.Capacity:
		slot.State = canonical.SlotLimited
	default:
		slot.State = canonical.SlotAvailable
	}
	return true
}

func (class) configured(_ *view, s *search) bool { return len(s.service.Starts) > 0 }
