package usp_test

import (
	"testing"
	"time"
)

// Whoever moves late hears what it costs to cancel after all, and it does.
func TestLateMovesAreNoWayAroundTheFee(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		moved := func(from, to string) string {
			id := a.book("facial", slot("june-park", "cabin-1", from), "").string("booking.id")
			a.pay(id, 12000)
			return a.move(id, slot("june-park", "cabin-1", to)).says("").string("booking.id")
		}
		a.cancel(moved("2026-03-18 12:00", "2026-03-25 12:00")).is("booking.cancellation.fee", "0", "booking.cancellation.refund_amount", "12000")
		id := a.book("facial", slot("june-park", "cabin-1", "2026-03-17 12:00"), "").string("booking.id")
		a.pay(id, 12000)
		unpaid := a.book("facial", slot("june-park", "cabin-1", "2026-03-17 14:00"), "").string("booking.id")
		a.pay(unpaid, 12000)
		s.wait(10 * time.Hour) // less than a day ahead
		a.move(id, slot("june-park", "cabin-1", "2026-03-25 12:00")).is("booking.status", "requires_action", "messages.0.code", "late_reschedule", "messages.0.type", "info")
		a.pay(id, 1000).is("booking.status", "confirmed")
		a.cancel(id).is("booking.cancellation.fee", "1500", "booking.cancellation.refund_amount", "11500", "booking.payment.status", "partially_refunded")
		a.move(unpaid, slot("june-park", "cabin-1", "2026-03-25 14:00")).is("booking.status", "requires_action")
		s.wait(time.Hour)
		a.get(unpaid).is("booking.status", "canceled", "booking.cancellation.fee", "1500", "booking.cancellation.refund_amount", "10500", "booking.cancellation.canceled_by", "system")
	})
}
