package bindingtest

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"hora/bindings"
)

// A fixture is one file, taken apart into its calls.
type fixture struct {
	path    string
	archive *txtar.Archive
	calls   []*exchange
}

// An exchange is one call and its answer. Sections that a file does not have
// are nil.
type exchange struct {
	name                             string // for messages: file and number
	request, command, meta, response []byte
	outcome, refused                 []byte
	quoted                           bool
	answer                           *txtar.File // where the response stands
}

func load(t testing.TB, path string) *fixture {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{path: path, archive: txtar.Parse(text)}
	f.archive.Files = answerable(f.archive.Files)
	name := filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)
	for i := range f.archive.Files {
		s := &f.archive.Files[i]
		if strings.HasPrefix(s.Name, "request") {
			e := &exchange{name: name, request: s.Data, quoted: s.Name == "request quoted"}
			if len(f.calls) > 0 {
				e.name += " " + strconv.Itoa(len(f.calls)+1)
			}
			f.calls = append(f.calls, e)
		}
		if len(f.calls) == 0 {
			t.Fatalf("%s: a file begins with a request", path)
		}
		e := f.calls[len(f.calls)-1]
		switch s.Name {
		case "request", "request quoted":
		case "command":
			e.command = s.Data
		case "refused":
			e.refused = []byte{}
		case "meta":
			e.meta = s.Data
		case "outcome":
			e.outcome = s.Data
		case "response":
			e.response, e.answer = s.Data, s
		default:
			t.Fatalf("%s: no section is called %q", path, s.Name)
		}
	}
	return f
}

// answerable gives every call a response to be written into.
func answerable(files []txtar.File) (all []txtar.File) {
	answered := true
	for _, s := range files {
		if strings.HasPrefix(s.Name, "request") {
			if !answered {
				all = append(all, txtar.File{Name: "response"})
			}
			answered = false
		}
		answered = answered || s.Name == "response"
		all = append(all, s)
	}
	if !answered {
		all = append(all, txtar.File{Name: "response"})
	}
	return all
}

// compare holds an answer against its section, or writes the section.
func (f *fixture) compare(t *testing.T, e *exchange, w *httptest.ResponseRecorder) {
	t.Helper()
	got := render(w)
	if *update {
		e.answer.Data = got
		return
	}
	switch {
	case len(e.response) == 0:
		t.Errorf("%s: has no response yet; -update writes this one\n%s", e.name, got)
	case !bytes.Equal(got, e.response):
		t.Errorf("%s: response\n%swant, unless -update is to change that,\n%s", e.name, got, e.response)
	}
}

// save keeps what compare has written.
func (f *fixture) save(t *testing.T) {
	t.Helper()
	if *update {
		if err := os.WriteFile(f.path, txtar.Format(f.archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// http is the call as a server gets it.
func (e *exchange) http(t testing.TB) *http.Request {
	t.Helper()
	head, body, _ := strings.Cut(string(e.request), "\n\n")
	body = strings.TrimSuffix(body, "\n")
	if e.quoted {
		var err error
		if body, err = strconv.Unquote(body); err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
	}
	lines := strings.Split(strings.TrimSuffix(head, "\n"), "\n")
	line := strings.Fields(lines[0])
	if len(line) < 2 {
		t.Fatalf("%s: request line %q", e.name, lines[0])
	}
	q := httptest.NewRequest(line[0], line[1], strings.NewReader(body))
	q.RemoteAddr = Remote + ":40000"
	for _, l := range lines[1:] {
		name, value, ok := strings.Cut(l, ": ")
		if !ok {
			t.Fatalf("%s: header %q", e.name, l)
		}
		if strings.HasPrefix(value, `"\x`) { // bytes that text cannot hold
			value, _ = strconv.Unquote(value)
		}
		q.Header.Add(name, value)
	}
	return q
}

// render writes an answer as a file has it.
func render(w *httptest.ResponseRecorder) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\n", w.Code, http.StatusText(w.Code))
	names := make([]string, 0, len(w.Header()))
	for n := range w.Header() {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		for _, v := range w.Header()[n] {
			fmt.Fprintf(&b, "%s: %s\n", n, v)
		}
	}
	fmt.Fprintf(&b, "\n")
	if w.Body.Len() > 0 {
		fmt.Fprintf(&b, "%s\n", w.Body)
	}
	return b.Bytes()
}

// fixtures are all calls of a binding, those of rosetta first.
func fixtures(t testing.TB, b bindings.Binding) (all []*exchange) {
	t.Helper()
	for _, f := range files(t, b) {
		all = append(all, f.calls...)
	}
	return all
}

func files(t testing.TB, b bindings.Binding) (all []*fixture) {
	t.Helper()
	shared, _ := filepath.Glob(testdata(t, "rosetta", "*", "*.txtar"))
	own, _ := filepath.Glob(testdata(t, "quirks", b.Name(), "*.txtar"))
	for _, path := range shared {
		if owns(b, path) {
			all = append(all, load(t, path))
		}
	}
	for _, path := range own {
		all = append(all, load(t, path))
	}
	return all
}
