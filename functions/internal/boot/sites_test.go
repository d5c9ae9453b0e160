package boot_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"hora/bindings"
	"hora/bindings/registry"
	"hora/canonical"
	"hora/functions/internal/boot"
)

// telling is a desk that tells whom it was asked about.
type telling struct{ asked string }

func (d *telling) Do(_ context.Context, r canonical.Request) canonical.Outcome {
	d.asked = r.Binding + " " + r.Organization + r.Catalogue
	return canonical.Outcome{Err: canonical.Refuse(canonical.UnknownOrganization)}
}

// The documents at a root are those of what the host is for.
func TestSites(t *testing.T) {
	c := boot.Config{PublicURL: "https://desk.example", Hosts: map[string]boot.Host{
		"agents.example":    {Catalogue: "keswick"},
		"clinic.example":    {Profile: "usp", Organization: "clinica"},
		"agenda.example":    {Profile: "servicialo", Organization: "clinica"},
		"talk.example":      {Profile: "a2a", Organization: "salon"},
		"local.example:444": {Catalogue: "dales"},
		boot.Others:         {Organization: "clinica", Catalogue: "keswick"},
	}}
	desk := &telling{}
	serve := func(c boot.Config) http.Handler {
		return c.Sites(func(s boot.Site) boot.Routes {
			var all []bindings.Route
			for _, b := range registry.All(bindings.Config{PublicURL: s.URL, Catalogue: s.Catalogue}) {
				all = append(all, b.Routes()...)
			}
			return all
		}, desk, slog.New(slog.DiscardHandler))
	}
	sites, bare := serve(c), serve(boot.Config{PublicURL: "https://desk.example"})
	for _, tt := range []struct {
		handler    http.Handler
		host, path string
		status     int
		asked      string
	}{
		{sites, "agents.example", "/.well-known/agent-card.json", 404, "selfe keswick"},
		{sites, "AGENTS.example", "/.well-known/agent.json", 404, "selfe keswick"},
		{sites, "agents.example", "/.well-known/agent-card.json?catalogue=keswick", 404, "selfe keswick"},
		{sites, "agents.example", "/.well-known/agent-card.json?catalogue=dales", 404, ""}, // a curator's host tells of no other
		{sites, "agents.example", "/.well-known/ucp", 404, "selfe keswick"},
		{sites, "agents.example", "/.well-known/usp", 404, ""},
		{sites, "local.example:444", "/.well-known/ai-catalog.json", 404, "selfe dales"},
		{sites, "clinic.example", "/.well-known/agent-card.json", 404, "usp clinica"},
		{sites, "clinic.example", "/.well-known/usp", 404, "usp clinica"},
		{sites, "agenda.example", "/.well-known/agent.json", 404, "servicialo clinica"},
		{sites, "talk.example", "/.well-known/agent-card.json", 404, "a2a salon"},
		{sites, "desk.example", "/.well-known/agent-card.json", 200, ""}, // the front door's own
		{sites, "desk.example", "/.well-known/agent-card.json?catalogue=keswick", 404, "selfe keswick"},
		{sites, "desk.example", "/.well-known/usp", 404, "usp clinica"},
		{sites, "anything.else", "/.well-known/ucp", 404, "selfe keswick"},
		{bare, "desk.example", "/.well-known/agent-card.json", 200, ""},
		{bare, "desk.example", "/.well-known/agent-card.json?catalogue=dales", 404, "selfe dales"},
		{bare, "desk.example", "/.well-known/usp", 404, ""},
		{bare, "desk.example", "/.well-known/ucp", 404, ""},
		{bare, "desk.example", "/.well-known/ucp?catalogue=dales", 404, "selfe dales"},
	} {
		desk.asked = ""
		q := httptest.NewRequest("GET", tt.path, nil)
		q.Host = tt.host
		w := httptest.NewRecorder()
		tt.handler.ServeHTTP(w, q)
		if w.Code != tt.status || desk.asked != tt.asked {
			t.Errorf("%s%s: HTTP %d, the desk was asked about %q, want %d and %q", tt.host, tt.path, w.Code, desk.asked, tt.status, tt.asked)
		}
	}
}

// A host is reached with TLS where the desk is, and without where it is not.
func TestSchemeOfSites(t *testing.T) {
	for _, scheme := range []string{"http", "https"} {
		c := boot.Config{PublicURL: scheme + "://desk.example", Hosts: map[string]boot.Host{"agents.example": {Catalogue: "keswick"}}}
		var made string
		sites := c.Sites(func(s boot.Site) boot.Routes { made = s.URL; return nil }, &telling{}, slog.New(slog.DiscardHandler))
		for host, want := range map[string]string{"agents.example": scheme + "://agents.example", "anything.else": c.PublicURL} {
			q := httptest.NewRequest("GET", "/", nil)
			q.Host = host
			sites.ServeHTTP(httptest.NewRecorder(), q)
			if made != want {
				t.Errorf("%s of %s is served at %s, want %s", host, c.PublicURL, made, want)
			}
		}
	}
}
