package engine_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"hora/canonical"
)

// hold places a hold that must succeed.
func (s shop) hold(platform string, c canonical.PlaceHold) canonical.Hold {
	s.t.Helper()
	out := s.as(platform, c)
	if out.Err != nil {
		s.t.Fatalf("holding %+v: %v", c, out.Err)
	}
	return out.Result.(canonical.Hold)
}

// How a hold becomes a booking: USP 4.2.1, row by row. After each, the hold
// stands where the table says.
func TestHoldConversion(t *testing.T) {
	ten := slotID("lena", "mats", "2026-04-04 10:00")
	take := func(s shop, n int) { s.book(canonical.Book{Service: "yoga", Slot: ten, Party: n}) }
	for _, row := range []struct {
		name  string
		after func(s shop, h canonical.Hold) // what happens between hold and booking
		book  func(c *canonical.Book)
		by    string
		want  string
		hold  canonical.HoldState
	}{
		{name: "active", want: "ok", hold: canonical.HoldConverted},
		{name: "active, all others gone", after: func(s shop, _ canonical.Hold) { take(s, 4) }, want: "ok", hold: canonical.HoldConverted},
		{name: "active, party larger", book: func(c *canonical.Book) { c.Party = 3 }, want: "capacity_exceeded", hold: canonical.HoldActive},
		{name: "expired, slot free", after: func(s shop, h canonical.Hold) { s.travel(h.Expires) }, want: "hold_expired", hold: canonical.HoldLapsed},
		{name: "expired, slot taken", after: func(s shop, h canonical.Hold) { s.travel(h.Expires); take(s, 6) }, want: "slot_taken", hold: canonical.HoldLapsed},
		{name: "expired, too little left", after: func(s shop, h canonical.Hold) { s.travel(h.Expires); take(s, 5) }, want: "slot_taken", hold: canonical.HoldLapsed},
		{name: "released, slot free", after: release, want: "hold_expired", hold: canonical.HoldReleased},
		{name: "released, slot taken", after: func(s shop, h canonical.Hold) { release(s, h); take(s, 6) }, want: "slot_taken", hold: canonical.HoldReleased},
		{name: "converted, same request", after: convert, want: "ok", hold: canonical.HoldConverted},
		{name: "converted, other request", after: convert, book: func(c *canonical.Book) { c.Notes = "other" }, want: "message_reused", hold: canonical.HoldConverted},
		{name: "unknown", book: func(c *canonical.Book) { c.Hold = "none" }, want: "unknown_hold", hold: canonical.HoldActive},
		{name: "of another platform", by: "p2", want: "unknown_hold", hold: canonical.HoldActive},
		{name: "of another slot", book: func(c *canonical.Book) { c.Slot = slotID("lena", "mats", "2026-03-31 18:00") }, want: "unknown_hold", hold: canonical.HoldActive},
		{name: "of another service", book: func(c *canonical.Book) { c.Service = "cut" }, want: "unknown_hold", hold: canonical.HoldActive},
		{name: "no slot but the hold's", book: func(c *canonical.Book) { c.Slot, c.Service = "", "" }, want: "ok", hold: canonical.HoldConverted},
		{name: "slot without its room", book: func(c *canonical.Book) { c.Slot = slotID("lena", "", "2026-04-04 10:00") }, want: "ok", hold: canonical.HoldConverted},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := salon(t)
			h := s.hold("p1", canonical.PlaceHold{Service: "yoga", Slot: ten, Party: 2})
			if row.after != nil {
				row.after(s, h)
			}
			c := conversion(h)
			if row.book != nil {
				row.book(&c)
			}
			by := row.by
			if by == "" {
				by = "p1"
			}
			s.want("booking", row.want, s.as(by, c))
			var stands canonical.Hold
			s.stored(canonical.HoldKey(h.ID), &stands)
			if stands.State == canonical.HoldActive && !stands.Alive(*s.clock.Load()) {
				stands.State = canonical.HoldLapsed
			}
			if stands.State != row.hold {
				t.Errorf("the hold is %s, want %s", stands.State, row.hold)
			}
			if (stands.Booking != "") != (stands.State == canonical.HoldConverted) {
				t.Errorf("the hold is %s and became %q", stands.State, stands.Booking)
			}
		})
	}
}

