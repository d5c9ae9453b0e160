package engine_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"hora/canonical"
	"hora/canonical/engine"
	"hora/infra/bolt"
)

// now is a Monday, 09:00 in Santiago.
var now = time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC)

// at is a local time of the clinic's.
func at(s string) time.Time {
	t, err := time.ParseInLocation("2006-01-02 15:04", s, canonical.Zone("America/Santiago"))
	if err != nil {
		panic(err)
	}
	return t.UTC()
}

// A bench is an engine on a store that counts its waits, with a clock and ids
// that tests set.
type bench struct {
	*engine.Engine
	store *counting
	clock atomic.Pointer[time.Time]
	ids   atomic.Int64
}

func newBench(t testing.TB, s canonical.Store) *bench {
	t.Helper()
	b := &bench{store: &counting{Store: s}}
	b.clock.Store(&now)
	b.Engine = engine.New(engine.Config{
		Acts:     engine.All(),
		Store:    b.store,
		Patience: 30 * time.Second, // the DynamoDB of the tests is slow when all of them run
		Clock:    func() time.Time { return *b.clock.Load() },
		IDs:      func() string { return fmt.Sprintf("id%04d", b.ids.Add(1)) },
		Secret:   []byte("thirty-two bytes that nobody knows"),
	})
	load(t, s)
	return b
}

func (b *bench) travel(to time.Time) { b.clock.Store(&to) }

// do acts as the clinic itself would, unless the meta says otherwise.
func (b *bench) do(c canonical.Command, change ...func(*canonical.Request)) canonical.Outcome {
	req := canonical.Request{Command: c, Meta: canonical.Meta{
		Organization: "clinica", Binding: "servicialo", Channel: "rest", Caller: "key:1",
		Principal: canonical.Principal{Role: canonical.RoleOrganization, ID: "1", Organization: "clinica"},
	}}
	for _, f := range change {
		f(&req)
	}
	return b.Do(context.Background(), req)
}

func message(id string) func(*canonical.Request) {
	return func(r *canonical.Request) { r.Message = id }
}

func anonymous(r *canonical.Request) {
	r.Caller, r.Principal = "", canonical.Principal{}
}

func onBolt(t testing.TB) *bench {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return newBench(t, s)
}

// counting counts the waits of a store: requests that overlap in time count
// once, as the network would make a caller wait once.
type counting struct {
	canonical.Store
	mu      sync.Mutex
	running int
	waits   int
	writes  int
	bodies  []string // of everything written
	keys    []canonical.StoreKey
}

// answer takes as long as requests side by side need to overlap: on a real
// clock mostly, in a bubble of synctest always.
func (c *counting) answer() { time.Sleep(2 * time.Millisecond) }

func (c *counting) begin() func() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running == 0 {
		c.waits++
	}
	c.running++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.running--
	}
}

func (c *counting) Load(ctx context.Context, keys ...canonical.StoreKey) ([]canonical.Record, error) {
	defer c.begin()()
	c.answer()
	return c.Store.Load(ctx, keys...)
}

func (c *counting) List(ctx context.Context, r canonical.Range) ([]canonical.Record, canonical.Cursor, error) {
	defer c.begin()()
	c.answer()
	return c.Store.List(ctx, r)
}

func (c *counting) Commit(ctx context.Context, writes ...canonical.Write) error {
	defer c.begin()()
	c.mu.Lock()
	c.writes += len(writes)
	for _, w := range writes {
		c.bodies, c.keys = append(c.bodies, string(w.Body)), append(c.keys, w.StoreKey)
	}
	c.mu.Unlock()
	return c.Store.Commit(ctx, writes...)
}

func (c *counting) Spend(ctx context.Context, k canonical.StoreKey, expires time.Time) (int64, error) {
	defer c.begin()()
	c.answer()
	return c.Store.Spend(ctx, k, expires)
}

func (c *counting) reset() { c.mu.Lock(); c.waits = 0; c.mu.Unlock() }

