package selfe_test

import (
	"net/url"
	"strings"
	"testing"

	"hora/canonical"
)

func TestR_O1(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		for _, a := range []answer{
			c.say("anything"), c.do("discover", `{"query":{"text":"anything to eat"},"pageSize":50}`), c.do("match", `{"places":[{"entityId":"`+pheasant+`"}],`+march+`}`),
		} {
			r := a.found(t)
			if len(r.Results) == 0 {
				t.Error(a)
			}
			for _, p := range r.Results {
				if u, err := url.Parse(p.PageURL); err != nil || u.Scheme != "https" || u.Host != "www.visitkeswick.example" {
					t.Errorf("%s: %s", p.Name, p.PageURL)
				}
			}
		}
	})
}

func TestR_O2(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		v := validators(t, c.get(public, "/.well-known/ucp/services/registry.openapi.json").Body.Bytes())
		follow := func(a answer) (string, string) {
			t.Helper()
			n := a.found(t).Next
			if n == nil {
				return "", ""
			}
			if err := v["Command"].Validate(instance(t, `{"skill":"`+n.Skill+`","arguments":`+string(n.Arguments)+`}`)); err != nil {
				t.Errorf("%s: %v", n.Arguments, err)
			}
			if err := v["RegistryResult"].Validate(instance(t, a.data)); err != nil {
				t.Error(err)
			}
			return n.Skill, string(n.Arguments)
		}
		for _, tt := range []struct{ words, says string }{
			{"Peaceful stays for 2 adults 14-16 March 2026", `"stay":{"checkIn":"2026-03-14","checkOut":"2026-03-16"},"party":{"adults":2}`},
			{"a table for four on 20 March 2026 at 19:30", `"stay":{"checkIn":"2026-03-20","time":"19:30"},"party":{"adults":4}`},
			{"something to do", ``},
			{"a room for thirty adults", `"party":{"adults":30}`},
			{"a room on 14 March 2026 or on 21 March 2026", `unclear`}, // two dates: neither
			{"a room for two or three people", `unclear`},
			{"a room for 99 adults on 14 March 2026", `unclear`}, // more than a command may say
			{"a room for 2 adults from 14 March 2026, 40 nights", `unclear`},
		} {
			a := c.say(tt.words)
			skill, arguments := follow(a)
			if tt.says == "unclear" { // it would be for one adult, or for any time
				if skill != "" || !strings.Contains(a.text, "say ") {
					t.Errorf("%s: next is %s %s: %s", tt.words, skill, arguments, a.text)
				}
				continue
			}
			if skill != "match" || tt.says != "" && !strings.Contains(arguments, tt.says) || tt.says == "" && strings.Contains(arguments, `"stay":{`) {
				t.Errorf("%s: next is %s %s", tt.words, skill, arguments)
			}
			if sent := c.do(skill, arguments); sent.code != 0 || len(sent.found(t).Unmatched) > 0 {
				t.Errorf("%s: sent as it is: %v", tt.words, sent)
			}
		}
		// The whole way, by nothing but what the answers say to send.
		a := c.say("The Pheasant Inn for 2 adults 14-16 March 2026")
		for _, want := range []string{"match", "prepare_booking_handoff"} {
			skill, arguments := follow(a)
			if skill != want {
				t.Fatalf("next is %s, want %s: %v", skill, want, a)
			}
			a = c.do(skill, arguments)
		}
		if !a.handed(t).Available {
			t.Error(a)
		}
		// Nothing follows from what leads nowhere.
		for _, dead := range []answer{c.do("match", `{"places":[{"name":"Nowhere House"}]}`), c.do("match", `{"places":[{"name":"Latrigg House"}]}`), c.say("xyzzy")} {
			if skill, _ := follow(dead); skill != "" {
				t.Errorf("next is %s: %v", skill, dead)
			}
		}
	})
}

func TestR_O3(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		stays := `{"query":{"text":"somewhere to stay"},"section":"stay",` + march + `,"pageSize":10}`
		links := func(c *caller) (n int) {
			for _, p := range c.do("discover", stays).found(t).Results {
				if p.Handoff == nil {
					continue
				}
				n++
				if len(p.Offers) == 0 || !strings.HasPrefix(p.Handoff.ReviewURL, public+"/registry/review?t=") || p.Handoff.ExpiresAt == "" {
					t.Errorf("%+v", p)
				}
				if r := c.get(public, strings.TrimPrefix(p.Handoff.ReviewURL, public)); r.Code != 200 || !strings.Contains(r.Body.String(), "Nothing is booked yet.") {
					t.Errorf("HTTP %d: %s", r.Code, r.Body)
				}
			}
			return n
		}
		if n := links(c); n != canonical.MaxHandoffs {
			t.Errorf("%d links", n)
		}
		if n := links(c.as(func(c *caller) { c.catalogue = other })); n != 0 {
			t.Errorf("at another registry: %d links", n)
		}
		c.registry(catalogue, func(r *canonical.Registry) { r.Handoff.Open = false })
		if n := links(c); n != 0 {
			t.Errorf("with the gate closed: %d links", n)
		}
	})
}

func TestR_O4(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		for _, who := range []*caller{c, c.guest("guest-1")} {
			for _, a := range []answer{who.say("stays"), who.do("discover", `{"query":{"text":"stays"},`+march+`}`), who.do("match", `{"places":[{"name":"Nowhere House"}]}`)} {
				if a.parts != "data text" || a.text == "" || len(a.text) > 300 {
					t.Errorf("%v", a)
				}
			}
		}
	})
}

// Pages follow each other without a gap, and a token is good for its question.
func TestPages(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		seen := map[string]bool{}
		token, pages := "", 0
		for {
			more := ""
			if token != "" {
				more = `,"pageToken":"` + token + `"`
			}
			r := c.do("discover", `{"query":{"text":"somewhere to eat"},"section":"eat","pageSize":3`+more+`}`).found(t)
			for _, p := range r.Results {
				if seen[p.Entity] {
					t.Errorf("%s twice", p.Name)
				}
				seen[p.Entity] = true
			}
			if pages++; r.PageToken == "" || pages > 9 {
				break
			}
			token = r.PageToken
		}
		if len(seen) < 7 || pages < 3 {
			t.Errorf("%d places on %d pages", len(seen), pages)
		}
		c.refused(c.do("discover", `{"query":{"text":"somewhere to stay"},"pageToken":"`+token+`"}`), -32602, "")
	})
}
