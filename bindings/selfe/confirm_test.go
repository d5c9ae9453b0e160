package selfe_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hora/canonical"
	"hora/infra/identity/openid/openidtest"
)

// A guest signs in, sees what will be booked, and presses one button: one
// booking, whose it is, and nothing but it.
func TestConfirm(t *testing.T) {
	c, there := signing(t)
	link, b := c.link(), c.browser()
	c.store.forget()
	page := b.signIn(there, link, "guest-1")
	for _, words := range []string{"Confirm your booking", "Nothing is booked yet.", "The Pheasant Inn", "14-16 March 2026", "2 adults", "£240"} {
		if !strings.Contains(page, words) {
			t.Errorf("%q is not in %s", words, page)
		}
	}
	if n := c.acts(); n > 0 || c.store.wrote("") > 0 {
		t.Errorf("%d acts and %d writes before the button was pressed", n, c.store.writes())
	}
	for range 2 {
		p := b.press(page)
		if p.Code != 200 || title(p.Body.String()) != "It is booked" || !strings.Contains(p.Body.String(), "14-16 March 2026") || !strings.Contains(p.Body.String(), "2 adults") {
			t.Fatalf("HTTP %d: %s", p.Code, p.Body)
		}
		all := c.booked()
		if len(all) != 1 || all[0].State() != canonical.Scheduled || !strings.Contains(p.Body.String(), all[0].ID) {
			t.Fatalf("%+v", all)
		}
		first := all[0].Lifecycle.Transitions[0]
		if !strings.HasPrefix(first.By, "guest:") || first.Method != canonical.ByHand || first.Mandate != "" || all[0].Client.Email != "" {
			t.Errorf("it was booked by %+v for %+v", first, all[0].Client)
		}
	}
	for _, tt := range []struct {
		who    string
		b      *browser
		accept string
		status int
		title  string
	}{
		{"the guest", b, "", 200, "It is booked"},
		{"somebody else", c.browser(), "", 410, "This has been booked already"},
	} {
		if p := tt.b.open(link); p.Code != tt.status || title(p.Body.String()) != tt.title || strings.Contains(p.Body.String(), "Confirm booking") {
			t.Errorf("%s: HTTP %d: %s", tt.who, p.Code, p.Body)
		}
	}
	other := c.browser()
	if back := other.open(signInPath(link)); back.Code != 410 || title(back.Body.String()) != "This has been booked already" {
		t.Errorf("signing in for what is booked: HTTP %d: %s", back.Code, back.Body)
	}
	if p := c.get(public, strings.TrimPrefix(link, public), "Accept", "application/json"); p.Code != 410 || p.Body.String() != `{"state":"used","booked":true}` {
		t.Errorf("as JSON: HTTP %d: %s", p.Code, p.Body)
	}
	// The guest's own agent finds it, and cannot book it again.
	agent := c.guest("guest-1")
	if a := agent.about("list", `{"includeArtifacts":true}`); a.total != 1 || !strings.Contains(a.tasks[0].data, c.booked()[0].ID) || a.tasks[0].state != "completed" {
		t.Errorf("%+v", a)
	}
	c.books()
	if a := agent.book(agent.offers()[0].OfferID); a.state != "completed" || len(c.booked()) != 1 {
		t.Errorf("%v, %d bookings", a, len(c.booked()))
	}
}

// signInPath is where the page behind a review link leads to sign in.
func signInPath(link string) string {
	return strings.Replace(link, "/registry/review?", "/registry/review/sign-in?", 1)
}

// What a browser keeps is out of reach of scripts and of other hosts, goes
// nowhere without TLS, and is gone in minutes.
func TestCookies(t *testing.T) {
	c, there := signing(t)
	b := c.browser()
	b.signIn(there, c.link(), "guest-1")
	if len(b.set) != 3 || len(b.cookies) != 1 {
		t.Fatalf("set %v, kept %v", b.set, b.cookies)
	}
	for _, s := range b.set {
		if !strings.HasPrefix(s, "__Host-hora-") || !strings.HasSuffix(s, "; HttpOnly; Secure; SameSite=Lax") || !strings.Contains(s, "; Path=/; Max-Age=") {
			t.Error(s)
		}
	}
	for _, limit := range []string{"Max-Age=600;", "Max-Age=900;", "Max-Age=0;"} {
		if !slices.ContainsFunc(b.set, func(s string) bool { return strings.Contains(s, limit) }) {
			t.Errorf("no cookie with %s in %v", limit, b.set)
		}
	}
	if _, ok := b.cookies["__Host-hora-guest"]; !ok {
		t.Errorf("%v", b.cookies)
	}
	// Sign-ins that are never ended do not fill the browser.
	link := c.link()
	for range 10 {
		b.open(signInPath(link))
		if len(b.cookies) > 4 {
			t.Fatalf("%d cookies", len(b.cookies))
		}
	}
}

