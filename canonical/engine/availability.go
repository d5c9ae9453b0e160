package engine

import (
	"slices"
	"sort"
	"time"

	"hora/canonical"
)

const (
	placesLooked = 10            // places of an answer whose availability is read
	offersMost   = 3             // offers of a section of a place
	offerMiss    = 2 * time.Hour // by which an offered start may miss the time that was asked for
)

// live reads how free the first places of an answer are, and what they offer.
// The others' availability is unknown.
func (v *view) live(s *shelf, out *canonical.Places, section canonical.Section, stay canonical.Stay, party *canonical.Party) {
	handoffs := 0
	for i := range out.Places {
		found := &out.Places[i]
		found.Availability = &canonical.Availability{Status: canonical.AvailabilityUnknown, At: v.now}
		if i >= placesLooked {
			continue
		}
		c, read := v.organization(found.Place.Organization)
		if !read || c == nil {
			continue
		}
		l := look{shelf: s, place: &found.Place, stay: stay, sections: sectionsOf(&found.Place, section, stay)}
		if party != nil {
			l.party = *party
		} else {
			l.party.Adults = 1
		}
		v.at(c, l.services)
		found.Availability.Status = l.status()
		found.Offers = l.best()
		if out.Handoff && handoffs < canonical.MaxHandoffs && slices.ContainsFunc(found.Offers, func(o canonical.Offer) bool { return o.Bookable }) {
			found.Handoff = true
			handoffs++
		}
	}
}

// sectionsOf are the sections of a place that a stay is about: the one that is
// named, or those that its dates can mean.
func sectionsOf(p *canonical.Place, named canonical.Section, stay canonical.Stay) (all []canonical.Section) {
	for _, s := range p.Sections {
		switch {
		case named != "" && s != named:
		case named == "" && stay.CheckOut != "" && p.In(canonical.SectionStay) && s != canonical.SectionStay: // nights
		case named == "" && stay.CheckOut == "" && stay.Time != "" && s == canonical.SectionStay: // a table, or something to do
		default:
			all = append(all, s)
		}
	}
	return all
}

// A look is at what one place has for a stay and party.
type look struct {
	shelf    *shelf
	place    *canonical.Place
	sections []canonical.Section
	stay     canonical.Stay
	party    canonical.Party

	sold   bool // there is something of the kind here, free or not
	scarce bool // all there is of it is the last
	free   []canonical.Offer
}

// services looks at each service of the sections in question.
func (l *look) services(v *view) {
	l.scarce = true
	for i := range v.cat.services {
		s := &v.cat.services[i]
		if !slices.Contains(l.sections, s.Kind.Section()) {
			continue
		}
		l.sold = true
		if s.Kind == canonical.Nights {
			l.nights(v, s)
		} else {
			l.starts(v, s)
		}
	}
}

func (l *look) status() canonical.AvailabilityStatus {
	switch {
	case !l.sold:
		return canonical.AvailabilityUnknown
	case len(l.free) == 0:
		return canonical.AvailableNot
	case l.scarce:
		return canonical.AvailableLimited
	}
	return canonical.AvailableNow
}

// best are the offers to show: of each section the cheapest, and of those that
// cost the same the ones found first.
func (l *look) best() []canonical.Offer {
	sort.SliceStable(l.free, func(i, j int) bool { return l.free[i].Price.Amount < l.free[j].Price.Amount })
	n := map[canonical.Section]int{}
	return slices.DeleteFunc(l.free, func(o canonical.Offer) bool {
		n[o.Section]++
		return n[o.Section] > offersMost
	})
}

// nights looks for a unit that is free from check-in to check-out; without a
// check-out, for the shortest stay.
func (l *look) nights(v *view, s *canonical.Service) {
	if s.Nightly == nil {
		return
	}
	n, _ := s.Nightly.Span(l.stay.CheckIn, l.party.People())
	if l.stay.CheckOut != "" {
		n = l.stay.CheckIn.DaysUntil(l.stay.CheckOut)
	}
	from, to := s.Nightly.Stay(l.stay.CheckIn, n, v.cat.zone)
	p, refusal := v.locate(asked{service: s.ID, start: from, minutes: int(to.Sub(from).Minutes()), guests: l.party.People()})
	if refusal != nil || !p.kind.read(v, p, nil) {
		return
	}
	free := v.freeUnits(p, nil)
	if len(free) == 0 {
		return
	}
	if len(free) > 1 || len(v.cat.tables(s)) == 1 {
		l.scarce = false
	}
	l.offer(v, s, "", from, to, p.total())
}

// starts looks for starts on the day: around the time that was asked for, or
// from the day's beginning to its end.
func (l *look) starts(v *view, s *canonical.Service) {
	found, refusal := findSlots(canonical.FindSlots{Service: s.ID, From: l.stay.CheckIn, Days: 1, Party: l.party.People()})(v)
	slots, ok := found.outcome.Result.(canonical.Slots)
	if refusal != nil || !ok {
		return
	}
	picked := spread(slots.Slots)
	if at, ok := v.cat.wall(l.stay.CheckIn, l.stay.Time); ok {
		picked = around(slots.Slots, at)
	}
	for _, slot := range picked {
		if slot.Capacity == 0 || slot.Seats >= 3 && slot.Seats*5 >= slot.Capacity {
			l.scarce = false
		}
		l.offer(v, s, slot.ID, slot.Start, slot.End, s.Total(int(slot.End.Sub(slot.Start).Minutes()), l.party.People()))
	}
}

// around are the starts nearest to an instant, the nearest first.
func around(slots []canonical.Slot, at time.Time) []canonical.Slot {
	off := func(s canonical.Slot) time.Duration { return s.Start.Sub(at).Abs() }
	near := slices.DeleteFunc(slices.Clone(slots), func(s canonical.Slot) bool { return off(s) > offerMiss })
	sort.SliceStable(near, func(i, j int) bool { return off(near[i]) < off(near[j]) })
	return near[:min(len(near), offersMost)]
}

// spread are a few starts that show what a day is like: the first, the last,
// and some between.
func spread(slots []canonical.Slot) (few []canonical.Slot) {
	n := len(slots)
	if n <= offersMost {
		return slots
	}
	for i := range offersMost {
		few = append(few, slots[i*(n-1)/(offersMost-1)])
	}
	return few
}

// longestLabel is how many characters of a service's name an offer carries: it
// must fit a token.
const longestLabel = 80

func clipped(name string) string {
	n := 0
	for i := range name {
		if n++; n > longestLabel {
			return name[:i]
		}
	}
	return name
}

// offer adds what was found free.
func (l *look) offer(v *view, s *canonical.Service, slot string, from, to time.Time, price canonical.Money) {
	issued := v.now.Truncate(time.Second)
	expires := issued.Add(canonical.MaxLife)
	if from.After(issued) {
		expires = soonest(expires, from)
	}
	o := canonical.Offer{
		ID: v.id("offer " + l.place.Entity + " " + s.ID + " " + from.String()), Host: v.req.Host, Registry: l.shelf.registry.ID,
		Entity: l.place.Entity, Organization: v.cat.org.Slug, Service: s.ID, Label: clipped(s.Name), Section: s.Kind.Section(),
		Slot: slot, Start: from, End: to, Timezone: v.cat.org.Timezone, Party: l.party,
		Price: price, Terms: canonical.TermsOf(v.cat.org, s), Bookable: s.PrepaidOf(price).Amount == 0,
		Issued: issued, Expires: expires,
	}
	if v.req.Principal.Role == canonical.RoleGuest {
		o.Guest = v.req.Caller
	}
	l.free = append(l.free, o)
}
