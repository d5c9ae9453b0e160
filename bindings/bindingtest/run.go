package bindingtest

import (
	"cmp"
	"context"
	"flag"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hora/bindings"
	"hora/canonical"
)

var update = flag.Bool("update", false, "rewrite the responses in testdata")

// AnswerID is the id of every answer that the scripted desk gives.
const AnswerID = "01JQK3W1SVB5E8M0C7R2NHX4TA"

// Remote is the address that every call comes from.
const Remote = "192.0.2.7"

// Guest is who signs in, whoever does.
const Guest = "sub-0123456789abcdef0123456789abcdef"

// Where the answer to an act is a task, it is this one, in this context unless
// the call names one, and done at this time.
const (
	TaskID    = "01JQK3W1SVB5E8M0C7R2NHX4TB"
	ContextID = "01JQK3W1SVB5E8M0C7R2NHX4TC"
)

var taskTime = time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC)

// Run holds a binding against its files and against what all bindings promise.
func Run(t *testing.T, b bindings.Binding) {
	for _, r := range b.Routes() {
		if !strings.HasPrefix(r.Pattern, "/") || r.Decode == nil {
			t.Errorf("route %q %q is not complete", r.Method, r.Pattern)
		}
	}
	strays(t, b)
	for _, d := range b.Documents() {
		same := func(r bindings.Route) bool { return r.Method == d.Method && r.Pattern == d.Pattern }
		if d.Method != http.MethodGet || !slices.ContainsFunc(b.Routes(), same) {
			t.Errorf("document %q %q is not to be got at any route", d.Method, d.Pattern)
		}
	}
	calls := fixtures(t, b)
	if len(calls) == 0 {
		t.Fatalf("nothing calls %s: write requests into testdata/rosetta/<scenario>/%[1]s.txtar, and -update writes the answers", b.Name())
	}
	t.Run("Rosetta", func(t *testing.T) { rosetta(t, b) })
	t.Run("Quirks", func(t *testing.T) { quirks(t, b) })
	t.Run("Errors", func(t *testing.T) { failures(t, b, calls) })
	t.Run("Naming", func(t *testing.T) { naming(t, b, calls) })
	t.Run("Total", func(t *testing.T) { total(t, b, calls) })
}

// Doors are the doors (canonical.Meta.Door) that a binding's fixtures come in
// by.
func Doors(t *testing.T, b bindings.Binding) []string {
	doors := map[string]bool{}
	for _, e := range fixtures(t, b) {
		d := &scripted{outcome: failure(canonical.Internal)}
		serve(b, d, e.http(t))
		doors[d.last.Door] = true
	}
	delete(doors, "")
	return slices.Sorted(maps.Keys(doors))
}

// Mux serves the routes of some bindings from one desk.
func Mux(desk canonical.Desk, all ...bindings.Binding) http.Handler {
	var routes []bindings.Route
	for _, b := range all {
		routes = append(routes, b.Routes()...)
	}
	return bindings.Mux(routes, desk, slog.New(slog.DiscardHandler))
}

// A scripted desk answers every request alike and remembers the last one.
type scripted struct {
	outcome canonical.Outcome
	panics  bool
	asked   int
	last    canonical.Request
}

func (d *scripted) Do(_ context.Context, r canonical.Request) canonical.Outcome {
	d.asked++
	d.last = r
	if d.panics {
		panic("the desk has fallen over")
	}
	o := d.outcome
	o.Meta.ID, o.Meta.At = AnswerID, taskTime
	if r.Tracked {
		track(&r, &o)
	}
	switch c := r.Credential; {
	case c.SignIn != nil:
		o.Meta.Guest = Guest
	case c.SignedIn != nil:
		o.Meta.Guest, o.Meta.Account = c.SignedIn.Guest, c.SignedIn.Account
	}
	return o
}

// track adds what an engine does to the answer of a tracked call. Where answers
// are kept, whoever presents a credential is known and has a task of each.
func track(r *canonical.Request, o *canonical.Outcome) {
	o.Meta.Conversation = cmp.Or(r.Conversation, ContextID)
	_, asks := o.Result.(canonical.Question)
	kept := asks || canonical.OpOf(r.Command).Writes()
	if r.Rules.Has(canonical.KeepAnswers) {
		kept = r.Credential.Presented() && !everywhere(r.Command)
	}
	if o.Err != nil || !kept {
		return
	}
	t := &canonical.Task{ID: cmp.Or(r.Task, TaskID), Conversation: o.Meta.Conversation, Organization: r.Organization, Form: r.Form, State: canonical.TaskCompleted, At: taskTime}
	if asks {
		t.State = canonical.TaskInputRequired
	}
	if made, ok := o.Result.(canonical.Reservation); ok {
		switch made.State {
		case canonical.NotReserved:
			t.State = canonical.TaskRejected
		case canonical.ReservationOpen:
			t.State = canonical.TaskWorking
		}
	}
	if r.Said != nil {
		t.History = []canonical.Utterance{*r.Said()}
	}
	o.Meta.Task = t
}

// serve lets a binding answer one call.
func serve(b bindings.Binding, d *scripted, q *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	Mux(d, b).ServeHTTP(w, q)
	return w
}

// root is the top of the module.
func root(t testing.TB) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
}

func testdata(t testing.TB, elem ...string) string {
	return filepath.Join(append([]string{root(t), "testdata"}, elem...)...)
}

// owns says whether a file of a shared folder is the binding's.
func owns(b bindings.Binding, file string) bool {
	name := strings.TrimSuffix(filepath.Base(file), ".txtar")
	return name == b.Name() || strings.HasPrefix(name, b.Name()+"-")
}

// Owned checks that every file of the shared folders is some binding's.
func Owned(t *testing.T, all ...bindings.Binding) {
	shared, _ := filepath.Glob(testdata(t, "rosetta", "*", "*.txtar"))
	golden, _ := filepath.Glob(testdata(t, "errors", "*"))
	for _, file := range append(shared, golden...) {
		if !slices.ContainsFunc(all, func(b bindings.Binding) bool { return owns(b, file) }) {
			t.Errorf("%s is no binding's: a file is called <binding> or <binding>-<door>, with the binding as in the registry", file)
		}
	}
	folders, _ := filepath.Glob(testdata(t, "quirks", "*"))
	for _, dir := range folders {
		if _, err := os.Stat(filepath.Join(root(t), "bindings", "internal", filepath.Base(dir))); err == nil {
			continue // what bindings share has quirks of its own
		}
		if !slices.ContainsFunc(all, func(b bindings.Binding) bool { return b.Name() == filepath.Base(dir) }) {
			t.Errorf("%s is no binding's: a folder is called like the binding in the registry", dir)
		}
	}
}
