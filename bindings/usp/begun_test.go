package usp_test

import (
	"testing"
	"time"
)

// Once an appointment has begun, its buyer's platform can't move it away from
// what the policy asks of who cancels late or does not come: moved and left
// unpaid, or moved and canceled in time, it would all be given back. The
// business can.
func TestNoMoveOfWhatHasBegun(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		at := slot("june-park", "cabin-1", "2026-03-18 12:00")
		id := a.book("facial", at, "").string("booking.id")
		a.pay(id, 12000).is("booking.status", "confirmed")
		s.wait(monday.Add(52 * time.Hour).Sub(s.now())) // its start
		later := slot("june-park", "cabin-1", "2026-03-25 12:00")
		a.move(id, later).says("invalid_transition").is("booking.status", "confirmed", "booking.slot.id", at, "messages.0.severity", "unrecoverable")
		if !a.offers("facial", "2026-03-25", later) {
			t.Error("the new slot was taken")
		}
		a.boss().move(id, later).is("booking.slot.id", later)
	})
}