// Two tabs have a sign-in each, and whichever is pressed, when, or both at once,
// there is one booking; and so there is when two guests have the same link.
func TestTabs(t *testing.T) {
	c, there := signing(t)
	link, b := c.link(), c.browser()
	first, second := b.begin(link), b.begin(link)
	var pages []string
	for _, address := range []string{second, first} {
		back, err := there.Authorize(address, "guest-1")
		c.must(err)
		p := b.open(back)
		if p.Code != http.StatusSeeOther {
			t.Fatalf("HTTP %d: %s", p.Code, p.Body)
		}
		pages = append(pages, b.open(p.Header().Get("Location")).Body.String())
	}
	rival := c.browser()
	rivals := rival.signIn(there, link, "guest-2")
	var wg sync.WaitGroup
	var mu sync.Mutex
	titles := map[string]int{}
	note := func(p *httptest.ResponseRecorder) {
		mu.Lock()
		defer mu.Unlock()
		titles[title(p.Body.String())]++
		if p.Code >= 500 {
			t.Errorf("HTTP %d: %s", p.Code, p.Body)
		}
	}
	for range 8 {
		wg.Go(func() { note(b.press(pages[0])) })
		wg.Go(func() { note(b.press(pages[1])) })
		wg.Go(func() { note(rival.press(rivals)) })
	}
	wg.Wait()
	all := c.booked()
	if len(all) != 1 {
		t.Fatalf("%d bookings, and %v", len(all), titles)
	}
	if titles["It is booked"] == 0 || titles["Something went wrong"] > 0 {
		t.Errorf("%v", titles)
	}
	shown := 0
	for _, who := range []*browser{b, rival} {
		if p := who.open(link); p.Code == 200 && strings.Contains(p.Body.String(), all[0].ID) {
			shown++
		} else if p.Code != 410 {
			t.Errorf("HTTP %d: %s", p.Code, p.Body)
		}
	}
	if shown != 1 {
		t.Errorf("%d guests see the booking as theirs", shown)
	}
}

// A booking whose outcome nobody knows is said to be so; later it is told how it
// ended, and nothing is booked twice.
func TestConfirmUnknown(t *testing.T) {
	c, there := signing(t)
	link, b := c.link(), c.browser()
	page := b.signIn(there, link, "guest-1")
	c.store.loseSecond(true)
	p := b.press(page)
	if p.Code != http.StatusAccepted || title(p.Body.String()) != "It is not known yet" || strings.Contains(p.Body.String(), "Nothing was booked") {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}
	if p = b.open(link); p.Code != 503 || strings.Contains(p.Body.String(), "othing is booked") || !strings.Contains(p.Body.String(), "What you have confirmed before stays as it is.") {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}
	c.store.heal()
	if p = b.press(page); p.Code != 200 || title(p.Body.String()) != "It is booked" || len(c.booked()) != 1 {
		t.Errorf("HTTP %d: %s; %d bookings", p.Code, p.Body, len(c.booked()))
	}
}

// Until it is known whether a booking was made, the review says neither that it
// was nor that it was not, to the guest whose it may be; others see what is free.
func TestReviewUnknown(t *testing.T) {
	c, there := signing(t)
	link, another, b := c.link(), c.link(), c.browser()
	page := b.signIn(there, link, "guest-1")
	c.store.loseSecond(false)
	b.press(page)
	c.store.heal()
	for _, address := range []string{link, another} {
		p := b.open(address)
		if body := p.Body.String(); p.Code != 200 || title(body) != "It is not known yet" || strings.Contains(body, "othing is booked") || strings.Contains(body, "Confirm booking") || signInLink(body) != address {
			t.Errorf("HTTP %d: %s", p.Code, body)
		}
		if p := c.browser().open(address); title(p.Body.String()) != "Review before you book" {
			t.Errorf("somebody else: HTTP %d: %s", p.Code, p.Body)
		}
	}
	if p := b.press(page); p.Code != http.StatusAccepted || title(p.Body.String()) != "It is not known yet" {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}
	c.turn(canonical.ClaimLease + time.Second)
	c.engine.Sweep(t.Context())
	if p := b.open(link); p.Code != 200 || title(p.Body.String()) != "Confirm your booking" || len(c.booked()) != 0 {
		t.Errorf("once it is known: HTTP %d, %d bookings: %s", p.Code, len(c.booked()), p.Body)
	}
}

