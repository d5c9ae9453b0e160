package engine_test

import (
	"fmt"
	"testing"
	"time"

	"hora/canonical"
)

// The stores take a hundred writes a commit and a record of so many bytes:
// whatever an organisation file allows stays within that.

// A hall of the largest size, where parties of all sizes have left few seats
// in every block.
const hallFile = `{
"organization": {"slug": "hall", "name": "Hall", "country": "us", "timezone": "America/New_York", "currency": "USD", "public": true, "policies": {}},
"services": [{"id": "talk", "kind": "class", "name": "Talk", "price": {"amount": 100, "currency": "USD"}, "duration_minutes": 60,
  "channel": "in_person", "capacity": %d, "starts": [{"days": ["wed", "thu"], "at": "19:00"}], "provider_ids": ["lena"], "waitlist": {"max_entries": 1000}}],
"providers": [{"id": "lena", "name": "Lena", "windows": []}]}`

func inHall(r *canonical.Request) { r.Organization, r.Principal.Organization = "hall", "hall" }

func TestLargeParties(t *testing.T) {
	s := salon(t)
	s.load(fmt.Sprintf(hallFile, 1024), now)
	wednesday, thursday := slotID("lena", "", "2026-04-01 19:00"), slotID("lena", "", "2026-04-02 19:00")
	for i := range 40 {
		s.want("a party", "ok", s.as("a", canonical.Book{Service: "talk", Slot: wednesday, Party: 7, Client: client(i)}, inHall))
		s.want("a party", "ok", s.as("a", canonical.Book{Service: "talk", Slot: thursday, Party: 7, Client: client(i)}, inHall))
	}
	out := s.want("seven hundred", "ok", s.as("a", canonical.Book{Service: "talk", Slot: wednesday, Party: 700, Client: client(0)}, inHall))
	b := out.Result.(canonical.Booking)
	s.want("a move", "ok", s.as("a", canonical.Reschedule{Booking: b.ID, Slot: thursday}, inHall))
	s.want("a cancellation", "ok", s.as("a", canonical.Cancel{Booking: b.ID}, inHall))
}

// More people wait than one commit can write to: whoever is not offered a
// place in it waits on, and the party's cancellation stands.
func TestManyWait(t *testing.T) {
	s := salon(t)
	s.load(fmt.Sprintf(hallFile, 300), now)
	slot := slotID("lena", "", "2026-04-01 19:00")
	out := s.want("all", "ok", s.as("a", canonical.Book{Service: "talk", Slot: slot, Party: 300, Client: client(0)}, inHall))
	for i := range 100 {
		s.want("waiting", "ok", s.as("a", canonical.JoinWaitlist{Service: "talk", Slot: slot, Client: client(i)}, inHall))
	}
	s.want("a cancellation", "ok", s.as("a", canonical.Cancel{Booking: out.Result.(canonical.Booking).ID}, inHall))
	offered := func() int {
		return s.want("entries", "ok", s.as("a", canonical.ListEntries{State: canonical.EntryOffered}, inHall)).Result.(canonical.EntryPage).Total
	}
	if n := offered(); n != 10 {
		t.Errorf("%d were offered a place at once", n)
	}
	if got := code(s.as("b", canonical.Book{Service: "talk", Slot: slot, Client: client(200)}, inHall)); got != "slot_taken" {
		t.Errorf("somebody came in between: %s", got)
	}
	for i := range 5 {
		s.travel(now.Add(time.Duration(i+1) * 121 * time.Second))
		if _, err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := offered(); n != 60 {
		t.Errorf("%d were offered a place after five sweeps", n)
	}
}

// A request that is not confirmed has no trail to fill, but its incidents are
// as many as those of any booking at most.
func TestRequestsCannotMoveForEver(t *testing.T) {
	b := onBolt(t)
	out := b.do(canonical.Book{Service: "kine", Start: at("2026-04-01 10:00"), Client: client(0), Tentative: true})
	id := out.Result.(canonical.Booking).ID
	ended := ""
	for i := range 3 * canonical.MaxTransitions {
		if ended = code(b.do(canonical.Reschedule{Booking: id, Start: at("2026-04-01 10:00").Add(time.Duration(i%2) * time.Hour)})); ended != "ok" {
			break
		}
	}
	if ended != "invalid_state" {
		t.Errorf("%s", ended)
	}
	if got := code(b.do(canonical.Cancel{Booking: id})); got != "ok" {
		t.Errorf("it cannot be given up: %s", got)
	}
}

// An instant whose year has five digits orders before all others as text, and
// no record can hold it.
func TestFarAhead(t *testing.T) {
	b := onBolt(t)
	late := time.Date(10000, 1, 3, 14, 0, 0, 0, time.UTC)
	id := b.do(canonical.Book{Service: "kine", Start: at("2026-04-01 10:00"), Client: client(0)}).Result.(canonical.Booking).ID
	for name, c := range map[string]canonical.Command{
		"book":       canonical.Book{Service: "kine", Start: late, Client: client(1)},
		"hold":       canonical.PlaceHold{Service: "kine", Start: late},
		"reschedule": canonical.Reschedule{Booking: id, Start: late},
	} {
		if got := code(b.do(c)); got != "too_far_ahead" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// Calendars are kept in whole seconds. What takes a part of one takes it all.
func TestPartsOfSeconds(t *testing.T) {
	b := onBolt(t)
	odd := at("2026-04-01 10:00").Add(900 * time.Millisecond)
	if got := code(b.do(canonical.Book{Service: "kine", Start: odd, Client: client(0)})); got != "ok" {
		t.Fatal(got)
	}
	for name, start := range map[string]time.Time{"behind": odd.Add(59*time.Minute + 59*time.Second + 100*time.Millisecond), "before": odd.Add(-time.Hour + 100*time.Millisecond)} {
		if got := code(b.do(canonical.Book{Service: "kine", Start: start, Client: client(1)})); got != "slot_taken" {
			t.Errorf("%s: %s", name, got)
		}
	}
}
