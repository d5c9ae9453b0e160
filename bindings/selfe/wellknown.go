package selfe

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/canonical"
)

// business is the UCP profile of the host (UCP 2026-04-08): it names the
// registry's agent and claims none of UCP's own capabilities.
type business struct {
	UCP     businessServices `json:"ucp"`
	Signing jsontext.Value   `json:"signing_keys,omitempty"`
	Keys    jsontext.Value   `json:"keys,omitempty"` // as later versions call them
}

type businessServices struct {
	Version      string                       `json:"version"`
	Services     map[string][]businessService `json:"services"`
	Capabilities struct{}                     `json:"capabilities"`
	Payment      struct{}                     `json:"payment_handlers"`
}

type businessService struct {
	Version   string `json:"version"`
	Transport string `json:"transport"`
	Spec      string `json:"spec"`
	Schema    string `json:"schema"`
	Endpoint  string `json:"endpoint"`
}

// ucpVersion is the release that the profile is of, and service what Selfe's
// vocabulary goes by in it.
const (
	ucpVersion = "2026-04-08"
	service    = "ai.selfe.registry"
)

func (b *binding) decodeBusiness(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return b.describe(&in, &documentReply{match: in.Header["If-None-Match"], body: func(r *canonical.Registry) any {
		return &business{
			UCP: businessServices{Version: ucpVersion, Services: map[string][]businessService{
				service: {{ucpVersion, "a2a", Extension, b.PublicURL + openAPIPath, b.selected(cardPath, r.ID)}},
			}},
			Signing: b.Keys, Keys: b.Keys,
		}
	}})
}

// resource is the protected resource's metadata (RFC 9728, section 2).
type resource struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported"`
	Methods  []string `json:"bearer_methods_supported"`
}

// decodeResource answers for the host: all its registries are one resource.
func (b *binding) decodeResource(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return canonical.Request{}, &documentReply{match: in.Header["If-None-Match"], body: func(*canonical.Registry) any {
		if len(b.Servers) == 0 {
			return nil
		}
		r := &resource{Resource: b.PublicURL, Scopes: []string{scopeBook}, Methods: []string{"header"}}
		for _, s := range b.Servers {
			r.Servers = append(r.Servers, s.Issuer)
		}
		return r
	}}, nil
}

// catalog is the host's ARD manifest (ai-catalog.json).
type catalog struct {
	Version string         `json:"specVersion"`
	Host    catalogHost    `json:"host"`
	Entries []catalogEntry `json:"entries"`
}

type catalogHost struct {
	Name       string `json:"displayName"`
	Identifier string `json:"identifier"`
}

type catalogEntry struct {
	Identifier   string   `json:"identifier"`
	DisplayName  string   `json:"displayName"`
	Type         string   `json:"type"`
	URL          string   `json:"url"`
	Description  string   `json:"description,omitzero"`
	Capabilities []string `json:"capabilities,omitempty"`
	Tags         []string `json:"tags,omitempty"`
	Queries      []string `json:"representativeQueries,omitempty"`
}

// How many representative queries an entry has, if it has any.
const (
	fewestQueries = 2
	mostQueries   = 5
)

// aiRegistry is the media type of an ARD registry.
const aiRegistry = "application/ai-registry+json"

func (b *binding) decodeCatalog(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return b.describe(&in, &documentReply{match: in.Header["If-None-Match"], body: func(r *canonical.Registry) any {
		urn := "urn:air:" + b.hostname + ":registry:" + r.ID
		agent := catalogEntry{
			Identifier: urn + "-agent", DisplayName: r.Name + " registry agent", Type: agentCard, URL: b.selected(cardPath, r.ID),
			Description: r.Description, Tags: []string{"booking", "hospitality"},
		}
		for _, s := range b.skills(r) {
			agent.Capabilities = append(agent.Capabilities, s.ID)
		}
		if n := len(r.Examples); n >= fewestQueries {
			agent.Queries = r.Examples[:min(n, mostQueries)]
		}
		return &catalog{
			Version: "1.0",
			Host:    catalogHost{r.Curator.Name, "did:web:" + strings.ReplaceAll(b.host, ":", "%3A")},
			Entries: []catalogEntry{agent, {
				Identifier: urn + "-places", DisplayName: r.Name + " places", Type: aiRegistry, URL: b.source(r.ID),
				Description: "Search over the published places of the catalogue.",
			}},
		}
	}})
}
