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

// A frail desk loses what a test says: its store is found again, whole, by the
// next process.
type frail struct {
	*bench
	faulty *faulty
	commit int // how many commits there have been
}

func newFrail(t *testing.T) *frail {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	f := &frail{faulty: &faulty{Store: s}}
	f.bench = newBench(t, s)
	f.store.Store = f.faulty
	loadLakes(t, s)
	return f
}

// restart is another process on the same store, with nothing in memory.
func (f *frail) restart() {
	f.faulty.commit, f.faulty.load = nil, nil
	f.Engine = engine.New(engine.Config{
		Acts:  []engine.Acts{engine.Appointments, engine.Tasks, engine.Registry},
		Store: f.store, Patience: time.Second, Clock: func() time.Time { return *f.clock.Load() },
		IDs: func() string { return fmt.Sprintf("id%04d", f.ids.Add(1)) },
	})
}

var errLost = fmt.Errorf("a secret cause: %w", canonical.ErrUnknown)

// What is lost, at which of the two commits of a booking, and what the caller,
// the store and the next caller then say.
func TestLostAnswers(t *testing.T) {
	type fault func(f *frail, made func() error) error
	happens := func(f *frail, made func() error) error { return errors.Join(made(), errLost) }
	vanishes := func(f *frail, made func() error) error { return errLost }
	blind := func(after fault) fault { // and nothing can be read from then on
		return func(f *frail, made func() error) error {
			err := after(f, made)
			f.faulty.load = func() error { return canonical.ErrUnavailable }
			return err
		}
	}
	once := func(after fault) fault { // the read right after it fails, later ones do not
		return func(f *frail, made func() error) error {
			err := after(f, made)
			f.faulty.load = func() error { f.faulty.load = nil; return canonical.ErrUnavailable }
			return err
		}
	}
	refused := func(f *frail, made func() error) error { return canonical.ErrUnavailable }
	for _, c := range []struct {
		name   string
		at     int // the commit; of a negative number, each from there on
		fault  fault
		heard  string // by who asked
		booked int
		next   string // what the same guest hears with a new message and a fresh offer
		ended  string // the task, once it was looked into
	}{
		{"all is well", 9, happens, "booked completed", 1, "booked completed", "completed booked"},
		{"the booking happens and its answer is lost", 2, happens, "booked completed", 1, "booked completed", "completed booked"},
		{"the booking happens, and the read after it fails", 2, once(happens), "unknown outcome_unknown working", 1, "booked completed", "completed booked"},
		{"the booking happens, and the store is gone", 2, blind(happens), "unknown outcome_unknown working", 1, "booked completed", "completed booked"},
		{"the booking is lost, and is made again", 2, vanishes, "booked completed", 1, "booked completed", "completed booked"},
		{"the booking is lost, and the read after it fails", 2, once(vanishes), "unknown outcome_unknown working", 0, "unknown outcome_unknown working", "failed refused not_carried_out"},
		{"the booking is lost, and the store is gone", 2, blind(vanishes), "unknown outcome_unknown working", 0, "unknown outcome_unknown working", "failed refused not_carried_out"},
		{"the store takes no booking for once", 2, refused, "booked completed", 1, "booked completed", "completed booked"},
		{"the store takes no booking any more", -2, refused, "unknown outcome_unknown working", 0, "unknown outcome_unknown working", "failed refused not_carried_out"},
		{"every booking is lost", -2, vanishes, "unknown outcome_unknown working", 0, "unknown outcome_unknown working", "failed refused not_carried_out"},
		{"the claim happens and its answer is lost", 1, happens, "booked completed", 1, "booked completed", "completed booked"},
		{"the claim happens, and the store is gone", 1, blind(happens), "unavailable", 0, "unknown outcome_unknown working", "failed refused not_carried_out"},
		{"the claim is lost, and the store is gone", 1, blind(vanishes), "unavailable", 0, "booked completed", ""},
		{"the store takes no claim", 1, refused, "unavailable", 0, "booked completed", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFrail(t)
			o, fresh := f.double(t, guest("ann")), f.double(t, guest("ann"))
			f.commit = 0
			f.faulty.commit = func(made func() error) error {
				if f.commit++; f.commit == c.at || f.commit >= -c.at && c.at < 0 {
					return c.fault(f, made)
				}
				return made()
			}
			out := f.ask(taking(o), guest("ann"), message("m1"))
			if got := how(t, out); got != c.heard {
				t.Fatalf("heard %s, want %s", got, c.heard)
			}
			if strings.Contains(fmt.Sprint(out), "secret") {
				t.Error("the cause went out")
			}
			f.restart()
			if n := f.bookings(t, "pheasant"); n != c.booked {
				t.Errorf("%d bookings are there, want %d", n, c.booked)
			}
			next := f.ask(taking(fresh), guest("ann"), message("m2"))
			if got := how(t, next); got != c.next {
				t.Errorf("asked anew: %s, want %s", got, c.next)
			}
			if c.ended == "" {
				return
			}
			if n := f.bookings(t, "pheasant"); n != c.booked {
				t.Errorf("asked anew, %d bookings are there, want %d", n, c.booked)
			}
			if out.Meta.Task != nil && next.Meta.Task.ID != out.Meta.Task.ID {
				t.Errorf("asked anew, the task is %s, not %s", next.Meta.Task.ID, out.Meta.Task.ID)
			}
			f.looksIntoIt(t, next.Meta.Task.ID, c.ended)
		})
	}
}

