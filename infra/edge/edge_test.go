package edge_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hora/infra/edge"
)

// event is an API Gateway event to be varied. Names are as the platform
// spells them.
type event struct {
	RawPath  string            `json:"rawPath"`
	RawQuery string            `json:"rawQueryString"`
	Cookies  []string          `json:"cookies,omitempty"`
	Headers  map[string]string `json:"headers"`
	Body     string            `json:"body,omitempty"`
	Base64   bool              `json:"isBase64Encoded"`
	Context  struct {
		Domain string `json:"domainName"`
		Stage  string `json:"stage"`
		HTTP   struct {
			Method   string `json:"method"`
			SourceIP string `json:"sourceIp"`
		} `json:"http"`
	} `json:"requestContext"`
}

func get(path string) *event {
	var ev event
	ev.RawPath, ev.Headers = path, map[string]string{"host": "desk.example"}
	ev.Context.Domain, ev.Context.Stage = "desk.example", "$default"
	ev.Context.HTTP.Method, ev.Context.HTTP.SourceIP = "GET", "203.0.113.7"
	return &ev
}

func (ev *event) header(name, value string) *event { ev.Headers[name] = value; return ev }
func (ev *event) method(m string) *event           { ev.Context.HTTP.Method = m; return ev }
func (ev *event) stage(s string) *event            { ev.Context.Stage = s; return ev }
func (ev *event) ip(s string) *event               { ev.Context.HTTP.SourceIP = s; return ev }
func (ev *event) query(q string) *event            { ev.RawQuery = q; return ev }
func (ev *event) cookies(c ...string) *event       { ev.Cookies = c; return ev }
func (ev *event) functionURL() *event {
	ev.Context.Domain = "abc123.lambda-url.us-east-1.on.aws"
	return ev
}
func (ev *event) body(b string, base64 bool) *event {
	ev.Body, ev.Base64 = b, base64
	return ev.method("POST")
}

