package selfe_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hora/canonical"
)

// The button leads to a page of its own, which says how things are whenever it is
// loaded: booked, then cancelled. Sending the form again leads there too.
func TestReload(t *testing.T) {
	c, there := signing(t)
	v := &visit{c.browser(), c, there, c.link()}
	page := v.signIn(there, v.link, "guest-1")
	sent := v.post(page, "/registry/review", "offer")
	if sent.Code != http.StatusSeeOther || strings.Contains(sent.Body.String(), "It is booked") || strings.Contains(sent.Body.String(), "Nothing is booked") {
		t.Fatalf("HTTP %d: %s", sent.Code, sent.Body)
	}
	made := c.booked()[0]
	address := sent.Header().Get("Location")
	for range 2 {
		if p := v.open(address); p.Code != 200 || title(p.Body.String()) != "It is booked" || !strings.Contains(p.Body.String(), made.ID) || !strings.Contains(p.Body.String(), "<dt>Cancelling</dt><dd>Free until 7 March 2026 at 15:00. After that £120 GBP until 12 March 2026 at 15:00.") {
			t.Errorf("HTTP %d: %s", p.Code, p.Body)
		}
	}
	c.turn(2 * time.Minute)
	out := c.engine.Do(t.Context(), canonical.Request{
		Meta:    canonical.Meta{Organization: "pheasant-inn", Binding: "servicialo", Principal: canonical.Principal{Role: canonical.RoleOrganization, ID: "k", Organization: "pheasant-inn"}},
		Command: canonical.Cancel{Booking: made.ID, By: "client"},
	})
	if out.Err != nil {
		t.Fatal(out.Err)
	}
	for what, p := range map[string]*httptest.ResponseRecorder{"the page": v.open(address), "the form": v.press(page), "the link": v.open(v.link), "signing in": v.open(signInPath(v.link))} {
		body := p.Body.String()
		if p.Code != 200 || title(body) != "This booking was cancelled" || !strings.Contains(body, made.ID) || strings.Contains(body, "It is booked") || !strings.Contains(body, "<dt>Cost</dt><dd>nothing</dd>") || strings.Contains(body, "<dt>Cancelling<") || strings.Contains(body, "Confirm booking") {
			t.Errorf("%s: HTTP %d: %s", what, p.Code, body)
		}
	}
	for _, who := range []string{"", "guest-2"} {
		other := c.browser()
		if who != "" {
			other.signIn(there, c.link(), who)
		}
		if p := other.open(v.link); p.Code != http.StatusGone || title(p.Body.String()) != "This booking was cancelled" || strings.Contains(p.Body.String(), made.ID) || strings.Contains(p.Body.String(), "The Pheasant Inn") {
			t.Errorf("%q: HTTP %d: %s", who, p.Code, p.Body)
		}
	}
	if p := c.get(public, strings.TrimPrefix(v.link, public), "Accept", "application/json"); p.Code != 410 || p.Body.String() != `{"state":"cancelled","booked":false}` {
		t.Errorf("as JSON: HTTP %d: %s", p.Code, p.Body)
	}
	if n := len(c.booked()); n != 1 {
		t.Errorf("%d bookings", n)
	}
}

// Whatever came in between, the guest hears of it on the page of how things are
// now, with the button if there is something to confirm; a word in the address
// changes nothing of that.
func TestAfter(t *testing.T) {
	c, there := signing(t)
	v := &visit{c.browser(), c, there, c.link()}
	page := v.signIn(there, v.link, "guest-1")
	alter(c.world, canonical.OrganizationKey("pheasant-inn"), func(o *canonical.Organization) { o.Policies.NoCancellation = true })
	p := v.press(page)
	changed := "The price or the terms have changed since you looked, and nothing is booked yet."
	if body := p.Body.String(); p.Code != 200 || title(body) != "Confirm your booking" || !strings.Contains(body, changed) || strings.Contains(body, "Nothing is booked yet.") || !strings.Contains(body, "It cannot be cancelled once it is booked.") {
		t.Fatalf("HTTP %d: %s", p.Code, body)
	}
	for word, want := range map[string]string{
		"unavailable": "Something came in between, and nothing is booked yet.", "offer_expired": "Something came in between", "not_carried_out": "Something came in between",
		"terms_changed": changed, "signed_out": "Nothing is booked yet.", "<b>": "Nothing is booked yet.", "": "Nothing is booked yet.",
	} {
		if p := v.open(v.link + "&after=" + word); p.Code != 200 || !strings.Contains(p.Body.String(), want) || strings.Contains(p.Body.String(), "signed out") {
			t.Errorf("%q: HTTP %d: %s", word, p.Code, p.Body)
		}
	}
	if again := v.press(p.Body.String()); title(again.Body.String()) != "It is booked" {
		t.Errorf("HTTP %d: %s", again.Code, again.Body)
	}
	for _, word := range []string{"unavailable", "terms_changed", "signed_out"} {
		if p := v.open(v.link + "&after=" + word); title(p.Body.String()) != "It is booked" || strings.Contains(p.Body.String(), "othing is booked") {
			t.Errorf("%q: HTTP %d: %s", word, p.Code, p.Body)
		}
	}
}