// looksIntoIt reads a task before and after its lease is over, and ends it the
// way that its owner, or a sweep, would.
func (f *frail) looksIntoIt(t *testing.T, id, want string) {
	t.Helper()
	stands := func() string {
		task, ok := f.ask(canonical.GetTask{Task: id}, guest("ann")).Result.(canonical.Task)
		if !ok {
			t.Fatalf("no task %s", id)
		}
		r := task.Outcome.Result.(canonical.Reservation)
		return strings.TrimSpace(fmt.Sprint(task.State, " ", r.State, " ", r.Reason))
	}
	working := strings.HasPrefix(want, "failed")
	if got := code(f.ask(canonical.CancelTask{Task: id}, guest("ann"))); got != "task_over" {
		t.Errorf("it can be cancelled: %s", got)
	}
	f.travel(now.Add(canonical.ClaimLease - time.Second))
	if got := stands(); working && got != "working unknown outcome_unknown" || !working && got != want {
		t.Errorf("within its lease the task is %s", got)
	}
	if s, err := f.Sweep(t.Context()); err != nil || s.Claims != 0 {
		t.Errorf("within its lease a claim was ended: %+v, %v", s, err)
	}
	f.travel(now.Add(canonical.ClaimLease))
	if id[len(id)-1]%2 == 0 { // some by their owner, some by sweep
		stands()
	}
	s, err := f.Sweep(t.Context())
	if err != nil {
		t.Error(err)
	}
	if got := stands(); got != want {
		t.Errorf("the task ended %s, want %s", got, want)
	}
	if again, err := f.Sweep(t.Context()); err != nil || again.Claims+again.Settled != 0 {
		t.Errorf("swept %+v, and then %+v, %v", s, again, err)
	}
	// neither message can be used for anything else
	for _, m := range []string{"m1", "m2"} {
		if got := fault(f.ask(taking(f.double(t, guest("ann"))), guest("ann"), message(m))); got != "message_reused" {
			t.Errorf("%s: %s", m, got)
		}
	}
	if !working {
		return
	}
	// and what was claimed in vain can be booked now
	if got := how(t, f.ask(taking(f.double(t, guest("ann"))), guest("ann"), message("m3"))); got != "booked completed" {
		t.Errorf("afterwards: %s", got)
	}
}

