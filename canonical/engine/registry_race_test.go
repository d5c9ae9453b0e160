package engine_test

import (
	"fmt"
	"sync"
	"testing"

	"hora/canonical"
)

// reservations counts how reservations went.
func reservations(t *testing.T, n int, f func(i int) canonical.Outcome) map[string]int {
	t.Helper()
	var mu sync.Mutex
	ends := map[string]int{}
	together(n, func(i int) canonical.Outcome {
		out := f(i)
		end := how(t, out)
		mu.Lock()
		ends[end]++
		mu.Unlock()
		return out
	})
	return ends
}

// One unit, one pair of nights, as many guests as there are: one of them has
// it, the others' tasks say that it is gone.
func TestRaceForOneUnit(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		atLakes(t, b)
		for round := range rounds(2, 20) {
			day := canonical.Date("2026-05-04").AddDays(round * 3)
			o := b.offers(t, cottage, dates(day, day.AddDays(3)), adults(2))[0]
			ends := reservations(t, 64, func(i int) canonical.Outcome {
				return b.ask(taking(o), guest(fmt.Sprint("g", i)), message(fmt.Sprint(round)))
			})
			if ends["booked completed"] != 1 || ends["booked completed"]+ends["refused unavailable rejected"]+ends["refused offer_expired rejected"] != 64 {
				t.Errorf("ended %v", ends)
			}
			if n := b.bookings(t, "cottage"); n != round+1 {
				t.Fatalf("%d bookings after %d rounds", n, round+1)
			}
		}
	})
}

// Two units of a type and stays that overlap by a night: both are let for every
// night, and never twice.
func TestRaceForOverlappingNights(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		atLakes(t, b)
		ends := together(64, func(i int) canonical.Outcome {
			start := in("2026-05-04 15:00").AddDate(0, 0, i%16)
			return b.do(canonical.Book{Service: "double", Start: start, Minutes: days(2), Party: 2, Client: client(i)}, atPlace("pheasant"), message(fmt.Sprint(i)))
		})
		if ends["ok"]+ends["slot_taken"] != 64 || ends["ok"] < 12 || ends["ok"] > 17 {
			t.Errorf("ended %v", ends)
		}
		for i := range 16 { // whoever was turned away would be turned away still
			day := canonical.Date("2026-05-04").AddDays(i)
			found := b.do(canonical.FindSlots{Service: "double", From: day, Minutes: days(2), Every: true}, atPlace("pheasant")).Result.(canonical.Slots)
			if len(found.Slots) > 0 {
				t.Errorf("two nights from %s are free", day)
			}
		}
	})
}

// The same message from many at once, and again later, is one booking and one
// task, and all hear how it ended.
func TestRaceOfOneReservation(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		atLakes(t, b)
		o := b.double(t)
		for range 2 {
			var mu sync.Mutex
			tasks, bookings := map[string]bool{}, map[string]bool{}
			ends := reservations(t, 64, func(int) canonical.Outcome {
				out := b.ask(taking(o), guest("ann"), message("m"))
				mu.Lock()
				defer mu.Unlock()
				if r, ok := out.Result.(canonical.Reservation); ok && r.Booking != nil {
					bookings[r.Booking.ID] = true
				}
				tasks[out.Meta.Task.ID] = true
				return out
			})
			if ends["booked completed"] != 64 || len(tasks) != 1 || len(bookings) != 1 || b.bookings(t, "pheasant") != 1 {
				t.Fatalf("ended %v, %d tasks, %d bookings", ends, len(tasks), len(bookings))
			}
		}
	})
}

// One guest whose agents ask with a message and an offer each: one booking, and
// all of them hear of it or that it is being made.
func TestRaceOfOneGuest(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		atLakes(t, b)
		var offers []canonical.Offer
		for range 32 {
			offers = append(offers, b.double(t))
		}
		ends := reservations(t, 32, func(i int) canonical.Outcome {
			return b.ask(taking(offers[i]), guest("ann"), message(fmt.Sprint(i)))
		})
		if ends["booked completed"] < 1 || ends["booked completed"]+ends["unknown outcome_unknown working"] != 32 || b.bookings(t, "pheasant") != 1 {
			t.Errorf("ended %v with %d bookings", ends, b.bookings(t, "pheasant"))
		}
	})
}

// A mandate and an offer that are used by many at once are used once.
func TestRaceOfOneMandate(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		atLakes(t, b)
		var offers []canonical.Offer
		for i := range 32 {
			day := canonical.Date("2026-05-04").AddDays(i)
			offers = append(offers, b.offers(t, pheasant, dates(day, day.AddDays(1)), adults(2))[0])
		}
		ends := reservations(t, 32, func(i int) canonical.Outcome {
			return b.ask(taking(offers[i]), robot("bot", "ann"), message(fmt.Sprint(i)))
		})
		late := ends["forbidden mandate_expired"] + ends["refused unavailable rejected"] // before and after they had begun
		if ends["booked completed"] != 1 || late != 31 || b.bookings(t, "pheasant") != 1 {
			t.Errorf("ended %v with %d bookings", ends, b.bookings(t, "pheasant"))
		}
	})
}
