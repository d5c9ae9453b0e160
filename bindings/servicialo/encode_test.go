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

func TestAmounts(t *testing.T) {
	for _, tt := range []struct {
		amount   int64
		currency string
		es, en   string
	}{
		{40000, "CLP", "$40.000 CLP", "$40,000 CLP"},
		{999, "CLP", "$999 CLP", "$999 CLP"},
		{1234567, "CLP", "$1.234.567 CLP", "$1,234,567 CLP"},
		{12000, "USD", "$120,00 USD", "$120.00 USD"},
		{5, "USD", "$0,05 USD", "$0.05 USD"},
		{-123456789, "EUR", "-€1.234.567,89 EUR", "-€1,234,567.89 EUR"},
		{15000, "UF", "1,5 UF", "1.5 UF"},
		{20000, "CLF", "2 UF", "2 UF"},
		{1500, "KWD", "1,500 KWD", "1.500 KWD"},
		{9900, "PEN", "S/ 99,00 PEN", "S/ 99.00 PEN"},
	} {
		m := canonical.Money{Amount: tt.amount, Currency: tt.currency}
		if es, en := amount(m, canonical.Spanish), amount(m, canonical.English); es != tt.es || en != tt.en {
			t.Errorf("%v: %q, %q", m, es, en)
		}
	}
}
