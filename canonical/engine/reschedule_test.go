package engine_test

import (
	"strings"
	"testing"
	"time"

	"hora/canonical"
)

// Moving by slot: to another provider, onto a hold, within limits; a refusal
// leaves the booking and its hold as they were.
func TestRescheduleByAgent(t *testing.T) {
	s := salon(t)
	b := s.book(canonical.Book{Service: "cut", Slot: slotID("ava", "c1", "2026-04-01 11:00")})
	other := s.book(canonical.Book{Service: "cut", Slot: slotID("ava", "c2", "2026-04-02 11:00")})
	h := s.hold("p1", canonical.PlaceHold{Service: "cut", Slot: slotID("noor", "c1", "2026-04-02 11:00")})
	foreign := s.hold("p2", canonical.PlaceHold{Service: "cut", Slot: slotID("noor", "c1", "2026-04-03 11:00")})
	move := func(slot, hold string) canonical.Outcome {
		return s.as("p1", canonical.Reschedule{Booking: b.ID, Slot: slot, Hold: hold})
	}
	s.want("to a taken slot", "slot_taken", move(slotID("ava", "c2", "2026-04-02 11:00"), ""))
	s.want("to a held slot", "slot_taken", move(h.SlotID(), ""))
	s.want("with a hold of another slot", "unknown_hold", move(slotID("noor", "c1", "2026-04-02 12:00"), h.ID))
	s.want("with somebody else's hold", "unknown_hold", move(foreign.SlotID(), foreign.ID))
	s.want("beyond the horizon", "too_far_ahead", move(slotID("ava", "c1", "2026-07-01 11:00"), ""))
	if after := s.booking(b.ID); after.Tag() != b.Tag() {
		t.Fatal("a refusal changed the booking")
	}
	out := s.want("onto the hold, to another provider", "ok", move(h.SlotID(), h.ID))
	got := out.Result.(canonical.Booking)
	if got.ID != b.ID || got.Provider.ID != "noor" || got.SlotID() != h.SlotID() || got.State() != canonical.Scheduled || got.Reschedules != 1 {
		t.Errorf("%+v", got)
	}
	var stands canonical.Hold
	if s.stored(canonical.HoldKey(h.ID), &stands); stands.State != canonical.HoldConverted || stands.Booking != b.ID {
		t.Errorf("the hold is %s of %q", stands.State, stands.Booking)
	}
	s.want("the hold again", "unknown_hold", move(h.SlotID(), h.ID))
	s.book(canonical.Book{Service: "cut", Slot: slotID("ava", "c1", "2026-04-01 11:00")}) // its old slot
	s.want("a second move", "ok", move(slotID("ava", "c2", "2026-04-03 10:30"), ""))
	out = s.want("a third move", "too_many_reschedules", move(slotID("ava", "c1", "2026-04-03 10:00"), ""))
	if out.Meta.Standing == nil {
		t.Error("the refusal shows no booking")
	}
	expired := s.hold("p1", canonical.PlaceHold{Service: "cut", Slot: slotID("noor", "c1", "2026-04-02 11:00")})
	s.travel(expired.Expires)
	s.want("onto an expired hold", "hold_expired", s.as("p1", canonical.Reschedule{Booking: other.ID, Slot: expired.SlotID(), Hold: expired.ID}))
	s.book(canonical.Book{Service: "cut", Slot: expired.SlotID()})
	s.want("onto one whose slot is gone", "slot_taken", s.as("p1", canonical.Reschedule{Booking: other.ID, Slot: expired.SlotID(), Hold: expired.ID}))
}

func TestNoRescheduling(t *testing.T) {
	s := salon(t)
	s.load(strings.Replace(salonFile, `"max_reschedules": 2,`, `"no_rescheduling": true,`, 1), now)
	b := s.book(june("trial", "2026-04-03 10:00"))
	s.want("moving it", "too_many_reschedules", s.as("p1", canonical.Reschedule{Booking: b.ID, Slot: slotID("june", "", "2026-04-03 11:00")}))
}

