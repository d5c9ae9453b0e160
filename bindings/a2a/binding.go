package a2a

import (
	"strings"

	"hora/bindings"
	"hora/bindings/internal/dialect"
)

// Name is the binding's, and that of the dialect it has itself.
const Name = "a2a"

// domain is whose reasons those are that A2A does not define.
const domain = "hora"

type binding struct {
	public string
	guests []dialect.Dialect // own first
}

// New makes the front door for these dialects beside its own. publicURL is the
// base of the addresses in cards, such as https://desk.example; no call can
// change it.
func New(publicURL string, guests ...dialect.Dialect) bindings.Binding {
	return &binding{strings.TrimSuffix(publicURL, "/"), append([]dialect.Dialect{own}, guests...)}
}

func (*binding) Name() string { return Name }

func (b *binding) Routes() []bindings.Route {
	return append([]bindings.Route{
		{Method: "POST", Pattern: "/a2a", Decode: b.decode},
		{Method: "POST", Pattern: "/a2a/{$}", Decode: b.decode}, // some clients put a slash at the end
		{Method: "POST", Pattern: "/orgs/{org}/a2a", Decode: b.decode},
		{Method: "POST", Pattern: "/orgs/{org}/a2a/{$}", Decode: b.decode},
		{Method: "GET", Pattern: "/orgs/{org}/.well-known/agent-card.json", Decode: b.decodeCard},
		{Method: "GET", Pattern: "/orgs/{org}/.well-known/agent.json", Decode: b.decodeCard},
	}, b.documents()...)
}

// documents are the routes that need no desk: what they serve is the same for
// everyone.
func (b *binding) documents() []bindings.Route {
	return []bindings.Route{
		{Method: "GET", Pattern: "/.well-known/agent-card.json", Decode: b.decodeRoot},
		{Method: "GET", Pattern: "/.well-known/agent.json", Decode: b.decodeRoot},
		{Method: "GET", Pattern: schemaPath + "{schema}", Decode: decodeSchema},
	}
}
