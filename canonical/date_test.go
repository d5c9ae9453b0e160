package canonical_test

import (
	"testing"
	"time"

	"hora/canonical"
)

func TestParseDate(t *testing.T) {
	for s, want := range map[string]bool{
		"2026-03-30": true, "2024-02-29": true, "0001-01-01": true, "9999-12-31": true,
		"": false, "2026-02-29": false, "2026-02-30": false, "2026-13-01": false, "2026-00-10": false, "2026-01-00": false,
		"2026-1-5": false, "26-01-05": false, "2026/01/05": false, "20260105": false, "2026-01-05T00:00:00Z": false,
		" 2026-01-05": false, "2026-01-05 ": false, "0000-01-01": false, "-001-01-01": false, "10000-01-01": false, "２０２６-01-05": false,
	} {
		d, err := canonical.ParseDate(s)
		if got := err == nil; got != want {
			t.Errorf("ParseDate(%q): %v", s, err)
		}
		if err == nil && d != canonical.Date(s) || err != nil && d != "" {
			t.Errorf("ParseDate(%q) = %q", s, d)
		}
	}
}

func TestDateOf(t *testing.T) {
	at := time.Date(2026, 3, 30, 2, 30, 0, 0, time.UTC)
	for zone, want := range map[string]canonical.Date{
		"UTC": "2026-03-30", "America/Santiago": "2026-03-29", "Pacific/Kiritimati": "2026-03-30", "Pacific/Pago_Pago": "2026-03-29",
	} {
		if got := canonical.DateOf(at, canonical.Zone(zone)); got != want {
			t.Errorf("%s: %s, want %s", zone, got, want)
		}
	}
}

func TestDateArithmetic(t *testing.T) {
	for _, c := range []struct {
		from canonical.Date
		n    int
		to   canonical.Date
	}{
		{"2026-03-30", 0, "2026-03-30"},
		{"2026-03-30", 2, "2026-04-01"},
		{"2026-03-01", -1, "2026-02-28"},
		{"2024-02-28", 1, "2024-02-29"},
		{"2026-12-31", 1, "2027-01-01"},
		{"2026-01-01", -365, "2025-01-01"},
		{"2026-03-28", 2, "2026-03-30"}, // clocks change in London in between
		{"0001-01-01", 739704, "2026-03-30"},
	} {
		if got := c.from.AddDays(c.n); got != c.to {
			t.Errorf("%s and %d days: %s, want %s", c.from, c.n, got, c.to)
		}
		if got := c.from.DaysUntil(c.to); got != c.n {
			t.Errorf("from %s until %s: %d days, want %d", c.from, c.to, got, c.n)
		}
		if got := c.to.DaysUntil(c.from); got != -c.n {
			t.Errorf("from %s until %s: %d days, want %d", c.to, c.from, got, -c.n)
		}
	}
	if got := canonical.Date("2026-03-30").Weekday(); got != time.Monday {
		t.Errorf("2026-03-30 is a %s", got)
	}
	if got := canonical.Date("2026-03-30").Midnight(); !got.Equal(time.Date(2026, 3, 30, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("2026-03-30 begins at %s", got)
	}
}

// Dates and slots are written and read without a layout, as the layout would.
func TestDateAsLaidOut(t *testing.T) {
	for _, at := range []time.Time{
		{}, time.Date(2026, 3, 30, 23, 59, 59, 999, time.UTC), time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC), time.Date(10000, 1, 1, 1, 2, 3, 0, time.UTC),
		time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(-1, 12, 31, 0, 0, 0, 0, time.UTC), time.Date(987, 6, 5, 4, 3, 2, 1, time.UTC),
	} {
		if got, want := canonical.DateOf(at, time.UTC), at.Format(time.DateOnly); string(got) != want {
			t.Errorf("%s, want %s", got, want)
		}
		if got, want := (canonical.SlotRef{Provider: "p", Start: at, Minutes: 30}).String(), "p.."+at.Format(canonical.SlotTime)+".30"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for _, s := range []string{"2026-03-30", "2024-02-29", "2026-02-29", "2026-00-10", "2026-13-01", "2026-01-00", "0001-01-01", "0000-01-01", "9999-12-31", "2026/01/05", "2026-01-5x", "", "x", "10000-01-01"} {
		want, _ := time.Parse(time.DateOnly, s)
		if got := canonical.Date(s).Midnight(); !got.Equal(want) {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
