package a2awire_test

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/canonical"
)

// A route as dialects build it, for what only the pipeline can do.
type scripted struct{ *a2awire.Reply }

func (s scripted) Encode(o canonical.Outcome) bindings.Outbound {
	return s.Answer(a2awire.Answer{Err: a2awire.Internal()})
}

func TestRefusePipeline(t *testing.T) {
	route := bindings.Route{Method: "POST", Pattern: "/a2a", Decode: func(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
		_, reply, err := a2awire.Read[jsontext.Value, jsontext.Value](in, profile)
		return canonical.Request{}, scripted{reply}, err
	}}
	handler := bindings.Handler(route, nil, slog.New(slog.DiscardHandler))
	for _, tt := range []struct {
		name, target, version, body string
		status                      int
		want                        string
	}{
		{"too large", "/a2a", "1.0", strings.Repeat(" ", bindings.MaxBody+1), 413, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Request payload too large"}}`},
		{"too large, 0.3, of another type", "/a2a", "", strings.Repeat("x", bindings.MaxBody+1), 413, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Request payload too large"}}`},
		{"as large as can be", "/a2a", "1.0", strings.Repeat(" ", bindings.MaxBody), 200, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Invalid JSON payload"}}`},
		{"a query that is none", "/a2a?a=%zz", "1.0", in10, 200, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Request payload validation error"}}`},
		{"a panic in the desk", "/a2a", "1.0", in10, 200, `{"jsonrpc":"2.0","id":"r1","error":{"code":-32603,"message":"Internal error"}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			q := httptest.NewRequest("POST", tt.target, strings.NewReader(tt.body))
			if tt.version != "" {
				q.Header.Set("A2A-Version", tt.version)
			}
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, q)
			if w.Code != tt.status || w.Body.String() != tt.want {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
	t.Run("a body that breaks off", func(t *testing.T) {
		q := httptest.NewRequest("POST", "/a2a", http.MaxBytesReader(nil, http.NoBody, 0))
		q.Body = brokenBody{}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, q)
		if want := `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Invalid JSON payload"}}`; w.Code != 200 || w.Body.String() != want {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
	t.Run("larger than MaxBody without a reader before it", func(t *testing.T) {
		_, reply, err := a2awire.Read[jsontext.Value, jsontext.Value](bindings.Inbound{Body: make([]byte, bindings.MaxBody+1)}, profile)
		if out := reply.Refuse(err); out.Status != 413 {
			t.Errorf("%d %s", out.Status, out.Body)
		}
	})
}

type brokenBody struct{}

func (brokenBody) Read([]byte) (int, error) { return 0, errors.New("reset: secret detail") }
func (brokenBody) Close() error             { return nil }

// Nothing of an error that nobody foresaw reaches the caller.
func TestRefuseUnknown(t *testing.T) {
	_, reply, err := a2awire.Read[jsontext.Value, jsontext.Value](call(in03, a2awire.V03), profile)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{errors.New("secret"), (*a2awire.Error)(nil), nil} {
		if got := string(reply.Refuse(err).Body); got != `{"jsonrpc":"2.0","id":"r1","error":{"code":-32603,"message":"Internal error"}}` {
			t.Errorf("%v: %s", err, got)
		}
	}
}

// Headers are shared between replies until one adds its own.
func TestReplySet(t *testing.T) {
	_, a, _ := a2awire.Read[jsontext.Value, jsontext.Value](call(in10, a2awire.V10), profile)
	_, b, _ := a2awire.Read[jsontext.Value, jsontext.Value](call(in10, a2awire.V10), profile)
	a.Set("USP-Correlation-Id", "x")
	a.Set("Another", "y")
	one, two := a.Answer(say("")), b.Answer(say(""))
	if one.Header.Get("USP-Correlation-Id") != "x" || one.Header.Get("Another") != "y" || len(two.Header) != 2 {
		t.Errorf("%v %v", one.Header, two.Header)
	}
	if out := a.Refuse(a2awire.Unavailable("d", 3)); out.Header.Get("Retry-After") != "3" || a.Answer(say("")).Header.Get("Retry-After") != "" {
		t.Error("a refusal's header stays")
	}
	if a.Version() != a2awire.V10 {
		t.Error(a.Version())
	}
}
