package engine_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hora/canonical"
	"hora/canonical/engine"
	"hora/infra/bolt"
)

// faulty is a store whose commits and reads end as a test says.
type faulty struct {
	canonical.Store
	commit func(made func() error) error
	load   func() error
}

func (f *faulty) Commit(ctx context.Context, w ...canonical.Write) error {
	if f.commit == nil {
		return f.Store.Commit(ctx, w...)
	}
	return f.commit(func() error { return f.Store.Commit(ctx, w...) })
}

func (f *faulty) Load(ctx context.Context, k ...canonical.StoreKey) ([]canonical.Record, error) {
	if f.load != nil {
		if err := f.load(); err != nil {
			return nil, err
		}
	}
	return f.Store.Load(ctx, k...)
}

func TestFaults(t *testing.T) {
	lost := fmt.Errorf("a secret cause: %w", canonical.ErrUnknown)
	for _, row := range []struct {
		name   string
		commit func(f *faulty) func(made func() error) error
		load   func() error
		want   string
		there  bool // the booking exists afterwards
	}{
		{"the answer to a commit is lost", func(*faulty) func(func() error) error {
			return func(made func() error) error { made(); return lost }
		}, nil, "ok", true},
		{"a commit is lost", func(*faulty) func(func() error) error {
			return func(func() error) error { return lost }
		}, nil, "outcome_unknown", false},
		{"the answer is lost and nothing can be read", func(f *faulty) func(func() error) error {
			return func(made func() error) error {
				made()
				f.load = func() error { return canonical.ErrUnavailable }
				return lost
			}
		}, nil, "outcome_unknown", true},
		{"the store refuses commits", func(*faulty) func(func() error) error {
			return func(func() error) error { return canonical.ErrUnavailable }
		}, nil, "unavailable", false},
		{"the store always conflicts", func(*faulty) func(func() error) error {
			return func(func() error) error { return &canonical.Conflict{} }
		}, nil, "unavailable", false},
		{"the store breaks", func(*faulty) func(func() error) error {
			return func(func() error) error { return errors.New("a secret cause") }
		}, nil, "internal", false},
		{"nothing can be read", nil, func() error { return canonical.ErrUnavailable }, "unavailable", false},
		{"reading breaks", nil, func() error { return errors.New("a secret cause") }, "internal", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			s, err := bolt.Open(filepath.Join(t.TempDir(), "desk.db"))
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			load(t, s)
			f := &faulty{Store: s, load: row.load}
			if row.commit != nil {
				f.commit = row.commit(f)
			}
			ids := 0
			e := engine.New(engine.Config{Acts: []engine.Acts{engine.Appointments}, Store: f, Clock: func() time.Time { return now }, Patience: 30 * time.Millisecond,
				IDs: func() string { ids++; return fmt.Sprintf("id%04d", ids) }})
			ask := func() canonical.Outcome {
				return e.Do(t.Context(), canonical.Request{Command: booking("kine", "2026-04-01 10:00"),
					Meta: canonical.Meta{Organization: "clinica", Binding: "servicialo", Message: "m"}})
			}
			out := ask()
			if code(out) != row.want {
				t.Fatalf("got %s, want %s", code(out), row.want)
			}
			f.commit, f.load = nil, nil
			again := ask()
			if again.Err != nil || again.Meta.Replayed != row.there {
				t.Errorf("asked again: %s, replayed %v, want %v", code(again), again.Meta.Replayed, row.there)
			}
			if strings.Contains(fmt.Sprint(out.Err), "secret") {
				t.Error("the cause went out")
			}
		})
	}
}

// Two callers move the same booking to the same time at the same instant. The
// answer to the one that loses is lost as well: it is not taken for the other.
func TestTwinsAreToldApart(t *testing.T) {
	s, err := bolt.Open(filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	load(t, s)
	f := &faulty{Store: s}
	ids := 0
	e := engine.New(engine.Config{Acts: []engine.Acts{engine.Appointments}, Store: f, Clock: func() time.Time { return now }, IDs: func() string { ids++; return fmt.Sprintf("id%04d", ids) }})
	do := func(c canonical.Command) canonical.Outcome {
		return e.Do(t.Context(), canonical.Request{Command: c, Meta: canonical.Meta{Organization: "clinica", Binding: "servicialo",
			Principal: canonical.Principal{Role: canonical.RoleOrganization, ID: "1", Organization: "clinica"}}})
	}
	id := do(booking("kine", "2026-04-01 10:00")).Result.(canonical.Booking).ID
	move := canonical.Reschedule{Booking: id, Start: at("2026-04-01 12:00")}
	f.commit = func(func() error) error {
		f.commit = nil
		if out := do(move); out.Err != nil {
			t.Fatal(out.Err)
		}
		return canonical.ErrUnknown
	}
	if got := code(do(move)); got != "outcome_unknown" {
		t.Errorf("a commit that was never made: %s", got)
	}
}
