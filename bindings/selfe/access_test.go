package selfe_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"hora/canonical"
	"hora/infra/identity/oauth/issuer"
)

func TestR_A1(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		c.store.forget()
		for _, a := range []answer{c.say("stays"), c.do("match", `{"places":[{"name":"Latrigg House"}],`+march+`}`)} {
			if a.kind != "message" || a.status != 200 {
				t.Error(a)
			}
		}
		if n := c.store.writes(); n > 0 {
			t.Errorf("%d writes", n)
		}
	})
}

func TestR_A2(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		for _, token := range []string{c.world.token(), c.world.token(agentic), c.world.token(scope(""))} {
			a := c.as(func(c *caller) { c.token = token }).do("match", `{"places":[{"name":"Latrigg House"}],`+march+`}`)
			if a.kind != "task" || a.state != "completed" || a.parts != "data text" || a.status != 200 {
				t.Error(a)
			}
		}
	})
}

func TestR_A3(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		c.books()
		offer := c.offers()[0].OfferID
		c.store.forget()
		for _, tt := range []struct {
			name, token string
			status      int
			challenge   string
		}{
			{"a guest without the scope", c.world.token(scope("profile email")), 403, `error="insufficient_scope", scope="bookings:write"`},
			{"a scope that only begins like it", c.world.token(scope("bookings:write-all")), 403, "insufficient_scope"},
			{"an agent, without a mandate", c.world.token(agentic), 403, "insufficient_scope"},
			{"nobody", "", 401, `Bearer realm="registry", resource_metadata="` + public + `/.well-known/oauth-protected-resource"`},
		} {
			a := c.as(func(c *caller) { c.token = tt.token }).book(offer)
			if a.status != tt.status || a.code != -32000 || !strings.Contains(a.header.Get("WWW-Authenticate"), tt.challenge) {
				t.Errorf("%s: %v, %s", tt.name, a, a.header.Get("WWW-Authenticate"))
			}
		}
		if n := c.store.writes(); n > 0 {
			t.Errorf("%d writes", n)
		}
	})
}

func TestR_A4(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		good := c.world.token()
		unsigned, err := issuer.Token{Issuer: idp, Subject: "guest-1", Audience: public, Client: "web", ID: "1", Issued: c.now(), Expires: c.now().Add(time.Hour)}.Unsigned()
		c.must(err)
		foreign, err := issuer.Token{Issuer: idp, Subject: "guest-1", Audience: public, Client: "web", ID: "1", Issued: c.now(), Expires: c.now().Add(time.Hour)}.Sign(c.key("stranger"), jose.ES256)
		c.must(err)
		published := c.world.issuer.Public()
		known, err := published.MarshalJSON()
		c.must(err)
		confused, err := issuer.Token{Issuer: idp, Subject: "guest-1", Audience: public, Client: "web", ID: "1", Issued: c.now(), Expires: c.now().Add(time.Hour)}.Sign(jose.JSONWebKey{Key: known, KeyID: published.KeyID}, jose.HS256)
		c.must(err)
		for name, headers := range map[string]string{
			"the public key as a secret": "Bearer " + confused,
			"a bad signature":            "Bearer " + good[:len(good)-4] + "AAAA",
			"expired":                    "Bearer " + c.world.token(func(t *issuer.Token) { t.Expires = t.Issued.Add(-2 * time.Minute) }),
			"from the future":            "Bearer " + c.world.token(func(t *issuer.Token) { t.Issued = t.Issued.Add(2 * time.Minute) }),
			"another audience":           "Bearer " + c.world.token(func(t *issuer.Token) { t.Audience = "https://elsewhere.example" }),
			"another issuer":             "Bearer " + c.world.token(func(t *issuer.Token) { t.Issuer = "https://evil.example" }),
			"an unknown key":             "Bearer " + foreign,
			"none":                       "Bearer " + unsigned,
			"a key":                      "Bearer demo-key",
			"another scheme":             "Basic Z3Vlc3Q6cHc=",
			"no scheme":                  good,
			"an empty credential":        "Bearer ",
		} {
			there := c.as(func(c *caller) { c.headers = map[string]string{"Authorization": headers} })
			for _, a := range []answer{there.say("stays"), there.do("discover", `{"query":{"text":"stays"}}`), there.about("get", byID("x"))} {
				if a.status != 401 || a.reason != "UNAUTHENTICATED" || !strings.Contains(a.header.Get("WWW-Authenticate"), `error="invalid_token"`) {
					t.Errorf("%s: %v %s", name, a, a.header.Get("WWW-Authenticate"))
				}
			}
		}
		// Clocks may differ by a little.
		for _, change := range []func(*issuer.Token){
			func(t *issuer.Token) { t.Expires = t.Issued.Add(-30 * time.Second) },
			func(t *issuer.Token) { t.Issued = t.Issued.Add(30 * time.Second) },
		} {
			if a := c.as(func(c *caller) { c.token = c.world.token(change) }).say("stays"); a.kind != "task" {
				t.Error(a)
			}
		}
	})
}

