package a2a_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"hora/bindings"
	"hora/bindings/registry"
	"hora/canonical"
	"hora/canonical/engine"
	"hora/infra/bolt"
	"hora/infra/identity"
	"hora/infra/orgfile"
	"hora/testdata/orgs"
)

// monday is when the clock of the tests begins: 09:00 in Santiago.
var monday = time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC)

// A desk is the whole desk with the demonstration organisations, behind the
// routes of every binding, with a clock that tests turn.
type desk struct {
	http.Handler
	canonical.Desk
	clock    atomic.Pointer[time.Time]
	ids      atomic.Int64
	messages atomic.Int64 // that were sent, so that each has an id of its own
	commits  atomic.Int64 // that the store was asked for
}

// counted counts what is written.
type counted struct {
	canonical.Store
	commits *atomic.Int64
}

func (c counted) Commit(ctx context.Context, w ...canonical.Write) error {
	c.commits.Add(1)
	return c.Store.Commit(ctx, w...)
}

func open(t testing.TB) *desk {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for _, name := range []string{"clinica-demo.json", "glamour-salon.json"} {
		b, err := orgs.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, problems := orgfile.Parse(name, b)
		if f == nil {
			t.Fatal(problems)
		}
		if _, err := orgfile.Load(context.Background(), s, f, func(int, int) {}); err != nil {
			t.Fatal(err)
		}
	}
	d := &desk{}
	d.clock.Store(&monday)
	clock := func() time.Time { return *d.clock.Load() }
	e := engine.New(engine.Config{Store: counted{s, &d.commits}, Clock: clock, Acts: engine.All(), IDs: func() string { return fmt.Sprintf("01JQK%021d", d.ids.Add(1)) }})
	d.Desk = identity.New(identity.Allowances(e, identity.DefaultAllowances, clock))
	d.Handler = d.serve(d.Desk)
	return d
}

// serve is the routes of every binding before some desk.
func (d *desk) serve(to canonical.Desk) http.Handler {
	mux := http.NewServeMux()
	for _, b := range registry.All(bindings.Config{PublicURL: "https://desk.example"}) {
		for _, r := range b.Routes() {
			mux.Handle(r.Method+" "+r.Pattern, bindings.Handler(r, to, slog.New(slog.DiscardHandler)))
		}
	}
	return mux
}
