package selfe_test

import (
	"crypto/rand"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"hora/canonical"
	"hora/infra/identity/openid"
	"hora/infra/identity/openid/openidtest"
)

// idpPage is where browsers sign in.
const idpPage = idp + "/authorize"

// signing is a world in which guests confirm at the desk itself, and the
// provider that they sign in at.
func signing(t testing.TB) (*caller, *openidtest.Provider) {
	t.Helper()
	w := open(t)
	there := &openidtest.Provider{Issuer: idp, Page: idpPage, Client: "desk", Secret: "s3cr3t of the client", Key: w.issuer, Clock: w.now}
	var err error
	w.signIns, err = openid.New(openid.Config{
		Issuer: idp, Authorization: idpPage, Exchange: there.Exchange, Keys: there.Keys(), Client: there.Client, Secret: there.Secret, Random: rand.Reader, Clock: w.now,
	})
	w.must(err)
	w.start()
	w.registry(catalogue, func(r *canonical.Registry) { r.Handoff.Confirm = "" })
	return w.caller(true), there
}

// A browser keeps cookies as one does, for one host, and goes where it is led.
type browser struct {
	*world
	mu      sync.Mutex
	cookies map[string]string
	set     []string // every Set-Cookie
}

func (w *world) browser() *browser { return &browser{world: w, cookies: map[string]string{}} }

// send makes one call.
func (b *browser) send(method, address, form string) *httptest.ResponseRecorder {
	b.Helper()
	q := httptest.NewRequest(method, address, strings.NewReader(form))
	q.RemoteAddr = "192.0.2.44:40000"
	q.Header.Set("Accept", "text/html,application/xhtml+xml")
	if method == http.MethodPost {
		q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	b.mu.Lock()
	for name, value := range b.cookies {
		q.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	b.mu.Unlock()
	w := httptest.NewRecorder()
	b.hosts[public].ServeHTTP(w, q)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.set = append(b.set, w.Header()["Set-Cookie"]...)
	for _, c := range w.Result().Cookies() {
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		} else {
			b.cookies[c.Name] = c.Value
		}
	}
	return w
}

func (b *browser) open(address string) *httptest.ResponseRecorder {
	b.Helper()
	return b.send(http.MethodGet, address, "")
}

// attribute is what follows some text in a page, up to the next quote.
func attribute(page, before string) string {
	_, rest, _ := strings.Cut(page, before)
	value, _, _ := strings.Cut(rest, `"`)
	return html.UnescapeString(value)
}

// signInLink is where a review leads that is to be confirmed here.
func signInLink(page string) string { return attribute(page, `<a class="go" href="`) }

// begin goes from a review link to the provider, and answers where it was sent.
func (b *browser) begin(link string) string {
	b.Helper()
	p := b.open(link)
	if p.Code != 200 || !strings.Contains(p.Body.String(), "Sign in to confirm") {
		b.Fatalf("HTTP %d: %s", p.Code, p.Body)
	}
	p = b.open(signInLink(p.Body.String()))
	if p.Code != http.StatusSeeOther || !strings.HasPrefix(p.Header().Get("Location"), idpPage+"?") {
		b.Fatalf("HTTP %d %s: %s", p.Code, p.Header().Get("Location"), p.Body)
	}
	return p.Header().Get("Location")
}

// signIn goes from a review link through the provider to the page with a button.
func (b *browser) signIn(there *openidtest.Provider, link, subject string) string {
	b.Helper()
	back, err := there.Authorize(b.begin(link), subject)
	b.must(err)
	p := b.open(back)
	if p.Code != http.StatusSeeOther || !strings.HasPrefix(p.Header().Get("Location"), public+"/registry/review?t=") {
		b.Fatalf("HTTP %d %s: %s", p.Code, p.Header().Get("Location"), p.Body)
	}
	p = b.open(p.Header().Get("Location"))
	if p.Code != 200 || !strings.Contains(p.Body.String(), "Confirm booking") {
		b.Fatalf("HTTP %d: %s", p.Code, p.Body)
	}
	return p.Body.String()
}

// press sends the form that confirms, and goes where that leads.
func (b *browser) press(page string) *httptest.ResponseRecorder {
	b.Helper()
	return b.follow(b.post(page, "/registry/review", "offer"))
}

// leave sends the form that signs out, and goes where that leads.
func (b *browser) leave(page string) *httptest.ResponseRecorder {
	b.Helper()
	return b.follow(b.post(page, "/registry/review/sign-out", "leave"))
}

// post sends a form of a page.
func (b *browser) post(page, path, field string) *httptest.ResponseRecorder {
	b.Helper()
	token := attribute(page, `<form method="post" action="`+public+path+`"><input type="hidden" name="`+field+`" value="`)
	if token == "" {
		b.Fatalf("no form in %s", page)
	}
	return b.send(http.MethodPost, public+path, url.Values{field: {token}}.Encode())
}

// follow goes back to the review, if that is where a form leads.
func (b *browser) follow(p *httptest.ResponseRecorder) *httptest.ResponseRecorder {
	b.Helper()
	if p.Code != http.StatusSeeOther {
		return p
	}
	if !strings.HasPrefix(p.Header().Get("Location"), public+"/registry/review?t=") {
		b.Fatalf("it leads to %s", p.Header().Get("Location"))
	}
	return b.open(p.Header().Get("Location"))
}

// title is the heading of a page.
func title(page string) string {
	_, rest, _ := strings.Cut(page, "<h1>")
	text, _, _ := strings.Cut(rest, "</h1>")
	return text
}

// link is a review link for what the Pheasant has.
func (c *caller) link() string {
	c.Helper()
	return c.handoff(pheasant, c.offers()[0].Handle, "stay").handed(c).ReviewURL
}

// booked are those at the Pheasant.
func (w *world) booked() (all []canonical.Booking) {
	w.Helper()
	found, _, err := w.store.List(w.Context(), canonical.Range{Partition: canonical.OrganizationKey("pheasant-inn").Partition + "#BKG"})
	w.must(err)
	for _, r := range found {
		_, id, _ := strings.Cut(r.Sort, "#")
		kept, err := w.store.Load(w.Context(), canonical.BookingKey(id))
		w.must(err)
		all = append(all, read[canonical.Booking](w, kept[0].Body))
	}
	return all
}
