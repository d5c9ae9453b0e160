package a2a

import "hora/canonical"

func profileOf(p *canonical.Profile) *profileBody {
	o := &p.Organization
	b := &profileBody{
		Organization: organizationBody{o.Slug, o.Name, o.Description, o.Country, o.Timezone, o.Currency},
		Services:     servicesOf(p.Services),
		Providers:    make([]providerBody, len(p.Providers)),
	}
	for i := range p.Providers {
		p := &p.Providers[i]
		b.Providers[i] = providerBody{ID: p.ID, Name: p.Name, Timezone: p.Timezone, Hours: make([]windowBody, len(p.Windows))}
		for j, w := range p.Windows {
			b.Providers[i].Hours[j] = windowBody(w)
		}
	}
	return b
}

func servicesOf(all []canonical.Service) []serviceBody {
	out := make([]serviceBody, len(all))
	for i := range all {
		s := &all[i]
		out[i] = serviceBody{
			ID: s.ID, Type: string(s.Kind), Name: s.Name, Description: s.Description,
			Price:   priceBody{moneyOf(s.Price.Money()), s.Price.Model, s.Price.Unit},
			Minutes: s.Minutes, Channel: string(s.Channel), Category: s.Category, Tags: s.Tags, Requirements: s.Requirements, Providers: s.Providers,
		}
		if s.Prepayment != canonical.NoPrepayment {
			out[i].Prepayment = string(s.Prepayment)
		}
	}
	return out
}

func slotsOf(all []canonical.Slot) []slotBody {
	out := make([]slotBody, len(all))
	for i, s := range all {
		out[i] = slotBody{ID: s.ID, Start: s.Start, End: s.End, Provider: s.Provider, Resource: s.Resource, Seats: s.Seats}
	}
	return out
}

func moneyOf(m canonical.Money) moneyBody { return moneyBody{m.Major(), m.Currency} }

func bookingOf(b *canonical.Booking) bookingBody {
	out := bookingBody{
		ID: b.ID, Organization: b.Organization, State: string(b.State()), Pending: b.Lifecycle.PendingConfirmation,
		Service: named{b.Service.ID, b.Service.Name}, Provider: named(b.Provider),
		Start: b.Start, Timezone: b.Timezone, Minutes: b.Minutes, Party: b.Party, Channel: string(b.Channel),
		Price: moneyOf(b.Billing.Amount), Billing: string(b.Billing.Status),
		Notes: b.Notes, Order: b.Order, Sale: b.Sale, Revision: b.Revision,
	}
	for _, r := range b.Resources {
		out.Resources = append(out.Resources, named(r))
	}
	out.Client = clientOf(b.Client)
	return out
}

// clientOf is nil where the client is not shown.
func clientOf(c canonical.Client) *clientBody {
	if c.Email == "" {
		return nil
	}
	return &clientBody{c.Email, c.Name, c.Surname, c.Phone}
}

func questionOf(q *canonical.Question, needs []canonical.Need) *questionBody {
	b := &questionBody{
		Want: q.Want.String(), Organization: organizationName{q.Organization.ID, q.Organization.Name},
		Start: q.Start, Timezone: q.Timezone, Language: string(q.Language),
	}
	for _, n := range needs {
		b.Needs = append(b.Needs, string(n.Field))
		if n.Choices != nil {
			b.Choices = servicesOf(n.Choices)
		}
	}
	if q.Service != nil {
		b.Service = &named{q.Service.ID, q.Service.Name}
	}
	if len(q.Offer) > 0 {
		b.Offer = slotsOf(q.Offer)
	}
	if p := q.Proposal; p != nil {
		b.Proposal = &proposalBody{Service: named{ID: p.Service}, Provider: named(q.Provider), Start: p.Start, Minutes: p.Minutes, Party: p.Party, Client: clientOf(p.Client)}
		if q.Service != nil {
			b.Proposal.Service.Name = q.Service.Name
		}
	}
	return b
}

func refusal(e *canonical.Error) *errorBody {
	b := &errorBody{Code: e.Code.String(), State: string(e.State)}
	if e.Price != nil {
		b.Price = new(moneyOf(*e.Price))
	}
	for _, p := range e.Problems {
		b.Problems = append(b.Problems, problemBody{p.Path, string(p.Rule)})
	}
	return b
}