func (ev *event) bytes(t testing.TB) []byte {
	t.Helper()
	b, err := json.Marshal(ev)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

type answer struct {
	Status  int               `json:"statusCode"`
	Headers map[string]string `json:"headers"`
	Cookies []string          `json:"cookies"`
	Body    string            `json:"body"`
	Base64  bool              `json:"isBase64Encoded"`
}

func invoke(t testing.TB, h http.HandlerFunc, payload []byte) answer {
	t.Helper()
	quiet(t)
	b, err := edge.New(h).Invoke(t.Context(), payload)
	if err != nil {
		t.Fatal(err)
	}
	var a answer
	if err := json.Unmarshal(b, &a); err != nil {
		t.Fatalf("not an answer: %v: %s", err, b)
	}
	return a
}

// quiet keeps what is logged of provoked faults out of the test's output.
func quiet(t testing.TB) {
	old := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	t.Cleanup(func() { slog.SetDefault(old) })
}

// TestRequest is what handlers see of an event. The rows that name a project
// are defects reported there; those marked "proxy" are aws-lambda-go-api-proxy's.
func TestRequest(t *testing.T) {
	const signature = `sig1=("@method" "@path");created=1;keyid="a,b"`
	header := func(name string) func(*http.Request) any {
		return func(r *http.Request) any { return r.Header[name] }
	}
	path := func(r *http.Request) any {
		return r.URL.Path + "|" + r.URL.RawQuery + "|" + r.URL.Fragment + "|" + r.URL.Host
	}
	body := func(r *http.Request) any { b, _ := io.ReadAll(r.Body); return string(b) }
	for _, tt := range []struct {
		name string
		ev   *event
		see  func(*http.Request) any
		want any
	}{
		{"proxy 171: Accept keeps its commas", get("/").header("accept", "application/json, text/event-stream"), header("Accept"), []string{"application/json, text/event-stream"}},
		{"proxy 178: a quoted comma", get("/").header("signature-input", signature), header("Signature-Input"), []string{signature}},
		{"proxy 178: Access-Control-Request-Headers", get("/").header("access-control-request-headers", "a,b"), header("Access-Control-Request-Headers"), []string{"a,b"}},
		{"proxy: Date", get("/").header("date", "Sun, 06 Nov 1994 08:49:37 GMT"), header("Date"), []string{"Sun, 06 Nov 1994 08:49:37 GMT"}},
		{"lower-case names", get("/").header("x-org-api-key", "k"), header("X-Org-Api-Key"), []string{"k"}},
		{"an empty value is there", get("/").header("a2a-version", ""), header("A2a-Version"), []string{""}},
		{"Host is no header", get("/"), header("Host"), []string(nil)},
		{"Host is the domain", get("/").header("host", "evil.example"), func(r *http.Request) any { return r.Host }, "desk.example"},
		{"nothing is added", get("/"), func(r *http.Request) any { return len(r.Header) }, 0},
		{"proxy: a question mark in a decoded path", get("/a?b=1"), path, "/a?b=1|||"},
		{"proxy: a hash", get("/a#x"), path, "/a#x|||"},
		{"proxy: a percent sign", get("/a%zz"), path, "/a%zz|||"},
		{"hono 2156: a decoded path is not decoded again", get("/a%20b"), path, "/a%20b|||"},
		{"powertools-python 1098: a space", get("/a b"), path, "/a b|||"},
		{"no host from a path", get("//evil.example/x"), path, "//evil.example/x|||"},
		{"no scheme from a path", get("http://evil.example/x"), path, "/http://evil.example/x|||"},
		{"beyond ASCII", get("/ñandú/🦤"), path, "/ñandú/🦤|||"},
		{"no path", get(""), path, "/|||"},
		{"ministack 1035: the query stays encoded", get("/a").query("q=a%20b&q=%26&c=1,2"), path, "/a|q=a%20b&q=%26&c=1,2||"},
		{"a query without meaning", get("/a").query("%zz;=&"), path, "/a|%zz;=&||"},
		{"a function URL's path is encoded", get("/a%20b%2Fc").functionURL(), path, "/a b/c|||"},
		{"and keeps the caller's spelling", get("/a%20b%2Fc").functionURL(), func(r *http.Request) any { return r.URL.EscapedPath() }, "/a%20b%2Fc"},
		{"a function URL's path that cannot be decoded", get("/a%zz").functionURL(), path, "/a%zz|||"},
		{"bytes that are no text", get("/%ff%fe").functionURL(), path, "/\xff\xfe|||"},
		{"powertools-python 621, serverless-wsgi 191: stage prefix", get("/prod/a").stage("prod"), path, "/a|||"},
		{"serverless-express 465: the root of a stage", get("/prod").stage("prod"), path, "/|||"},
		{"proxy StripBasePath: no prefix within a name", get("/production/a").stage("prod"), path, "/production/a|||"},
		{"the default stage is in no path", get("/$default/a"), path, "/$default/a|||"},
		{"only the first segment", get("/a/prod/b").stage("prod"), path, "/a/prod/b|||"},
		{"request URI", get("/a b").query("x=1"), func(r *http.Request) any { return r.RequestURI }, "/a%20b?x=1"},
		{"proxy 108: cookies", get("/").cookies("a=1", "b=2"), header("Cookie"), []string{"a=1; b=2"}},
		{"aws-lambda-go 597: cookies once on a function URL", get("/").functionURL().header("cookie", "a=1;b=2").cookies("a=1", "b=2"), header("Cookie"), []string{"a=1; b=2"}},
		{"a cookie header alone", get("/").header("cookie", "a=1"), header("Cookie"), []string{"a=1"}},
		{"proxy: an address without port", get("/"), func(r *http.Request) any { host, _, err := net.SplitHostPort(r.RemoteAddr); return []any{host, err} }, []any{"203.0.113.7", nil}},
		{"IPv6", get("/").ip("2001:db8::1"), func(r *http.Request) any { host, _, err := net.SplitHostPort(r.RemoteAddr); return []any{host, err} }, []any{"2001:db8::1", nil}},
		{"method", get("/").method("DELETE"), func(r *http.Request) any { return r.Method }, "DELETE"},
		{"proxy: a method that is no token", get("/").method("GET IT"), func(r *http.Request) any { return r.Method }, "GET IT"},
		{"body", get("/").body(`{"a":"ñ"}`, false), body, `{"a":"ñ"}`},
		{"body in base64", get("/").body("eyJhIjoi8SJ9", true), body, "{\"a\":\"\xf1\"}"},
		{"no body", get("/"), func(r *http.Request) any { return r.Body == http.NoBody && r.ContentLength == 0 }, true},
		{"length of the body", get("/").body("YWJj", true).header("content-length", "9"), func(r *http.Request) any { return r.ContentLength }, int64(3)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got any
			a := invoke(t, func(w http.ResponseWriter, r *http.Request) { got = tt.see(r); w.WriteHeader(204) }, tt.ev.bytes(t))
			if a.Status != 204 {
				t.Fatalf("the handler was not reached: %+v", a)
			}
			if d := cmp.Diff(tt.want, got, cmp.Comparer(func(a, b error) bool { return a == b })); d != "" {
				t.Error(d)
			}
		})
	}
}

