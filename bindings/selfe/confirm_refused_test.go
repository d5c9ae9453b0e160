package selfe_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"hora/canonical"
	"hora/infra/identity/openid/openidtest"
)

// A visit is a browser on its way through signing in, and what may go wrong
// with it.
type visit struct {
	*browser
	c     *caller
	there *openidtest.Provider
	link  string
}

// back lets the guest sign in and answers where the provider sends the browser.
func (v *visit) back() string {
	v.Helper()
	address, err := v.there.Authorize(v.begin(v.link), "guest-1")
	v.must(err)
	return address
}

// with is an address with other parameters; an empty value takes one out.
func with(address string, pairs ...string) string {
	u, err := url.Parse(address)
	if err != nil {
		panic(err)
	}
	q := u.Query()
	for i := 0; i < len(pairs); i += 2 {
		if q.Del(pairs[i]); pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// spoil changes every cookie that the browser keeps.
func (v *visit) spoil() {
	for name, value := range v.cookies {
		v.cookies[name] = spoiled(value)
	}
}

// spoiled is a token of which one character is another.
func spoiled(token string) string {
	at := len(token) - 30
	other := "A"
	if token[at] == 'A' {
		other = "B"
	}
	return token[:at] + other + token[at+1:]
}

// Every way in which signing in and confirming can end without a booking has a
// page of its own, by the right status, and leaves nothing behind.
func TestConfirmRefused(t *testing.T) {
	gate := func(v *visit, open bool) {
		v.c.registry(catalogue, func(r *canonical.Registry) { r.Handoff.Open = open })
	}
	says := func(change func(*openidtest.IDToken)) func(*visit) *httptest.ResponseRecorder {
		return func(v *visit) *httptest.ResponseRecorder { v.there.Change = change; return v.open(v.back()) }
	}
	sent := func(fault string) func(*visit) *httptest.ResponseRecorder {
		return func(v *visit) *httptest.ResponseRecorder {
			return v.open(with(v.back(), "code", "", "error", fault))
		}
	}
	twice := func(name, value string) func(*visit) *httptest.ResponseRecorder {
		return func(v *visit) *httptest.ResponseRecorder {
			return v.open(v.back() + "&" + url.Values{name: {value}}.Encode())
		}
	}
	posted := func(form func(offer string) string) func(*visit) *httptest.ResponseRecorder {
		return func(v *visit) *httptest.ResponseRecorder {
			page := v.signIn(v.there, v.link, "guest-1")
			return v.send(http.MethodPost, public+"/registry/review", form(attribute(page, `name="offer" value="`)))
		}
	}
	for _, tt := range []struct {
		name   string
		do     func(*visit) *httptest.ResponseRecorder
		status int
		title  string
		back   bool // the page leads to the review again
	}{
		// on the way to the provider
		{"a link that is none", func(v *visit) *httptest.ResponseRecorder { return v.open(public + "/registry/review/sign-in?t=x") }, 404, "This link is not valid", false},
		{"no link", func(v *visit) *httptest.ResponseRecorder { return v.open(public + "/registry/review/sign-in") }, 404, "This link is not valid", false},
		{"the link ran out", func(v *visit) *httptest.ResponseRecorder { v.turn(16 * time.Minute); return v.open(signInPath(v.link)) }, 410, "This link has run out", false},
		{"the gate is closed", func(v *visit) *httptest.ResponseRecorder { gate(v, false); return v.open(signInPath(v.link)) }, 200, "Booking is closed for now", false},
		{"the catalogue is down", func(v *visit) *httptest.ResponseRecorder {
			v.store.set(func(f *faulty) { f.loads = canonical.ErrUnavailable })
			return v.open(signInPath(v.link))
		}, 503, "The catalogue cannot be reached", false},

		// on the way back
		{"called off", sent("access_denied"), 403, "You are not signed in", true},
		{"not logged in", sent("login_required"), 403, "You are not signed in", true},
		{"the provider is busy", sent("temporarily_unavailable"), 503, "Signing in is not possible now", true},
		{"the provider does not know the desk", sent("unauthorized_client"), 502, "The sign-in cannot be trusted", true},
		{"no code", func(v *visit) *httptest.ResponseRecorder { return v.open(with(v.back(), "code", "")) }, 502, "The sign-in cannot be trusted", true},
		{"no state", func(v *visit) *httptest.ResponseRecorder { return v.open(with(v.back(), "state", "")) }, 400, "This sign-in cannot be continued", false},
		{"another state", func(v *visit) *httptest.ResponseRecorder {
			back := v.back()
			u, _ := url.Parse(back)
			return v.open(with(back, "state", u.Query().Get("state")[:42]+"_"))
		}, 400, "This sign-in cannot be continued", false},
		{"two states", func(v *visit) *httptest.ResponseRecorder { return v.open(v.back() + "&state=x") }, 400, "This sign-in cannot be continued", false},
		{"two codes", twice("code", "another"), 502, "The sign-in cannot be trusted", true},
		{"two providers say that they sent it", twice("iss", "https://evil.example"), 502, "The sign-in cannot be trusted", true},
		{"the same provider says so twice", twice("iss", idp), 502, "The sign-in cannot be trusted", true},
		{"two errors", func(v *visit) *httptest.ResponseRecorder {
			return v.open(with(v.back(), "error", "access_denied") + "&error=access_denied")
		}, 502, "The sign-in cannot be trusted", true},
		{"a query that cannot be read", func(v *visit) *httptest.ResponseRecorder { return v.open(v.back() + "&error_description=100%") }, 400, "This sign-in cannot be continued", false},
		{"a code as long as they get", func(v *visit) *httptest.ResponseRecorder {
			return v.open(with(v.back(), "code", strings.Repeat("c", 4096)))
		}, 400, "This sign-in was used already", true},
		{"a code that is too long", func(v *visit) *httptest.ResponseRecorder {
			return v.open(with(v.back(), "code", strings.Repeat("c", 4097)))
		}, 502, "The sign-in cannot be trusted", true},
		{"the cookie was changed", func(v *visit) *httptest.ResponseRecorder { back := v.back(); v.spoil(); return v.open(back) }, 400, "This sign-in cannot be continued", false},
		{"another browser", func(v *visit) *httptest.ResponseRecorder { return v.c.browser().open(v.back()) }, 400, "This sign-in cannot be continued", false},
		{"loaded twice", func(v *visit) *httptest.ResponseRecorder {
			back := v.back()
			v.open(back)
			delete(v.cookies, "__Host-hora-guest")
			return v.open(back)
		}, 400, "This sign-in cannot be continued", false},
		{"loaded twice, by a browser that forgets nothing", func(v *visit) *httptest.ResponseRecorder {
			back := v.back()
			kept := map[string]string{}
			for name, value := range v.cookies {
				kept[name] = value
			}
			v.open(back)
			v.cookies = kept
			return v.open(back)
		}, 400, "This sign-in was used already", true},
		{"a code of another's sign-in", func(v *visit) *httptest.ResponseRecorder {
			other := &visit{v.c.browser(), v.c, v.there, v.link}
			u, _ := url.Parse(other.back())
			return v.open(with(v.back(), "code", u.Query().Get("code")))
		}, 400, "This sign-in was used already", true},
		{"sent by another provider", func(v *visit) *httptest.ResponseRecorder {
			return v.open(with(v.back(), "iss", "https://evil.example"))
		}, 400, "This is another sign-in", true},
		{"a token of another sign-in", says(func(i *openidtest.IDToken) { i.Nonce = strings.Repeat("x", 43) }), 400, "This is another sign-in", true},
		{"a token for another client", says(func(i *openidtest.IDToken) { i.Audience = []string{"other"} }), 502, "The sign-in cannot be trusted", true},
		{"a token of another issuer", says(func(i *openidtest.IDToken) { i.Issuer = "https://evil.example" }), 502, "The sign-in cannot be trusted", true},
		{"a token that has expired", says(func(i *openidtest.IDToken) { i.Expires = sunday.Add(-time.Hour).Unix() }), 502, "The sign-in cannot be trusted", true},
		{"a token that somebody else signed", func(v *visit) *httptest.ResponseRecorder {
			v.c.browser().signIn(v.there, v.link, "guest-2") // from here on the keys are known
			v.there.Key = v.key(v.there.Key.KeyID)
			return v.open(v.back())
		}, 502, "The sign-in cannot be trusted", true},
		{"the provider is down", func(v *visit) *httptest.ResponseRecorder {
			v.there.Fail = func() (int, []byte, error) { return 0, nil, errors.New("no route to host") }
			return v.open(v.back())
		}, 503, "Signing in is not possible now", true},
		{"it took too long", func(v *visit) *httptest.ResponseRecorder {
			back := v.back()
			v.turn(11 * time.Minute)
			return v.open(back)
		}, 410, "Signing in took too long", true},
		{"the catalogue went down meanwhile", func(v *visit) *httptest.ResponseRecorder {
			back := v.back()
			v.store.set(func(f *faulty) { f.loads = canonical.ErrUnavailable })
			return v.open(back)
		}, 503, "The catalogue cannot be reached", false},
		{"the gate was closed meanwhile", func(v *visit) *httptest.ResponseRecorder {
			back := v.back()
			gate(v, false)
			return v.open(v.open(back).Header().Get("Location"))
		}, 200, "Booking is closed for now", false},

		// at the button
		{"no form", posted(func(string) string { return "" }), 403, "This cannot be confirmed", false},
		{"two offers", posted(func(offer string) string { return "offer=" + offer + "&offer=" + offer }), 403, "This cannot be confirmed", false},
		{"an offer that was changed", posted(func(offer string) string { return "offer=" + spoiled(offer) }), 403, "This cannot be confirmed", false},
		{"a form that is too long", posted(func(offer string) string { return "offer=" + offer + "&x=" + strings.Repeat("x", 1<<20) }), 413, "This cannot be confirmed", false},
		{"no form at all", posted(func(string) string { return "offer=%zz" }), 403, "This cannot be confirmed", false},
		{"the link instead of the offer", func(v *visit) *httptest.ResponseRecorder {
			v.signIn(v.there, v.link, "guest-1")
			return v.send(http.MethodPost, public+"/registry/review", "offer="+attribute(v.link+`"`, "?t="))
		}, 403, "This cannot be confirmed", false},
		{"an agent's offer instead", func(v *visit) *httptest.ResponseRecorder {
			v.signIn(v.there, v.link, "guest-1")
			v.c.books()
			return v.send(http.MethodPost, public+"/registry/review", "offer="+v.c.guest("guest-1").offers()[0].OfferID)
		}, 403, "This cannot be confirmed", false},
		{"what another guest was shown", func(v *visit) *httptest.ResponseRecorder {
			other := v.c.browser()
			page := other.signIn(v.there, v.link, "guest-2")
			v.signIn(v.there, v.link, "guest-1")
			return v.press(page)
		}, 403, "Somebody else is signed in", true},
		{"nobody is signed in", func(v *visit) *httptest.ResponseRecorder {
			page := v.signIn(v.there, v.link, "guest-1")
			return v.c.browser().press(page)
		}, 403, "Sign in once more", true},
		{"who is signed in was changed", func(v *visit) *httptest.ResponseRecorder {
			page := v.signIn(v.there, v.link, "guest-1")
			v.spoil()
			return v.press(page)
		}, 403, "Sign in once more", true},
		{"signed in long ago", func(v *visit) *httptest.ResponseRecorder {
			page := v.signIn(v.there, v.link, "guest-1")
			v.turn(16 * time.Minute)
			return v.press(page)
		}, 403, "Sign in once more", true},
		{"the link ran out on the page", func(v *visit) *httptest.ResponseRecorder {
			v.turn(10 * time.Minute)
			page := v.signIn(v.there, v.link, "guest-1")
			v.turn(6 * time.Minute)
			return v.press(page)
		}, 410, "This link has run out", false},
		{"the gate was closed", func(v *visit) *httptest.ResponseRecorder {
			page := v.signIn(v.there, v.link, "guest-1")
			gate(v, false)
			return v.press(page)
		}, 200, "Booking is closed for now", false},
		{"the place was taken off the list", func(v *visit) *httptest.ResponseRecorder {
			page := v.signIn(v.there, v.link, "guest-1")
			alter(v.world, canonical.PlaceKey(catalogue, pheasant), func(p *canonical.Place) { p.Published = false })
			v.c.registry(catalogue, func(*canonical.Registry) {})
			return v.press(page)
		}, 410, "This is not free any more", false},
		{"the terms are others", func(v *visit) *httptest.ResponseRecorder {
			page := v.signIn(v.there, v.link, "guest-1")
			alter(v.world, canonical.OrganizationKey("pheasant-inn"), func(o *canonical.Organization) { o.Policies.NoCancellation = true })
			return v.press(page)
		}, 200, "Confirm your booking", false},
		{"the desk is down", func(v *visit) *httptest.ResponseRecorder {
			page := v.signIn(v.there, v.link, "guest-1")
			v.store.set(func(f *faulty) { f.loads = canonical.ErrUnavailable })
			return v.press(page)
		}, 503, "The catalogue cannot be reached", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, there := signing(t)
			v := &visit{c.browser(), c, there, c.link()}
			c.store.forget()
			p := tt.do(v)
			body := p.Body.String()
			if p.Code != tt.status || title(body) != tt.title {
				t.Fatalf("HTTP %d: %s", p.Code, body)
			}
			if n := c.acts(); n > 0 {
				t.Errorf("%d writes", n)
			}
			decent(t, p)
			if back := signInLink(body); strings.HasPrefix(back, public+"/registry/review?t=") != tt.back {
				t.Errorf("it leads to %q", back)
			} else if tt.back {
				c.store.heal()
				if again := c.get(public, strings.TrimPrefix(back, public)); again.Code >= 500 || title(again.Body.String()) == "This link is not valid" || again.Code == 200 && !strings.Contains(again.Body.String(), "Garden double") && title(again.Body.String()) != "Booking is closed for now" {
					t.Errorf("HTTP %d: %s", again.Code, again.Body)
				}
			}
			for name := range v.cookies {
				if strings.Contains(name, "sign-in") && tt.back {
					t.Errorf("%s is kept", name)
				}
			}
		})
	}
}

// decent checks what is true of every page of signing in and confirming that
// books nothing.
func decent(t *testing.T, p *httptest.ResponseRecorder) {
	t.Helper()
	body, h := p.Body.String(), p.Header()
	for what, ok := range map[string]bool{
		"a page":                   h.Get("Content-Type") == "text/html; charset=utf-8" && strings.HasPrefix(body, `<!doctype html><html lang="en">`),
		"one heading":              strings.Count(body, "<h1>") == 1,
		"a word on whether":        strings.Contains(body, "othing was booked") || strings.Contains(body, "othing is booked") || strings.Contains(body, "Nothing can be booked"),
		"not kept":                 h.Get("Cache-Control") == "no-store" && h.Get("Referrer-Policy") == "no-referrer",
		"nothing but itself":       strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'; style-src 'sha256-") && !strings.Contains(body, "<script"),
		"when to come back":        (p.Code == 503) == (h.Get("Retry-After") != ""),
		"nobody else's signing in": !strings.Contains(fmt.Sprint(h["Set-Cookie"]), "hora-guest="),
	} {
		if !ok {
			t.Errorf("%s: HTTP %d %v: %s", what, p.Code, h, body)
		}
	}
}

// Somebody else is faster while the guest reads.
func TestConfirmGone(t *testing.T) {
	c, there := signing(t)
	link, b := c.link(), c.browser()
	page := b.signIn(there, link, "guest-1")
	for n := range 30 {
		rival := c.browser()
		if p := rival.open(link); p.Code != 200 {
			break
		}
		other := c.handoff(pheasant, first(c.offers()), "stay").handed(c)
		p := rival.press(rival.signIn(there, other.ReviewURL, fmt.Sprint("rival-", n)))
		if p.Code != 200 {
			t.Fatalf("HTTP %d: %s", p.Code, p.Body)
		}
	}
	before := len(c.booked())
	p := b.press(page)
	if p.Code != http.StatusGone || title(p.Body.String()) != "This is not free any more" || len(c.booked()) != before || before == 0 {
		t.Errorf("HTTP %d, %d bookings: %s", p.Code, before, p.Body)
	}
	decent(t, p)
	if p = b.open(link); p.Code != http.StatusGone || title(p.Body.String()) != "This is not free any more" {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}
}

// first is the handle of the first offer.
func first(offers []foundOffer) string { return offers[0].Handle }
