package servicialo

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"

	"hora/bindings"
	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// The card is the seed's minimal one with its extended members, and what a
// strict A2A 0.3 client needs beside them.
type card struct {
	Name            string                    `json:"name"`
	Description     string                    `json:"description"`
	URL             string                    `json:"url"`
	Version         string                    `json:"version"`
	ProtocolVersion string                    `json:"protocolVersion"`
	Transport       string                    `json:"preferredTransport"`
	Capabilities    capabilities              `json:"capabilities"`
	InputModes      []string                  `json:"defaultInputModes"`
	OutputModes     []string                  `json:"defaultOutputModes"`
	Skills          []skill                   `json:"skills"`
	Authentication  authentication            `json:"authentication"`
	SecuritySchemes map[string]securityScheme `json:"securitySchemes"`
	Provider        cardProvider              `json:"provider"`
	Metadata        cardMetadata              `json:"metadata"`
	Availability    openHours                 `json:"availability"`
	Providers       []provider                `json:"providers"`
	Instructions    string                    `json:"instructions"`
}

type capabilities struct {
	Streaming  bool `json:"streaming"`
	Push       bool `json:"pushNotifications"`
	Transition bool `json:"stateTransitionHistory"`
}

type skill struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Tags        []string `json:"tags"`
}

// authentication lists no scheme: the public intents need none.
type authentication struct {
	Schemes []string `json:"schemes"`
}

type securityScheme struct {
	Type        string `json:"type"`
	In          string `json:"in"`
	Name        string `json:"name"`
	Description string `json:"description"`
}

type cardProvider struct {
	Organization string `json:"organization"`
	URL          string `json:"url"`
}

type cardMetadata struct {
	Timezone string `json:"timezone"`
	Currency string `json:"currency"`
}

type openHours struct {
	Timezone string   `json:"timezone"`
	Hours    []window `json:"hours"`
}

type window struct {
	Days []string `json:"days"`
	From string   `json:"from"`
	To   string   `json:"to"`
}

const instructions = "Call list_services, then check_availability with a serviceId, then book_session with the start of a slot exactly as given and the client's e-mail address. " +
	"Confirm with the user before booking. cancel_session and reschedule_session need the organization's key in X-Org-Api-Key. Send a messageId, or Idempotency-Key over REST, to make a booking safe to repeat."

func (b *binding) card(p *canonical.Profile) *card {
	home := b.public + "/api/servicialo/" + p.Organization.Slug
	c := &card{
		Name: p.Organization.Name, Description: p.Organization.Description, URL: home + "/a2a",
		Version: version, ProtocolVersion: "0.3.0", Transport: "JSONRPC",
		Capabilities: capabilities{Transition: true},
		InputModes:   []string{"text", "application/json"}, OutputModes: []string{"text", "application/json"},
		Skills: skills(p), Authentication: authentication{Schemes: []string{}},
		SecuritySchemes: map[string]securityScheme{"orgApiKey": {"apiKey", "header", "X-Org-Api-Key", "Needed by cancel_session and reschedule_session only"}},
		Provider:        cardProvider{p.Organization.Name, home},
		Metadata:        cardMetadata{p.Organization.Timezone, currency(p.Organization.Currency)},
		Availability:    openHours{p.Organization.Timezone, hours(p.Providers)},
		Providers:       make([]provider, len(p.Providers)), Instructions: instructions,
	}
	if c.Description == "" {
		c.Description = p.Organization.Name
	}
	for i := range p.Providers {
		c.Providers[i] = provider{p.Providers[i].ID, p.Providers[i].Name}
	}
	return c
}

// skills are what the organisation can really do: nothing to sell is nothing
// but discovery, and nobody with open hours is nothing to book.
func skills(p *canonical.Profile) []skill {
	if len(p.Services) == 0 {
		return []skill{{"discover", "Discover", "Learn who this organization is", []string{"discovery"}}}
	}
	out := []skill{{"list-services", "List services", "View the catalog of available professional services", []string{"catalog", "discovery"}}}
	if slices.ContainsFunc(p.Services, func(s canonical.Service) bool { return bookable(&s, p.Providers) }) {
		out = append(out,
			skill{"check-availability", "Check availability", "Query available time slots for scheduling", []string{"scheduling", "availability"}},
			skill{"book-session", "Book session", "Reserve an appointment with a professional", []string{"booking", "appointment"}})
	}
	for i := range p.Services {
		s := &p.Services[i]
		about := s.Description
		if about == "" {
			about = s.Name
		}
		tags := s.Tags
		if len(tags) == 0 {
			tags = []string{"service"}
		}
		out = append(out, skill{"service_" + s.ID, s.Name, about, tags})
	}
	return out
}

// bookable says whether somebody has hours in which the service can be booked.
func bookable(s *canonical.Service, all []canonical.Provider) bool {
	return slices.ContainsFunc(all, func(p canonical.Provider) bool {
		return slices.Contains(s.Providers, p.ID) && (len(p.Windows) > 0 || slices.ContainsFunc(p.Exceptions, func(e canonical.Exception) bool { return len(e.Windows) > 0 }))
	})
}

// hours are the weekly windows of all providers, each once.
func hours(all []canonical.Provider) []window {
	out := []window{}
	for _, p := range all {
		for _, w := range p.Windows {
			same := func(o window) bool { return o.From == w.From && o.To == w.To && slices.Equal(o.Days, w.Days) }
			if !slices.ContainsFunc(out, same) {
				out = append(out, window(w))
			}
		}
	}
	return out
}

func (b *binding) decodeCard(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	r := &cardReply{restReply: *newREST(&in, canonical.OpDescribe), binding: b, known: in.Header.Get("If-None-Match")}
	if !canonical.IsSlug(r.org) {
		return canonical.Request{}, r, errUnknownOrganization
	}
	return canonical.Request{Command: canonical.Describe{}, Meta: canonical.Meta{
		Organization: r.org, Binding: Name, Rules: rules, Door: doorREST, Channel: "rest", Remote: in.Remote,
	}}, r, nil
}

// A cardReply answers with the card, or with nothing new to who has it.
type cardReply struct {
	restReply
	*binding
	known string // If-None-Match
}

func (r *cardReply) Encode(o canonical.Outcome) bindings.Outbound {
	p, ok := o.Result.(canonical.Profile)
	if o.Err != nil || !ok {
		return r.restReply.Encode(o)
	}
	body := wirejson.Marshal(r.card(&p))
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:12]) + `"`
	header := http.Header{
		"Content-Type": plain["Content-Type"], "X-Servicialo-Version": plain["X-Servicialo-Version"],
		"Cache-Control": {"public, max-age=300"}, "Etag": {tag},
	}
	if strings.Contains(r.known, tag) {
		delete(header, "Content-Type")
		return bindings.Outbound{Status: http.StatusNotModified, Header: header}
	}
	return bindings.Outbound{Status: http.StatusOK, Header: header, Body: body}
}
