package boot_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hora/bindings"
	"hora/canonical"
	"hora/functions/internal/boot"
)

// spoken is a dialect that answers with the organisation it was asked for.
type spoken struct{ organization string }

func (s spoken) Encode(canonical.Outcome) bindings.Outbound {
	return bindings.Outbound{Status: 200, Header: http.Header{"Content-Type": {"text/plain"}}, Body: []byte(s.organization)}
}
func (s spoken) Refuse(error) bindings.Outbound { return bindings.Outbound{Status: 400} }

func decode(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return canonical.Request{}, spoken{in.Path("org")}, nil
}

type mute struct{}

func (mute) Do(context.Context, canonical.Request) canonical.Outcome { return canonical.Outcome{} }

func TestMux(t *testing.T) {
	var log bytes.Buffer
	mux := boot.Mux([]bindings.Route{
		{Method: "GET", Pattern: "/api/{org}/services", Decode: decode},
		{Method: "POST", Pattern: "/api/{org}/a2a", Decode: decode},
		{Method: "GET", Pattern: "/api/{org}/a2a", Decode: decode},
	}, mute{}, boot.Log(&log, ""))
	const notFound, notAllowed = `{"error":"Not found"}`, `{"error":"Method not allowed"}`
	for _, tt := range []struct {
		method, path string
		status       int
		body, allow  string
	}{
		{"GET", "/api/clinica/services", 200, "clinica", ""},
		{"HEAD", "/api/clinica/services", 200, "clinica", ""},
		{"GET", "/api/a%2Fb/services", 200, "a/b", ""},
		{"GET", "/api/%ff/services", 200, "\xff", ""},
		{"POST", "/api/clinica/a2a", 200, "clinica", ""},
		{"GET", "/", 404, notFound, ""},
		{"GET", "/api/clinica/services/", 404, notFound, ""},
		{"GET", "/api/clinica", 404, notFound, ""},
		{"GET", "//api/clinica/services", 404, notFound, ""},
		{"GET", "/api/x/../clinica/services", 404, notFound, ""},
		{"GET", "/api/./clinica/services", 404, notFound, ""},
		{"POST", "/api/clinica/services", 405, notAllowed, "GET, HEAD"},
		{"DELETE", "/api/clinica/a2a", 405, notAllowed, "GET, HEAD, POST"},
		{"OPTIONS", "/api/clinica/a2a", 405, notAllowed, "GET, HEAD, POST"},
		{"BREW", "/elsewhere", 404, notFound, ""},
	} {
		log.Reset()
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(tt.method, tt.path, nil))
		if w.Code != tt.status || w.Body.String() != tt.body || w.Header().Get("Allow") != tt.allow {
			t.Errorf("%s %s: %d %q, allowed %q", tt.method, tt.path, w.Code, w.Body, w.Header().Get("Allow"))
		}
		if tt.status != 200 && w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%s %s: %v", tt.method, tt.path, w.Header())
		}
		if s := log.String(); strings.Count(s, "\n") != 1 || strings.Contains(s, "clinica") {
			t.Errorf("%s %s: logged %s", tt.method, tt.path, s)
		}
	}
}

type dialect []bindings.Route

func (dialect) Name() string { return "dialect" }
func (d dialect) Routes() []bindings.Route {
	return append(d.Documents(), bindings.Route{Method: "GET", Pattern: "/.well-known/done"})
}
func (d dialect) Documents() []bindings.Route { return d }

func TestAtRoot(t *testing.T) {
	got := boot.AtRoot([]bindings.Binding{
		dialect{{Method: "GET", Pattern: "/.well-known/a"}, {Method: "GET", Pattern: "/orgs/{org}/.well-known/a"}},
		dialect{{Method: "POST", Pattern: "/b"}, {Method: "GET", Pattern: "/.well-known/schemas/{b}"}, {Method: "GET", Pattern: "/usp/{org}/.well-known/usp"}},
	})
	var patterns []string
	for _, r := range got {
		patterns = append(patterns, r.Pattern)
	}
	if d := cmp.Diff([]string{"/.well-known/a", "/.well-known/schemas/{b}", "/usp/{org}/.well-known/usp"}, patterns); d != "" {
		t.Error(d)
	}
}
