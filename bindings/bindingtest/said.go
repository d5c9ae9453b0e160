package bindingtest

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"hora/bindings"
)

// A Said is a scenario's call in one dialect.
type Said struct {
	Name string // of its file, without extension
	call *exchange
}

// SaidIn are the calls of the scenario in that folder which come to its act.
func SaidIn(t testing.TB, dir string, all ...bindings.Binding) (calls []Said) {
	t.Helper()
	paths, _ := filepath.Glob(filepath.Join(dir, "*.txtar"))
	for _, path := range paths {
		for _, b := range all {
			if e := load(t, path).calls[0]; owns(b, path) && e.refused == nil {
				calls = append(calls, Said{strings.TrimSuffix(filepath.Base(path), ".txtar"), e})
			}
		}
	}
	return calls
}

// HTTP is the call, with some texts in the place of others.
func (s Said) HTTP(t testing.TB, r *strings.Replacer) *http.Request {
	t.Helper()
	e := *s.call
	e.request = []byte(r.Replace(string(e.request)))
	return e.http(t)
}
