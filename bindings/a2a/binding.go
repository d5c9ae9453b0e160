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

// A Door is the front door.
type Door struct {
	public   string
	dialects []dialect.Dialect // its own first
}

var _ bindings.Binding = (*Door)(nil)

// New makes the front door for these dialects beside its own. publicURL is the
// base of the addresses in cards, such as https://desk.example; no call can
// change it.
func New(publicURL string, guests ...dialect.Dialect) *Door {
	return &Door{strings.TrimSuffix(publicURL, "/"), append([]dialect.Dialect{own{}}, guests...)}
}

// Name is Name.
func (*Door) Name() string { return Name }

// Routes are the endpoint, with an organisation in its path and without, the
// Documents, and whatever else is asked for below them.
func (b *Door) Routes() []bindings.Route {
	return append([]bindings.Route{
		{Method: "POST", Pattern: "/a2a", Decode: b.decode},
		{Method: "POST", Pattern: "/a2a/{$}", Decode: b.decode}, // some clients put a slash at the end
		{Method: "POST", Pattern: "/orgs/{org}/a2a", Decode: b.decode},
		{Method: "POST", Pattern: "/orgs/{org}/a2a/{$}", Decode: b.decode},
		{Pattern: "/a2a", Decode: b.astray},
		{Pattern: "/a2a/{rest...}", Decode: b.astray},
		{Pattern: "/orgs/{org}", Decode: b.astray},
		{Pattern: "/orgs/{org}/{rest...}", Decode: b.astray},
	}, b.Documents()...)
}

// Documents are the cards and the schemas.
func (b *Door) Documents() []bindings.Route {
	return []bindings.Route{
		{Method: "GET", Pattern: "/orgs/{org}/.well-known/agent-card.json", Decode: b.decodeCard},
		{Method: "GET", Pattern: "/orgs/{org}/.well-known/agent.json", Decode: b.decodeCard},
		{Method: "GET", Pattern: "/.well-known/agent-card.json", Decode: b.decodeRoot},
		{Method: "GET", Pattern: "/.well-known/agent.json", Decode: b.decodeRoot},
		{Method: "GET", Pattern: schemaPath + "{schema}", Decode: decodeSchema},
	}
}
