package engine

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"hora/canonical"
)

// freed is a place that a booking, hold or offer gives back.
type freed struct {
	organization string
	service      canonical.ServiceRef
	provider     canonical.Named
	resources    []canonical.Named
	start        time.Time
	minutes      int
	holder       string // whose part of the calendars it is
	claims       []canonical.Claim
}

func freedBy(b *canonical.Booking) freed {
	return freed{b.Organization, b.Service, b.Provider, b.Resources, b.Start, b.Minutes, b.ID, b.Claims}
}

func freedByHold(h *canonical.Hold) freed {
	return freed{h.Organization, h.Service, h.Provider, h.Resources, h.Start, h.Minutes, h.ID, h.Claims}
}

func freedByOffer(e *canonical.Entry) freed {
	length := int(e.Offer.End.Sub(e.Offer.Start).Minutes())
	return freed{e.Organization, e.Service, e.Offer.Provider, e.Offer.Resources, e.Offer.Start, length, e.ID, e.Claims}
}

func (f *freed) slot() string {
	r := canonical.SlotRef{Provider: f.provider.ID, Start: f.start}
	if len(f.resources) > 0 {
		r.Resource = f.resources[0].ID
	}
	if f.service.Kind.Lasts() {
		r.Minutes = f.minutes
	}
	return r.String()
}

// offersAtOnce is to how many entries a commit offers what it gives back: a
// large party can leave places for more than a commit has room for.
const offersAtOnce = 10

// giveBack takes a place out of the calendars and, where its service has a
// waitlist, keeps it for the first entries that it suits: the place goes from
// one to the other in one commit, and nobody comes in between. What is left for
// entries beyond offersAtOnce is passed on by sweep. ok is false while something
// for it has not been read.
func (v *view) giveBack(d *diary, f freed) (offers []canonical.Write, ok bool) {
	s, read := v.serviceNow(f)
	if !read {
		return nil, false
	}
	if s == nil || s.Waitlist == nil || !f.start.After(v.now) {
		d.leave(f.holder, f.claims)
		return nil, true
	}
	queue := canonical.QueueKey(f.organization, f.service.ID)
	if ok := v.want(queue); !v.wantClaims(f.claims) || !ok {
		return nil, false
	}
	var waiting []canonical.StoreKey
	for _, id := range slices.Sorted(maps.Keys(v.Record(queue).Parts)) {
		if id != f.holder {
			waiting = append(waiting, canonical.EntryKey(f.organization, id))
		}
	}
	zone, read := v.zoneNow(f.organization)
	if !v.want(waiting...) || !read {
		return nil, false
	}
	left, offered := v.stillFree(s, f), 0
	d.leave(f.holder, f.claims)
	for _, k := range waiting {
		if offered == offersAtOnce {
			offers = append(offers, v.passOn(&f, left, d)...)
			break
		}
		e, ok := document[canonical.Entry](v, k)
		if !ok || e.State != canonical.EntryWaiting || v.lapseEntry(&e) || !suits(&e, &f, zone) {
			continue
		}
		claims, rest, fits := v.part(s, &f, left, e.Guests())
		if !fits {
			continue
		}
		offers = append(offers, v.offerTo(&e, &f, s, claims, d)...)
		offered++
		if left = rest; len(left) == 0 {
			break
		}
	}
	return offers, true
}

// offerTo keeps a place for an entry.
func (v *view) offerTo(e *canonical.Entry, f *freed, s *canonical.Service, claims []canonical.Claim, d *diary) []canonical.Write {
	length := cmp.Or(s.Waitlist.OfferMinutes, canonical.OfferMinutes)
	expires := soonest(v.now.Add(minutes(length)).Truncate(time.Second), f.start)
	e.State, e.Claims = canonical.EntryOffered, claims
	e.Offer = &canonical.OfferedSlot{Slot: f.slot(), Provider: f.provider, Resources: f.resources, Start: f.start, End: f.start.Add(minutes(f.minutes)), Expires: expires}
	e.Revision++
	d.take(e.ID, claims, expires)
	return []canonical.Write{put(v, canonical.EntryKey(e.Organization, e.ID), e), dueOf(e, expires, dueOffer)}
}

