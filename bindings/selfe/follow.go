package selfe

import "hora/canonical"

// followed is how many places a follow-up command names.
const followed = 3

// follow is the command that an answer leads to: to have the first offer that
// can be reviewed reviewed; or, where no dates have been looked at, to look at
// the first places with what the question says of when and who. What it does
// not say stays out; where it speaks of either and is unclear, nothing follows: the
// command would be for any time, or for one adult. matched places are those that
// the caller meant already. nil where there is nothing to follow up.
func follow(r *canonical.Places, out *registryResult, matched bool) *next {
	for i := range out.Results {
		p := &out.Results[i]
		for j := range p.Offers {
			if h := p.Offers[j].Handle; h != "" {
				a := &handoffArguments{Venue: &p.Entity, Handle: &h, Section: new(section(r.Places[i].Offers[j].Section))}
				return &next{skillHandoff, a}
			}
		}
	}
	if matched || len(r.Places) == 0 || r.Places[0].Availability != nil || r.Read.UnclearStay || r.Read.UnclearParty {
		return nil
	}
	a := &matchArguments{Stay: stayOf(r.Read.Stay)}
	if p := r.Read.Party; p != nil {
		a.Party = partyOf(p)
	}
	top := r.Places[:min(len(r.Places), followed)]
	for i := range top {
		a.Places = append(a.Places, placeRef{Entity: &out.Results[i].Entity})
	}
	if s := r.Read.Section; s != "" && inAll(top, s) {
		a.Section = new(section(s))
	}
	return &next{skillMatch, a}
}

// inAll says whether all these places are listed in a section.
func inAll(all []canonical.Found, s canonical.Section) bool {
	for i := range all {
		if !all[i].Place.In(s) {
			return false
		}
	}
	return true
}

// stayOf is a stay as a command has it.
func stayOf(s *canonical.Stay) *stay {
	if s == nil {
		return nil
	}
	out := &stay{CheckIn: new(date(s.CheckIn))}
	if s.CheckOut != "" {
		out.CheckOut = new(date(s.CheckOut))
	}
	if s.Time != "" {
		out.Time = new(clock(s.Time))
	}
	return out
}
