package engine_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"hora/canonical"
	"hora/canonical/engine"
)

// A claim that is abandoned ends by whoever looks first: its owner, a sweep, or
// many of them at once. The others see it ended.
func TestAbandonedClaimEndsOnce(t *testing.T) {
	f := newFrail(t)
	o := f.double(t, guest("ann"))
	f.faulty.commit = func(made func() error) error {
		if f.commit++; f.commit == 2 {
			f.faulty.load = func() error { return canonical.ErrUnavailable }
			return errLost
		}
		return made()
	}
	id := f.ask(taking(o), guest("ann"), message("m1")).Meta.Task.ID
	f.restart()
	f.travel(now.Add(2 * canonical.ClaimLease))
	swept := make([]int, 8)
	ends := together(16, func(i int) canonical.Outcome {
		if i%2 == 0 {
			s, err := f.Sweep(context.Background())
			if err != nil {
				t.Error(err)
			}
			swept[i/2] = s.Claims
			return canonical.Outcome{}
		}
		out := f.ask(canonical.GetTask{Task: id}, guest("ann"))
		if task, ok := out.Result.(canonical.Task); !ok || task.State != canonical.TaskFailed {
			t.Errorf("%s: %+v", code(out), task.State)
		}
		return out
	})
	f.expect(t, ends, map[string]int{"ok": 16})
	if n := slices.Max(swept); n > 1 {
		t.Errorf("swept %v", swept)
	}
	if n := f.bookings(t, "pheasant"); n != 0 {
		t.Errorf("%d bookings", n)
	}
}

// Who repeats a message while it is being carried out hears how it ends.
func TestTwinOfABookingInTheMaking(t *testing.T) {
	f := newFrail(t)
	o := f.double(t, guest("ann"))
	twin := make(chan string, 1)
	f.faulty.commit = func(made func() error) error {
		if f.commit++; f.commit == 2 {
			go func() { twin <- how(t, f.ask(taking(o), guest("ann"), message("m1"))) }()
			time.Sleep(50 * time.Millisecond)
		}
		return made()
	}
	if got := how(t, f.ask(taking(o), guest("ann"), message("m1"))); got != "booked completed" {
		t.Error(got)
	}
	if got := <-twin; got != "booked completed" {
		t.Errorf("its twin heard %s", got)
	}
}

// A process that dies between its commits leaves a claim; one that only takes
// long cannot book any more once its claim was ended.
func TestSlowBookingLosesItsClaim(t *testing.T) {
	f := newFrail(t)
	o := f.double(t, guest("ann"))
	f.faulty.commit = func(made func() error) error {
		if f.commit++; f.commit == 2 { // while it sleeps, its claim is ended
			f.travel(now.Add(2 * canonical.ClaimLease))
			other := *f
			other.faulty = &faulty{Store: f.faulty.Store}
			e := engine.New(engine.Config{Acts: []engine.Acts{engine.Appointments, engine.Tasks, engine.Registry}, Store: other.faulty, Clock: func() time.Time { return *f.clock.Load() }, IDs: func() string { return fmt.Sprintf("id%04d", f.ids.Add(1)) }})
			if s, err := e.Sweep(context.Background()); err != nil || s.Claims != 1 {
				t.Errorf("%+v, %v", s, err)
			}
		}
		return made()
	}
	out := f.ask(taking(o), guest("ann"), message("m1"))
	r := out.Result.(canonical.Reservation)
	task := f.ask(canonical.GetTask{Task: out.Meta.Task.ID}, guest("ann")).Result.(canonical.Task)
	booked := f.bookings(t, "pheasant")
	switch {
	case r.State == canonical.Reserved && booked == 1 && task.State == canonical.TaskCompleted: // claimed anew, and booked
	case r.State != canonical.Reserved && booked == 0 && task.State != canonical.TaskCompleted:
	default:
		t.Errorf("heard %+v, the task is %s, and there are %d bookings", r, task.State, booked)
	}
}

// What is refused after it has begun ends the task, and its claim.
func TestRefusedHalfway(t *testing.T) {
	for name, meanwhile := range map[string]func(*frail){
		"booking is switched off": func(f *frail) { reopen(t, f.bench, func(r *canonical.Registry) { r.Book = false }) },
		"the room goes": func(f *frail) {
			for range 2 {
				f.do(canonical.Book{Service: "double", Start: in("2026-04-15 15:00"), Client: client(1)}, atPlace("pheasant"))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFrail(t)
			o := f.double(t, guest("ann"))
			f.faulty.commit = func(made func() error) error {
				if f.commit++; f.commit == 2 {
					f.faulty.commit = nil
					meanwhile(f)
					f.Engine.Do(context.Background(), canonical.Request{Command: canonical.Discover{}, Meta: canonical.Meta{Catalogue: "lakes", Binding: "selfe"}})
					return &canonical.Conflict{} // it must look again
				}
				return made()
			}
			out := f.ask(taking(o), guest("ann"), message("m1"))
			if got := how(t, out); got != "refused unavailable rejected" {
				t.Fatal(got)
			}
			if s, err := f.Sweep(t.Context()); err != nil || s.Claims != 0 {
				t.Errorf("%+v, %v", s, err)
			}
			f.travel(now.Add(2 * canonical.ClaimLease))
			if s, err := f.Sweep(t.Context()); err != nil || s.Claims+s.Settled != 0 {
				t.Errorf("it left something to sweep: %+v, %v", s, err)
			}
			task := f.ask(canonical.GetTask{Task: out.Meta.Task.ID}, guest("ann")).Result.(canonical.Task)
			if task.State != canonical.TaskRejected {
				t.Errorf("%+v", task)
			}
		})
	}
}
