package selfe

import (
	"net/http"
	"net/url"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/canonical"
)

// ap2 is the URI of the agent payments extension, in the version whose Cart
// Mandates are taken.
const ap2 = "https://github.com/google-agentic-commerce/ap2/tree/v0.1"

// registryParams are what the registry extension says of itself in a card.
type registryParams struct {
	WireVersion string         `json:"wireVersion"`
	Schema      string         `json:"schema"`
	Handoff     *handoffParams `json:"bookingHandoff,omitzero"`
}

type handoffParams struct {
	Skill    string              `json:"skill"`
	Status   string              `json:"statusUrl"`
	Sections []canonical.Section `json:"sections"`
}

type ap2Params struct {
	Roles []string `json:"roles"`
}

const version = "1.0.0"

var modes = []string{"application/json", "text/plain"}

// books says whether offers of a registry can be booked here.
func (b *binding) books(r *canonical.Registry) bool { return r.Book && b.Sealer != nil }

func (b *binding) card(r *canonical.Registry) *a2awire.Card {
	c := &a2awire.Card{
		Name: r.Name + " registry agent", Description: "Finds places in the " + r.Name + " catalogue by questions or names.", Version: version,
		URL: b.selected(doorPath, r.ID), Provider: &a2awire.Provider{Organization: r.Curator.Name, URL: r.Curator.URL},
		InputModes: modes, OutputModes: modes, Skills: b.skills(r),
		Schemes: b.schemes(),
	}
	if r.Description != "" {
		c.Description = r.Description
	}
	params := &registryParams{WireVersion: "1.0", Schema: b.PublicURL + openAPIPath}
	if r.Handoff != nil {
		params.Handoff = &handoffParams{skillHandoff, b.selected(statusPath, r.ID), sections(r)}
	}
	c.Extensions = append(c.Extensions, a2awire.Extension{URI: Extension, Description: "Registry commands as one data part, {skill, arguments}. Plain text is a question without prices.", Params: params})
	if b.books(r) && b.Merchant != nil {
		c.Extensions = append(c.Extensions, a2awire.Extension{URI: ap2, Description: "A guest's signed Cart Mandate is authority to book.", Params: &ap2Params{[]string{"merchant"}}})
	}
	return c
}

func sections(r *canonical.Registry) []canonical.Section {
	if len(r.Sections) == 0 {
		return canonical.Sections
	}
	return r.Sections
}

// skills are those that the registry offers at this moment.
func (b *binding) skills(r *canonical.Registry) []a2awire.Skill {
	all := []a2awire.Skill{
		{ID: skillDiscover, Name: "Discover places", Description: "Answers an open question over the catalogue, with live availability when a stay is given.", Tags: []string{"search", "places"}, Examples: r.Examples},
		{ID: skillMatch, Name: "Match places", Description: "Looks up places that are already meant, by id or by name.", Tags: []string{"lookup", "places"}},
	}
	if b.books(r) {
		all = append(all, a2awire.Skill{ID: skillBook, Name: "Book an offer", Tags: []string{"booking"},
			Description: "Reserves an offer for a guest who granted " + scopeBook + " or signed its cart. No payment is taken or claimed."})
	}
	if r.Handoff != nil {
		all = append(all, a2awire.Skill{ID: skillHandoff, Name: "Prepare a booking review link", Tags: []string{"booking", "handoff"},
			Description: "Makes a short-lived link by which the guest reviews an offer and confirms it on the curator's own site. Nothing is booked by it."})
	}
	return all
}

// schemes are how callers may show who they are.
func (b *binding) schemes() []a2awire.Scheme {
	if len(b.Servers) == 0 {
		return nil
	}
	all := []a2awire.Scheme{{Name: "bearer", Description: "An access token of a guest or an agent. Questions need none.", HTTP: &a2awire.HTTPAuth{Scheme: "Bearer", BearerFormat: "JWT"}}}
	scopes := map[string]string{scopeBook: "Book on the guest's behalf"}
	for _, s := range b.Servers {
		if s.Authorization == "" || s.Token == "" {
			continue
		}
		all = append(all, a2awire.Scheme{Name: "guestOAuth", Description: "Where a guest grants a client to book.", OAuth2: &a2awire.OAuth2{
			AuthorizationCode: &a2awire.Flow{Authorization: s.Authorization, Token: s.Token, PKCE: true, Scopes: scopes}, Metadata: metadataURL(s.Issuer),
		}})
		break // a card has one scheme of that name: the first server's
	}
	return all
}

// metadataURL is where an issuer publishes its metadata (RFC 8414, section 3).
func metadataURL(issuer string) string {
	u, err := url.Parse(issuer)
	if err != nil {
		return ""
	}
	rest := u.Path
	if rest == "/" {
		rest = ""
	}
	u.Path = "/.well-known/oauth-authorization-server" + rest
	return u.String()
}

// A cardReply answers with the Agent Card of a registry.
type cardReply struct {
	*a2awire.CardReply
	*binding
}

func (b *binding) decodeCard(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return b.describe(&in, &cardReply{a2awire.ReadCard(in, false), b})
}

// Encode answers with the card as the registry is now.
func (r *cardReply) Encode(o canonical.Outcome) bindings.Outbound {
	if o.Err != nil {
		return failed(o.Err)
	}
	registry, ok := o.Result.(canonical.Registry)
	if !ok {
		return r.Fail(http.StatusInternalServerError)
	}
	return r.Answer(r.card(&registry))
}

// Refuse answers a request that could not be read.
func (r *cardReply) Refuse(err error) bindings.Outbound { return fail(refused(err)) }
