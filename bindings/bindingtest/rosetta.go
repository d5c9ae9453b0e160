package bindingtest

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"hora/bindings"
	"hora/canonical"
)

// rosetta holds a binding against the acts that all dialects share.
func rosetta(t *testing.T, b bindings.Binding) {
	found := 0
	for _, dir := range scenarios(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			command := readCommand(t, filepath.Join(dir, "request.canonical.json"))
			outcome := readOutcome(t, filepath.Join(dir, "outcome.canonical.json"))
			paths, _ := filepath.Glob(filepath.Join(dir, "*.txtar"))
			for _, path := range paths {
				if !owns(b, path) {
					continue
				}
				found++
				f := load(t, path)
				for _, e := range f.calls {
					d := &scripted{outcome: outcome}
					w := serve(b, d, e.http(t))
					if e.refused != nil {
						unasked(t, e, d)
					} else {
						asked(t, e, d, command)
					}
					native(t, e.name, w.Code, w.Header(), w.Body.Bytes())
					f.compare(t, e, w)
				}
				f.save(t)
			}
		})
	}
	if found == 0 {
		t.Errorf("no folder of testdata/rosetta has a %s.txtar", b.Name())
	}
}

// scenarios are the folders that have an act.
func scenarios(t testing.TB) (dirs []string) {
	paths, _ := filepath.Glob(testdata(t, "rosetta", "*", "request.canonical.json"))
	for _, p := range paths {
		dirs = append(dirs, filepath.Dir(p))
	}
	return dirs
}

// quirks holds a binding against the calls that are its own.
func quirks(t *testing.T, b bindings.Binding) {
	paths, _ := filepath.Glob(testdata(t, "quirks", b.Name(), "*.txtar"))
	for _, path := range paths {
		f := load(t, path)
		t.Run(filepath.Base(path), func(t *testing.T) {
			for _, e := range f.calls {
				d := &scripted{}
				if e.outcome != nil {
					d.outcome = parseOutcome(t, e.name, e.outcome)
				}
				w := serve(b, d, e.http(t))
				if e.command == nil {
					unasked(t, e, d)
				} else {
					asked(t, e, d, parseCommand(t, e.name, e.command))
				}
				native(t, e.name, w.Code, w.Header(), w.Body.Bytes())
				f.compare(t, e, w)
			}
			f.save(t)
		})
	}
}

func unasked(t *testing.T, e *exchange, d *scripted) {
	t.Helper()
	if d.asked != 0 {
		t.Errorf("%s: the desk was asked for %s, and the file says that the dialect refuses the call by itself", e.name, canonical.OpOf(d.last.Command))
	}
}

// asked checks what the desk was told.
func asked(t *testing.T, e *exchange, d *scripted, want canonical.Command) {
	t.Helper()
	if d.asked == 0 {
		t.Errorf("%s: the desk was not asked; if the dialect is to refuse this by itself, the file says so: in rosetta by a section refused, in quirks by having no section command", e.name)
		return
	}
	if d.asked > 1 {
		t.Errorf("%s: the desk was asked %d times", e.name, d.asked)
		return
	}
	if diff := cmp.Diff(want, d.last.Command); diff != "" {
		t.Errorf("%s: decodes to another command (- as it should be, + as it is)\n%s", e.name, diff)
	}
	if d.last.Remote != Remote || d.last.Binding == "" || d.last.Organization == "" && d.last.Catalogue == "" && !everywhere(d.last.Command) {
		t.Errorf("%s: the desk is not told where the call comes from, in Meta: Remote is %q, Binding %q, Organization %q, Catalogue %q", e.name, d.last.Remote, d.last.Binding, d.last.Organization, d.last.Catalogue)
	}
	if e.meta == nil {
		return
	}
	var told meta
	if err := json.Unmarshal(e.meta, &told, json.RejectUnknownMembers(true)); err != nil {
		t.Fatalf("%s: meta: %v", e.name, err)
	}
	if diff := cmp.Diff(told, metaOf(&d.last.Meta)); diff != "" {
		t.Errorf("%s: the desk is told something else (- as in the section meta, + as it is)\n%s", e.name, diff)
	}
}

// everywhere says whether an act is about the caller's tasks: it may come
// through a door that names no organisation.
func everywhere(c canonical.Command) bool {
	switch canonical.OpOf(c) {
	case canonical.OpGetTask, canonical.OpListTasks, canonical.OpCancelTask:
		return true
	}
	return false
}

// meta is the part of canonical.Meta that a binding decides.
type meta struct {
	Organization string `json:"organization,omitzero"`
	Catalogue    string `json:"catalogue,omitzero"`
	Host         string `json:"host,omitzero"`
	Door         string `json:"door"`
	Channel      string `json:"channel"`
	Message      string `json:"message,omitzero"`
	Operation    string `json:"operation,omitzero"`
	Conversation string `json:"conversation,omitzero"`
	Task         string `json:"task,omitzero"`
	Tracked      bool   `json:"tracked,omitzero"`
	Tasks        string `json:"tasks,omitzero"`
	Public       bool   `json:"public,omitzero"`
	Form         string `json:"form,omitzero"`
	Key          string `json:"key,omitzero"`
	KeyFor       string `json:"key_for,omitzero"`
}

func metaOf(m *canonical.Meta) meta {
	return meta{m.Organization, m.Catalogue, m.Host, m.Door, m.Channel, m.Message, m.Operation, m.Conversation, m.Task, m.Tracked, m.Tasks, m.Public, m.Form, m.Credential.Key, m.Credential.Organization}
}

func readCommand(t *testing.T, path string) canonical.Command {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return parseCommand(t, path, text)
}

func parseCommand(t *testing.T, name string, text []byte) canonical.Command {
	t.Helper()
	c, err := canonical.UnmarshalCommand(text)
	if err != nil {
		t.Fatalf("%s: command: %v", name, err)
	}
	return c
}

func readOutcome(t testing.TB, path string) canonical.Outcome {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return parseOutcome(t, path, text)
}

func parseOutcome(t testing.TB, name string, text []byte) (o canonical.Outcome) {
	t.Helper()
	if err := json.Unmarshal(text, &o); err != nil {
		t.Fatalf("%s: outcome: %v", name, err)
	}
	if (o.Result == nil) == (o.Err == nil) {
		t.Fatalf("%s: an outcome has a result or an error", name)
	}
	return o
}

// native checks an answer against what holds in every dialect.
func native(t testing.TB, name string, status int, header http.Header, body []byte) {
	t.Helper()
	if err := wellFormed(status, header, body); err != nil {
		t.Errorf("%s: %v\n%s", name, err, body)
	}
}

// IDOf is the id of what an act came to; empty where that has none.
func IDOf(r canonical.Result) string {
	switch r := r.(type) {
	case canonical.Booking:
		return r.ID
	case canonical.Hold:
		return r.ID
	case canonical.Cancellation:
		return r.Booking.ID
	}
	return ""
}