func TestR_A5(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		c.books()
		g := c.guest("guest-1")
		offer := g.offers()[0].OfferID
		down := func(name string, fault func(*faulty), who *caller) {
			t.Helper()
			c.store.forget()
			c.store.set(fault)
			defer c.store.heal()
			for _, a := range []answer{who.say("stays"), who.book(offer)} {
				if a.status != 503 || a.reason != "UNAVAILABLE" {
					t.Errorf("%s: %v", name, a)
				}
			}
			if n := c.store.wrote("BKG#"); n > 0 {
				t.Errorf("%s: %d bookings", name, n)
			}
		}
		down("the counter", func(f *faulty) { f.spends = canonical.ErrUnavailable }, g)
		down("the counter, which may have counted", func(f *faulty) { f.spends = canonical.ErrUnknown }, g)
		down("the counter, which answers nonsense", func(f *faulty) { f.spends = errors.New("no number") }, g)
		down("the counter, of anonymous callers", func(f *faulty) { f.spends = canonical.ErrUnavailable }, c)
		down("reading", func(f *faulty) { f.loads = canonical.ErrUnavailable }, g)
		down("the task store", func(f *faulty) {
			f.commits = func([]canonical.Write) (bool, error) { return false, canonical.ErrUnavailable }
		}, g)
		c.keys.Store(false)
		c.start() // a process that has no keys yet
		if a := g.say("stays"); a.status != 503 || a.reason != "UNAVAILABLE" {
			t.Errorf("without the issuer's keys: %v", a)
		}
		c.keys.Store(true)
		c.turn(time.Minute)
		if a := c.guest("guest-1").say("stays"); a.kind != "task" {
			t.Error(a)
		}

		many := c.as(func(c *caller) { c.remote = "203.0.113.5" })
		for range 60 {
			if a := many.say("stays"); a.status != 200 {
				t.Fatal(a)
			}
		}
		for _, a := range []answer{many.say("stays"), many.book(offer)} {
			if a.status != 429 || a.reason != "ALLOWANCE_EXHAUSTED" {
				t.Errorf("one more: %v", a)
			}
		}
		if a := many.guest("guest-5").say("stays"); a.status != 200 {
			t.Errorf("a known caller at the same address: %v", a)
		}
	})
}

func TestR_A6(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		c.registry(catalogue, func(r *canonical.Registry) { r.Allowances = []canonical.Allowance{{Door: "selfe", Minute: 1}} })
		c.say("stays")
		limited := c.say("stays")
		c.store.set(func(f *faulty) { f.loads = canonical.ErrUnavailable })
		down := c.say("stays")
		for _, a := range []answer{limited, down} {
			after := a.header.Get("Retry-After")
			if n, err := strconv.Atoi(after); err != nil || n < 1 || n > 300 {
				t.Errorf("Retry-After: %q", after)
			}
			if strings.Contains(a.body, `"result"`) || strings.Contains(a.body, `"next"`) || a.data != "" {
				t.Errorf("%v", a)
			}
		}
	})
}

func TestR_A7(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		for _, more := range []string{
			`"price":{"amount":1,"currency":"GBP"}`, `"provider":"x"`, `"userId":"guest-9"`, `"supplierAccount":"x"`, `"endpoint":"https://evil.example"`,
		} {
			c.refused(c.do("discover", `{"query":{"text":"stays"},`+more+`}`), -32602, "")
			c.refused(c.do("match", `{"places":[{"name":"Latrigg House"}],`+more+`}`), -32602, "")
		}
		c.books()
		g := c.guest("guest-1")
		offer := g.offers()[0].OfferID
		metadata := `{"price":1,"provider":"evil-provider","userId":"evil-user","endpoint":"https://evil.example"}`
		book := g.part("data", `{"skill":"book","arguments":{"entityId":"`+pheasant+`","offerId":"`+offer+`"}}`)
		a := g.ask(book, `,"metadata":`+metadata)
		if a.state != "completed" {
			t.Fatal(a)
		}
		inside := strings.Replace(book, `"data"`, `"metadata":`+metadata+`,"data"`, 1)
		if !c.v1 {
			inside = strings.Replace(book, `"kind"`, `"metadata":`+metadata+`,"kind"`, 1)
		}
		if a := g.ask(inside, ""); a.state != "completed" {
			t.Fatal(a)
		}
		if all := c.everything(); strings.Contains(all, "evil") {
			t.Error("metadata was stored")
		}
	})
}
