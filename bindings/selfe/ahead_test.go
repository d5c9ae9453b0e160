package selfe_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// A HEAD and a browser that fetches ahead take no step of signing in, and take
// none away: the guest goes on as if they had never been.
func TestNobodyIsThereYet(t *testing.T) {
	c, there := signing(t)
	v := &visit{c.browser(), c, there, c.link()}
	asked := 0
	early := func(address string) {
		t.Helper()
		c.store.forget()
		for name, tt := range map[string]struct {
			method, header, value string
			status                int
		}{
			"a HEAD":                   {http.MethodHead, "Accept", "text/html", 200},
			"a prefetch":               {http.MethodGet, "Sec-Purpose", "prefetch", 503},
			"a prerender":              {http.MethodGet, "Sec-Purpose", "prefetch;prerender", 503},
			"a prefetch, as it was":    {http.MethodGet, "Purpose", "prefetch", 503},
			"the HEAD of a prefetch":   {http.MethodHead, "Sec-Purpose", "prefetch", 200},
			"a prefetch, by its proxy": {http.MethodGet, "Sec-Purpose", "Prefetch; anonymous-client-ip", 503},
		} {
			q := httptest.NewRequest(tt.method, address, nil)
			q.Header.Set("Accept", "text/html")
			q.Header.Set(tt.header, tt.value)
			for name, value := range v.cookies {
				q.AddCookie(&http.Cookie{Name: name, Value: value})
			}
			p := httptest.NewRecorder()
			c.hosts[public].ServeHTTP(p, q)
			if p.Code != tt.status || len(p.Header()["Set-Cookie"]) > 0 || p.Header().Get("Location") != "" || p.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%s: HTTP %d %v", name, p.Code, p.Header())
			}
			decent(t, p)
		}
		if asked > 0 || c.store.writes() > 0 {
			t.Errorf("the provider was asked %d times, %d writes", asked, c.store.writes())
		}
	}
	early(signInPath(v.link))
	back := v.back()
	there.Fail = func() (int, []byte, error) { asked++; return 500, nil, nil }
	early(back)
	there.Fail = nil
	if p := v.open(back); p.Code != 303 || v.cookies["__Host-hora-guest"] == "" {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}
	// Whatever another purpose is, it is the guest's.
	q := httptest.NewRequest(http.MethodGet, signInPath(v.link), nil)
	q.Header.Set("Sec-Purpose", "something-else")
	p := httptest.NewRecorder()
	c.hosts[public].ServeHTTP(p, q)
	if p.Code != 303 {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}
}
