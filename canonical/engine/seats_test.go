package engine_test

import (
	"fmt"
	"sync"
	"testing"

	"hora/canonical"
)

func platform(i int) string { return fmt.Sprintf("p%d", i) }

var hallSlot = slotID("lena", "", "2026-04-01 19:00")

// Three hundred seats and four hundred callers at once: all seats are sold,
// the others are told so, and nobody is turned away for any other reason.
func TestRaceForSeats(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		s := salonOn(t, b)
		ends := together(400, func(i int) canonical.Outcome {
			return s.as(platform(i%7), canonical.Book{Service: "hall", Slot: hallSlot, Client: client(i)}, message(fmt.Sprint(i)))
		})
		b.expect(t, ends, map[string]int{"ok": 300, "slot_taken": 100})
		if found := s.slots(canonical.FindSlots{Service: "hall", From: "2026-04-01"}).Slots; len(found) != 0 {
			t.Errorf("%s", shown(found))
		}
	})
}

// Parties of different sizes, holds, conversions and releases at once: never
// more people than seats, and every seat that is neither sold nor held is left.
func TestRaceForSeatsByParties(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		s := salonOn(t, b)
		var mu sync.Mutex
		sold, held := 0, 0
		together(96, func(i int) canonical.Outcome {
			size := i%5 + 1
			if i%3 == 0 {
				out := s.as(platform(i), canonical.Book{Service: "hall", Slot: hallSlot, Party: size, Client: client(i)}, message(fmt.Sprint("b", i)))
				if out.Err == nil {
					mu.Lock()
					sold += size
					mu.Unlock()
				}
				return out
			}
			out := s.as(platform(i), canonical.PlaceHold{Service: "hall", Slot: hallSlot, Party: size}, message(fmt.Sprint("h", i)))
			if out.Err != nil {
				return out
			}
			h := out.Result.(canonical.Hold)
			switch i % 4 {
			case 0:
				return s.want("release", "ok", s.as(platform(i), canonical.ReleaseHold{Hold: h.ID}))
			case 1:
				mu.Lock()
				held += size
				mu.Unlock()
				return out
			}
			c := conversion(h)
			c.Party = max(size-1, 1)
			mu.Lock()
			sold += c.Party
			mu.Unlock()
			return s.want("conversion", "ok", s.as(platform(i), c))
		})
		found := s.slots(canonical.FindSlots{Service: "hall", From: "2026-04-01"}).Slots
		if len(found) != 1 || found[0].Held != held || found[0].Seats != 300-sold-held {
			t.Errorf("%d sold, %d held: %s", sold, held, shown(found))
		}
	})
}

// The last places of a small class, by holds, bookings and a waitlist: what
// the desk says it sold and what is left always add up.
func TestRaceForTheLastSeats(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		s := salonOn(t, b)
		for round := range rounds(3, 12) {
			day := canonical.Date("2026-03-31").AddDays(7 * round)
			slot := slotID("lena", "mats", string(day)+" 18:00")
			var made []string
			var mu sync.Mutex
			ends := together(64, func(i int) canonical.Outcome {
				if i%2 == 0 {
					return s.as(platform(round*64+i), canonical.PlaceHold{Service: "yoga", Slot: slot}, message(fmt.Sprint("h", round, i)))
				}
				out := s.as("p1", canonical.Book{Service: "yoga", Slot: slot, Client: client(i)}, message(fmt.Sprint("b", round, i)))
				if booked, ok := out.Result.(canonical.Booking); ok {
					mu.Lock()
					made = append(made, booked.ID)
					mu.Unlock()
				}
				return out
			})
			b.expect(t, ends, map[string]int{"ok": 6, "slot_taken": 58})
			waiting := s.join("p2", round, func(c *canonical.JoinWaitlist) { c.Slot = slot })
			together(len(made), func(i int) canonical.Outcome { return s.as("p1", canonical.Cancel{Booking: made[i]}) })
			if len(made) > 0 {
				s.want("the offer", "ok", s.as("p2", canonical.AcceptOffer{Entry: waiting.ID}))
			} else {
				s.want("leaving", "ok", s.as("p2", canonical.LeaveWaitlist{Entry: waiting.ID}))
			}
			left := 0
			for _, x := range s.slots(canonical.FindSlots{Service: "yoga", From: day}).Slots {
				left = x.Seats
			}
			if want := max(len(made)-1, 0); left != want {
				t.Errorf("round %d: %d seats left of %d bookings that were cancelled, want %d", round, left, len(made), want)
			}
		}
	})
}

// One caller's holds are counted even when they come at once.
func TestRaceOfOneCallersHolds(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		s := salonOn(t, b)
		ends := together(32, func(i int) canonical.Outcome {
			return s.as("p1", canonical.PlaceHold{Service: "hall", Slot: hallSlot}, message(fmt.Sprint(i)))
		})
		b.expect(t, ends, map[string]int{"ok": 3, "too_many_holds": 29})
	})
}

// Joining at once is settled one by one: no list is longer than it may be, and
// positions are in order.
func TestRaceToWait(t *testing.T) {
	stores(t, func(t *testing.T, b *bench) {
		s := salonOn(t, b)
		ends := together(32, func(i int) canonical.Outcome {
			return s.as("p1", canonical.JoinWaitlist{Service: "yoga", Slot: yogaSlot, Client: client(i)}, message(fmt.Sprint(i)))
		})
		b.expect(t, ends, map[string]int{"ok": 4, "waitlist_full": 28})
		page := s.as("p1", canonical.ListEntries{}).Result.(canonical.EntryPage)
		for n, e := range page.Entries {
			if e.Position != n+1 {
				t.Errorf("entry %d is at %d", n, e.Position)
			}
		}
	})
}
