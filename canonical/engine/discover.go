package engine

import (
	"slices"
	"strconv"
	"strings"

	"hora/canonical"
	"hora/canonical/places"
)

// listOfPlaces are the places of a registry that answer a question.
const listOfPlaces = "places"

// discover answers an open question. Places come in the order of the ranking,
// whatever is free; of an organisation that cannot be reached nothing is told.
func discover(c canonical.Discover) plan {
	return func(v *view) (change, *canonical.Error) {
		s, refusal := v.shelf()
		if s == nil {
			return change{}, refusal
		}
		if refusal := asking(c.Stay, c.Party); refusal != nil {
			return change{}, refusal
		}
		for _, f := range c.Filters {
			if !slices.Contains(places.Fields, f.Field) {
				return change{}, invalid("filters."+f.Field, canonical.Problem{Rule: canonical.RuleOneOf})
			}
		}
		search := places.Search{
			Question: places.Read(c.Text, canonical.DateOf(v.now, s.zone)),
			Only:     c.Section, Filters: c.Filters, Size: min(max(c.Size, 0), canonical.MaxPlacesSize),
		}
		if search.Size == 0 {
			search.Size = canonical.PlacesSize
		}
		list := listOfPlaces + hash(v.req.Catalogue, canonical.Request{Command: pageless(c)}.Digest())
		if search.After, refusal = v.hitIn(list, c.After); refusal != nil {
			return change{}, refusal
		}
		hits, total, more := v.reachableHits(s, search)
		out := canonical.Places{Registry: s.registry.ID, Read: withArguments(search.Reading, &c), Handoff: s.registry.HandsOff(), Book: s.registry.Book, Total: total, At: v.now}
		out.Places = []canonical.Found{}
		for _, h := range hits {
			out.Places = append(out.Places, canonical.Found{Place: s.places.At(h), Score: h.Score})
		}
		if more {
			last := hits[len(hits)-1]
			out.Next = v.cursorIn(list, strconv.Itoa(last.Score)+" "+strconv.Itoa(last.Place))
		}
		if section := c.Section; c.Stay != nil {
			if section == "" {
				section = search.Section
			}
			v.live(s, &out, section, *c.Stay, c.Party)
		}
		return answer(out)
	}
}

// withArguments is what a question says of when and who, for whoever is to ask with
// dates: what its arguments say outright counts.
func withArguments(r canonical.Reading, c *canonical.Discover) canonical.Reading {
	if c.Stay != nil { // it has been asked with dates
		return r
	}
	if c.Party != nil {
		r.Party, r.UnclearParty = c.Party, false
	}
	if c.Section != "" {
		r.Section = c.Section
	}
	return r
}

// pageless is the question whatever page of its answer is asked for.
func pageless(c canonical.Discover) canonical.Discover {
	c.After = ""
	return c
}

// hitIn is where a page before ended; nil for the first page.
func (v *view) hitIn(list string, c canonical.Cursor) (*places.Hit, *canonical.Error) {
	place, refusal := v.placeIn(list, c)
	if refusal != nil || place == "" {
		return nil, refusal
	}
	score, at, _ := strings.Cut(place, " ")
	var h places.Hit
	h.Score, _ = strconv.Atoi(score)
	h.Place, _ = strconv.Atoi(at)
	return &h, nil
}

// reachableHits is one page of a ranking without what nothing may be told of,
// and whether there is more behind it. What was met of that on the way is not
// counted either.
func (v *view) reachableHits(s *shelf, search places.Search) (page []places.Hit, total int, more bool) {
	size, untold := search.Size, 0
	for {
		search.Size = size - len(page) + 1 // one more, to see whether there is one
		hits, all := s.places.Find(search)
		for i, h := range hits {
			search.After = &hits[i]
			total = all - untold
			if !v.tells(s.places.At(h).Organization) {
				untold++
				continue
			}
			if len(page) == size {
				return page, total, true
			}
			page = append(page, h)
		}
		if len(hits) < search.Size {
			return page, all - untold, false
		}
	}
}

// match looks places up. What is not listed, or not in the section asked for,
// is told apart; that is no error.
func match(c canonical.Match) plan {
	return func(v *view) (change, *canonical.Error) {
		s, refusal := v.shelf()
		if s == nil {
			return change{}, refusal
		}
		if refusal := asking(c.Stay, c.Party); refusal != nil {
			return change{}, refusal
		}
		out := canonical.Places{Registry: s.registry.ID, Handoff: s.registry.HandsOff(), Book: s.registry.Book, At: v.now, Places: []canonical.Found{}}
		seen := map[string]bool{}
		for _, ref := range c.Places {
			found, ok := s.meant(ref)
			if !ok || c.Section != "" && !found.Place.In(c.Section) || !v.tells(found.Place.Organization) {
				out.Unmatched = append(out.Unmatched, ref)
				continue
			}
			if !seen[found.Place.Entity] {
				seen[found.Place.Entity] = true
				out.Places = append(out.Places, found)
			}
		}
		out.Total = len(out.Places)
		if c.Stay != nil {
			v.live(s, &out, c.Section, *c.Stay, c.Party)
		}
		return answer(out)
	}
}

// sameName is the score of a place that was named in full, and nearName that
// of one of which a part of the name was enough.
const (
	sameName = 100
	nearName = 90
)

func (s *shelf) meant(ref canonical.PlaceRef) (canonical.Found, bool) {
	if ref.Entity != "" {
		p, ok := s.places.Place(ref.Entity)
		return canonical.Found{Place: p, Score: sameName}, ok
	}
	p, exact, ok := s.places.Named(ref.Name)
	if !exact {
		return canonical.Found{Place: p, Score: nearName}, ok
	}
	return canonical.Found{Place: p, Score: sameName}, ok
}

// asking refuses a stay that cannot be.
func asking(stay *canonical.Stay, party *canonical.Party) *canonical.Error {
	if stay == nil {
		return nil
	}
	if _, err := canonical.ParseDate(string(stay.CheckIn)); err != nil {
		return invalid("stay.check_in", canonical.Problem{Rule: canonical.RuleDate})
	}
	if stay.CheckOut == "" {
		return nil
	}
	if _, err := canonical.ParseDate(string(stay.CheckOut)); err != nil {
		return invalid("stay.check_out", canonical.Problem{Rule: canonical.RuleDate})
	}
	switch n := stay.CheckIn.DaysUntil(stay.CheckOut); {
	case n < 1:
		return invalid("stay.check_out", canonical.Problem{Rule: canonical.RuleRange, Min: 1})
	case n > canonical.MaxNights:
		return invalid("stay.check_out", canonical.Problem{Rule: canonical.RuleSpan, Max: canonical.MaxNights})
	}
	return nil
}