// An answer that cannot be kept is not given, and can be asked for again.
func TestUnkeptAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		fault func(f *frail, made func() error) error
		heard string
	}{
		"it is kept, and that is not heard":          {func(f *frail, made func() error) error { return errors.Join(made(), errLost) }, "ok"},
		"it is not kept":                             {func(f *frail, made func() error) error { return errLost }, "unavailable"},
		"the store takes nothing":                    {func(f *frail, made func() error) error { return canonical.ErrUnavailable }, "unavailable"},
		"it is kept, and then the store is gone":     {func(f *frail, made func() error) error { f.faulty.load = gone; return errors.Join(made(), errLost) }, "unavailable"},
		"it is not kept, and then the store is gone": {func(f *frail, made func() error) error { f.faulty.load = gone; return errLost }, "unavailable"},
		"the store breaks":                           {func(f *frail, made func() error) error { return errors.New("a secret cause") }, "internal"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFrail(t)
			f.faulty.commit = func(made func() error) error { return c.fault(f, made) }
			ask := func() canonical.Outcome { return f.ask(canonical.Discover{Text: "quiet"}, guest("ann"), message("m")) }
			out := ask()
			if got := code(out); got != c.heard || out.Err != nil && out.Result != nil {
				t.Errorf("heard %s, want %s", got, c.heard)
			}
			f.restart()
			if again := ask(); again.Err != nil || again.Meta.Task == nil {
				t.Errorf("asked again: %s", code(again))
			}
		})
	}
}

func gone() error { return canonical.ErrUnavailable }

// torn is a store of which a read may see one record before, and another after,
// the commit that changed both.
type torn struct {
	canonical.Store
	old map[canonical.StoreKey]canonical.Record // what is seen of these once more
}

func (s *torn) Load(ctx context.Context, keys ...canonical.StoreKey) ([]canonical.Record, error) {
	found, err := s.Store.Load(ctx, keys...)
	for i, k := range keys {
		if r, ok := s.old[k]; ok && err == nil {
			found[i] = r
			delete(s.old, k)
		}
	}
	return found, err
}

// A task whose header and outcome are of two states is read again.
func TestTornTask(t *testing.T) {
	f := newFrail(t)
	store := &torn{Store: f.faulty.Store, old: map[canonical.StoreKey]canonical.Record{}}
	f.faulty.Store = store
	o := f.double(t, guest("ann"))
	before := map[canonical.StoreKey]canonical.Record{}
	f.faulty.commit = func(made func() error) error {
		if f.commit++; f.commit == 2 {
			for _, r := range f.taskRecords(t) {
				if strings.Contains(string(r.Body), `"working"`) {
					before[r.StoreKey] = r
				}
			}
		}
		return made()
	}
	id := f.ask(taking(o), guest("ann"), message("m1")).Meta.Task.ID
	if len(before) != 2 {
		t.Fatalf("%d records of the task", len(before))
	}
	for k, r := range before {
		store.old[k] = r
		if got := how(t, f.ask(taking(o), guest("ann"), message("m1"))); got != "booked completed" {
			t.Errorf("with an old %s, the message is %s", k.Sort, got)
		}
		store.old[k] = r
		task := f.ask(canonical.GetTask{Task: id}, guest("ann")).Result.(canonical.Task)
		if r := task.Outcome.Result.(canonical.Reservation); task.State != canonical.TaskCompleted || r.State != canonical.Reserved {
			t.Errorf("with an old %s, the task is %s and %s", k.Sort, task.State, r.State)
		}
		store.old[k] = r
		if got := how(t, f.ask(taking(f.double(t, guest("ann"))), guest("ann"), message("m2 "+k.Sort))); got != "booked completed" {
			t.Errorf("with an old %s, a new message is %s", k.Sort, got)
		}
	}
}

// taskRecords are the records of all tasks there are.
func (f *frail) taskRecords(t *testing.T) (all []canonical.Record) {
	t.Helper()
	f.store.mu.Lock()
	keys := f.store.keys
	f.store.mu.Unlock()
	for _, k := range keys {
		if strings.HasPrefix(k.Partition, "TASK#") || strings.HasPrefix(k.Partition, "OUT#") {
			found, err := f.faulty.Store.Load(t.Context(), k)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, found...)
		}
	}
	return all
}
