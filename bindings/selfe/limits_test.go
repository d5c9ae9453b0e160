package selfe_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// The registry reads 256 KiB and 32 levels (the contract's 2.2), and names the
// bound to whoever goes beyond it, before anything else of the body is judged.
func TestLimits(t *testing.T) {
	nested := func(levels int) string { return strings.Repeat(`{"a":`, levels) + "1" + strings.Repeat("}", levels) }
	both(t, func(t *testing.T, c *caller) {
		c.store.forget()
		long := func(n int) answer {
			const before, after = `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"`, `"}}`
			return c.send(before + strings.Repeat("x", n-len(before)-len(after)) + after)
		}
		a := long(256<<10 + 1)
		if c.refused(a, -32600, "BODY_TOO_LARGE"); a.status != 413 || !strings.Contains(a.body, "262144") || !strings.Contains(a.body, `"id":null`) {
			t.Error(a.body)
		}
		if a := long(256 << 10); a.status == 413 || a.reason == "BODY_TOO_LARGE" {
			t.Error(a.body)
		}
		within := func(levels int) answer { // params are the second level
			return c.ask(c.part("data", peaceful), `,"metadata":`+nested(levels-2))
		}
		a = within(33)
		if c.refused(a, -32700, "JSON_TOO_DEEP"); a.status != 200 || !strings.Contains(a.body, "deeper than 32 levels") || !strings.Contains(a.body, `"id":null`) {
			t.Error(a.body)
		}
		if a := within(32); a.kind != "message" {
			t.Error(a.body)
		}
		c.refused(c.send(strings.Repeat("[", 33)), -32700, "JSON_TOO_DEEP") // whatever it would have been
		if a := c.say(strings.Repeat("[", 40)); a.kind != "message" {       // in a text they are letters
			t.Error(a.body)
		}
	})
}

// So does the search endpoint, and so do the forms of the pages.
func TestLimitsOfOtherDoors(t *testing.T) {
	c, _ := signing(t)
	post := func(path, media, body string) *httptest.ResponseRecorder {
		q := httptest.NewRequest(http.MethodPost, public+path, strings.NewReader(body))
		q.Header.Set("Content-Type", media)
		w := httptest.NewRecorder()
		c.hosts[public].ServeHTTP(w, q)
		return w
	}
	deep := `{"query":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`
	for _, door := range []string{"search", "explore"} {
		path := "/registry/" + catalogue + "/" + door
		if p := post(path, "application/json", strings.Repeat(" ", 256<<10+1)); p.Code != 413 || !strings.Contains(p.Body.String(), "INVALID_ARGUMENT") || !strings.Contains(p.Body.String(), "262144") {
			t.Errorf("%s: HTTP %d: %s", door, p.Code, p.Body)
		}
		if p := post(path, "application/json", deep); p.Code != 400 || !strings.Contains(p.Body.String(), "deeper than 32 levels") {
			t.Errorf("%s: HTTP %d: %s", door, p.Code, p.Body)
		}
		if p := post(path, "text/plain", deep); p.Code != 415 {
			t.Errorf("%s: HTTP %d: %s", door, p.Code, p.Body)
		}
	}
	if p := post("/registry/review", "application/x-www-form-urlencoded", "offer="+strings.Repeat("x", 256<<10)); p.Code != 413 {
		t.Errorf("HTTP %d: %s", p.Code, p.Body)
	}
}