func conversion(h canonical.Hold) canonical.Book {
	return canonical.Book{Service: h.Service.ID, Slot: h.SlotID(), Hold: h.ID, Party: h.Party, Client: alice}
}

func release(s shop, h canonical.Hold) {
	s.t.Helper()
	s.want("release", "ok", s.as("p1", canonical.ReleaseHold{Hold: h.ID}))
}

func convert(s shop, h canonical.Hold) {
	s.t.Helper()
	s.want("convert", "ok", s.as("p1", conversion(h)))
}

// A repeated conversion answers with the one booking there is.
func TestHoldIsANaturalKey(t *testing.T) {
	s := salon(t)
	h := s.hold("p1", canonical.PlaceHold{Service: "cut", Slot: slotID("ava", "c1", "2026-04-01 10:00")})
	first := s.as("p1", conversion(h), message("m1"))
	again := s.as("p1", conversion(h), message("m2"))
	if first.Err != nil || again.Err != nil || first.Result.(canonical.Booking).ID != again.Result.(canonical.Booking).ID {
		t.Fatalf("%+v %+v", first.Err, again.Err)
	}
	if first.Meta.Grant == nil || again.Meta.Grant == nil || *first.Meta.Grant != *again.Meta.Grant {
		t.Errorf("credentials %v and %v", first.Meta.Grant, again.Meta.Grant)
	}
}

// A booking of less than was held gives the rest back.
func TestSurplusComesBack(t *testing.T) {
	s := salon(t)
	slot := slotID("lena", "mats", "2026-04-04 10:00")
	h := s.hold("p1", canonical.PlaceHold{Service: "yoga", Slot: slot, Party: 5})
	c := conversion(h)
	c.Party = 2
	made := s.want("booking two of five", "ok", s.as("p1", c)).Result.(canonical.Booking)
	if made.Guests() != 2 || made.Billing.Amount.Amount != 2000 {
		t.Errorf("%d guests for %d", made.Guests(), made.Billing.Amount.Amount)
	}
	found := s.slots(canonical.FindSlots{Service: "yoga", From: "2026-04-04"}).Slots
	if len(found) != 1 || found[0].Seats != 4 || found[0].Held != 0 {
		t.Errorf("%s", shown(found))
	}
}

// One hold a slot of an appointment; a class counts down at the hold and up
// again when it ends in whatever way.
func TestHoldsCount(t *testing.T) {
	s := salon(t)
	slot := slotID("june", "", "2026-04-01 10:00")
	s.hold("p1", canonical.PlaceHold{Service: "facial", Slot: slot})
	s.want("a second one", "slot_taken", s.as("p2", canonical.PlaceHold{Service: "facial", Slot: slot}))
	s.want("for the other service of hers", "slot_taken", s.as("p2", canonical.PlaceHold{Service: "color", Slot: slot}))

	seats := func() (left, held int) {
		found := s.slots(canonical.FindSlots{Service: "yoga", From: "2026-04-04"}).Slots
		return found[0].Seats, found[0].Held
	}
	class := slotID("lena", "mats", "2026-04-04 10:00")
	h := s.hold("p1", canonical.PlaceHold{Service: "yoga", Slot: class, Party: 4})
	if left, held := seats(); left != 2 || held != 4 {
		t.Errorf("after the hold %d left, %d held", left, held)
	}
	s.want("three more", "slot_taken", s.as("p2", canonical.PlaceHold{Service: "yoga", Slot: class, Party: 3}))
	for range 2 {
		out := s.want("releasing", "ok", s.as("p1", canonical.ReleaseHold{Hold: h.ID}))
		if got := out.Result.(canonical.Hold).State; got != canonical.HoldReleased {
			t.Errorf("released as %s", got)
		}
	}
	if left, held := seats(); left != 6 || held != 0 {
		t.Errorf("after the release %d left, %d held", left, held)
	}
	h = s.hold("p1", canonical.PlaceHold{Service: "yoga", Slot: class, Party: 6})
	s.travel(h.Expires)
	if left, _ := seats(); left != 6 {
		t.Errorf("after its end %d left", left)
	}
	out := s.want("releasing late", "ok", s.as("p1", canonical.ReleaseHold{Hold: h.ID}))
	if got := out.Result.(canonical.Hold).State; got != canonical.HoldLapsed {
		t.Errorf("after its end it is %s", got)
	}
	s.want("somebody else's", "unknown_hold", s.as("p2", canonical.ReleaseHold{Hold: h.ID}))
}

