package a2a

import (
	"net/http"
	"time"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// modified is when the card of the front door itself, and what all cards have
// of it, last changed.
var modified = time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)

// vocabulary is the URI of the extension that stands for the operations and
// their schemas.
const vocabulary = "urn:hora:operations"

const version = "1.0.0"

var modes = []string{"text/plain", "application/json"}

// rootCard is the front door's own: it is for every organisation.
func (b *Door) rootCard() *a2awire.Card {
	c := b.card()
	c.Name, c.URL = "hora", b.public+"/a2a"
	c.Description = "A booking desk for every agent: it finds free times, books, moves and cancels appointments at the organizations that it keeps the diary of. " +
		"Say which in message.metadata.organization, or call an organization's own address, " + b.public + "/orgs/{organization}/a2a; its card, with examples, is " +
		b.public + "/orgs/{organization}/.well-known/agent-card.json. Send plain words in Spanish or English, or data parts by the schemas of the skills."
	c.Provider = &a2awire.Provider{Organization: "hora", URL: b.public}
	c.Modified = modified
	for i := range operations {
		c.Skills = append(c.Skills, b.skill(&operations[i]))
	}
	c.Skills = append(c.Skills, talk)
	return c
}

// organizationCard is that of one organisation. Its examples can be sent as
// they are; what stands for an id from an earlier answer finds nothing.
func (b *Door) organizationCard(p *canonical.Profile) *a2awire.Card {
	o := &p.Organization
	c := b.card()
	c.Name, c.URL = o.Name, b.public+"/orgs/"+o.Slug+"/a2a"
	c.Description = o.Description
	if c.Description == "" {
		c.Description = "Appointments at " + o.Name + "."
	}
	c.Provider = &a2awire.Provider{Organization: o.Name, URL: b.public + "/orgs/" + o.Slug}
	if c.Modified = o.Modified; !o.Modified.IsZero() && o.Modified.Before(modified) {
		c.Modified = modified
	}
	for i := range operations {
		s := b.skill(&operations[i])
		s.Examples = example(operations[i].op, p)
		c.Skills = append(c.Skills, s)
	}
	t := talk
	t.Examples = []string{"¿Qué servicios tienen?", "What do you offer?"}
	if len(p.Services) > 0 {
		name := p.Services[0].Name
		t.Examples = append(t.Examples, "¿Qué horas hay para "+name+" esta semana?", "Quiero una hora de "+name+" mañana a las 10:00")
	}
	c.Skills = append(c.Skills, t)
	return c
}

func (b *Door) card() *a2awire.Card {
	return &a2awire.Card{
		Version: version, InputModes: modes, OutputModes: modes,
		Extensions: []a2awire.Extension{{
			URI: vocabulary, Description: "Operations as data parts, {\"operation\", \"arguments\"}, with their JSON Schemas.", Params: b.schemaList(),
		}},
		Schemes: []a2awire.Scheme{
			{Name: "bearer", Description: "A key of the organization, or of a platform. Reading and booking need none.", HTTP: &a2awire.HTTPAuth{Scheme: "Bearer"}},
			{Name: "apiKey", Description: "The same key in a header of its own.", APIKey: &a2awire.APIKey{In: "header", Name: "X-API-Key"}},
		},
	}
}

// schemaList is where the schemas are, and by what other dialects are known.
type schemaList struct {
	Operations   []operationEntry `json:"operations"`
	Answer       string           `json:"answer"`
	Vocabularies []guestEntry     `json:"vocabularies,omitempty"`
}

type operationEntry struct {
	Operation string `json:"operation"`
	Schema    string `json:"schema"`
}

type guestEntry struct {
	Name     string `json:"name"`
	Data     string `json:"data,omitzero"`
	Metadata string `json:"metadata,omitzero"`
}

func (b *Door) schemaList() *schemaList {
	l := &schemaList{Answer: schemaURL(b.public, answerSchema)}
	for i := range operations {
		name := operations[i].op.String()
		l.Operations = append(l.Operations, operationEntry{name, schemaURL(b.public, name)})
	}
	for _, d := range b.dialects[1:] {
		l.Vocabularies = append(l.Vocabularies, guestEntry{d.Name(), d.Mark().Data, d.Mark().Metadata})
	}
	return l
}

