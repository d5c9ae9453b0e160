package selfe_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
)

const cardPath = "/registry/.well-known/agent-card.json?catalogue=" + catalogue

// card is what tests look at of a card.
type card struct {
	URL        string `json:"url"`
	Interfaces []struct {
		URL      string `json:"url"`
		Binding  string `json:"protocolBinding"`
		Protocol string `json:"protocolVersion"`
	} `json:"supportedInterfaces"`
	Capabilities struct {
		Streaming  *bool `json:"streaming"`
		Push       *bool `json:"pushNotifications"`
		Extended   *bool `json:"extendedAgentCard"`
		Extensions []struct {
			URI    string `json:"uri"`
			Params struct {
				Schema  string `json:"schema"`
				Handoff *struct {
					Skill  string `json:"skill"`
					Status string `json:"statusUrl"`
				} `json:"bookingHandoff"`
			} `json:"params"`
		} `json:"extensions"`
	} `json:"capabilities"`
	Skills []struct {
		ID string `json:"id"`
	} `json:"skills"`
}

func (w *world) card(host, path string) card {
	w.Helper()
	r := w.get(host, path)
	if r.Code != 200 {
		w.Fatalf("HTTP %d: %s", r.Code, r.Body)
	}
	return read[card](w, r.Body.Bytes())
}

func (c *card) skills() (ids []string) {
	for _, s := range c.Skills {
		ids = append(ids, s.ID)
	}
	return ids
}

func (c *card) extensions() (uris []string) {
	for _, e := range c.Capabilities.Extensions {
		uris = append(uris, e.URI)
	}
	return uris
}

func TestR_C1(t *testing.T) {
	w := open(t)
	if r := w.get(public, cardPath); r.Code != 200 || r.Header().Get("Content-Type") != "application/json" {
		t.Errorf("HTTP %d, %s", r.Code, r.Header().Get("Content-Type"))
	}
	c := w.card(public, cardPath)
	if !slices.Contains(c.extensions(), extension) {
		t.Errorf("extensions %v", c.extensions())
	}
	if i := c.Interfaces[0]; i.Binding != "JSONRPC" || i.Protocol != "1.0" {
		t.Errorf("first interface %+v", i)
	}
}

func TestR_C2(t *testing.T) {
	w := open(t)
	for _, tt := range []struct {
		id   string
		gate func(*canonical.Registry)
		want string
	}{
		{catalogue, func(*canonical.Registry) {}, "discover match prepare_booking_handoff"},
		{catalogue, func(r *canonical.Registry) { r.Book = true }, "discover match book prepare_booking_handoff"},
		{catalogue, func(r *canonical.Registry) { r.Book, r.Handoff.Open = false, false }, "discover match prepare_booking_handoff"},
		{other, func(*canonical.Registry) {}, "discover match"},
	} {
		w.registry(tt.id, tt.gate)
		c := w.card(public, "/registry/.well-known/agent-card.json?catalogue="+tt.id)
		if got := strings.Join(c.skills(), " "); got != tt.want {
			t.Errorf("skills %s, want %s", got, tt.want)
		}
		ap2 := slices.ContainsFunc(c.extensions(), func(uri string) bool { return strings.Contains(uri, "ap2") })
		if ap2 != slices.Contains(c.skills(), "book") {
			t.Errorf("%v, extensions %v", c.skills(), c.extensions())
		}
	}
}

func TestR_C3(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		url := c.card(public, cardPath).Interfaces[0].URL
		if url != public+"/registry/a2a?catalogue="+catalogue || url != c.card(public, cardPath).URL {
			t.Errorf("interface at %s", url)
		}
		if a := c.do("discover", `{"query":{"text":"Peaceful stays"}}`); a.kind != "message" {
			t.Errorf("at the card's URL: %v", a)
		}
		for selector, reason := range map[string]string{"": "CATALOGUE_REQUIRED", "nobodys": "CATALOGUE_UNKNOWN", "No+Slug%23": "CATALOGUE_UNKNOWN"} {
			there := c.as(func(c *caller) { c.catalogue = selector })
			c.refused(there.do("discover", `{"query":{"text":"Peaceful stays"}}`), -32602, reason)
			c.refused(there.say("Peaceful stays"), -32602, reason)
		}
		here := c.guest("guest-1")
		made := here.say("Peaceful stays")
		there := here.as(func(c *caller) { c.catalogue = other })
		c.refused(there.about("get", byID(made.id)), -32001, "")
		if a := here.about("get", byID(made.id)); a.kind != "task" {
			t.Error(a)
		}
	})
}

