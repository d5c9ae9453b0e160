package selfe_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hora/canonical"
)

// The provider is asked last: not for a call that is one too many, and not while
// nothing could be shown to the guest anyway. The sign-in is good until it is.
func TestSignInAsksLast(t *testing.T) {
	for name, tt := range map[string]struct {
		spoil, mend func(*caller)
		status      int
	}{
		"too often": {
			func(c *caller) {
				c.registry(catalogue, func(r *canonical.Registry) { r.Allowances = []canonical.Allowance{{Door: "selfe-web", Minute: 2}} }) // the page and the way to the provider
			},
			func(c *caller) { c.turn(time.Minute) }, 429,
		},
		"the catalogue is down": {
			func(c *caller) { c.store.set(func(f *faulty) { f.loads = canonical.ErrUnavailable }) },
			func(c *caller) { c.store.heal() }, 503,
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, there := signing(t)
			v := &visit{c.browser(), c, there, c.link()}
			back := v.back()
			tt.spoil(c)
			asked := 0
			there.Fail = func() (int, []byte, error) { asked++; return 500, nil, nil }
			for range 3 {
				if p := v.open(back); p.Code != tt.status || p.Header().Get("Retry-After") == "" || len(p.Header()["Set-Cookie"]) > 0 {
					t.Errorf("HTTP %d %v: %s", p.Code, p.Header(), p.Body)
				}
			}
			there.Fail = nil
			if asked > 0 {
				t.Errorf("the provider was asked %d times", asked)
			}
			tt.mend(c)
			if p := v.open(back); p.Code != 303 || v.cookies["__Host-hora-guest"] == "" {
				t.Errorf("HTTP %d: %s", p.Code, p.Body)
			}
		})
	}
}

// Whoever loads the page of a booking again is never told that nothing is booked,
// whatever has become of them since.
func TestPressedAgain(t *testing.T) {
	for name, spoil := range map[string]func(*visit){
		"no longer signed in":   func(v *visit) { clear(v.cookies) },
		"signed in long ago":    func(v *visit) { v.turn(16 * time.Minute) },
		"signed in as another":  func(v *visit) { clear(v.cookies); v.signIn(v.there, v.c.link(), "guest-2") },
		"the catalogue is down": func(v *visit) { v.store.set(func(f *faulty) { f.loads = canonical.ErrUnavailable }) },
		"too often": func(v *visit) {
			v.c.registry(catalogue, func(r *canonical.Registry) { r.Allowances = []canonical.Allowance{{Door: "selfe-web", Minute: 1}} })
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, there := signing(t)
			v := &visit{c.browser(), c, there, c.link()}
			page := v.signIn(there, v.link, "guest-1")
			if p := v.press(page); title(p.Body.String()) != "It is booked" {
				t.Fatalf("HTTP %d: %s", p.Code, p.Body)
			}
			spoil(v)
			for what, p := range map[string]*httptest.ResponseRecorder{"the button": v.press(page), "the link": v.open(v.link)} {
				if body := p.Body.String(); strings.Contains(body, "Nothing was booked.") || strings.Contains(body, "Nothing is booked") {
					t.Errorf("%s: HTTP %d: %s", what, p.Code, body)
				}
			}
			c.store.heal()
			if n := len(c.booked()); n != 1 {
				t.Errorf("%d bookings", n)
			}
		})
	}
	// A second page of the same offer leads to the booking though the gate is closed.
	c, there := signing(t)
	v := &visit{c.browser(), c, there, c.link()}
	pages := []string{v.signIn(there, v.link, "guest-1"), v.open(v.link).Body.String()}
	v.press(pages[0])
	c.registry(catalogue, func(r *canonical.Registry) { r.Handoff.Open = false })
	if p := v.press(pages[1]); p.Code != 200 || title(p.Body.String()) != "It is booked" {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}
}

// Another link for what the guest has booked shows that, and so does the page of it
// that was open before.
func TestAnotherLink(t *testing.T) {
	c, there := signing(t)
	b, first, second := c.browser(), c.link(), c.link()
	page, older := b.signIn(there, first, "guest-1"), b.open(second).Body.String()
	if p := b.press(page); title(p.Body.String()) != "It is booked" {
		t.Fatalf("HTTP %d: %s", p.Code, p.Body)
	}
	for what, p := range map[string]*httptest.ResponseRecorder{"the link": b.open(second), "its page": b.press(older), "signing in": b.open(signInPath(second))} {
		body := p.Body.String()
		if all := c.booked(); p.Code != 200 || title(body) != "It is booked" || len(all) != 1 || !strings.Contains(body, all[0].ID) || !strings.Contains(body, "2 adults") {
			t.Errorf("%s: HTTP %d, %d bookings: %s", what, p.Code, len(all), body)
		}
	}
	if p := c.browser().open(second); p.Code != 200 || title(p.Body.String()) != "Review before you book" {
		t.Errorf("somebody else: HTTP %d: %s", p.Code, p.Body)
	}
	// A link for fewer people shows what is booked as it is.
	fewer := c.do("match", `{"places":[{"entityId":"`+pheasant+`"}],"section":"stay",`+strings.Replace(march, `"adults":2`, `"adults":1`, 1)+`}`).found(c)
	link := c.handoff(pheasant, fewer.Results[0].Offers[0].Handle, "stay").handed(c).ReviewURL
	if p := b.open(link); title(p.Body.String()) != "It is booked" || !strings.Contains(p.Body.String(), "<dd>2 people</dd>") {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}
}
