package bindingtest

import (
	"flag"
	"io"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hora/bindings"
	"hora/canonical"
)

var only = flag.String("binding", "", "fuzz this binding alone")

// Fuzz looks for a call that a binding cannot answer, starting from all
// fixtures, each with every ending that an act can have. With -binding it is
// one of them that is looked at.
func Fuzz(f *testing.F, all ...bindings.Binding) {
	all = slices.DeleteFunc(all, func(b bindings.Binding) bool { return *only != "" && b.Name() != *only })
	endings := endings(f)
	var routes []bindings.Route
	for _, b := range all {
		first := len(routes)
		routes = append(routes, b.Routes()...)
		for n, e := range fixtures(f, b) {
			q := e.http(f)
			body, _ := io.ReadAll(q.Body)
			route, values, ok := match(b, q)
			if !ok {
				continue
			}
			i := first + slices.IndexFunc(routes[first:], func(r bindings.Route) bool { return r.Method == route.Method && r.Pattern == route.Pattern })
			f.Add(uint(i), uint(n), values("org"), values("id"), lines(q.Header), q.URL.RawQuery, body)
		}
	}
	if len(routes) == 0 {
		f.Fatalf("there is no binding %q", *only)
	}
	f.Fuzz(func(t *testing.T, route, ending uint, org, id, header, rawQuery string, body []byte) {
		r := routes[route%uint(len(routes))]
		query, err := url.ParseQuery(rawQuery)
		if err != nil {
			return
		}
		in := bindings.Inbound{
			Header: headerOf(header), Query: query, Body: body, Remote: Remote,
			Path: func(name string) string {
				if name == "org" {
					return org
				}
				return id
			},
		}
		request, reply, err := r.Decode(in)
		if reply == nil {
			t.Fatal("no reply")
		}
		var out bindings.Outbound
		what := r.Method + " " + r.Pattern + ": "
		switch end := endings[ending%uint(len(endings))]; {
		case err != nil:
			what += "refused"
			out = reply.Refuse(err)
		case request.Command == nil:
			what += "a document"
			out = reply.Encode(canonical.Outcome{})
		case end.Err != nil && !canonical.Ends[canonical.OpOf(request.Command)].Has(end.Err.Code):
			return
		default:
			if request.Digest() == "" {
				t.Error("the command has no digest")
			}
			what += "answered"
			if end.Err != nil {
				what = r.Method + " " + r.Pattern + ": " + end.Err.Code.String()
			}
			out = reply.Encode(end)
		}
		native(t, what, out.Status, out.Header, out.Body)
	})
}

// endings are all refusals, and the outcomes of all scenarios. A reply answers
// with any of them, whether or not it is one of its act's.
func endings(t testing.TB) (all []canonical.Outcome) {
	for c := range canonical.NumCodes {
		all = append(all, failure(c))
	}
	paths, _ := filepath.Glob(testdata(t, "rosetta", "*", "outcome.canonical.json"))
	for _, path := range paths {
		all = append(all, readOutcome(t, path))
	}
	for i := range all {
		all[i].Meta.ID, all[i].Meta.At = AnswerID, taskTime
	}
	return all
}

// lines is a header as one text: a name and a value a line.
func lines(h http.Header) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, value := range h[name] {
			b.WriteString(name + ": " + value + "\n")
		}
	}
	return b.String()
}

// headerOf is the header that lines make, as far as a server would let it in.
func headerOf(text string) http.Header {
	h := http.Header{}
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimRight(line, "\r\n"), ": "); ok {
			h.Add(name, value)
		}
	}
	return h
}