func TestR_C4(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		for _, method := range []string{"initialize", "tools/list", "tools/call", "ping"} {
			c.refused(c.send(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{}}`), -32601, "")
		}
	})
	if r := open(t).get(public, "/registry/a2a?catalogue="+catalogue); r.Code != 405 {
		t.Errorf("GET: HTTP %d", r.Code)
	}
}

func TestR_C5(t *testing.T) {
	w := open(t)
	for _, version := range []string{"0.3", "1.0"} {
		c := read[card](t, w.get(public, cardPath, "A2A-Version", version).Body.Bytes()).Capabilities
		for name, flag := range map[string]*bool{"streaming": c.Streaming, "pushNotifications": c.Push, "extendedAgentCard": c.Extended} {
			if flag == nil || *flag {
				t.Errorf("%s: %s is %v", version, name, flag)
			}
		}
	}
}

func TestR_C6(t *testing.T) {
	w := open(t)
	h := w.card(public, cardPath).Capabilities.Extensions[0].Params.Handoff
	if h == nil || h.Skill != "prepare_booking_handoff" {
		t.Fatalf("%+v", h)
	}
	path := strings.TrimPrefix(h.Status, public)
	for _, open := range []bool{true, false, true} {
		w.registry(catalogue, func(r *canonical.Registry) { r.Handoff.Open = open })
		want := `{"available":true}`
		if !open {
			want = `{"available":false,"reason":"booking_closed"}`
		}
		r := w.get(public, path, "If-None-Match", "*")
		if r.Body.String() != want || r.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("HTTP %d %v: %s, want %s", r.Code, r.Header(), r.Body, want)
		}
	}
	if e := w.card(public, "/registry/.well-known/agent-card.json?catalogue="+other).Capabilities.Extensions[0]; e.Params.Handoff != nil {
		t.Errorf("%+v", e)
	}
	if r := w.get(public, "/registry/booking-handoff/status?catalogue="+other); r.Code != 404 {
		t.Errorf("the status of what there is not: HTTP %d", r.Code)
	}
}

func TestR_C7(t *testing.T) {
	w := open(t)
	r := w.get(public, "/.well-known/ucp?catalogue="+catalogue)
	p := read[struct {
		UCP struct {
			Services map[string][]struct {
				Transport string `json:"transport"`
				Endpoint  string `json:"endpoint"`
				Schema    string `json:"schema"`
			} `json:"services"`
			Capabilities map[string]jsontext.Value `json:"capabilities"`
			Payment      map[string]jsontext.Value `json:"payment_handlers"`
		} `json:"ucp"`
		Keys []jsontext.Value `json:"signing_keys"`
	}](t, r.Body.Bytes())
	entry := p.UCP.Services["ai.selfe.registry"][0]
	if entry.Transport != "a2a" || entry.Endpoint != public+"/.well-known/agent-card.json?catalogue="+catalogue {
		t.Errorf("%+v", entry)
	}
	if strings.Contains(r.Body.String(), "dev.ucp") || p.UCP.Capabilities == nil || len(p.UCP.Capabilities) > 0 || p.UCP.Payment == nil || len(p.Keys) == 0 {
		t.Errorf("%s", r.Body)
	}
	cache := r.Header().Get("Cache-Control")
	if cache != "public, max-age=300" || r.Header().Get("Etag") == "" {
		t.Errorf("%v", r.Header())
	}
	if again := w.get(public, "/.well-known/ucp?catalogue="+catalogue, "If-None-Match", r.Header().Get("Etag")); again.Code != 304 || again.Body.Len() != 0 {
		t.Errorf("HTTP %d", again.Code)
	}
}

func TestR_C8(t *testing.T) {
	w := open(t)
	schema := w.card(public, cardPath).Capabilities.Extensions[0].Params.Schema
	served := w.get(public, strings.TrimPrefix(schema, public))
	v := validators(t, served.Body.Bytes())
	for _, tt := range commands {
		at := v["Command"]
		if err := at.Validate(instance(t, tt.data)); (err == nil) != tt.fits {
			t.Errorf("by the schema: %s: %v", tt.data, err)
		}
	}
	both(t, func(t *testing.T, c *caller) {
		for _, tt := range commands {
			a := c.ask(c.part("data", tt.data), "")
			if refused := a.code == -32602 && a.reason == ""; refused == tt.fits {
				t.Errorf("by the decoder: %s: %v", tt.data, a)
			}
		}
	})
	if r := w.get(public, "/.well-known/ai-catalog.json?catalogue="+catalogue); r.Code != 200 {
		t.Errorf("ai-catalog.json: HTTP %d", r.Code)
	}
}

// The documents of a host that names no registry are about none.
func TestDocumentsNeedARegistry(t *testing.T) {
	w := open(t)
	for _, path := range []string{"/.well-known/ucp", "/.well-known/ai-catalog.json", "/registry/.well-known/agent-card.json", "/registry/booking-handoff/status", "/.well-known/ucp?catalogue=nobodys"} {
		if r := w.get(public, path); r.Code != 404 || r.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: HTTP %d", path, r.Code)
		}
	}
	r := w.get(public, "/.well-known/oauth-protected-resource")
	m := read[struct {
		Resource string   `json:"resource"`
		Servers  []string `json:"authorization_servers"`
		Scopes   []string `json:"scopes_supported"`
	}](t, r.Body.Bytes())
	if m.Resource != public || !slices.Equal(m.Servers, []string{idp}) || !slices.Equal(m.Scopes, []string{"bookings:write"}) {
		t.Errorf("%s", r.Body)
	}
}
