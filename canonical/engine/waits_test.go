package engine_test

import (
	"testing"
	"testing/synctest"
	"time"

	"hora/canonical"
)

// counted adds an allowance, as the desks around the engine do.
func counted(r *canonical.Request) {
	r.Gates = append(r.Gates, canonical.Gate{
		Keys:  []canonical.StoreKey{canonical.SecretKey("hash", "clinica")},
		Spend: &canonical.Spending{Key: canonical.AllowanceKey("x", now), Expires: now.Add(time.Hour)},
		Judge: func(*canonical.Meta, canonical.Seen) *canonical.Error { return nil },
	})
}

// How often an act waits for the store on a warm function: requests side by
// side are one wait, counting an allowance included.
func TestWaits(t *testing.T) { synctest.Test(t, waits) }

func waits(t *testing.T) {
	b := onBolt(t)
	var made canonical.Booking
	var held canonical.Hold
	steps := []struct {
		name  string
		do    func() canonical.Outcome
		waits int
		want  string
	}{
		{"book, first call of the process", func() canonical.Outcome { return b.do(booking("kine", "2026-04-01 10:00"), message("a"), counted) }, 3, "ok"},
		{"book", func() canonical.Outcome { return b.do(booking("kine", "2026-04-01 11:00"), message("b"), counted) }, 2, "ok"},
		{"replay", func() canonical.Outcome { return b.do(booking("kine", "2026-04-01 11:00"), message("b"), counted) }, 1, "ok"},
		{"reused id", func() canonical.Outcome { return b.do(booking("kine", "2026-04-01 12:00"), message("b"), counted) }, 1, "message_reused"},
		{"refusal without an id", func() canonical.Outcome { return b.do(booking("kine", "2026-04-01 11:00"), counted) }, 1, "slot_taken"},
		{"refusal with an id", func() canonical.Outcome { return b.do(booking("kine", "2026-04-01 11:00"), message("c"), counted) }, 2, "slot_taken"},
		{"hold", func() canonical.Outcome {
			return b.do(canonical.PlaceHold{Service: "kine", Start: at("2026-04-01 13:00")}, counted)
		}, 2, "ok"},
		{"release", func() canonical.Outcome { return b.do(canonical.ReleaseHold{Hold: held.ID}, counted) }, 2, "ok"},
		{"get", func() canonical.Outcome { return b.do(canonical.GetBooking{Booking: made.ID}, counted) }, 1, "ok"},
		{"services", func() canonical.Outcome { return b.do(canonical.ListServices{}, counted) }, 1, "ok"},
		{"slots of a quarter", func() canonical.Outcome { return b.do(canonical.FindSlots{Service: "box", Days: 90}, counted) }, 1, "ok"},
		{"reschedule by slot id", func() canonical.Outcome {
			return b.do(canonical.Reschedule{Booking: made.ID, Slot: "maria..20260402T130000Z"}, message("d"), counted)
		}, 2, "ok"},
		{"reschedule by booking id only", func() canonical.Outcome {
			return b.do(canonical.Reschedule{Booking: made.ID, Start: at("2026-04-06 10:00")}, message("e"), counted)
		}, 3, "ok"},
		{"cancel", func() canonical.Outcome { return b.do(canonical.Cancel{Booking: made.ID}, message("f"), counted) }, 2, "ok"},
		{"unknown organisation", func() canonical.Outcome {
			return b.do(booking("kine", "2026-04-01 10:00"), counted, func(r *canonical.Request) { r.Organization = "ninguna" })
		}, 1, "unknown_organization"},
		{"after a catalogue change", func() canonical.Outcome {
			b.revise(t, func(o *canonical.Organization) { o.Name = "Otra" })
			return b.do(booking("kine", "2026-04-01 15:00"), message("g"), counted)
		}, 3, "ok"},
	}
	for _, s := range steps {
		b.store.reset()
		out := s.do()
		if code(out) != s.want || b.store.waits != s.waits {
			t.Errorf("%s: %s in %d waits, want %s in %d", s.name, code(out), b.store.waits, s.want, s.waits)
		}
		switch r := out.Result.(type) {
		case canonical.Booking:
			made = r
		case canonical.Hold:
			held = r
		}
	}
}
