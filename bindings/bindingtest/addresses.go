package bindingtest

import (
	"bytes"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"hora/bindings"
	"hora/canonical"
)

// Addresses holds bindings that were made for this public URL against it: no
// answer names its host in another way. A desk that is tried out without TLS
// would otherwise lead callers to where nobody listens.
func Addresses(t *testing.T, public string, all ...bindings.Binding) {
	u, err := url.Parse(public)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, b := range all {
		for _, f := range files(t, b) {
			outcome := canonical.Outcome{Err: canonical.Refuse(canonical.Internal)}
			if filepath.Base(filepath.Dir(filepath.Dir(f.path))) == "rosetta" {
				outcome = readOutcome(t, filepath.Join(filepath.Dir(f.path), "outcome.canonical.json"))
			}
			for _, e := range f.calls {
				d := &scripted{outcome: outcome}
				if e.outcome != nil {
					d.outcome = parseOutcome(t, e.name, e.outcome)
				}
				w := serve(b, d, e.http(t))
				said := w.Header().Get("Location") + " " + w.Header().Get("WWW-Authenticate") + " " + w.Body.String()
				for before, rest, more := strings.Cut(said, "://"+u.Host); more; before, rest, more = strings.Cut(rest, "://"+u.Host) {
					found++
					if !strings.HasSuffix(before, u.Scheme) {
						t.Errorf("%s: tells of another address than %s: %s", e.name, public, bytes.TrimSpace(w.Body.Bytes()))
						break
					}
				}
			}
		}
	}
	if found == 0 {
		t.Errorf("no answer names %s", public)
	}
}
