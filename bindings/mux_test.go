package bindings_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"hora/bindings"
	"hora/canonical"
)

// spoken is a dialect that answers with the organisation it was asked for, and
// with what is the matter otherwise.
type spoken struct{ door, organization string }

func (s spoken) Encode(canonical.Outcome) bindings.Outbound {
	return bindings.Outbound{Status: 200, Header: http.Header{"Content-Type": {"text/plain"}}, Body: []byte(s.organization)}
}

func (s spoken) Refuse(err error) bindings.Outbound {
	status := 400
	switch err {
	case bindings.ErrNoRoute:
		status = 404
	case bindings.ErrMethod:
		status = 405
	}
	return bindings.Outbound{Status: status, Header: http.Header{"Content-Type": {"text/plain"}}, Body: []byte(s.door + " of " + s.organization)}
}

func opens(door string) func(bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return func(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
		return canonical.Request{}, spoken{door, in.Path("org")}, nil
	}
}

func astray(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return canonical.Request{}, spoken{"none", in.Path("org")}, bindings.ErrNoRoute
}

func TestMux(t *testing.T) {
	var log bytes.Buffer
	mux := bindings.Mux([]bindings.Route{
		{Method: "GET", Pattern: "/api/{org}/services", Decode: opens("services")},
		{Method: "POST", Pattern: "/api/{org}/a2a", Decode: opens("a2a")},
		{Method: "GET", Pattern: "/api/{org}/a2a", Decode: opens("a page")},
		{Method: "GET", Pattern: "/.well-known/card", Decode: opens("card")},
		{Pattern: "/api/{org}", Decode: astray},
		{Pattern: "/api/{org}/{rest...}", Decode: astray},
	}, nil, slog.New(slog.NewJSONHandler(&log, nil)))
	const nobodys = `{"error":"Not found"}`
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

		{"GET", "/", 404, nobodys, ""},
		{"GET", "/api", 404, nobodys, ""},
		{"GET", "/.well-known/other", 404, nobodys, ""},
		{"BREW", "/elsewhere", 404, nobodys, ""},

		{"GET", "/api/clinica", 404, "none of clinica", ""},
		{"HEAD", "/api/clinica", 404, "none of clinica", ""},
		{"OPTIONS", "/api/clinica", 404, "none of clinica", ""},
		{"DELETE", "/api/clinica/nothing/here", 404, "none of clinica", ""},
		{"GET", "/api/a%2Fb/nothing", 404, "none of a/b", ""},
		{"GET", "/api/clinica/services/", 404, "none of clinica", ""},
		{"POST", "/api/clinica/a2a/", 404, "none of clinica", ""},
		{"GET", "//api/clinica/services", 404, "none of clinica", ""},
		{"GET", "/api/x/../clinica/services", 404, "none of clinica", ""},
		{"GET", "/api/./clinica/services", 404, "none of clinica", ""},
		{"OPTIONS", "/api/./clinica/services", 404, "none of clinica", ""},

		{"POST", "/api/clinica/services", 405, "services of clinica", "GET, HEAD, OPTIONS"},
		{"DELETE", "/api/clinica/a2a", 405, "a page of clinica", "GET, HEAD, POST, OPTIONS"},
		{"PUT", "/api/a%2Fb/services", 405, "services of a/b", "GET, HEAD, OPTIONS"},
		{"DELETE", "/.well-known/card", 405, "card of ", "GET, HEAD, OPTIONS"},
		{"OPTIONS", "/api/clinica/a2a", 204, "", "GET, HEAD, POST, OPTIONS"},
	} {
		log.Reset()
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(tt.method, tt.path, strings.NewReader("{}")))
		if w.Code != tt.status || w.Body.String() != tt.body || w.Header().Get("Allow") != tt.allow {
			t.Errorf("%s %s: %d %q, allowed %q", tt.method, tt.path, w.Code, w.Body, w.Header().Get("Allow"))
		}
		if want := "text/plain"; w.Body.Len() > 0 && tt.body != nobodys && w.Header().Get("Content-Type") != want {
			t.Errorf("%s %s: %v", tt.method, tt.path, w.Header())
		}
		if s := log.String(); strings.Count(s, "\n") != 1 || strings.Contains(s, "clinica") {
			t.Errorf("%s %s: logged %s", tt.method, tt.path, s)
		}
	}
}
