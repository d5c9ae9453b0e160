package engine_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/canonical/engine"
)

// read is the booking as an engine tells it.
func (b *bench) read(t *testing.T, id string) canonical.Booking {
	t.Helper()
	out := b.do(canonical.GetBooking{Booking: id})
	got, ok := out.Result.(canonical.Booking)
	if !ok {
		t.Fatalf("reading %s ended as %v", id, out.Err)
	}
	return got
}

// TestRecent has an engine read bookings that it remembers, after others
// changed them, whoever was told of them changed what he was told, and more were
// read than it remembers.
func TestRecent(t *testing.T) {
	ours := onBolt(t)
	config := ours.Config
	config.Store = ours.store.Store // nobody counts its waits
	theirs := &bench{Engine: engine.New(config)}
	out := ours.do(canonical.Book{Service: "kine", Provider: "maria", Start: at("2026-03-31 10:00"), Client: canonical.Client{Email: "ana@example.com"}, Recipient: &canonical.Client{Name: "Luz"}})
	booked, ok := out.Result.(canonical.Booking)
	if !ok {
		t.Fatal(out.Err)
	}

	ours.read(t, booked.ID) // from here on it is remembered
	first := ours.read(t, booked.ID)
	kept := first.Clone()
	first.Recipient.Name = "someone else"
	first.Lifecycle.Transitions[0].By = "someone else"
	_ = append(first.Lifecycle.Transitions[:1], canonical.Transition{By: "someone else"})
	if again := ours.read(t, booked.ID); !cmp.Equal(kept, again) {
		t.Errorf("what was told the first time has changed what is told:\n%s", cmp.Diff(kept, again))
	}

	if out := theirs.do(canonical.Cancel{Booking: booked.ID, By: "client"}); out.Err != nil {
		t.Fatal(out.Err)
	}
	if got := ours.read(t, booked.ID); got.State() != canonical.Cancelled || !cmp.Equal(got, theirs.read(t, booked.ID)) {
		t.Errorf("a booking that another cancelled is told as %s", got.State())
	}

	const many = 1500
	var writes []canonical.Write
	for i := range many {
		b := kept.Clone()
		b.ID = fmt.Sprintf("many%04d", i)
		body, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		writes = append(writes, canonical.Write{Record: canonical.Record{StoreKey: canonical.BookingKey(b.ID), Body: body}})
	}
	for some := range slices.Chunk(writes, 50) {
		if err := config.Store.Commit(t.Context(), some...); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		for i := range many {
			if id := fmt.Sprintf("many%04d", i); theirs.read(t, id).ID != id {
				t.Fatalf("%s is told as another", id)
			}
		}
	}
}
