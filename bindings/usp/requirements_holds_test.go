package usp_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestU35_one_hold_per_appointment_slot(t *testing.T) {
	s := openSalon(t)
	at := slot("june-park", "", "2026-03-18 09:00")
	var got atomic.Int64
	var wg sync.WaitGroup
	for i := range 50 {
		a := s.agent(transports[i%3])
		if i%2 == 1 {
			a = a.rival()
		}
		wg.Go(func() {
			switch r := a.hold("brow-shaping", at); {
			case r.at("hold.id") != nil:
				got.Add(1)
			case r.codes() != "slot_unavailable":
				t.Errorf("%s", r.brief())
			}
		})
	}
	wg.Wait()
	if got.Load() != 1 {
		t.Errorf("%d holds on one slot", got.Load())
	}
}

const braids = "2026-03-19"

// seats says how many places of the braiding class are free and held.
func (a agent) seats() string {
	a.t.Helper()
	r := a.ask("usp/availability/query", `{"service_id":"braiding-class","start_date":"`+braids+`","end_date":"`+braids+`"}`)
	return fmt.Sprint(r.at("slots.0.capacity.remaining"), " free, ", r.at("slots.0.capacity.held"), " held")
}

func (a agent) braid() string {
	a.t.Helper()
	return a.ask("usp/availability/query", `{"service_id":"braiding-class","start_date":"`+braids+`","end_date":"`+braids+`"}`).string("slots.0.id")
}

func (a agent) holdSeats(n int) *answer {
	a.t.Helper()
	return a.ask("usp/availability/hold", fmt.Sprintf(`{"service_id":"braiding-class","slot_id":%q,"spots":%d}`, a.braid(), n))
}

func TestU36_holds_take_capacity_and_give_it_back(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		see := func(want string) {
			t.Helper()
			if got := a.seats(); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
		see("6 free, 0 held")
		first := a.holdSeats(4).is("hold.spots", "4", "hold.status", "active")
		see("2 free, 4 held")
		a.rival().holdSeats(3).says("slot_unavailable") // two platforms, the last places (vector 102)
		second := a.rival().holdSeats(2)
		see("0 free, 6 held")
		a.rival().free(second.string("hold.id")).is("hold.status", "released")
		see("2 free, 4 held")
		a.book("braiding-class", first.string("hold.slot_id"), fmt.Sprintf(`"hold_id":%q,"party_size":3,`, first.string("hold.id"))).is("booking.party_size", "3")
		see("3 free, 0 held") // the surplus of the hold is back
		a.holdSeats(3)
		s.wait(10 * time.Minute)
		see("3 free, 0 held")
	})
}

func TestU37_rentals_do_not_overlap(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		long := slot("", "studio-north", "2026-03-18 09:00") + ".180"
		a.hold("photo-studio", long).is("hold.status", "active", "hold.slot_id", long)
		for _, other := range []string{slot("", "studio-north", "2026-03-18 10:00") + ".60", slot("", "studio-north", "2026-03-18 08:00") + ".120"} {
			a.rival().hold("photo-studio", other).says("slot_unavailable")
		}
		a.rival().hold("photo-studio", slot("", "studio-north", "2026-03-18 13:00")+".60").is("hold.status", "active")
	})
}

func TestU38_holds_last_five_to_ten_minutes(t *testing.T) {
	s := openSalon(t)
	a := s.agent("1.0")
	r := a.hold("brow-shaping", slot("june-park", "", "2026-03-18 09:00"))
	at, err := time.Parse(time.RFC3339, r.string("hold.expires_at"))
	if left := at.Sub(s.now()); err != nil || left < 5*time.Minute || left > 10*time.Minute {
		t.Errorf("a hold of %v: %v", left, err)
	}
}

