package selfe_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// Whatever a browser sends, nobody is signed in by it and nothing is booked.
func FuzzBrowser(f *testing.F) {
	c, there := signing(f)
	link, b := c.link(), c.browser()
	began := b.begin(link)
	u, err := url.Parse(began)
	c.must(err)
	var flow string
	for name, value := range b.cookies {
		flow = name + "=" + value
	}
	page := c.browser().signIn(there, link, "guest-1")
	f.Add("GET", "/registry/review/sign-in", u.RawQuery, flow, "")
	f.Add("GET", "/registry/review/callback", "code=guess&state="+u.Query().Get("state"), flow, "")
	f.Add("GET", "/registry/review/callback", "error=access_denied&state="+u.Query().Get("state"), flow, "")
	f.Add("GET", "/registry/review/callback", "state=x", "__Host-hora-sign-in-x=x", "")
	f.Add("POST", "/registry/review", "", "__Host-hora-guest="+strings.TrimPrefix(flow, "__Host-"), "offer="+attribute(page, `name="offer" value="`))
	f.Add("POST", "/registry/review/sign-out", "", "__Host-hora-guest="+strings.TrimPrefix(flow, "__Host-"), "leave="+attribute(page, `name="leave" value="`))
	f.Add("GET", "/registry/review", strings.TrimPrefix(link, public+"/registry/review?")+"&after=signed_out&after=x", "", "")
	f.Add("GET", "/registry/review", strings.TrimPrefix(link, public+"/registry/review?"), "__Host-hora-guest=x; =; ;", "")
	f.Fuzz(func(t *testing.T, method, path, query, cookie, form string) {
		if method != http.MethodGet && method != http.MethodPost || !strings.HasPrefix(path, "/registry/review") {
			return
		}
		q := httptest.NewRequest(method, public+"/registry/review", strings.NewReader(form))
		q.URL.Path, q.URL.RawQuery, q.RemoteAddr = path, query, fmt.Sprintf("192.0.2.%d:40000", len(query)%250)
		q.Header = http.Header{"Cookie": {cookie}, "Content-Type": {"application/x-www-form-urlencoded"}}
		w := httptest.NewRecorder()
		c.hosts[public].ServeHTTP(w, q)
		if set := fmt.Sprint(w.Header()["Set-Cookie"]); w.Code == http.StatusInternalServerError || strings.Contains(set, "hora-guest=") || strings.Contains(w.Body.String(), "<form") {
			t.Errorf("%s %s?%s, %q, %q: HTTP %d, %s: %s", method, path, query, cookie, form, w.Code, set, w.Body)
		}
		if n := c.store.wrote("BKG#"); n > 0 {
			t.Errorf("%d bookings", n)
		}
	})
}
