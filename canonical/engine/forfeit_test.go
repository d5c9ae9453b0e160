package engine_test

import (
	"strings"
	"testing"
	"time"

	"hora/canonical"
)

// Whoever leaves a time late, by moving, owes what cancelling then would have
// cost if the booking comes to nothing: by cancelling it far ahead of its new
// time, or by leaving unpaid what the move costs. It cannot be moved away from,
// and a late cancellation is worth no less for a move before it.
func TestForfeit(t *testing.T) {
	const far, farther = "2026-05-04 10:00", "2026-05-11 10:00"
	type step func(s shop, b canonical.Booking)
	moving := func(to string, by ...func(*canonical.Request)) step {
		return func(s shop, b canonical.Booking) {
			s.want("moving to "+to, "ok", s.as("p1", canonical.Reschedule{Booking: b.ID, Slot: slotID("june", "", to)}, by...))
		}
	}
	paying := func(s shop, b canonical.Booking) { s.want("the fee", "ok", s.as("p1", pay(b, 1000))) }
	cancelling := func(by ...func(*canonical.Request)) step {
		return func(s shop, b canonical.Booking) {
			s.want("cancelling", "ok", s.as("p1", canonical.Cancel{Booking: b.ID}, by...))
		}
	}
	lapsing := func(s shop, b canonical.Booking) { s.travel(s.Clock().Add(time.Hour)) }
	waiting := func(d time.Duration) step {
		return func(s shop, b canonical.Booking) { s.travel(s.Clock().Add(d)) }
	}
	missing := func(s shop, b canonical.Booking) {
		s.travel(s.booking(b.ID).Start.Add(time.Hour))
		s.want("not coming", "ok", s.as("", canonical.Advance{Booking: b.ID, Step: canonical.NoShow}, business))
	}
	for _, row := range []struct {
		name        string
		before      time.Duration // until the start, when it is first moved
		policy      string        // in the place of the salon's
		steps       []step
		fee, refund int64
	}{
		{"moved in time and cancelled", 25 * time.Hour, "", []step{moving(far), cancelling()}, 0, 12000},
		{"moved late and cancelled", 5 * time.Hour, "", []step{moving(far), cancelling()}, 6000, 6000},
		{"moved late, paid and cancelled", 5 * time.Hour, "", []step{moving(far), paying, cancelling()}, 6000, 7000},
		{"moved late, paid and cancelled weeks later", 5 * time.Hour, "", []step{moving(far), paying, waiting(20 * 24 * time.Hour), cancelling()}, 6000, 7000},
		{"moved late and left unpaid", 5 * time.Hour, "", []step{moving(far), lapsing}, 6000, 6000},
		{"moved late, paid, moved again and cancelled", 5 * time.Hour, "", []step{moving(far), paying, waiting(time.Hour), moving(farther), cancelling()}, 6000, 7000},
		{"moved when it could not be cancelled", 30 * time.Minute, "", []step{moving(far), paying, cancelling()}, 6000, 7000},
		{"moved when not coming costs more", 30 * time.Minute, `"no_show": {"percent": 80, "grace_minutes": 15}`, []step{moving(far), paying, cancelling()}, 9600, 3400},
		{"moved when not coming costs more, and it could be cancelled", 2 * time.Hour, `"no_show": {"percent": 80, "grace_minutes": 15}`, []step{moving(far), paying, cancelling()}, 6000, 7000},
		{"moved late and not come, which costs less", 5 * time.Hour, `"no_show": {"percent": 10, "grace_minutes": 15}`, []step{moving(far), paying, missing}, 6000, 7000},
		{"moved late and not come, which costs more", 5 * time.Hour, `"no_show": {"percent": 80, "grace_minutes": 15}`, []step{moving(far), paying, missing}, 10400, 2600},
		{"moved late by the business", 5 * time.Hour, "", []step{moving(far, business), cancelling()}, 0, 12000},
		{"moved late and cancelled by the business", 5 * time.Hour, "", []step{moving(far), paying, cancelling(business)}, 0, 13000},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := salon(t)
			if row.policy != "" {
				s.load(strings.Replace(salonFile, `"no_show": {"percent": 50, "grace_minutes": 15}`, row.policy, 1), now)
			}
			b := s.book(june("facial", "2026-04-03 10:00"))
			s.want("paying", "ok", s.as("p1", pay(b, 12000)))
			s.travel(b.Start.Add(-row.before))
			for _, step := range row.steps {
				step(s, b)
			}
			got := s.booking(b.ID)
			if c := got.Cancellation; c == nil || c.Fee != dollars(row.fee) || c.Refund != dollars(row.refund) || got.Billing.Refund != row.refund {
				t.Errorf("%s, %+v, want a fee of %d and %d back", got.State(), c, row.fee, row.refund)
			}
		})
	}
}

