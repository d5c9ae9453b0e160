package a2awire_test

import (
	"bytes"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
)

var card = &a2awire.Card{
	Name:        "Glamour Salon",
	Description: "Books appointments at Glamour Salon.",
	Version:     "1.0.0",
	URL:         "https://agents.example/orgs/glamour-salon/a2a",
	Provider:    &a2awire.Provider{Organization: "Glamour Salon", URL: "https://salon.example"},
	Docs:        "https://agents.example/docs",
	InputModes:  []string{"application/json", "text/plain"},
	OutputModes: []string{"application/json", "text/plain"},
	Skills: []a2awire.Skill{
		{ID: "find_slots", Name: "Find slots", Description: "Says when a service can be booked.", Tags: []string{"scheduling"}, Examples: []string{`{"operation":"find_slots","arguments":{"service":"svc_cut"}}`}},
		{ID: "converse", Name: "Converse", Description: "Books in plain words.", Tags: []string{"scheduling", "text"}, InputModes: []string{"text/plain"}, OutputModes: []string{"text/plain"}},
	},
	Extensions: []a2awire.Extension{{URI: "https://agents.example/ext/booking/v1", Description: "Commands as one data part.", Params: jsontext.Value(`{"version":"1"}`)}},
	Schemes: []a2awire.Scheme{
		{Name: "bearer", Description: "A key of the platform.", HTTP: &a2awire.HTTPAuth{Scheme: "Bearer", BearerFormat: "JWT"}},
		{Name: "key", APIKey: &a2awire.APIKey{In: "header", Name: "X-API-Key"}},
		{Name: "guest", OAuth2: &a2awire.OAuth2{Metadata: "https://id.example/.well-known/oauth-authorization-server",
			AuthorizationCode: &a2awire.Flow{Authorization: "https://id.example/authorize", Token: "https://id.example/token", PKCE: true, Scopes: map[string]string{"bookings:write": "Book for the guest"}},
			ClientCredentials: &a2awire.Flow{Token: "https://id.example/token", Scopes: map[string]string{}}}},
		{Name: "machine", OAuth2: &a2awire.OAuth2{ClientCredentials: &a2awire.Flow{Token: "https://id.example/token", Refresh: "https://id.example/refresh", Scopes: map[string]string{"a": "b"}}}},
		{Name: "oidc", OpenID: "https://id.example/.well-known/openid-configuration"},
		{Name: "mtls", MutualTLS: true},
	},
	Security:         []a2awire.Requirement{{"bearer": nil}, {"guest": {"bookings:write"}, "key": nil}},
	Modified:         time.Date(2026, 8, 1, 7, 0, 0, 5e8, time.FixedZone("", -3*60*60)),
	Also:             jsontext.Value(`{"authentication":{"schemes":["bearer"]},"usp_profile":"https://agents.example/.well-known/usp"}`),
	AlsoCapabilities: jsontext.Value(`{"tasks":["usp/services/list"]}`),
}

func get(version string, header ...string) bindings.Inbound {
	in := bindings.Inbound{Header: http.Header{}, Query: url.Values{}}
	if version != "" {
		in.Header.Set("A2A-Version", version)
	}
	for i := 0; i < len(header); i += 2 {
		in.Header.Add(header[i], header[i+1])
	}
	return in
}

// The documents are compared member by member in their order, and kept in a
// form that people can read.
func TestCardDocuments(t *testing.T) {
	for name, body := range map[string][]byte{"union": card.Union(), "pure": card.Pure(), "least": (&a2awire.Card{URL: "https://agents.example/a2a"}).Union()} {
		v := jsontext.Value(bytes.Clone(body))
		if err := v.Indent(jsontext.WithIndent("  ")); err != nil {
			t.Fatal(err)
		}
		got := append(v, '\n')
		file := filepath.Join("../../../testdata/quirks/a2awire/cards", name+".json")
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), string(got)); d != "" {
			t.Errorf("%s: (-golden +got)\n%s", name, d)
		}
	}
}