// Without a provider there is no such door, and the page leads nowhere; with a
// curator's own page the desk's is not used.
func TestNotHere(t *testing.T) {
	w := open(t)
	c := w.caller(true)
	c.registry(catalogue, func(r *canonical.Registry) { r.Handoff.Confirm = "" })
	link := c.link()
	if p := c.get(public, strings.TrimPrefix(link, public)); p.Code != 200 || !strings.Contains(p.Body.String(), "does not take confirmations online") || strings.Contains(p.Body.String(), "ign in") {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}
	for path, status := range map[string]int{"/registry/review/sign-in": 404, "/registry/review/callback": 404} {
		if p := c.get(public, path); p.Code != status {
			t.Errorf("%s: HTTP %d", path, p.Code)
		}
	}
	if p := w.browser().send("POST", public+"/registry/review", "offer=x"); p.Code != 405 {
		t.Errorf("HTTP %d", p.Code)
	}

	c, there := signing(t)
	b, link := c.browser(), c.link()
	page := b.signIn(there, link, "guest-1")
	c.registry(catalogue, func(r *canonical.Registry) { r.Handoff.Confirm = "https://www.visitkeswick.example/book" })
	for _, address := range []string{link, signInPath(link)} {
		p := b.open(address)
		if p.Code != 200 || !strings.HasPrefix(signInLink(p.Body.String()), "https://www.visitkeswick.example/book?t=") || strings.Contains(p.Body.String(), "Confirm booking") {
			t.Errorf("HTTP %d: %s", p.Code, p.Body)
		}
	}
	if p := b.press(page); p.Code != 200 || title(p.Body.String()) != "Review before you book" || len(c.booked()) != 0 {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}
}

// Nothing of signing in is kept, and nothing of it is logged.
func TestSignInLeavesNothing(t *testing.T) {
	c, there := signing(t)
	b := c.browser()
	secrets := []string{"guest-1@", "***@mail.example", "ana-o-connor", there.Secret, "code-1", "opaque"}
	note := func(v string) { secrets = append(secrets, v) }
	b.signIn(there, c.link(), "ana-o-connor")
	for _, v := range b.cookies {
		note(v)
	}
	page := b.open(c.link()).Body.String()
	note(attribute(page, `name="offer" value="`))
	if p := b.press(page); p.Code != 200 {
		t.Fatalf("HTTP %d: %s", p.Code, p.Body)
	}
	there.Change = func(i *openidtest.IDToken) { i.Audience = []string{"another"} }
	another := c.browser()
	address := another.begin(c.link())
	u, err := url.Parse(address)
	c.must(err)
	note(u.Query().Get("state"))
	note(u.Query().Get("nonce"))
	back, err := there.Authorize(address, "ana-o-connor")
	c.must(err)
	another.open(back)
	c.turn(time.Minute)
	stored, logged := c.everything(), c.log.text()
	for _, s := range secrets {
		if s == "" || strings.Contains(stored, s) || strings.Contains(logged, s) {
			t.Errorf("%q is kept or logged", s)
		}
	}
	if !strings.Contains(logged, "for another client") {
		t.Errorf("the log does not say why: %s", logged)
	}
}

// However long the names of what is booked are, what the browser keeps and sends
// has room for them.
func TestLongNames(t *testing.T) {
	c, there := signing(t)
	long := strings.Repeat("𝕃", 200) // as long as a name may be, in four bytes a character
	alter(c.world, canonical.PlaceKey(catalogue, pheasant), func(p *canonical.Place) { p.Name = long })
	alter(c.world, canonical.ServiceKey("pheasant-inn", "garden-double"), func(s *canonical.Service) { s.Name = long })
	alter(c.world, canonical.OrganizationKey("pheasant-inn"), func(*canonical.Organization) {})
	c.registry(catalogue, func(*canonical.Registry) {})
	b := c.browser()
	page := b.signIn(there, c.link(), "guest-1")
	if !strings.Contains(page, "<dd>"+long[:80*4]) || !strings.Contains(page, "<h2>"+long) {
		t.Errorf("the names are not shown in %s", page)
	}
	if p := b.press(page); p.Code != 200 || title(p.Body.String()) != "It is booked" {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}
}