// Three holds at a time on one service; released, converted and expired ones
// count no more.
func TestHoldLimit(t *testing.T) {
	s := salon(t)
	hold := func(platform, service string, hour int) canonical.Outcome {
		return s.as(platform, canonical.PlaceHold{Service: service, Slot: slotID("june", "", fmt.Sprintf("2026-04-01 %02d:00", hour))})
	}
	first := s.want("first", "ok", hold("p1", "facial", 9)).Result.(canonical.Hold)
	second := s.want("second", "ok", hold("p1", "facial", 10)).Result.(canonical.Hold)
	s.want("third", "ok", hold("p1", "facial", 11))
	s.want("fourth", "too_many_holds", hold("p1", "facial", 12))
	s.want("of a taken slot", "slot_taken", hold("p1", "facial", 11))
	s.want("on another service", "ok", hold("p1", "color", 12))
	s.want("of another platform", "ok", hold("p2", "facial", 13))
	release(s, first)
	s.want("after a release", "ok", hold("p1", "facial", 14))
	s.want("again too many", "too_many_holds", hold("p1", "facial", 15))
	convert(s, second)
	s.want("after a conversion", "ok", hold("p1", "facial", 15))
	s.travel(now.Add(10 * time.Minute))
	s.want("after all have expired", "ok", hold("p1", "facial", 16))
	if swept, err := s.Sweep(t.Context()); err != nil || swept.Holds != 5 {
		t.Errorf("%+v, %v", swept, err)
	}
	s.want("after the sweep", "ok", hold("p1", "facial", 17))
}

func TestHoldLifeIsTheOrganisations(t *testing.T) {
	s := salon(t)
	h := s.hold("p1", canonical.PlaceHold{Service: "facial", Slot: slotID("june", "", "2026-04-01 10:00")})
	if h.Expires.Sub(now) != 10*time.Minute {
		t.Errorf("expires after %v", h.Expires.Sub(now))
	}
	if h.Owner == "" || h.Claims != nil || h.State != canonical.HoldActive {
		t.Errorf("%+v", h)
	}
}

// Many who convert one hold at once hear of one booking and one credential.
func TestRaceToConvert(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		s := salonOn(t, b)
		h := s.hold("p1", canonical.PlaceHold{Service: "facial", Slot: slotID("june", "", "2026-04-01 10:00")})
		var mu sync.Mutex
		bookings, credentials := map[string]bool{}, map[string]bool{}
		ends := together(64, func(i int) canonical.Outcome {
			out := s.as("p1", conversion(h), message(fmt.Sprint(i%32)))
			if made, ok := out.Result.(canonical.Booking); ok {
				mu.Lock()
				bookings[made.ID], credentials[out.Meta.Grant.Value] = true, true
				mu.Unlock()
			}
			return out
		})
		b.expect(t, ends, map[string]int{"ok": 64})
		if len(bookings) != 1 || len(credentials) != 1 {
			t.Errorf("%d bookings, %d credentials", len(bookings), len(credentials))
		}
	})
}
