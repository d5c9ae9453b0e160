package selfe_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"hora/canonical"
	"hora/infra/identity/openid/openidtest"
)

// Every page of a guest who is signed in says as whom, and lets them leave; then
// nothing can be confirmed from any page, and whoever signs in next is asked who
// they are.
func TestSignOut(t *testing.T) {
	c, there := signing(t)
	link, b := c.link(), c.browser()
	page := b.signIn(there, link, "guest-1")
	const as = "You are signed in as g***@mail.example, with your account at id.example."
	if !strings.Contains(page, as) || strings.Contains(page, "guest-1") {
		t.Errorf("it does not say who is signed in: %s", page)
	}
	p := b.leave(page)
	body := p.Body.String()
	if p.Code != 200 || title(body) != "Review before you book" || !strings.Contains(body, "You are signed out here.") || strings.Contains(body, "signed in as") || strings.Contains(body, "<form") || len(b.cookies) > 0 {
		t.Fatalf("HTTP %d, cookies %v: %s", p.Code, b.cookies, body)
	}
	if p := b.press(page); p.Code != 403 || title(p.Body.String()) != "Sign in once more" {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}
	sent := b.open(signInLink(body))
	u, err := url.Parse(sent.Header().Get("Location"))
	if err != nil || sent.Code != 303 || u.Query().Get("prompt") != "login" {
		t.Errorf("HTTP %d: %v", sent.Code, sent.Header())
	}
	if p := b.open(link); strings.Contains(p.Body.String(), "signed out") || strings.Contains(p.Body.String(), "anew") {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}

	// Of what was booked the browser then tells no more than any other.
	page = b.signIn(there, link, "guest-2")
	receipt := b.press(page).Body.String()
	if title(receipt) != "It is booked" || !strings.Contains(receipt, as) {
		t.Fatal(receipt)
	}
	if p := b.leave(receipt); p.Code != 410 || !strings.Contains(p.Body.String(), "You are signed out here.") || strings.Contains(p.Body.String(), c.booked()[0].ID) {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}
}

// A provider that tells no address is named alone.
func TestSignedInWithoutAddress(t *testing.T) {
	c, there := signing(t)
	there.Change = func(i *openidtest.IDToken) { i.Email = "" }
	if page := c.browser().signIn(there, c.link(), "guest-1"); !strings.Contains(page, "You are signed in with your account at id.example.") {
		t.Error(page)
	}
}

// Nobody is signed out but by the button of their own page.
func TestSignOutOfOthers(t *testing.T) {
	c, there := signing(t)
	link, ana, ben := c.link(), c.browser(), c.browser()
	page, bens := ana.signIn(there, link, "ana"), ben.signIn(there, link, "ben")
	of := func(page string) string {
		return attribute(page, `<input type="hidden" name="leave" value="`)
	}
	offer := attribute(page, `name="offer" value="`)
	elsewhere := c.browser() // another site's form comes without cookies
	for name, tt := range map[string]struct {
		b      *browser
		form   string
		status int
	}{
		"another site":       {elsewhere, "leave=" + of(page), 303},
		"another's page":     {ana, "leave=" + of(bens), 303},
		"a guess":            {ana, "leave=x", 403},
		"nothing":            {ana, "", 403},
		"two":                {ana, "leave=" + of(page) + "&leave=" + of(page), 403},
		"changed":            {ana, "leave=" + spoiled(of(page)), 403},
		"the other button":   {ana, "leave=" + offer, 403},
		"the link":           {ana, "leave=" + attribute(link+`"`, "?t="), 403},
		"far too much":       {ana, "leave=" + strings.Repeat("x", 300<<10), 413},
		"what is no form":    {ana, "leave=%zz", 403},
		"under another name": {ana, "offer=" + of(page), 403},
	} {
		p := tt.b.send("POST", public+"/registry/review/sign-out", tt.form)
		if p.Code != tt.status || len(p.Header()["Set-Cookie"]) > 0 || tt.status != 303 && title(p.Body.String()) != "You were not signed out" && p.Code != 413 {
			t.Errorf("%s: HTTP %d %v: %s", name, p.Code, p.Header()["Set-Cookie"], p.Body)
		}
	}
	if p := ana.send("POST", public+"/registry/review", "offer="+of(page)); p.Code != 403 || len(c.booked()) > 0 {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}
	for who, b := range map[string]*browser{"ana": ana, "ben": ben} {
		if p := b.open(link); !strings.Contains(p.Body.String(), "signed in as "+who[:1]+"***@") {
			t.Errorf("%s: HTTP %d: %s", who, p.Code, p.Body)
		}
	}
	// It works while the desk cannot be reached, and long after the sign-in is over.
	c.store.set(func(f *faulty) { f.loads = canonical.ErrUnavailable })
	if p := ana.post(page, "/registry/review/sign-out", "leave"); p.Code != 303 || len(ana.cookies) > 0 {
		t.Errorf("HTTP %d, cookies %v", p.Code, ana.cookies)
	}
	c.turn(16 * time.Minute)
	if p := ben.post(bens, "/registry/review/sign-out", "leave"); p.Code != 303 || len(ben.cookies) > 0 {
		t.Errorf("HTTP %d, cookies %v", p.Code, ben.cookies)
	}
}
