package boot

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"hora/bindings"
	"hora/canonical"
)

// A Site is the deployment under one of its names.
type Site struct {
	URL string // base of its absolute URLs
	Host
}

// sites are all there are, by name. The public URL is that of every name that
// has no entry of its own, whatever a call says of its host; the others are
// reached as it is, with TLS or without.
func (c *Config) sites() map[string]Site {
	scheme, _, _ := strings.Cut(c.PublicURL, "://")
	all := map[string]Site{Others: {c.PublicURL, c.Hosts[Others]}}
	for name, h := range c.Hosts {
		if name == Others {
			continue
		}
		if h.Profile == "" && h.Catalogue != "" {
			h.Profile = "selfe"
		}
		all[name] = Site{scheme + "://" + name, h}
	}
	return all
}

// Routes are the doors of a site.
type Routes = []bindings.Route

// Sites serves each name that the deployment is called by from routes made for
// it, at the first call by that name: a process of many names hears few.
func (c *Config) Sites(routes func(Site) Routes, desk canonical.Desk, log *slog.Logger) http.Handler {
	all := names{}
	for name, site := range c.sites() {
		all[name] = sync.OnceValue(func() http.Handler { return rooted{site, bindings.Mux(routes(site), desk, log)} })
	}
	return all
}

// names finds what makes the handler of a host.
type names map[string]func() http.Handler

func (n names) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h, ok := n[strings.ToLower(r.Host)]
	if !ok {
		h = n[Others]
	}
	h().ServeHTTP(w, r)
}

// documents are, for each dialect, the documents at a root that it has for one
// organisation or registry, and where it has them. What it has for a whole host
// is among its own routes.
var documents = map[string]map[string]string{
	"a2a":        {agentCard: "/orgs/{org}/.well-known/agent-card.json", agentOld: "/orgs/{org}/.well-known/agent.json"},
	"selfe":      {agentCard: "/registry/.well-known/agent-card.json", agentOld: "/registry/.well-known/agent-card.json"},
	"servicialo": {agentOld: "/api/servicialo/{org}/.well-known/agent.json", agentCard: "/api/servicialo/{org}/.well-known/agent.json"},
	"usp":        {agentCard: "/usp/{org}/.well-known/agent-card.json", agentOld: "/usp/{org}/.well-known/agent-card.json"},
}

const (
	agentCard = "/.well-known/agent-card.json"
	agentOld  = "/.well-known/agent.json"
	uspRoot   = "/.well-known/usp"
)

// Roots are the documents at the root of a host that no binding has there:
// which it is depends on the host.
var Roots = []string{uspRoot}

// stoodFor says whether a route is of a document that one at a root can stand
// for.
func stoodFor(r bindings.Route) bool {
	for _, d := range documents {
		for _, pattern := range d {
			if r.Method == http.MethodGet && r.Pattern == pattern {
				return true
			}
		}
	}
	return r.Method == http.MethodGet && r.Pattern == uspProfile
}

const uspProfile = "/usp/{org}/.well-known/usp"

// rooted serves a site. Documents at its root are those of what it is for.
type rooted struct {
	site Site
	next http.Handler
}

func (h rooted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if path := h.site.document(r.URL.Path, r.URL.Query()); path != "" {
		u := *r.URL
		u.Path, u.RawPath = path, ""
		q := *r
		q.URL = &u
		r = &q
	}
	h.next.ServeHTTP(w, r)
}

// document is where the document of that path at the root is; empty where the
// path is that of a route.
func (s *Site) document(path string, q url.Values) string {
	profile := s.Profile
	if profile == "" && q.Has("catalogue") {
		profile = "selfe"
	}
	pattern := documents[profile][path]
	if path == uspRoot {
		pattern = uspProfile
	}
	if strings.Contains(pattern, "{org}") {
		if s.Organization == "" {
			return ""
		}
		pattern = strings.Replace(pattern, "{org}", s.Organization, 1)
	}
	return pattern
}