// load writes a clinic in Santiago and a second organisation beside it.
func load(t testing.TB, s canonical.Store) {
	t.Helper()
	weekdays := []canonical.Window{{Days: []string{"mon", "tue", "wed", "thu", "fri"}, From: "09:00", To: "18:00"}}
	price := canonical.Price{Amount: 40000, Currency: "CLP", Unit: "servicio"}
	docs := map[canonical.StoreKey]any{
		canonical.ServiceKey("clinica", "kine"): canonical.Service{ID: "kine", Position: 1, Kind: canonical.Appointment, Name: "Kinesiología Musculoesquelética",
			Category: "kinesiologia", Price: price, Minutes: 60, Channel: canonical.InPerson, Providers: []string{"maria", "pedro"}},
		canonical.ServiceKey("clinica", "piso"): canonical.Service{ID: "piso", Position: 2, Kind: canonical.Appointment, Name: "Kinesiología de Piso Pélvico",
			Price: price, Minutes: 60, Channel: canonical.HomeVisit, Providers: []string{"maria"}, Prepayment: canonical.FullPayment},
		canonical.ServiceKey("clinica", "box"): canonical.Service{ID: "box", Position: 3, Kind: canonical.Appointment, Name: "Masaje", Minutes: 30, Buffer: 15,
			Price: price, Channel: canonical.InPerson, Providers: []string{"maria", "pedro"}, ResourceTypes: []string{"room"}},
		canonical.ServiceKey("clinica", "orphan"): canonical.Service{ID: "orphan", Position: 4, Kind: canonical.Appointment, Name: "Nadie", Minutes: 60, Price: price},
		canonical.ServiceKey("clinica", "never"): canonical.Service{ID: "never", Position: 5, Kind: canonical.Appointment, Name: "Sin agenda", Minutes: 60,
			Price: price, Providers: []string{"ana"}},
		canonical.ProviderKey("clinica", "maria"): canonical.Provider{ID: "maria", Name: "Dra. María", Windows: weekdays,
			Exceptions: []canonical.Exception{{Date: "2026-04-03"}}},
		canonical.ProviderKey("clinica", "pedro"):  canonical.Provider{ID: "pedro", Name: "Pedro", Windows: weekdays},
		canonical.ProviderKey("clinica", "ana"):    canonical.Provider{ID: "ana", Name: "Ana"},
		canonical.ResourceKey("clinica", "room1"):  canonical.Resource{ID: "room1", Type: "room", Name: "Box 1"},
		canonical.PaymentKey("clinica", "good"):    canonical.PaymentIntent{ID: "good", Amount: 40000, Currency: "CLP", Status: canonical.PaymentApproved},
		canonical.PaymentKey("clinica", "waiting"): canonical.PaymentIntent{ID: "waiting", Amount: 40000, Currency: "CLP", Status: canonical.PaymentPending},
		canonical.PaymentKey("clinica", "small"):   canonical.PaymentIntent{ID: "small", Amount: 39999, Currency: "CLP", Status: canonical.PaymentApproved},
		canonical.PaymentKey("clinica", "spent"):   canonical.PaymentIntent{ID: "spent", Amount: 40000, Currency: "CLP", Status: canonical.PaymentSpent},
		canonical.OrganizationKey("clinica"): canonical.Organization{Slug: "clinica", Name: "Clínica", Country: "cl", Timezone: "America/Santiago",
			Currency: "CLP", Public: true},
		canonical.OrganizationKey("otra"):    canonical.Organization{Slug: "otra", Name: "Otra", Timezone: "America/Santiago", Currency: "CLP", Public: true},
		canonical.OrganizationKey("oculta"):  canonical.Organization{Slug: "oculta", Name: "Oculta", Timezone: "America/Santiago", Currency: "CLP"},
		canonical.OrganizationKey("callada"): canonical.Organization{Slug: "callada", Name: "Callada", Timezone: "America/Santiago", Currency: "CLP", Public: true, Dialects: []string{"usp"}},
	}
	var writes []canonical.Write
	for k, doc := range docs {
		body, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		writes = append(writes, canonical.Write{Record: canonical.Record{StoreKey: k, Body: body}})
	}
	if err := s.Commit(context.Background(), writes...); err != nil {
		t.Fatal(err)
	}
}

// revise loads the organisation record again, as a new load of its file does.
func (b *bench) revise(t testing.TB, change func(*canonical.Organization)) {
	t.Helper()
	k := canonical.OrganizationKey("clinica")
	found, err := b.store.Store.Load(context.Background(), k)
	if err != nil {
		t.Fatal(err)
	}
	var org canonical.Organization
	if err := json.Unmarshal(found[0].Body, &org); err != nil {
		t.Fatal(err)
	}
	change(&org)
	body, err := json.Marshal(org)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.store.Store.Commit(context.Background(), canonical.Write{Record: canonical.Record{StoreKey: k, Version: found[0].Version, Body: body}}); err != nil {
		t.Fatal(err)
	}
}

func code(o canonical.Outcome) string {
	if o.Err == nil {
		return "ok"
	}
	return o.Err.Code.String()
}
