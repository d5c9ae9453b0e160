package registry_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"hora/bindings/bindingtest"
	"hora/canonical"
	"hora/canonical/engine"
	"hora/infra/bolt"
	"hora/infra/identity"
)

const data = "../../testdata/"

// The outcome of a scenario is no invention, and no dialect's own: when the
// desk itself is asked, in each dialect that says the act, it ends just so.
func TestEnacted(t *testing.T) {
	paths, _ := filepath.Glob(data + "rosetta/*/request.canonical.json")
	for _, path := range paths {
		dir := filepath.Dir(path)
		var g given
		var want canonical.Outcome
		if _, err := os.Stat(filepath.Join(dir, "given.json")); (err != nil) != (unenacted[filepath.Base(dir)] != "") {
			t.Errorf("%s: what is given, or why nothing is: one of the two", dir)
		}
		if unenacted[filepath.Base(dir)] != "" {
			continue
		}
		decode(t, filepath.Join(dir, "given.json"), &g)
		decode(t, filepath.Join(dir, "outcome.canonical.json"), &want)
		for _, s := range bindingtest.SaidIn(t, dir, all()...) {
			t.Run(filepath.Base(dir)+"/"+s.Name, func(t *testing.T) {
				got, names := g.enact(t, s)
				if diff := cmp.Diff(facts(t, want, nil), facts(t, got, names)); diff != "" {
					t.Errorf("the desk answers otherwise:\n%s", diff)
				}
			})
		}
	}
}

// unenacted are the scenarios that no desk is brought to here, and why.
var unenacted = map[string]string{
	"feed":               "begins at a cursor, and cursors are of one desk",
	"book-offer-unknown": "a store that does not answer; the engine's own tests have one",
}

func decode(t *testing.T, path string, v any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// A stage is a desk with an organisation, on which one scenario is enacted.
type stage struct {
	now  time.Time
	made int
	desk canonical.Desk

	outcome canonical.Outcome
}

// actsAt are what the desk behind an address can do: the front door's is made
// without what nobody there can ask for.
func actsAt(address string) []engine.Acts {
	if address == "/a2a" || strings.HasPrefix(address, "/orgs/") {
		return []engine.Acts{engine.Appointments, engine.Tasks, engine.Words, engine.Agents, engine.Registry}
	}
	return engine.All()
}

// made begins the ids that a stage gives.
const made = "made-"

func (g *given) enact(t *testing.T, s bindingtest.Said) (canonical.Outcome, []string) {
	st := &stage{now: g.Now}
	store, err := bolt.Open(filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	g.load(t, store)
	st.desk = identity.WithTokens(engine.New(engine.Config{
		Store: store, Clock: func() time.Time { return st.now }, Secret: []byte("thirty-two bytes that nobody knows"), Near: true,
		Acts: actsAt(s.HTTP(t, strings.NewReplacer()).URL.Path),
		IDs:  func() string { st.made++; return fmt.Sprintf("%s%08d", made, st.made) },
	}), identity.Verifiers{Tokens: guests{}})
	ask := bindingtest.Mux(st, all()...)

	// what the call comes to says who does what went before
	rehearsal := &scout{}
	bindingtest.Mux(rehearsal, all()...).ServeHTTP(httptest.NewRecorder(), s.HTTP(t, strings.NewReplacer()))
	var names []string
	for i, b := range g.Before {
		if st.now = g.Now; !b.At.IsZero() {
			st.now = b.At
		}
		if scenario, file, ok := strings.Cut(b.Said, "/"); ok {
			for _, other := range bindingtest.SaidIn(t, data+"rosetta/"+scenario, all()...) {
				if other.Name == file {
					ask.ServeHTTP(httptest.NewRecorder(), other.HTTP(t, strings.NewReplacer()))
				}
			}
			continue
		}
		text := strings.NewReplacer(names...).Replace(string(b.Command))
		c, err := canonical.UnmarshalCommand([]byte(text))
		if err != nil {
			t.Fatalf("before: %v", err)
		}
		q := canonical.Request{Meta: rehearsal.asked.Meta, Command: c}
		if q.Said, q.Conversation, q.Task, q.IfMatch, q.Door = nil, "", "", "", ""; !b.Message {
			q.Message, q.Tracked = fmt.Sprint("before-", i), false
		}
		o := st.desk.Do(t.Context(), q)
		if o.Err != nil {
			t.Fatalf("before: %s ends in %v", text, o.Err)
		}
		if b.KnownAs != "" {
			names = append(names, b.KnownAs, bindingtest.IDOf(o.Result))
		}
	}
	st.now = g.Now
	ask.ServeHTTP(httptest.NewRecorder(), s.HTTP(t, strings.NewReplacer(names...)))
	return st.outcome, names
}

// Do notes the outcome; nothing is counted against an allowance.
func (s *stage) Do(ctx context.Context, q canonical.Request) canonical.Outcome {
	q.Door = ""
	s.outcome = s.desk.Do(ctx, q)
	return s.outcome
}

// guests knows one guest, by the token that the scenarios present.
type guests struct{}

func (guests) Verify(_ context.Context, token, _ string) (canonical.Principal, error) {
	if token != "guest-token" {
		return canonical.Principal{}, canonical.ErrNotSealed
	}
	return canonical.Principal{Role: canonical.RoleGuest, ID: "1", Scope: "bookings:write"}, nil
}

// A scout notes what a desk would be asked.
type scout struct{ asked canonical.Request }

func (s *scout) Do(_ context.Context, q canonical.Request) canonical.Outcome {
	s.asked = q
	return canonical.Outcome{Err: canonical.Refuse(canonical.Internal)}
}

// facts are what an outcome says, without who did it and through which door,
// and without ids that the desk gave while the scenario was enacted.
func facts(t *testing.T, o canonical.Outcome, names []string) any {
	t.Helper()
	o.Meta = canonical.OutcomeMeta{}
	if slices.Equal(o.Notices, []canonical.Notice{{Code: "credential_renewed"}}) { // whoever has one is told so
		o.Notices = nil
	}
	b, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var back []string
	for i := 0; i < len(names); i += 2 {
		back = append(back, names[i+1], names[i])
	}
	var v any
	if err := json.Unmarshal([]byte(strings.NewReplacer(back...).Replace(string(b))), &v); err != nil {
		t.Fatal(err)
	}
	return plain(v)
}

func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		step := v["at"] != nil && (v["to"] != nil || v["type"] != nil)
		for name, inner := range v {
			switch s, _ := inner.(string); {
			case name == "owner", name == "guest", step && (name == "by" || name == "method" || name == "channel"):
				delete(v, name)
			case isMade(s):
				v[name] = "an id"
			default:
				v[name] = plain(inner)
			}
		}
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	}
	return v
}

// isMade says whether s is an id of a stage, or one that stands for it in the
// scenarios.
func isMade(s string) bool {
	for _, start := range []string{made, "01JQK3VZ5T9GQ2M4X8C6B0NHR", "01M3A9S2K5WQ7V0C8N4XJ6RTE"} {
		if strings.HasPrefix(s, start) {
			return true
		}
	}
	return false
}
