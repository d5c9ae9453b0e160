package bindingtest

import (
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"testing"

	"hora/bindings"
	"hora/canonical"
)

// Fuzz looks for a call that a binding cannot answer, starting from all
// fixtures.
func Fuzz(f *testing.F, all ...bindings.Binding) {
	var routes []bindings.Route
	for _, b := range all {
		routes = append(routes, b.Routes()...)
	}
	for _, b := range all {
		for _, e := range fixtures(f, b) {
			q := e.http(f)
			body, _ := io.ReadAll(q.Body)
			route, values, ok := match(b, q)
			if !ok {
				continue
			}
			for i := range routes {
				if routes[i].Method == route.Method && routes[i].Pattern == route.Pattern {
					f.Add(i, values("org"), values("id"), q.Header.Get("Content-Type"), q.URL.RawQuery, body)
				}
			}
		}
	}
	outcomes := samples(f)
	f.Fuzz(func(t *testing.T, route int, org, id, contentType, rawQuery string, body []byte) {
		if route < 0 || route >= len(routes) {
			return
		}
		query, err := url.ParseQuery(rawQuery)
		if err != nil {
			return
		}
		in := bindings.Inbound{
			Header: http.Header{}, Query: query, Body: body, Remote: Remote,
			Path: func(name string) string {
				if name == "org" {
					return org
				}
				return id
			},
		}
		if contentType != "" {
			in.Header.Set("Content-Type", contentType)
		}
		request, reply, err := routes[route].Decode(in)
		if reply == nil {
			t.Fatal("no reply")
		}
		if err != nil {
			out := reply.Refuse(err)
			native(t, "refused", out.Status, out.Header, out.Body)
			return
		}
		if request.Command == nil {
			out := reply.Encode(canonical.Outcome{})
			native(t, "a document", out.Status, out.Header, out.Body)
			return
		}
		for c := range canonical.NumCodes {
			if canonical.Ends[canonical.OpOf(request.Command)].Has(c) {
				out := reply.Encode(failure(c))
				native(t, c.String(), out.Status, out.Header, out.Body)
			}
		}
		for _, o := range outcomes {
			out := reply.Encode(o)
			native(t, "outcome", out.Status, out.Header, out.Body)
		}
		if request.Digest() == "" {
			t.Error("the command has no digest")
		}
	})
}

// samples are the outcomes of all scenarios. A reply answers with any of them,
// whether or not it is one of its act's.
func samples(t testing.TB) (all []canonical.Outcome) {
	paths, _ := filepath.Glob(testdata(t, "rosetta", "*", "outcome.canonical.json"))
	for _, path := range paths {
		all = append(all, readOutcome(t, path))
	}
	return all
}