// A class moves with its party, to where there are seats for it.
func TestRescheduleOfSeats(t *testing.T) {
	s := salon(t)
	tuesday, thursday := slotID("lena", "mats", "2026-03-31 18:00"), slotID("lena", "mats", "2026-04-02 18:00")
	b := s.book(canonical.Book{Service: "yoga", Slot: tuesday, Party: 4})
	s.book(canonical.Book{Service: "yoga", Slot: thursday, Party: 3})
	s.want("to too few", "capacity_exceeded", s.as("p1", canonical.Reschedule{Booking: b.ID, Slot: thursday}))
	s.want("to itself", "ok", s.as("p1", canonical.Reschedule{Booking: b.ID, Slot: tuesday}))
	s.want("to enough", "ok", s.as("p1", canonical.Reschedule{Booking: b.ID, Slot: slotID("lena", "mats", "2026-04-04 10:00")}))
	found := s.slots(canonical.FindSlots{Service: "yoga", From: "2026-03-31", Days: 5}).Slots
	if found[0].Seats != 6 || found[1].Seats != 3 || found[2].Seats != 2 {
		t.Errorf("%s", shown(found))
	}
}

// A move that costs more must be paid like any other: the difference is due,
// and the booking goes if it stays so. One that costs less is paid back.
func TestRescheduleCosts(t *testing.T) {
	ride := func(day string, minutes int) string {
		return canonical.SlotRef{Resource: "b1", Start: ny(day + " 09:00"), Minutes: minutes}.String()
	}
	for _, row := range []struct {
		name                string
		at                  string // of the move
		to                  int    // minutes
		unpaid              bool
		amount, due, refund int64
	}{
		{name: "as long, in time", at: "2026-04-02 08:00", to: 120, amount: 1200},
		{name: "longer, in time", at: "2026-04-02 08:00", to: 180, amount: 1800, due: 600},
		{name: "shorter, in time", at: "2026-04-02 08:00", to: 60, amount: 600, refund: 600},
		{name: "as long, late", at: "2026-04-02 10:00", to: 120, amount: 2200, due: 1000},
		{name: "shorter, late", at: "2026-04-02 10:00", to: 60, amount: 1600, due: 400},
		{name: "longer, before it was paid", unpaid: true, to: 180, amount: 1800, due: 1800},
		{name: "shorter, before it was paid", unpaid: true, to: 60, amount: 600, due: 600},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := salon(t)
			b := s.book(canonical.Book{Service: "bike", Slot: ride("2026-04-03", 120)})
			if !row.unpaid {
				s.want("paying", "ok", s.as("p1", pay(b, 1200)))
				s.travel(ny(row.at))
			}
			moved := s.want("moving", "ok", s.as("p1", canonical.Reschedule{Booking: b.ID, Slot: ride("2026-04-04", row.to)})).Result.(canonical.Booking)
			bill := moved.Billing
			if bill.Amount != dollars(row.amount) || bill.Owing() != (row.due > 0) || bill.Refund != row.refund || moved.Minutes != row.to {
				t.Fatalf("%+v, due %+v", bill, bill.Due)
			}
			if row.due == 0 {
				return
			}
			if bill.Due.Amount != dollars(row.due) {
				t.Errorf("due %+v", bill.Due)
			}
			if row.unpaid {
				return
			}
			if moved.State() != canonical.Confirmed || moved.Lapses().Sub(ny(row.at)) != 15*time.Minute {
				t.Errorf("%s, lapses at %v", moved.State(), moved.Lapses())
			}
			paid := s.want("paying the rest", "ok", s.as("p1", pay(b, row.due))).Result.(canonical.Booking)
			if paid.Billing.Owing() || paid.Billing.Paid != 1200+row.due || paid.State() != canonical.Confirmed {
				t.Errorf("%+v", paid.Billing)
			}
		})
	}
	s := salon(t)
	b := s.book(canonical.Book{Service: "bike", Slot: ride("2026-04-03", 120)})
	s.want("paying", "ok", s.as("p1", pay(b, 1200)))
	s.want("longer", "ok", s.as("p1", canonical.Reschedule{Booking: b.ID, Slot: ride("2026-04-04", 180)}))
	s.travel(now.Add(15 * time.Minute))
	if got := s.booking(b.ID); got.State() != canonical.Cancelled || got.Cancellation.Refund != dollars(1200) {
		t.Errorf("the difference was not paid: %s, %+v", got.State(), got.Cancellation)
	}
	if swept, err := s.Sweep(t.Context()); err != nil || swept.Requests != 1 {
		t.Errorf("%+v, %v", swept, err)
	}
}
