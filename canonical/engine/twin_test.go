package engine_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"hora/canonical"
	"hora/infra/bolt"
)

// overtaken is a store that lets something happen after it has read a message's
// record and before it reads the records that were asked for with it.
type overtaken struct {
	canonical.Store
	between func()
}

func (s *overtaken) Load(ctx context.Context, keys ...canonical.StoreKey) (all []canonical.Record, err error) {
	for _, k := range keys {
		found, err := s.Store.Load(ctx, k)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
		if happens := s.between; happens != nil && strings.HasPrefix(k.Partition, "MSG#") {
			s.between = nil
			happens()
		}
	}
	return all, nil
}

// Whatever a message finds done by its own twin, it is answered as its twin
// was: with the same task, not with another answer about the same thing.
func TestWhatATwinDid(t *testing.T) {
	hold := func(s shop) canonical.Hold {
		return s.hold("p1", canonical.PlaceHold{Service: "cut", Slot: slotID("ava", "c1", "2026-04-01 11:00")})
	}
	for name, act := range map[string]func(shop) canonical.Command{
		"a booking": func(shop) canonical.Command {
			return canonical.Book{Service: "cut", Slot: slotID("ava", "c1", "2026-04-01 11:00"), Client: alice}
		},
		"a booking of a hold": func(s shop) canonical.Command { return conversion(hold(s)) },
		"a release":           func(s shop) canonical.Command { return canonical.ReleaseHold{Hold: hold(s).ID} },
		"a cancellation": func(s shop) canonical.Command {
			return canonical.Cancel{Booking: s.book(canonical.Book{Service: "cut", Slot: slotID("ava", "c1", "2026-04-01 11:00")}).ID}
		},
		"a waitlist left": func(s shop) canonical.Command {
			e := s.want("joining", "ok", s.as("p1", canonical.JoinWaitlist{Service: "solo", Client: alice})).Result.(canonical.Entry)
			return canonical.LeaveWaitlist{Entry: e.ID}
		},
		"a confirmation": func(s shop) canonical.Command {
			return canonical.ConfirmBooking{Booking: s.book(canonical.Book{Service: "trial", Slot: slotID("june", "", "2026-04-01 11:00")}).ID}
		},
	} {
		t.Run(name, func(t *testing.T) {
			file, err := bolt.Open(filepath.Join(t.TempDir(), "desk.db"))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { file.Close() })
			store := &overtaken{Store: file}
			s := salonOn(t, newBench(t, store))
			c := act(s)
			by := tracked("m1", "", "")
			ask := func() canonical.Outcome {
				return s.as("p1", c, func(r *canonical.Request) {
					by(r)
					if _, confirms := c.(canonical.ConfirmBooking); confirms {
						business(r)
					}
				})
			}
			var first canonical.Outcome
			store.between = func() { first = ask() }
			second := ask()
			if first.Err != nil || second.Err != nil || first.Meta.Task == nil {
				t.Fatalf("the twins heard %v and %v, task %+v", first.Err, second.Err, first.Meta.Task)
			}
			if !second.Meta.Replayed || second.Meta.ID != first.Meta.ID || second.Meta.Task == nil || second.Meta.Task.ID != first.Meta.Task.ID {
				t.Errorf("the one was answered %+v, the other %+v", first.Meta, second.Meta)
			}
		})
	}
}
