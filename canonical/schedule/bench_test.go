package schedule_test

import (
	"testing"
	"time"

	"hora/canonical"
	"hora/canonical/schedule"
)

// quarter is the hours of a business with a lunch break, the busy time of its
// next 90 days, twenty intervals each, and its grid.
func quarter() (h schedule.Hours, g schedule.Grid, busy []schedule.Interval) {
	h = schedule.Hours{
		Zone: load("America/Santiago"),
		Windows: []canonical.Window{
			{Days: []string{"mon", "tue", "wed", "thu", "fri", "sat"}, From: "09:00", To: "13:00"},
			{Days: []string{"mon", "tue", "wed", "thu", "fri"}, From: "14:00", To: "19:00"},
		},
		Exceptions: []canonical.Exception{{Date: "2026-04-03"}, {Date: "2026-05-01"}, {Date: "2026-05-21", Windows: []canonical.Window{{From: "10:00", To: "12:00"}}}},
	}
	for d := range 90 {
		morning := canonical.Date("2026-03-30").AddDays(d).Midnight().Add(12 * time.Hour)
		for i := range 20 {
			start := morning.Add(time.Duration(i*30) * time.Minute)
			busy = append(busy, schedule.Interval{Start: start, End: start.Add(20 * time.Minute)})
		}
	}
	return h, schedule.Grid{Step: 15 * time.Minute, Length: 10 * time.Minute}, busy
}

func BenchmarkOpen90Days(b *testing.B) {
	h, _, _ := quarter()
	b.ReportAllocs()
	for b.Loop() {
		h.Open("2026-03-30", "2026-06-27")
	}
}

func BenchmarkStarts90Days(b *testing.B) {
	h, g, busy := quarter()
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n = 0
		for range h.Starts(g, schedule.Span(h.Zone, "2026-03-30", "2026-06-27"), busy) {
			n++
		}
	}
	b.ReportMetric(float64(n), "starts")
}

func BenchmarkFirstStart(b *testing.B) {
	h, g, busy := quarter()
	b.ReportAllocs()
	for b.Loop() {
		for range h.Starts(g, schedule.Span(h.Zone, "2026-03-30", "2026-03-30"), busy[:20]) {
			break
		}
	}
}

func BenchmarkContains(b *testing.B) {
	h, _, _ := quarter()
	i := schedule.Interval{Start: time.Date(2026, 6, 10, 14, 0, 0, 0, time.UTC), End: time.Date(2026, 6, 10, 15, 0, 0, 0, time.UTC)}
	b.ReportAllocs()
	for b.Loop() {
		h.Contains(i)
	}
}

// A check is free of garbage, and a search makes as much for one day as for
// ninety, but for their size.
func TestAllocations(t *testing.T) {
	h, g, busy := quarter()
	i := schedule.Interval{Start: time.Date(2026, 6, 10, 14, 0, 0, 0, time.UTC), End: time.Date(2026, 6, 10, 15, 0, 0, 0, time.UTC)}
	if n := testing.AllocsPerRun(100, func() { h.Contains(i) }); n != 0 {
		t.Errorf("Contains allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { h.Open("2026-05-04", "2026-05-20") }); n > 1 {
		t.Errorf("Open allocates %v times without exceptions", n)
	}
	search := func(to canonical.Date) float64 {
		return testing.AllocsPerRun(100, func() {
			for range h.Starts(g, schedule.Span(h.Zone, "2026-03-30", to), busy) {
			}
		})
	}
	if one, ninety := search("2026-04-10"), search("2026-06-27"); ninety > one+2 {
		t.Errorf("a search allocates %v times for twelve days and %v for ninety", one, ninety)
	}
}
