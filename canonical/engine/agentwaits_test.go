package engine_test

import (
	"testing"
	"testing/synctest"
	"time"

	"hora/canonical"
)

// How often the acts of scheduling agents wait for the store, on a warm
// function.
func TestWaitsOfAgents(t *testing.T) { synctest.Test(t, waitsOfAgents) }

func waitsOfAgents(t *testing.T) {
	s := salon(t)
	s.as("p1", canonical.ListServices{}) // the catalogue is in memory from here on
	var b canonical.Booking
	var h canonical.Hold
	var e canonical.Entry
	steps := []struct {
		name  string
		do    func(...func(*canonical.Request)) canonical.Outcome
		waits int
		want  string
	}{
		{"availability of every combination", ask(s, func() canonical.Command { return canonical.FindSlots{Service: "cut", Every: true, Days: 31} }), 1, "ok"},
		{"availability of a class", ask(s, func() canonical.Command { return canonical.FindSlots{Service: "hall", Every: true, Days: 31} }), 1, "ok"},
		{"one service", ask(s, func() canonical.Command { return canonical.GetService{Service: "cut"} }), 1, "ok"},
		{"the feed", ask(s, func() canonical.Command { return canonical.ServiceFeed{} }), 1, "ok"},
		{"holding an appointment", ask(s, func() canonical.Command {
			return canonical.PlaceHold{Service: "facial", Slot: slotID("june", "", "2026-04-01 10:00")}
		}), 2, "ok"},
		{"booking what is held", ask(s, func() canonical.Command {
			return canonical.Book{Service: "facial", Slot: h.SlotID(), Hold: h.ID, Client: alice}
		}), 2, "ok"},
		{"confirming its payment", ask(s, func() canonical.Command { return pay(b, 12000) }), 2, "ok"},
		{"getting it", ask(s, func() canonical.Command { return canonical.GetBooking{Booking: b.ID} }), 1, "ok"},
		{"cancelling it", ask(s, func() canonical.Command { return canonical.Cancel{Booking: b.ID} }), 2, "ok"},
		{"a seat in a large class", ask(s, func() canonical.Command {
			return canonical.Book{Service: "hall", Slot: hallSlot, Client: alice}
		}), 2, "ok"},
		{"holding seats", ask(s, func() canonical.Command { return canonical.PlaceHold{Service: "hall", Slot: hallSlot, Party: 2} }), 2, "ok"},
		{"booking the seats that are held", ask(s, func() canonical.Command {
			return canonical.Book{Service: "hall", Slot: hallSlot, Hold: h.ID, Party: 2, Client: alice}
		}), 2, "ok"},
		{"more seats than a block has", ask(s, func() canonical.Command {
			return canonical.Book{Service: "hall", Slot: hallSlot, Party: 20, Client: alice}
		}), 3, "ok"},
		{"cancelling seats", ask(s, func() canonical.Command { return canonical.Cancel{Booking: b.ID} }), 2, "ok"},
		{"all seats of a small class", ask(s, func() canonical.Command {
			return canonical.Book{Service: "yoga", Slot: yogaSlot, Party: 6, Client: alice}
		}), 2, "ok"},
		{"joining its waitlist", ask(s, func() canonical.Command {
			return canonical.JoinWaitlist{Service: "yoga", Slot: yogaSlot, Client: client(1)}
		}), 2, "ok"},
		{"a place on it", ask(s, func() canonical.Command { return canonical.GetEntry{Entry: e.ID} }), 2, "ok"},
		{"the list", ask(s, func() canonical.Command { return canonical.ListEntries{} }), 2, "ok"},
		{"cancelling where somebody waits", ask(s, func() canonical.Command { return canonical.Cancel{Booking: b.ID} }), 4, "ok"},
		{"accepting the offer", ask(s, func() canonical.Command { return canonical.AcceptOffer{Entry: e.ID} }), 3, "ok"},
	}
	for n, step := range steps {
		s.store.reset()
		out := step.do(message(string(rune('a'+n))), func(r *canonical.Request) {
			r.Gates = append(r.Gates, canonical.Gate{
				Keys:  []canonical.StoreKey{canonical.SecretKey("hash", "salon")},
				Spend: &canonical.Spending{Key: canonical.AllowanceKey("x", now), Expires: now.Add(time.Hour)},
				Judge: func(*canonical.Meta, canonical.Seen) *canonical.Error { return nil },
			})
		})
		if code(out) != step.want || s.store.waits != step.waits {
			t.Errorf("%s: %s in %d waits, want %s in %d", step.name, code(out), s.store.waits, step.want, step.waits)
		}
		switch r := out.Result.(type) {
		case canonical.Booking:
			b = r
		case canonical.Hold:
			h = r
		case canonical.Entry:
			e = r
		}
	}
}

// ask does a command that is made up when it is its turn.
func ask(s shop, c func() canonical.Command) func(...func(*canonical.Request)) canonical.Outcome {
	return func(change ...func(*canonical.Request)) canonical.Outcome { return s.as("p1", c(), change...) }
}
