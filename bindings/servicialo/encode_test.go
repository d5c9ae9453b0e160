package servicialo

import (
	"testing"
	"time"

	"hora/canonical"
)

// The last day of summer time in Santiago has two hours called 23:00, in one
// local date; the pieces of one text stay as they were written.
func TestDaysAcrossClockChange(t *testing.T) {
	r := canonical.Slots{Timezone: "America/Santiago", Minutes: 60}
	for h := range 6 {
		start := time.Date(2026, 4, 5, 1+h, 0, 0, 0, time.UTC)
		r.Slots = append(r.Slots, canonical.Slot{Start: start, End: start.Add(time.Hour)})
	}
	want := []string{"2026-04-04", "2026-04-04", "2026-04-04", "2026-04-05", "2026-04-05", "2026-04-05"}
	for i, s := range days(&r).Slots {
		if s.Date != want[i] || s.Start != instant(r.Slots[i].Start) || s.End != instant(r.Slots[i].End) {
			t.Errorf("%d: %+v, want date %s", i, s, want[i])
		}
	}
}

func TestDerived(t *testing.T) {
	want := []string{"solicitado", "agendado", "confirmado", "en_curso", "completado", "documentado", "facturado", "cobrado", "verificado"}
	for i, s := range canonical.Milestones {
		l := canonical.Lifecycle{State: s}
		if got := derived(&l); got != want[i] {
			t.Errorf("%s: %s", s, got)
		}
	}
}