// A path from an HTTP API reaches the handler of its pattern, and its segments
// arrive as the caller meant them.
func TestPathValue(t *testing.T) {
	var got string
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/{org}/services", func(w http.ResponseWriter, r *http.Request) { got = r.PathValue("org") })
	for path, want := range map[string]string{"/api/a b/services": "a b", "/api/100%/services": "100%", "/api/ñ?#/services": "ñ?#"} {
		got = ""
		if a := invoke(t, mux.ServeHTTP, get(path).bytes(t)); a.Status != 200 || got != want {
			t.Errorf("%s: %d, org %q, want %q", path, a.Status, got, want)
		}
	}
}

// The context that the runtime gave, with its deadline, is the request's.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var got error
	h := edge.New(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { got = r.Context().Err() }))
	if _, err := h.Invoke(ctx, get("/").bytes(t)); err != nil || got != context.Canceled {
		t.Errorf("got %v, %v", got, err)
	}
}

// What is no HTTP event is a function error, with a text that repeats nothing.
func TestNoEvent(t *testing.T) {
	h := edge.New(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the handler was called") }))
	for _, payload := range []string{``, `{`, `[]`, `null`, `7`, `{}`, `{"httpMethod":"GET","path":"/secret"}`, `{"rawPath":7}`,
		`{"requestContext":{"http":{"method":"GET"}},"headers":{"a":7}}`, `{"requestContext":{"http":{"method":"GET"}},"headers":{"a":`} {
		b, err := h.Invoke(t.Context(), []byte(payload))
		if err == nil || err.Error() != "edge: not an event of payload format 2.0" || b != nil {
			t.Errorf("%s: %s, %v", payload, b, err)
		}
	}
}

// An event is read leniently: its odd bytes are the caller's, and the caller
// gets an answer.
func TestLenientEvent(t *testing.T) {
	for name, payload := range map[string]string{
		"invalid UTF-8":        `{"rawPath":"/a` + "\xff" + `","headers":{"x":"` + "\xc0" + `"},"requestContext":{"http":{"method":"GET"}}}`,
		"half a surrogate":     `{"rawPath":"/\ud800","rawQueryString":"\udc00","requestContext":{"http":{"method":"GET"}}}`,
		"the same name twice":  `{"rawPath":"/","rawPath":"/b","headers":{"a":"1","a":"2"},"requestContext":{"http":{"method":"GET"}}}`,
		"nulls":                `{"rawPath":"/","headers":null,"cookies":null,"body":null,"requestContext":{"http":{"method":"GET"}}}`,
		"more than we know of": `{"rawPath":"/","version":"3.0","new":{"deep":[1]},"requestContext":{"http":{"method":"GET"},"authorizer":{}}}`,
	} {
		if a := invoke(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(204) }, []byte(payload)); a.Status != 204 {
			t.Errorf("%s: %+v", name, a)
		}
	}
	var got http.Header
	invoke(t, func(w http.ResponseWriter, r *http.Request) { got = r.Header },
		[]byte(`{"headers":{"a":"1","A":"2","b":"3"},"requestContext":{"http":{"method":"GET"}}}`))
	if d := cmp.Diff(http.Header{"A": {"1", "2"}, "B": {"3"}}, got); d != "" {
		t.Error(d)
	}
}

// Nothing of one event is left in the next.
func TestNoMemory(t *testing.T) {
	quiet(t)
	var seen []string
	h := edge.New(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		seen = append(seen, r.URL.String()+" "+r.Header.Get("X-A")+" "+string(b))
	}))
	for _, ev := range []*event{get("/a").query("q=1").header("x-a", "v").body("b", false), get("/b")} {
		if _, err := h.Invoke(t.Context(), ev.bytes(t)); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff([]string{"/a?q=1 v b", "/b  "}, seen); d != "" {
		t.Error(d)
	}
}