// Which document: the union for whoever does not ask for 1.0, also in a version
// that is not spoken; the pure one for whoever does, and always if so configured.
func TestCardChoice(t *testing.T) {
	for _, tt := range []struct {
		name string
		in   bindings.Inbound
		only bool
		pure bool
	}{
		{"no version", get(""), false, false},
		{"0.3", get("0.3"), false, false},
		{"1.0", get("1.0"), false, true},
		{"1.0.1", get("1.0.1"), false, true},
		{"1.0 in the query", bindings.Inbound{Query: url.Values{"A2A-Version": {"1.0"}}}, false, true},
		{"unknown", get("2.0"), false, false},
		{"pure only", get(""), true, true},
		{"pure only, 0.3", get("0.3"), true, true},
	} {
		out := a2awire.ReadCard(tt.in, tt.only).Answer(card)
		want := card.Union()
		if tt.pure {
			want = card.Pure()
		}
		if out.Status != 200 || !bytes.Equal(out.Body, want) {
			t.Errorf("%s: %d %s", tt.name, out.Status, out.Body)
		}
		h := out.Header
		if h.Get("Vary") != "A2A-Version" || h.Get("Cache-Control") != "public, max-age=300" || h.Get("Content-Type") != "application/json" ||
			h.Get("Last-Modified") != "Sat, 01 Aug 2026 10:00:00 GMT" || !strings.HasPrefix(h.Get("ETag"), `"`) {
			t.Errorf("%s: %v", tt.name, h)
		}
	}
}

func TestCardConditional(t *testing.T) {
	union := a2awire.ReadCard(get(""), false).Answer(card).Header.Get("ETag")
	pure := a2awire.ReadCard(get("1.0"), false).Answer(card).Header.Get("ETag")
	other := *card
	other.Name = "Other"
	if union == pure || union == a2awire.ReadCard(get(""), false).Answer(&other).Header.Get("ETag") {
		t.Error("two documents have one tag")
	}
	const at, before, after = "Sat, 01 Aug 2026 10:00:00 GMT", "Sat, 01 Aug 2026 09:59:59 GMT", "Sun, 02 Aug 2026 10:00:00 GMT"
	for _, tt := range []struct {
		name   string
		in     bindings.Inbound
		status int
	}{
		{"its tag", get("", "If-None-Match", union), 304},
		{"weak, in a list", get("", "If-None-Match", `"x", W/`+union), 304},
		{"in a second header", get("", "If-None-Match", `"x"`, "If-None-Match", union), 304},
		{"any", get("", "If-None-Match", "*"), 304},
		{"the tag of the other document", get("1.0", "If-None-Match", union), 200},
		{"no tag", get("", "If-None-Match", ""), 200},
		{"not modified since", get("", "If-Modified-Since", at), 304},
		{"not modified since later", get("", "If-Modified-Since", after), 304},
		{"modified since", get("", "If-Modified-Since", before), 200},
		{"no date", get("", "If-Modified-Since", "yesterday"), 200},
		{"another tag before an equal date", get("", "If-None-Match", `"x"`, "If-Modified-Since", at), 200},
	} {
		out := a2awire.ReadCard(tt.in, false).Answer(card)
		if out.Status != tt.status || (out.Status == 304) != (out.Body == nil) {
			t.Errorf("%s: %d %s", tt.name, out.Status, out.Body)
		}
		if h := out.Header; h.Get("ETag") == "" || h.Get("Vary") == "" || h.Get("Cache-Control") == "" || h.Get("Last-Modified") == "" {
			t.Errorf("%s: %v", tt.name, h)
		}
	}
	undated := *card
	undated.Modified = time.Time{}
	if out := a2awire.ReadCard(get("", "If-Modified-Since", at), false).Answer(&undated); out.Status != 200 || out.Header.Get("Last-Modified") != "" {
		t.Errorf("without a date: %d %v", out.Status, out.Header)
	}
}

func TestCardFailures(t *testing.T) {
	r := a2awire.ReadCard(bindings.Inbound{}, false)
	for _, tt := range []struct {
		out    bindings.Outbound
		status int
		body   string
	}{
		{r.Fail(404), 404, `{"error":"Not Found"}`},
		{r.Refuse(bindings.ErrQuery), 400, `{"error":"Bad Request"}`},
		{r.Refuse(bindings.ErrTooLarge), 413, `{"error":"Request Entity Too Large"}`},
	} {
		if tt.out.Status != tt.status || string(tt.out.Body) != tt.body || tt.out.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%d %s %v", tt.out.Status, tt.out.Body, tt.out.Header)
		}
	}
}