// passedOn is how long places are kept for sweep to offer them: a little longer
// than from one sweep to the next.
const passedOn = 2 * time.Minute

// passOn keeps places for the next entries in a hold that nobody has: when it
// has run out, sweep gives back what it kept.
func (v *view) passOn(f *freed, left []canonical.Claim, d *diary) []canonical.Write {
	h := canonical.Hold{
		ID: v.id("passed on"), Organization: f.organization, Service: f.service, Provider: f.provider, Resources: f.resources,
		Start: f.start, Minutes: f.minutes, Claims: left, Party: seats(left),
		Expires: soonest(v.now.Add(passedOn).Truncate(time.Second), f.start), State: canonical.HoldActive,
	}
	d.take(h.ID, h.Claims, h.Expires)
	return []canonical.Write{create(canonical.HoldKey(h.ID), h), due(h.Expires, dueHold, h.ID)}
}

// stillFree is what of a place nobody has taken yet: all of it when it is
// given up now, perhaps less when what kept it ran out a while ago.
func (v *view) stillFree(s *canonical.Service, f freed) (left []canonical.Claim) {
	self := []string{f.holder}
	for _, c := range f.claims {
		if c.Seats == 0 {
			if !v.freeIn(claimed(c), interval(c), self...) {
				return nil
			}
			left = append(left, c)
			continue
		}
		seats := seatingOf(f.organization, s, f.start)
		if c.Block >= len(seats.sizes) {
			continue
		}
		if c.Seats = min(c.Seats, v.left(seats, c.Block, self)); c.Seats > 0 {
			left = append(left, c)
		}
	}
	return left
}

// part cuts from what is left of a place what a party takes. Anything but
// seats goes whole, to a party that it holds.
func (v *view) part(s *canonical.Service, f *freed, left []canonical.Claim, guests int) (claims, rest []canonical.Claim, fits bool) {
	switch {
	case len(left) == 0:
		return nil, nil, false
	case left[0].Seats == 0:
		most := max(s.Capacity, 1)
		if s.Kind == canonical.Table || s.Kind.Lasts() {
			r, read := v.resourceNow(f)
			if !read || r == nil {
				return nil, left, false
			}
			most = sizeOf(r)
		}
		return left, nil, guests <= most
	case seats(left) < guests:
		return nil, left, false
	}
	for _, c := range left {
		if n := min(c.Seats, guests); n > 0 {
			guests -= n
			mine := c
			mine.Seats, c.Seats = n, c.Seats-n
			claims = append(claims, mine)
		}
		if c.Seats > 0 {
			rest = append(rest, c)
		}
	}
	return claims, rest, true
}

// serviceNow is the service that a place belongs to, as the catalogue has it
// now; nil when it has it no more. read is false while that is not known.
func (v *view) serviceNow(f freed) (s *canonical.Service, read bool) {
	if v.cat != nil {
		return v.cat.service[f.service.ID], true
	}
	k := canonical.ServiceKey(f.organization, f.service.ID)
	if !v.want(k) {
		return nil, false
	}
	if found, ok := document[canonical.Service](v, k); ok && !found.Deleted {
		return &found, true
	}
	return nil, true
}

// zoneNow is the zone of an organisation.
func (v *view) zoneNow(organization string) (zone *time.Location, read bool) {
	if v.cat != nil {
		return v.cat.zone, true
	}
	k := canonical.OrganizationKey(organization)
	if !v.want(k) {
		return nil, false
	}
	org, _ := document[canonical.Organization](v, k)
	return org.Zone(), true
}

func (v *view) resourceNow(f *freed) (r *canonical.Resource, read bool) {
	if len(f.resources) == 0 {
		return nil, true
	}
	if v.cat != nil {
		return v.cat.resource[f.resources[0].ID], true
	}
	k := canonical.ResourceKey(f.organization, f.resources[0].ID)
	if !v.want(k) {
		return nil, false
	}
	if found, ok := document[canonical.Resource](v, k); ok {
		return &found, true
	}
	return nil, true
}