// Whoever comes at the new time owes no more than the move itself.
func TestForfeitIsNothingToWhoComes(t *testing.T) {
	s := salon(t)
	b := s.book(june("facial", "2026-04-03 10:00"))
	s.want("paying", "ok", s.as("p1", pay(b, 12000)))
	s.travel(b.Start.Add(-5 * time.Hour))
	s.want("moving", "ok", s.as("p1", canonical.Reschedule{Booking: b.ID, Slot: slotID("june", "", "2026-04-06 10:00")}))
	s.want("the fee", "ok", s.as("p1", pay(b, 1000)))
	s.travel(s.booking(b.ID).Start)
	for _, step := range []canonical.Step{canonical.CheckIn, canonical.Complete} {
		s.want(string(step), "ok", s.as("", canonical.Advance{Booking: b.ID, Step: step}, business))
	}
	if got := s.booking(b.ID); got.Billing.Amount != dollars(13000) || got.Billing.Paid != 13000 || got.Billing.Refund != 0 || got.Cancellation != nil {
		t.Errorf("%+v", got.Billing)
	}
}

// What is shortened late gives back what cancelling then would have given back,
// and cancelling it after that no less and no more; whoever comes gets the rest.
func TestForfeitOfWhatIsShortened(t *testing.T) {
	for _, row := range []struct {
		before             time.Duration
		comes              bool
		moved, fee, refund int64
	}{{25 * time.Hour, false, 1200, 0, 1800}, {5 * time.Hour, false, 900, 900, 900}, {25 * time.Hour, true, 1200, 0, 1200}, {5 * time.Hour, true, 900, 0, 1200}} {
		s := salon(t)
		s.load(strings.Replace(salonFile, `, "reschedule_fee": {"amount": 1000, "currency": "USD"}`, "", 1), now)
		slot := func(start string, minutes int) string {
			return canonical.SlotRef{Resource: "b1", Start: ny(start), Minutes: minutes}.String()
		}
		b := s.book(canonical.Book{Service: "bike", Slot: slot("2026-04-03 10:00", 180)})
		s.want("paying", "ok", s.as("p1", pay(b, 1800)))
		s.travel(b.Start.Add(-row.before))
		s.want("shortening", "ok", s.as("p1", canonical.Reschedule{Booking: b.ID, Slot: slot("2026-05-04 10:00", 60)}))
		if got := s.booking(b.ID); got.Billing.Refund != row.moved {
			t.Errorf("%v before: moving gives back %d of %+v, want %d", row.before, got.Billing.Refund, got.Billing, row.moved)
		}
		if row.comes {
			s.travel(s.booking(b.ID).Start)
			for _, step := range []canonical.Step{canonical.CheckIn, canonical.Complete} {
				s.want(string(step), "ok", s.as("", canonical.Advance{Booking: b.ID, Step: step}, business))
			}
			if got := s.booking(b.ID).Billing; got.Refund != row.refund {
				t.Errorf("%v before, and come: %d of %+v is given back, want %d", row.before, got.Refund, got, row.refund)
			}
			continue
		}
		s.want("cancelling", "ok", s.as("p1", canonical.Cancel{Booking: b.ID}))
		if c := s.booking(b.ID).Cancellation; c.Fee != dollars(row.fee) || c.Refund != dollars(row.refund) {
			t.Errorf("%v before: %+v, want a fee of %d and %d back", row.before, c, row.fee, row.refund)
		}
	}
}
