package selfe

import (
	"net/url"
	"strings"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/canonical"
)

// Name is the dialect's, in organisation files, records and testdata.
const Name = "selfe"

// Extension is the URI that structured commands are named by.
const Extension = "https://selfe.ai/a2a/extensions/registry/v1"

type binding struct {
	bindings.Config
	host     string // of PublicURL, with its port
	hostname string // without
}

// New makes the binding.
func New(c bindings.Config) bindings.Binding { return newBinding(c) }

func newBinding(c bindings.Config) *binding {
	c.PublicURL = strings.TrimSuffix(c.PublicURL, "/")
	b := &binding{Config: c}
	if u, err := url.Parse(c.PublicURL); err == nil {
		b.host, b.hostname = u.Host, u.Hostname()
	}
	return b
}

func (*binding) Name() string { return Name }

// Where the registry's own doors are, below the public URL.
const (
	home       = "/registry/"
	doorPath   = home + "a2a"
	statusPath = home + "booking-handoff/status"
	reviewPath = home + "review"
)

// Documents at the root of a host.
const (
	cardPath     = "/.well-known/agent-card.json" // with ?catalogue=, or on a host of one registry; see CardPath
	ucpPath      = "/.well-known/ucp"
	openAPIPath  = ucpPath + "/services/registry.openapi.json"
	resourcePath = "/.well-known/oauth-protected-resource"
	catalogPath  = "/.well-known/ai-catalog.json"
)

// CardPath is where the card is served for whoever dispatches cardPath, which is
// other bindings' too.
const CardPath = home + ".well-known/agent-card.json"

func (b *binding) Routes() []bindings.Route {
	all := []bindings.Route{
		{Method: "POST", Pattern: doorPath, MaxBody: maxBody, Decode: b.decodeA2A},
		{Method: "GET", Pattern: statusPath, Decode: b.decodeStatus},
		{Method: "GET", Pattern: reviewPath, Decode: b.decodeReview},
		{Method: "POST", Pattern: home + "search", MaxBody: maxBody, Decode: b.decodeSearch},
		{Method: "POST", Pattern: home + "explore", MaxBody: maxBody, Decode: b.decodeExplore},
		{Method: "POST", Pattern: home + "{catalogue}/search", MaxBody: maxBody, Decode: b.decodeSearch},
		{Method: "POST", Pattern: home + "{catalogue}/explore", MaxBody: maxBody, Decode: b.decodeExplore},
		{Pattern: strings.TrimSuffix(home, "/"), Decode: b.astray},
		{Pattern: home + "{rest...}", Decode: b.astray},
	}
	all = append(all, b.Documents()...)
	if b.SignIns == nil {
		return all
	}
	return append(all,
		bindings.Route{Method: "POST", Pattern: reviewPath, MaxBody: maxBody, Decode: b.decodeConfirm},
		bindings.Route{Method: "POST", Pattern: leavePath, MaxBody: maxBody, Decode: b.decodeLeave},
		bindings.Route{Method: "GET", Pattern: signInPath, Decode: b.decodeSignIn},
		bindings.Route{Method: "GET", Pattern: returnPath, Decode: b.decodeReturn})
}

func (b *binding) Documents() []bindings.Route {
	return []bindings.Route{
		{Method: "GET", Pattern: CardPath, Decode: b.decodeCard},
		{Method: "GET", Pattern: ucpPath, Decode: b.decodeBusiness},
		{Method: "GET", Pattern: openAPIPath, Decode: decodeOpenAPI},
		{Method: "GET", Pattern: resourcePath, Decode: b.decodeResource},
		{Method: "GET", Pattern: catalogPath, Decode: b.decodeCatalog},
	}
}

// The doors that allowances count: what searches and acts, and the pages and
// documents around it.
const (
	doorRegistry = "selfe"
	doorWeb      = "selfe-web"
)

var profile = &a2awire.Profile{Extensions: []string{Extension}, Closed: true, Depth: maxDepth}

// selector is the query parameter by which a call names its registry.
const selector = "catalogue"

// catalogue is the registry that a query names, or that the host is for.
// reason, where there is none, is CATALOGUE_REQUIRED or CATALOGUE_UNKNOWN.
func (b *binding) catalogue(q url.Values) (id, reason string) {
	named := q[selector]
	switch {
	case len(named) == 0 && b.Catalogue == "":
		return "", reasonRequired
	case len(named) == 0:
		return b.Catalogue, ""
	case len(named) > 1, !canonical.IsSlug(named[0]), b.Catalogue != "" && named[0] != b.Catalogue:
		return "", reasonUnknown
	}
	return named[0], ""
}

const (
	reasonRequired = "CATALOGUE_REQUIRED"
	reasonUnknown  = "CATALOGUE_UNKNOWN"
)

// selected is an address of ours that is about a registry.
func (b *binding) selected(path, catalogue string) string {
	return b.PublicURL + path + "?" + selector + "=" + url.QueryEscape(catalogue)
}

// meta is what the desk is told of every call to a registry.
func (b *binding) meta(in *bindings.Inbound, catalogue, channel, door string) canonical.Meta {
	return canonical.Meta{
		Catalogue: catalogue, Host: b.host, Binding: Name, Channel: channel, Door: door, Remote: in.Remote,
		Credential: canonical.Credential{Key: bearer(in.Header), Resource: b.PublicURL},
	}
}
