package engine

import (
	"slices"
	"time"

	"hora/canonical"
)

// A kind is how the services of one canonical.Kind fill time: where they can
// be, what they take, and when they are free.
type kind interface {
	// locate checks everything about a placement's start but whether it is
	// free, from catalogue and clock alone. provider is whom the caller named,
	// if anyone.
	locate(v *view, p *placement, provider string) *canonical.Error

	// read asks for every record that settle will look at.
	read(v *view, p *placement, self []string) bool

	// settle chooses what exactly the placement takes (placement.claims) and
	// says whether all of it is free; what self takes counts as free.
	settle(v *view, p *placement, self []string) *canonical.Error

	// prepare completes a search and asks for what list will look at.
	prepare(v *view, s *search) (bool, *canonical.Error)

	// list yields the slots of a search until it is told to stop: those of one
	// provider or resource in order of their start.
	list(v *view, s *search, yield func(canonical.Slot) bool)

	// configured says whether there are any hours at all.
	configured(v *view, s *search) bool
}

func kindOf(s *canonical.Service) kind {
	switch s.Kind {
	case canonical.Class:
		return class{}
	case canonical.Table:
		return table{}
	case canonical.Rental:
		return rental{}
	case canonical.Nights:
		return nights{}
	}
	return appointment{}
}

// A placement is where and when something would be: whom and what it takes.
// locate finds it; settle looks whether it is free.
type placement struct {
	service   *canonical.Service
	kind      kind
	provider  *canonical.Provider   // nil where nobody in particular gives the service
	resources []*canonical.Resource // chosen by settle; before it, the one that was named
	prefer    []canonical.Named     // resources to keep if they can be
	seats     []canonical.Claim     // seats that are kept already, to be taken first
	start     time.Time
	minutes   int
	guests    int
	checkIn   canonical.Date // of nights
	nights    int
	asked     string            // the slot id that was given
	moves     bool              // see asked
	hold      string            // as asked
	claims    []canonical.Claim // what is taken, buffers included; set by settle
}

// asked is a start as a caller names it: by slot id, or by provider and
// instant.
type asked struct {
	service, slot, provider string
	resource                string // a provider or resource; must not contradict the rest
	start                   time.Time
	minutes, guests         int
	hold                    string // that it would convert; newHold where it becomes one
	moves                   bool   // a booking: its length is its own, nobody asked for it
}

// newHold is the hold of what becomes one.
const newHold = "new"

// locate checks everything about a start but whether it is free: that there
// are such a service and provider, that the start is neither past nor beyond
// the organisation's limits, and that whoever and whatever it takes is open
// throughout.
func (v *view) locate(a asked) (*placement, *canonical.Error) {
	p := &placement{start: a.start, minutes: a.minutes, guests: max(a.guests, 1), asked: a.slot, hold: a.hold, moves: a.moves}
	if p.service = v.cat.service[a.service]; p.service == nil {
		return nil, canonical.Refuse(canonical.UnknownService)
	}
	p.kind = kindOf(p.service)
	if a.slot != "" {
		ref, err := canonical.ParseSlot(a.slot)
		if err != nil || ref.Minutes > 0 && !p.service.Kind.Lasts() {
			return nil, canonical.Refuse(canonical.SlotTaken)
		}
		a.provider, p.start = ref.Provider, ref.Start
		if ref.Minutes > 0 {
			p.minutes = ref.Minutes
		}
		if ref.Resource != "" {
			r := v.cat.resource[ref.Resource]
			if r == nil {
				return nil, canonical.Refuse(canonical.SlotTaken)
			}
			p.resources = []*canonical.Resource{r}
		}
	}
	if refusal := v.meant(p, &a); refusal != nil {
		return nil, refusal
	}
	if p.guests < p.service.MinParty {
		return nil, invalid("party", canonical.Problem{Rule: canonical.RuleRange, Min: p.service.MinParty})
	}
	return p, p.kind.locate(v, p, a.provider)
}

// meant narrows a placement to the provider or resource that was named beside
// it. One that the slot or the provider contradicts does not fit.
func (v *view) meant(p *placement, a *asked) *canonical.Error {
	switch {
	case a.resource == "":
	case v.cat.provider[a.resource] != nil:
		if a.provider != "" && a.provider != a.resource || a.provider == "" && a.slot != "" {
			return invalid("resource", canonical.Problem{Rule: canonical.RuleFit})
		}
		a.provider = a.resource
	case v.cat.resource[a.resource] != nil:
		r := v.cat.resource[a.resource]
		if len(p.resources) > 0 && p.resources[0] != r || !slices.Contains(p.service.ResourceTypes, r.Type) {
			return invalid("resource", canonical.Problem{Rule: canonical.RuleFit})
		}
		p.resources = []*canonical.Resource{r}
	default:
		return canonical.Refuse(canonical.UnknownResource)
	}
	return nil
}

// invalid refuses one argument.
func invalid(path string, p canonical.Problem) *canonical.Error {
	p.Path = path
	return &canonical.Error{Code: canonical.Invalid, Problems: []canonical.Problem{p}}
}

// slot is the id of the slot that was settled on.
func (p *placement) slot() string {
	r := canonical.SlotRef{Provider: p.giver().ID, Start: p.start}
	if len(p.resources) > 0 {
		r.Resource = p.resources[0].ID
	}
	if p.service.Kind.Lasts() {
		r.Minutes = p.minutes
	}
	return r.String()
}

// total is what it costs.
func (p *placement) total() canonical.Money {
	if p.nights > 0 {
		return p.service.Nights(p.checkIn, p.nights, p.guests)
	}
	return p.service.Total(p.minutes, p.guests)
}

// giver is who gives the service, as a booking records it.
func (p *placement) giver() canonical.Named {
	if p.provider == nil {
		return canonical.Named{}
	}
	return canonical.Named{ID: p.provider.ID, Name: p.provider.Name}
}

// named are the chosen resources as a booking records them.
func (p *placement) named() (all []canonical.Named) {
	for _, r := range p.resources {
		all = append(all, canonical.Named{ID: r.ID, Name: r.Name})
	}
	return all
}

// ref is the service as a booking records it.
func (p *placement) ref() canonical.ServiceRef {
	return canonical.ServiceRef{ID: p.service.ID, Name: p.service.Name, Kind: p.service.Kind}
}
