package usp_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
)

// body is the response object as bytes, the envelope aside.
func (r *answer) body() string {
	members, _ := r.data.(map[string]any)
	delete(members, "usp")
	b, _ := json.Marshal(members, json.Deterministic(true))
	return string(b)
}

func TestU59_keys_are_kept_a_day(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		at := slot("june-park", "", "2026-03-20 09:00")
		first := a.keyed("k-1").book("brow-shaping", at, "")
		s.wait(24*time.Hour - time.Second)
		a.keyed("k-1").book("brow-shaping", at, "").is("booking.id", first.string("booking.id"))
		s.wait(time.Second)
		a.keyed("k-1").book("brow-shaping", at, "").says("slot_unavailable")
	})
}

func TestU60_a_replay_is_the_same(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		if a.via != "rest" {
			a = a.in("sess-of-the-agent") // which the desk does not know yet, and does at the replay
		}
		at := slot("june-park", "cabin-1", "2026-03-18 09:00")
		first := a.keyed("k-1").book("facial", at, "")
		s.wait(time.Minute)
		again := a.keyed("k-1").book("facial", at, "")
		if first.body() != again.body() {
			t.Errorf("the replay differs\n%s", cmp.Diff(first.data, again.data))
		}
		if a.via == "rest" {
			if again.status != first.status {
				t.Errorf("status %d, then %d", first.status, again.status)
			}
		} else if again.get(again.task, "id") != first.get(first.task, "id") {
			t.Error("the replay is another task")
		}
		// the same key over the other transports is the same request
		if a.via == "1.0" {
			if other := a.over("0.3").keyed("k-1").book("facial", at, ""); other.body() != first.body() {
				t.Errorf("over 0.3: %s", other.brief())
			}
		}
		if a.via != "rest" { // A2A's own id does as well
			a.message = "the-same"
			held := a.hold("brow-shaping", slot("june-park", "", "2026-03-18 12:00"))
			if again := a.hold("brow-shaping", slot("june-park", "", "2026-03-18 12:00")); again.string("hold.id") != held.string("hold.id") {
				t.Errorf("%s", again.brief())
			}
		}
	})
}

func TestU61_a_key_with_other_parameters(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		at := slot("june-park", "", "2026-03-18 09:00")
		a.keyed("k-1").book("brow-shaping", at, "")
		a.keyed("k-1").book("brow-shaping", at, `"notes":"changed",`).fails("idempotency_conflict", 409, -32602)
		a.keyed("k-1").hold("brow-shaping", slot("june-park", "", "2026-03-18 11:00")).is("hold.status", "active") // another operation's key
		a.rival().keyed("k-1").book("brow-shaping", slot("june-park", "", "2026-03-18 12:00"), "").is("booking.status", "confirmed")
	})
}

func TestU62_a_replay_needs_no_precondition(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		made := a.book("brow-shaping", slot("june-park", "", "2026-03-18 09:00"), "")
		id, revision := made.string("booking.id"), made.string("booking.revision")
		to := slot("june-park", "", "2026-03-18 10:00")
		moved := a.ifMatch(revision).keyed("k-1").move(id, to)
		a.ifMatch(revision).keyed("k-1").move(id, to).is("booking.revision", moved.string("booking.revision"))
		a.ifMatch(revision).keyed("k-2").move(id, slot("june-park", "", "2026-03-18 11:00")).fails("revision_mismatch", 412, -32000)
	})
}

func TestU63_revisions(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		seen := map[string]bool{}
		var last string
		see := func(r *answer) {
			t.Helper()
			if last = r.string("booking.revision"); seen[last] {
				t.Errorf("revision %s again", last)
			}
			seen[last] = true
		}
		made := a.book("facial", slot("june-park", "cabin-1", "2026-03-18 09:00"), "")
		id := made.string("booking.id")
		see(made)
		a.get(id).is("booking.revision", last)
		stale := last
		see(a.ifMatch(last).pay(id, 12000))
		see(a.over("rest").ifMatch(last).ask("update", fmt.Sprintf(`{"booking_id":%q,"notes":"a"}`, id)))
		see(a.over("rest").ask("update", fmt.Sprintf(`{"booking_id":%q,"notes":"b"}`, id)))
		for _, r := range []*answer{a.ifMatch(stale).cancel(id), a.ifMatch(stale).move(id, slot("june-park", "cabin-1", "2026-03-18 11:00")), a.ifMatch(stale).pay(id, 1)} {
			r.fails("revision_mismatch", 412, -32000)
		}
		a.get(id).is("booking.revision", last, "booking.status", "confirmed")
		see(a.ifMatch(last).cancel(id))
	})
}

func TestU64_release_ignores_if_match(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		held := a.hold("brow-shaping", slot("june-park", "", "2026-03-18 09:00")).string("hold.id")
		a.ifMatch("r9-stale").free(held).is("hold.status", "released")
		a.free(held).is("hold.status", "released") // twice is no error
	})
}

// 64 callers with one key make one booking, whatever they call over.
func TestOnceAmongMany(t *testing.T) {
	s := openSalon(t)
	at := slot("june-park", "", "2026-03-18 09:00")
	ids := make([]string, 64)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			r := s.agent(transports[i%3]).keyed("one-key").book("brow-shaping", at, "")
			ids[i], _ = r.at("booking.id").(string)
			if ids[i] == "" {
				t.Errorf("%s", r.brief())
			}
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Fatalf("bookings %s and %s", ids[0], id)
		}
	}
}