func TestU39_holds_are_capped(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		var one *answer
		for _, hour := range []string{"09:00", "10:00", "11:00"} {
			one = a.hold("brow-shaping", slot("june-park", "", "2026-03-18 "+hour)).is("hold.status", "active")
		}
		at := slot("june-park", "", "2026-03-18 12:00")
		r := a.hold("brow-shaping", at).fails("hold_limit_exceeded", 429, -32000)
		if r.status != 429 || r.header.Get("Retry-After") == "" {
			t.Errorf("%d %v", r.status, r.header)
		}
		a.rival().hold("brow-shaping", at).is("hold.status", "active")
		a.free(one.string("hold.id"))
		a.hold("brow-shaping", slot("june-park", "", "2026-03-18 13:00")).is("hold.status", "active")
	})
}

// The nine rows of the conversion matrix (4.2.1).
func TestU40_conversion(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		n := 8
		place := func() (at string, held string) { // another hour each time
			n++
			at = slot("june-park", "", fmt.Sprintf("2026-03-18 %02d:00", n))
			return at, a.hold("brow-shaping", at).string("hold.id")
		}
		convert := func(at, hold string) *answer {
			return a.book("brow-shaping", at, fmt.Sprintf(`"hold_id":%q,`, hold))
		}
		taken := func(at string) { a.rival().book("brow-shaping", at, "").is("booking.status", "confirmed") }

		at, active := place()
		made := convert(at, active).is("booking.status", "confirmed")
		convert(at, active).is("booking.id", made.string("booking.id")) // the same request again
		a.free(active).says("invalid_transition")

		seats := a.holdSeats(2)
		a.book("braiding-class", seats.string("hold.slot_id"), fmt.Sprintf(`"hold_id":%q,"party_size":3,`, seats.string("hold.id"))).says("capacity_exceeded")
		a.book("braiding-class", seats.string("hold.slot_id"), fmt.Sprintf(`"hold_id":%q,"party_size":2,`, seats.string("hold.id"))).is("booking.party_size", "2")

		at, released := place()
		a.free(released).is("hold.status", "released")
		convert(at, released).says("hold_expired")
		taken(at)
		convert(at, released).says("slot_unavailable")

		at, first := place()
		at2, second := place()
		s.wait(10 * time.Minute)
		convert(at, first).says("hold_expired")
		taken(at2)
		convert(at2, second).says("slot_unavailable")
		a.free(first).is("hold.status", "expired")
	})
}

func TestU41_unknown_holds(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		at, other := slot("june-park", "", "2026-03-18 09:00"), slot("june-park", "", "2026-03-18 10:00")
		held := a.hold("brow-shaping", at).string("hold.id")
		for _, r := range []*answer{
			a.book("brow-shaping", at, `"hold_id":"hold_nobody",`),
			a.rival().book("brow-shaping", at, fmt.Sprintf(`"hold_id":%q,`, held)), // another principal's
			a.book("brow-shaping", other, fmt.Sprintf(`"hold_id":%q,`, held)),      // another slot's
			a.book("haircut", at, fmt.Sprintf(`"hold_id":%q,`, held)),              // another service's
		} {
			if a.via == "rest" {
				r.fails("validation_error", 422, 0)
			} else {
				r.says("validation_error")
			}
		}
		if r := a.rival().free(held); a.via == "rest" {
			r.fails("validation_error", 404, 0)
		} else {
			r.says("validation_error")
		}
	})
}

func TestU42_a_good_hold_survives_failure(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		at := slot("june-park", "", "2026-03-18 09:00")
		held := a.hold("brow-shaping", at).string("hold.id")
		visit := slot("june-park", "", "2026-03-18 11:00")
		moving := a.book("brow-shaping", visit, "").string("booking.id")
		bad := a.ask("usp/bookings/reschedule", fmt.Sprintf(`{"booking_id":%q,"slot_id":%q,"hold_id":%q}`, moving, slot("june-park", "", "2026-03-18 12:00"), held))
		if bad.at("booking.slot.id") == slot("june-park", "", "2026-03-18 12:00") {
			t.Errorf("moved with a hold for something else: %s", bad.brief())
		}
		a.get(moving).is("booking.slot.id", visit)
		a.ask("usp/bookings/reschedule", fmt.Sprintf(`{"booking_id":%q,"slot_id":%q,"hold_id":%q}`, moving, at, held)).is("booking.id", moving, "booking.slot.id", at)
	})
}
