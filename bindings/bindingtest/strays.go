package bindingtest

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"hora/bindings"
)

// strays: whoever calls below an address of the dialect, or above it, where
// there is none, or by a method that it does not take, hears so from the
// dialect, and the desk hears nothing. The root of a host and its well-known
// documents are no dialect's alone.
func strays(t *testing.T, b bindings.Binding) {
	for _, r := range b.Routes() {
		if strings.HasPrefix(r.Pattern, "/.well-known/") {
			continue
		}
		if r.Method == "" {
			_, _, err := r.Decode(bindings.Inbound{Path: func(string) string { return "" }})
			if !errors.Is(err, bindings.ErrNoRoute) {
				t.Errorf("route without a method %q: Decode says %v, and it is ErrNoRoute", r.Pattern, err)
			}
		}
		at := strings.TrimSuffix(path(r), "/")
		for _, method := range []string{"GET", "POST", "DELETE", "BREW"} {
			stray(t, b, method, at+"/nothing/here")
			stray(t, b, method, path(r))
			if up := at[:strings.LastIndexByte(at, '/')]; r.Method != "" && strings.Count(up, "/") > 1 {
				stray(t, b, method, up)
			}
		}
	}
}

func stray(t *testing.T, b bindings.Binding, method, at string) {
	t.Helper()
	q := httptest.NewRequest(method, at, strings.NewReader("{}"))
	if r, _, ok := match(b, q); ok && r.Method != "" {
		return
	}
	d := &scripted{}
	w := serve(b, d, q)
	want := http.StatusNotFound
	if w.Header().Get("Allow") != "" {
		want = http.StatusMethodNotAllowed
	}
	if w.Code != want || wellFormed(w.Code, w.Header(), w.Body.Bytes()) != nil || d.asked > 0 {
		t.Errorf("%s %s: status %d %v, the desk was asked %d times; a Route without a Method is for what is below the dialect's addresses", method, at, w.Code, w.Header(), d.asked)
	}
}