func (b *Door) skill(o *operation) a2awire.Skill {
	return a2awire.Skill{
		ID: o.op.String(), Name: o.title, Tags: o.tags,
		Description: o.about + " Data part by the schema " + schemaURL(b.public, o.op.String()),
		InputModes:  modes[1:], OutputModes: modes,
	}
}

var talk = a2awire.Skill{
	ID: "talk", Name: "Talk",
	Description: "Plain words, in Spanish or English: ask for services and free times, or for an appointment. What is missing is asked for, free times are offered, and nothing is booked without a yes.",
	Tags:        []string{"conversation", "booking", "español", "english"}, InputModes: modes[:1], OutputModes: modes,
}

// example is a data part for the operation at that organisation.
func example(op canonical.Op, p *canonical.Profile) []string {
	const (
		booking = "01J00000000000000000000000"
		hold    = "01J00000000000000000000001"
	)
	service, provider := "service-1", "provider-1"
	if len(p.Services) > 0 {
		if service = p.Services[0].ID; len(p.Services[0].Providers) > 0 {
			provider = p.Services[0].Providers[0]
		}
	}
	slot := canonical.SlotRef{Provider: provider, Start: time.Date(2030, 1, 7, 15, 0, 0, 0, time.UTC)}.String()
	days, limit := 14, 5
	var v any
	switch op {
	case canonical.OpDescribe:
		v = call[describeArguments]{op.String(), describeArguments{}}
	case canonical.OpListServices:
		v = call[listServicesArguments]{op.String(), listServicesArguments{}}
	case canonical.OpFindSlots:
		v = call[findSlotsArguments]{op.String(), findSlotsArguments{Service: service, Days: &days, Limit: &limit}}
	case canonical.OpPlaceHold:
		v = call[placeHoldArguments]{op.String(), placeHoldArguments{Service: service, start: start{Slot: slot}}}
	case canonical.OpReleaseHold:
		v = call[releaseHoldArguments]{op.String(), releaseHoldArguments{Hold: hold}}
	case canonical.OpBook:
		v = call[bookArguments]{op.String(), bookArguments{Service: service, start: start{Slot: slot}, Client: client{Email: "ana@example.com", Name: "Ana"}}}
	case canonical.OpGetBooking:
		v = call[getBookingArguments]{op.String(), getBookingArguments{Booking: booking}}
	case canonical.OpCancel:
		v = call[cancelArguments]{op.String(), cancelArguments{Booking: booking, By: "client"}}
	case canonical.OpReschedule:
		v = call[rescheduleArguments]{op.String(), rescheduleArguments{Booking: booking, Slot: slot}}
	}
	return []string{string(wirejson.Marshal(v))}
}

// A cardReply answers a request for a card.
type cardReply struct {
	*a2awire.CardReply
	door *Door
	root bool
}

// decodeRoot answers without a desk.
func (b *Door) decodeRoot(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return canonical.Request{}, &cardReply{a2awire.ReadCard(in, false), b, true}, nil
}

func (b *Door) decodeCard(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	r := &cardReply{a2awire.ReadCard(in, false), b, false}
	meta := canonical.Meta{Organization: in.Path("org"), Binding: Name, Channel: "a2a", Remote: in.Remote}
	return canonical.Request{Meta: meta, Command: canonical.Describe{}}, r, nil
}

func (r *cardReply) Encode(o canonical.Outcome) bindings.Outbound {
	if o.Err != nil {
		return r.fail(o.Err)
	}
	if r.root {
		return r.Answer(r.door.rootCard())
	}
	if p, ok := o.Result.(canonical.Profile); ok {
		return r.Answer(r.door.organizationCard(&p))
	}
	return r.Fail(http.StatusInternalServerError)
}

func (r *cardReply) fail(e *canonical.Error) bindings.Outbound {
	switch e.Code {
	case canonical.UnknownOrganization:
		return r.Fail(http.StatusNotFound)
	case canonical.Unauthenticated:
		return r.Fail(http.StatusUnauthorized)
	case canonical.RateLimited:
		return retry(r.Fail(http.StatusTooManyRequests), e)
	case canonical.Unavailable:
		return retry(r.Fail(http.StatusServiceUnavailable), e)
	}
	return r.Fail(http.StatusInternalServerError)
}
