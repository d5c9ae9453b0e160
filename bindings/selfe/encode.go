package selfe

import (
	"net/url"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/a2awire"
	"hora/canonical"
)

// said is an answer: a data part and, for people, a short text behind it.
type said struct {
	data any
	text string
}

func (s *said) parts() []a2awire.OutPart {
	data := a2awire.Data(s.data)
	data.MediaType = "application/json"
	if s.text == "" {
		return []a2awire.OutPart{data}
	}
	text := a2awire.Text(s.text)
	text.MediaType = "text/plain"
	return []a2awire.OutPart{data, text}
}

// say writes down what was asked for with that form. known says that the caller
// is, who then may have a guest confirm a cart. A result that no skill has is
// nothing.
func (b *binding) say(form string, r canonical.Result, known bool) (said, bool) {
	switch r := r.(type) {
	case canonical.Places:
		return b.places(&r, form == formMatch, known), true
	case canonical.Reservation:
		return reserved(&r), true
	case canonical.Handoff:
		return b.handoff(&r)
	}
	return said{}, false
}

func (b *binding) places(r *canonical.Places, matched, known bool) said {
	out := &registryResult{Results: make([]place, len(r.Places)), PageToken: string(r.Next)}
	source := b.source(r.Registry)
	for i := range r.Places {
		f := &r.Places[i]
		p := b.place(&f.Place, f.Score, source)
		p.offers(b, f, r, known)
		out.Results[i] = p
	}
	for _, u := range r.Unmatched {
		out.Unmatched = append(out.Unmatched, refer(u))
	}
	out.Next = follow(r, out, matched)
	return said{out, tellPlaces(r)}
}

func refer(p canonical.PlaceRef) (ref placeRef) {
	if p.Entity != "" {
		ref.Entity = new(entityID(p.Entity))
	} else {
		ref.Name = new(p.Name)
	}
	return ref
}

// agentCard is the media type of what the url of a place leads to.
const agentCard = "application/a2a-agent-card+json"

func (b *binding) place(p *canonical.Place, score int, source string) place {
	out := place{
		Identifier: "urn:air:" + b.hostname + ":place:" + p.Entity, DisplayName: p.Name, Type: agentCard,
		URL: b.PublicURL + "/orgs/" + p.Organization + "/.well-known/agent-card.json", Score: score, Source: source,
		Entity: entityID(p.Entity), PageURL: p.PageURL,
	}
	out.Sections = make([]section, len(p.Sections))
	for i, s := range p.Sections {
		out.Sections[i] = section(s)
	}
	return out
}

// source is the base of a registry's ARD endpoints.
func (b *binding) source(catalogue string) string {
	if b.Catalogue != "" {
		return b.PublicURL + home
	}
	return b.PublicURL + home + url.PathEscape(catalogue) + "/"
}

// instant writes a time to the second, in UTC.
func instant(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// span writes from when to when something is: the dates of nights, else times
// on the place's clock.
func span(from, to time.Time, zone *time.Location, nights bool) (start, end string) {
	layout := time.RFC3339
	if nights {
		layout = time.DateOnly
	}
	return from.In(zone).Format(layout), to.In(zone).Format(layout)
}

// reserved is how book went.
func reserved(r *canonical.Reservation) said {
	text := tellReservation(r)
	switch r.State {
	case canonical.ReservationOpen:
		return said{&bookOpen{jsontext.Value("null"), string(canonical.OfferUnknown), "claimed", false}, text}
	case canonical.NotReserved:
		return said{&bookResult{Reason: string(r.Reason)}, text}
	}
	b := r.Booking
	if b == nil {
		b = &canonical.Booking{}
	}
	start, end := span(b.Start, b.End(), canonical.Zone(b.Timezone), b.Service.Kind == canonical.Nights)
	return said{&bookResult{Booked: true, Reservation: &reservation{
		ID: b.ID, Entity: entityID(r.Entity), Status: string(b.State()), Start: start, End: end, Timezone: b.Timezone,
		Party: *partyOf(&r.Party), Price: money(b.Billing.Amount),
	}}, text}
}

func partyOf(p *canonical.Party) *party {
	out := &party{Adults: new(count(max(p.Adults, 1)))}
	if p.Children > 0 {
		out.Children = new(count(p.Children))
	}
	return out
}

// handoff is a link for review, or why there is none. One that cannot be
// sealed is nothing.
func (b *binding) handoff(r *canonical.Handoff) (said, bool) {
	if !r.Available || r.Option == nil {
		return said{data: &handoffRefused{Reason: string(r.Reason)}}, !r.Available
	}
	link, ok := b.review(r.Option)
	if !ok {
		return said{}, false
	}
	return said{&handoffReady{Available: true, Venue: entityID(r.Venue), Section: section(r.Section), reviewLink: link}, tellHandoff}, true
}

// review is the link by which a guest can review an option.
func (b *binding) review(o *canonical.Offer) (reviewLink, bool) {
	token, ok := b.seal(canonical.SealReview, o)
	return reviewLink{b.PublicURL + reviewPath + "?t=" + token, instant(o.Expires)}, ok
}
