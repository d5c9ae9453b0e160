package engine_test

import (
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"hora/canonical"
	"hora/infra/dynamo"
	"hora/infra/storetest"
)

// rounds is how often a race is run: a few times in every test run, many in a
// soak.
func rounds(few, many int) int {
	if os.Getenv("HORA_SOAK") != "" {
		return many
	}
	return few
}

func onDynamo(t testing.TB) *bench {
	t.Helper()
	s := dynamo.New(dynamo.Dial(dynamo.Options{
		Region: "us-east-1", AccessKeyID: "local", SecretAccessKey: "local", Endpoint: storetest.Dynamo(t), Timeout: 20 * time.Second,
	}), storetest.Table(t))
	if err := s.CreateTable(t.Context()); err != nil {
		t.Fatal(err)
	}
	return newBench(t, s)
}

// stores runs a test on both stores.
func stores(t *testing.T, f func(*testing.T, *bench)) {
	t.Run("bolt", func(t *testing.T) { f(t, onBolt(t)) })
	t.Run("dynamo", func(t *testing.T) { f(t, onDynamo(t)) })
}

// together lets n callers go at once and counts how they ended.
func together(n int, f func(i int) canonical.Outcome) map[string]int {
	var wg sync.WaitGroup
	var mu sync.Mutex
	gate, ends := make(chan struct{}), map[string]int{}
	for i := range n {
		wg.Go(func() {
			<-gate
			end := code(f(i))
			mu.Lock()
			ends[end]++
			mu.Unlock()
		})
	}
	close(gate)
	wg.Wait()
	return ends
}

func (b *bench) expect(t *testing.T, got map[string]int, want map[string]int) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("ended %v, want %v", got, want)
	}
}

// hour is the nth open hour of the clinic's, from Monday 6 April on.
func hour(n int) time.Time {
	day := n / 9
	date := canonical.Date("2026-04-06").AddDays(day/5*7 + day%5)
	return at(fmt.Sprintf("%s %02d:00", date, 9+n%9))
}

func client(i int) canonical.Client {
	return canonical.Client{Email: fmt.Sprintf("caller%d@mail.com", i)}
}

// One slot, many callers: one of them has it, the others are told so.
func TestRaceForOneSlot(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		for round := range rounds(20, 200) {
			start := hour(round)
			ends := together(64, func(i int) canonical.Outcome {
				return b.do(canonical.Book{Service: "kine", Start: start, Client: client(i)}, message(fmt.Sprint(round, i)))
			})
			b.expect(t, ends, map[string]int{"ok": 1, "slot_taken": 63})
		}
	})
}

// Eighteen half hours of one provider's day, asked for by 64: all are sold,
// and nobody is turned away for any other reason.
func TestRaceForADay(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		ends := together(64, func(i int) canonical.Outcome {
			c := booking("kine", "2026-04-01 09:00")
			c.Start, c.Minutes, c.Client = c.Start.Add(time.Duration(i%18)*30*time.Minute), 30, client(i)
			return b.do(c, message(fmt.Sprint(i)))
		})
		b.expect(t, ends, map[string]int{"ok": 18, "slot_taken": 46})
	})
}

// As many starts as callers: all book.
func TestRaceForDifferentSlots(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		ends := together(64, func(i int) canonical.Outcome {
			c := booking("kine", "2026-04-01 09:00")
			c.Start, c.Minutes, c.Client = c.Start.Add(time.Duration(i)*8*time.Minute), 8, client(i)
			return b.do(c, message(fmt.Sprint(i)))
		})
		b.expect(t, ends, map[string]int{"ok": 64})
	})
}

// The same message from many at once happens once, and all hear of the same
// booking.
func TestRaceOfOneMessage(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		for round := range rounds(5, 50) {
			start := hour(round)
			var mu sync.Mutex
			bookings, tasks, fresh := map[string]int{}, map[string]int{}, 0
			ends := together(64, func(int) canonical.Outcome {
				out := b.do(canonical.Book{Service: "kine", Start: start, Client: client(1)}, tracked(fmt.Sprint("m", round), "", ""))
				mu.Lock()
				defer mu.Unlock()
				if made, ok := out.Result.(canonical.Booking); ok {
					bookings[made.ID]++
					tasks[out.Meta.Task.ID]++
				}
				if !out.Meta.Replayed {
					fresh++
				}
				return out
			})
			b.expect(t, ends, map[string]int{"ok": 64})
			if len(bookings) != 1 || len(tasks) != 1 || fresh != 1 {
				t.Fatalf("%d bookings, %d tasks, %d of them fresh", len(bookings), len(tasks), fresh)
			}
		}
	})
}

func caller(i int) func(*canonical.Request) {
	return func(r *canonical.Request) { r.Caller = fmt.Sprintf("key:%d", i) }
}

// Holds and bookings of two doors race for the same slot.
func TestRaceOfHoldsAndBookings(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		for round := range rounds(5, 50) {
			start := hour(round)
			ends := together(64, func(i int) canonical.Outcome {
				if i%2 == 0 {
					return b.do(canonical.PlaceHold{Service: "kine", Start: start}, message(fmt.Sprint("h", round, i)), caller(round*64+i))
				}
				return b.do(canonical.Book{Service: "kine", Start: start, Client: client(i)}, message(fmt.Sprint("b", round, i)))
			})
			b.expect(t, ends, map[string]int{"ok": 1, "slot_taken": 63})
		}
	})
}
