package model

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"hora/bindings"
	"hora/bindings/bindingtest"
	"hora/bindings/registry"
	"hora/canonical"
	"hora/infra/dynamo"
	"hora/infra/identity"
	"hora/infra/storetest"
)

// A meter counts how often an act waits for the table, requests side by side
// being one wait, and what the table charges for it.
type meter struct {
	canonical.Store
	mu            sync.Mutex
	running       int
	waits         int
	reads, writes float64 // capacity units
}

// pause makes requests that go out side by side overlap, on a busy machine too.
const pause = 20 * time.Millisecond

func (m *meter) wait() (over func()) {
	m.mu.Lock()
	if m.running == 0 {
		m.waits++
	}
	m.running++
	m.mu.Unlock()
	time.Sleep(pause)
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.running--
	}
}

func (m *meter) Load(ctx context.Context, keys ...canonical.StoreKey) ([]canonical.Record, error) {
	defer m.wait()()
	return m.Store.Load(ctx, keys...)
}

func (m *meter) List(ctx context.Context, r canonical.Range) ([]canonical.Record, canonical.Cursor, error) {
	defer m.wait()()
	return m.Store.List(ctx, r)
}

func (m *meter) Commit(ctx context.Context, writes ...canonical.Write) error {
	defer m.wait()()
	return m.Store.Commit(ctx, writes...)
}

func (m *meter) Spend(ctx context.Context, k canonical.StoreKey, expires time.Time) (int64, error) {
	defer m.wait()()
	return m.Store.Spend(ctx, k, expires)
}

func (m *meter) observe(op dynamo.Operation) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch op.Name {
	case "TransactWriteItems", "UpdateItem":
		m.writes += op.Units
	default:
		m.reads += op.Units
	}
}

// acts are measured on a warm function, each through every door that can say
// it; before some of them something must be there.
var acts = []struct {
	scenario string
	before   string
}{
	{"book", ""}, {"hold", ""}, {"slots-day", ""}, {"slots-every", ""},
	{"book-hold", "hold"}, {"book-held-slot", "hold"}, {"release", "hold"},
	{"booking", "book"}, {"cancel", "book"}, {"reschedule", "book"}, {"reschedule-slot", "book"},
}

// BenchmarkActs tells how often each act waits for the table, and what the
// table charges: what an act costs where it is deployed, whatever the machine.
func BenchmarkActs(b *testing.B) {
	all := registry.All(bindings.Config{PublicURL: "https://desk.example"})
	choir := voices(b, all, rosetta, "testdata")
	m := &meter{}
	m.Store = storetest.NewDynamo(b, m.observe)
	w, err := newWorld(m, all, santiago, canonical.Date("2026-06-01").Midnight().Add(12*time.Hour), false)
	if err != nil {
		b.Fatal(err)
	}
	w.weather.whole = true
	desk := identity.New(identity.Allowances(w.engine, identity.DefaultAllowances, w.now))
	w.handler = bindingtest.Mux(witness{desk, true}, all...)
	free := w.now().Add(2 * time.Hour).Truncate(time.Hour)
	serial := 0
	do := func(v *voice, x values) *call {
		serial++
		c := &call{voice: v, values: x, message: fmt.Sprint("m", serial)}
		if v.secured {
			c.key = "demo-business"
		}
		q, _ := v.say(x, santiago.slug, c.key, c.message)
		c.answer = httptest.NewRecorder()
		w.handler.ServeHTTP(c.answer, q.WithContext(context.WithValue(b.Context(), witnessed{}, c)))
		if c.outcome.Err != nil {
			b.Fatalf("%s: %v", v.name, c.outcome.Err)
		}
		return c
	}
	next := func() values {
		w.travel(w.now().Add(holdTime)) // those before are over
		free = free.Add(90 * time.Minute)
		return values{service: "talk", provider: "ana", start: free, from: "2026-06-02", until: "2026-06-02", party: 1, client: people[0], zone: santiago.zone}
	}
	do(choir["book"][0], next()) // so that the function is warm
	for _, a := range acts {
		for _, v := range choir[a.scenario] {
			b.Run(v.name, func(b *testing.B) {
				var waits int
				var reads, writes float64
				for b.Loop() {
					x := next()
					if a.before != "" {
						before := do(sibling(choir[a.before], v), x)
						x.booking, x.hold = bindingtest.IDOf(before.outcome.Result), bindingtest.IDOf(before.outcome.Result)
					}
					if strings.HasPrefix(a.scenario, "reschedule") {
						x.start = x.start.Add(30 * time.Minute)
						x.slot = canonical.SlotRef{Provider: "ana", Start: x.start}.String()
					}
					m.waits, m.reads, m.writes = 0, 0, 0
					do(v, x)
					waits, reads, writes = waits+m.waits, reads+m.reads, writes+m.writes
				}
				n := float64(b.N)
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(float64(waits)/n, "waits")
				b.ReportMetric(writes/n, "write-units")
				b.ReportMetric(reads/n, "read-units")
			})
		}
	}
}

// sibling is the voice of the same door, or of the same dialect, or any that
// presents a credential if this one does.
func sibling(all []*voice, of *voice) *voice {
	door := func(v *voice) string { _, d, _ := strings.Cut(v.name, "/"); return d }
	for _, fits := range []func(*voice) bool{
		func(v *voice) bool { return door(v) == door(of) && v.secured == of.secured },
		func(v *voice) bool { return v.binding == of.binding && v.secured == of.secured },
		func(v *voice) bool { return v.secured == of.secured },
		func(v *voice) bool { return true },
	} {
		for _, v := range all {
			if fits(v) {
				return v
			}
		}
	}
	return nil
}
