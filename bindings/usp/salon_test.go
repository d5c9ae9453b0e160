package usp_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hora/bindings"
	"hora/bindings/usp"
	"hora/canonical"
	"hora/canonical/engine"
	"hora/infra/bolt"
	"hora/infra/identity"
	"hora/infra/orgfile"
)

// A salon is the demonstration organisation behind a whole desk, engine, store
// and identity, at an hour that only tests move.
type salon struct {
	t      testing.TB
	mux    *http.ServeMux
	desk   canonical.Desk
	store  canonical.Store
	engine *engine.Engine

	mu   sync.Mutex
	hour time.Time
	log  []act // what the desk was asked, and said
}

// An act is one call as the desk sees it.
type act struct {
	request canonical.Request
	outcome canonical.Outcome
}

// monday is when tests begin: 08:00 in New York, a week and a day into summer
// time.
var monday = time.Date(2026, 3, 16, 12, 0, 0, 0, time.UTC)

const org = "glamour-salon"

func openSalon(t testing.TB) *salon {
	t.Helper()
	text, err := os.ReadFile("../../testdata/orgs/" + org + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return openAs(t, text)
}

// openAs opens the salon of another organisation file.
func openAs(t testing.TB, file []byte) *salon {
	t.Helper()
	store, err := bolt.Open(filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	s := &salon{t: t, store: store, hour: monday}
	s.load(file)
	var n atomic.Int64
	s.engine = engine.New(engine.Config{
		Store: store, Clock: s.now, Secret: []byte("the secret of a salon in New York"),
		Acts:     []engine.Acts{engine.Appointments, engine.Tasks, engine.Agents, engine.Platforms},
		Patience: 30 * time.Second, // for races on machines that do much else
		IDs:      func() string { return ulid(s.now(), n.Add(1)) },
	})
	s.serve(s.engine)
	return s
}

// ulid is an id as the desk mints them: it begins with the time.
func ulid(at time.Time, n int64) string {
	const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	var b [26]byte
	for i, ms := 9, at.UnixMilli(); i >= 0; i, ms = i-1, ms>>5 {
		b[i] = digits[ms&31]
	}
	for i := 25; i >= 10; i, n = i-1, n>>5 {
		b[i] = digits[n&31]
	}
	return string(b[:])
}

// serve puts a desk behind the dialect's routes.
func (s *salon) serve(desk canonical.Desk) {
	s.mux = http.NewServeMux()
	s.desk = &noting{identity.New(identity.Allowances(desk, nil, s.now)), s}
	for _, r := range usp.New("https://desk.example").Routes() {
		s.mux.Handle(r.Method+" "+r.Pattern, bindings.Handler(r, s.desk, slog.New(slog.DiscardHandler)))
	}
}

func (s *salon) load(file []byte) {
	s.t.Helper()
	f, problems := orgfile.Parse("salon.json", file)
	if f == nil {
		s.t.Fatal(problems)
	}
	f.At = s.now().Add(-time.Hour)
	if _, err := orgfile.Load(s.t.Context(), s.store, f, nil); err != nil {
		s.t.Fatal(err)
	}
}

func (s *salon) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hour
}

// wait lets time pass.
func (s *salon) wait(d time.Duration) {
	s.mu.Lock()
	s.hour = s.hour.Add(d)
	s.mu.Unlock()
}

// sweep does what is due, as every minute.
func (s *salon) sweep() {
	s.t.Helper()
	if _, err := s.engine.Sweep(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

// A noting desk keeps what it was asked and what it said.
type noting struct {
	canonical.Desk
	salon *salon
}

func (n *noting) Do(ctx context.Context, r canonical.Request) canonical.Outcome {
	o := n.Desk.Do(ctx, r)
	n.salon.mu.Lock()
	n.salon.log = append(n.salon.log, act{r, o})
	n.salon.mu.Unlock()
	return o
}

// The transports that every operation of the flow is there over.
var transports = []string{"0.3", "1.0", "rest"}

// each runs a test over every transport, in a salon of its own.
func each(t *testing.T, f func(t *testing.T, s *salon, a agent)) {
	for _, via := range transports {
		t.Run(via, func(t *testing.T) {
			s := openSalon(t)
			f(t, s, s.agent(via))
		})
	}
}

// slot is the id of a slot at an hour of New York, such as 2026-03-18 12:00.
func slot(provider, resource, local string) string {
	at, err := time.ParseInLocation("2006-01-02 15:04", local, canonical.Zone("America/New_York"))
	if err != nil {
		panic(err)
	}
	return canonical.SlotRef{Provider: provider, Resource: resource, Start: at}.String()
}

// admit lists another platform's key at the salon.
func (s *salon) admit(key string) {
	s.t.Helper()
	f := file(s.t)
	sum := sha256.Sum256([]byte(key))
	f.Organization["keys"] = append(f.Organization["keys"].([]any), map[string]any{"name": key, "role": "platform", "sha256": hex.EncodeToString(sum[:])})
	s.load(written(s.t, f))
}
