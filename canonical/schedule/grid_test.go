package schedule_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hora/canonical"
	"hora/canonical/schedule"
)

func TestStarts(t *testing.T) {
	const m = time.Minute
	for _, c := range []struct {
		name       string
		grid       schedule.Grid
		open, busy string
		earliest   string
		want       string
	}{
		{"back to back", schedule.Grid{Step: 30 * m, Length: 30 * m}, "01T09:00-11:00", "", "", "01T09:00 01T09:30 01T10:00 01T10:30"},
		{"longer than a step", schedule.Grid{Step: 30 * m, Length: 60 * m}, "01T09:00-11:00", "", "", "01T09:00 01T09:30 01T10:00"},
		{"shorter than a step", schedule.Grid{Step: 60 * m, Length: 15 * m}, "01T09:00-11:10", "", "", "01T09:00 01T10:00"},
		{"as long as the window", schedule.Grid{Step: 15 * m, Length: 120 * m}, "01T09:00-11:00", "", "", "01T09:00"},
		{"longer than the window", schedule.Grid{Step: 15 * m, Length: 121 * m}, "01T09:00-11:00", "", "", ""},
		{"the buffer may lie after closing", schedule.Grid{Step: 30 * m, Length: 30 * m, Buffer: 30 * m}, "01T09:00-10:00", "", "", "01T09:00 01T09:30"},
		{"the buffer may not lie in busy time", schedule.Grid{Step: 30 * m, Length: 30 * m, Buffer: 30 * m}, "01T09:00-12:00", "01T10:30-11:00", "", "01T09:00 01T09:30 01T11:00 01T11:30"},
		{"a negative buffer is none", schedule.Grid{Step: 30 * m, Length: 30 * m, Buffer: -30 * m}, "01T09:00-10:00", "01T09:45-10:00", "", "01T09:00"},
		{"each window on its own steps", schedule.Grid{Step: 60 * m, Length: 30 * m}, "01T09:00-11:00 01T14:20-16:00", "", "", "01T09:00 01T10:00 01T14:20 01T15:20"},
		{"over windows that touch", schedule.Grid{Step: 45 * m, Length: 60 * m}, "01T09:00-11:00 01T11:00-13:00", "", "",
			"01T09:00 01T09:45 01T10:30 01T11:00 01T11:45"},
		{"over windows that overlap", schedule.Grid{Step: 30 * m, Length: 30 * m}, "01T09:00-10:30 01T10:10-11:10", "", "",
			"01T09:00 01T09:30 01T10:00 01T10:10 01T10:40"},
		{"not over windows with a minute between", schedule.Grid{Step: 45 * m, Length: 60 * m}, "01T09:00-11:00 01T11:01-12:00", "", "", "01T09:00 01T09:45"},
		{"a window within another", schedule.Grid{Step: 60 * m, Length: 60 * m}, "01T09:00-12:00 01T09:30-10:00", "", "", "01T09:00 01T09:30 01T10:00 01T11:00"},
		{"the same window twice", schedule.Grid{Step: 60 * m, Length: 60 * m}, "01T09:00-11:00 01T09:00-11:00", "", "", "01T09:00 01T10:00"},
		{"over midnight", schedule.Grid{Step: 90 * m, Length: 30 * m}, "01T22:00-02T02:00", "", "", "01T22:00 01T23:30 02T01:00"},
		{"windows in any order", schedule.Grid{Step: 60 * m, Length: 60 * m}, "02T09:00-10:00 01T09:00-10:00", "", "", "01T09:00 02T09:00"},

		{"busy in the middle", schedule.Grid{Step: 30 * m, Length: 30 * m}, "01T09:00-11:00", "01T09:30-10:00", "", "01T09:00 01T10:00 01T10:30"},
		{"busy off the steps", schedule.Grid{Step: 30 * m, Length: 30 * m}, "01T09:00-11:00", "01T09:40-09:50", "", "01T09:00 01T10:00 01T10:30"},
		{"busy before and after", schedule.Grid{Step: 30 * m, Length: 30 * m}, "01T09:00-10:00", "01T08:00-09:00 01T10:00-11:00", "", "01T09:00 01T09:30"},
		{"busy over the opening", schedule.Grid{Step: 30 * m, Length: 30 * m}, "01T09:00-10:30", "01T08:00-09:10", "", "01T09:30 01T10:00"},
		{"busy all day", schedule.Grid{Step: 30 * m, Length: 30 * m}, "01T09:00-10:30", "01T00:00-02T00:00", "", ""},
		{"a long busy time before short ones", schedule.Grid{Step: 30 * m, Length: 30 * m}, "01T09:00-12:00", "01T08:00-11:00 01T08:30-09:00 01T09:10-09:20", "", "01T11:00 01T11:30"},
		{"busy in any order", schedule.Grid{Step: 30 * m, Length: 30 * m}, "01T09:00-11:00", "01T10:30-11:00 01T09:00-09:30", "", "01T09:30 01T10:00"},
		{"busy for no time", schedule.Grid{Step: 30 * m, Length: 30 * m}, "01T09:00-10:00", "01T09:15-09:15 01T09:50-09:45", "", "01T09:00 01T09:30"},

		{"from now on", schedule.Grid{Step: 30 * m, Length: 30 * m}, "01T09:00-11:00", "", "01T09:45", "01T10:00 01T10:30"},
		{"now is a start", schedule.Grid{Step: 30 * m, Length: 30 * m}, "01T09:00-11:00", "", "01T10:00", "01T10:00 01T10:30"},
		{"closed by now", schedule.Grid{Step: 30 * m, Length: 30 * m}, "01T09:00-11:00", "", "01T11:00", ""},
		{"no step", schedule.Grid{Length: 30 * m}, "01T09:00-11:00", "", "", ""},
		{"no length", schedule.Grid{Step: 30 * m}, "01T09:00-11:00", "", "", ""},
		{"nothing open", schedule.Grid{Step: 30 * m, Length: 30 * m}, "", "01T09:00-11:00", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var earliest time.Time
			if c.earliest != "" {
				earliest = instant(c.earliest)
			}
			open, busy := intervals(c.open), intervals(c.busy)
			seq := c.grid.Starts(open, busy, earliest)
			for range 2 { // a sequence can be ranged over again
				var got []string
				for s := range seq {
					got = append(got, s.Format("02T15:04"))
				}
				if s := strings.Join(got, " "); s != c.want {
					t.Errorf("got  %s\nwant %s", s, c.want)
				}
			}
			if !slices.Equal(open, intervals(c.open)) || !slices.Equal(busy, intervals(c.busy)) {
				t.Error("the arguments changed")
			}
		})
	}
}

// A start just after an instant that is no whole step away is the next step,
// and centuries make no difference.
func TestStartsFarAway(t *testing.T) {
	g := schedule.Grid{Step: 7 * time.Hour, Length: time.Hour}
	ever := []schedule.Interval{{Start: time.Date(1, 1, 2, 0, 0, 0, 0, time.UTC), End: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}}
	earliest := time.Date(2026, 1, 1, 0, 0, 0, 1, time.UTC)
	for s := range g.Starts(ever, nil, earliest) {
		seconds := s.Unix() - ever[0].Start.Unix()
		if s.Before(earliest) || s.Sub(earliest) > g.Step || seconds%int64(g.Step/time.Second) != 0 {
			t.Errorf("the first start is %v", s)
		}
		break
	}
}

// Some starts in a window of the evening before belong to the date asked for,
// and the last booking of a date may end on the next.
func TestStartsByDate(t *testing.T) {
	h := schedule.Hours{Zone: load("America/Santiago"), Windows: []canonical.Window{
		window("fri", "22:00", "02:00"), window("sat", "20:00", "24:00"), window("sun", "00:00", "01:00"),
	}}
	for _, c := range []struct {
		zone     string // whose dates
		from, to canonical.Date
		length   time.Duration
		busy     string
		want     string // in the zone of the hours
	}{
		{zone: "America/Santiago", from: "2026-01-02", to: "2026-01-02", want: "02T22:00 02T22:45 02T23:30"},
		{zone: "America/Santiago", from: "2026-01-03", to: "2026-01-03", want: "03T00:15 03T01:00 03T20:00 03T20:45 03T21:30 03T22:15 03T23:00 03T23:45"},
		{zone: "America/Santiago", from: "2026-01-03", to: "2026-01-03", busy: "04T03:20-03:30", want: "03T00:15 03T01:00 03T20:00 03T20:45 03T21:30 03T22:15 03T23:00"},
		{zone: "America/Santiago", from: "2026-01-04", to: "2026-01-04", want: "04T00:00"},
		{zone: "America/Santiago", from: "2026-01-03", to: "2026-01-03", length: 5 * time.Hour, want: "03T20:00"},
		{zone: "America/Santiago", from: "2026-01-03", to: "2026-01-02"},
		{zone: "America/Santiago", from: "", to: "2026-01-02"},
		{zone: "Europe/Madrid", from: "2026-01-03", to: "2026-01-03", want: "02T22:00 02T22:45 02T23:30 03T00:15 03T01:00"},
		{zone: "Asia/Kolkata", from: "2026-01-04", to: "2026-01-04", want: "03T20:00 03T20:45 03T21:30 03T22:15 03T23:00 03T23:45 04T00:00"},
	} {
		g := schedule.Grid{Step: 45 * time.Minute, Length: max(c.length, time.Hour)}
		var got []string
		for s := range h.Starts(g, schedule.Span(load(c.zone), c.from, c.to), intervals(c.busy)) {
			got = append(got, s.In(h.Zone).Format("02T15:04"))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s to %s in %s:\ngot  %s\nwant %s", c.from, c.to, c.zone, s, c.want)
		}
	}
}

func TestOverlaps(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"01T09:00-10:00", "01T09:30-10:30", true},
		{"01T09:00-10:00", "01T09:15-09:45", true},
		{"01T09:00-10:00", "01T09:00-10:00", true},
		{"01T09:00-10:00", "01T10:00-11:00", false},
		{"01T09:00-10:00", "01T11:00-12:00", false},
		{"01T09:00-10:00", "01T09:30-09:30", false},
		{"01T09:00-10:00", "01T09:40-09:30", false},
		{"01T09:30-09:30", "01T09:30-09:30", false},
	} {
		a, b := intervals(c.a)[0], intervals(c.b)[0]
		if a.Overlaps(b) != c.want || b.Overlaps(a) != c.want {
			t.Errorf("%s and %s: %v and %v, want %v", c.a, c.b, a.Overlaps(b), b.Overlaps(a), c.want)
		}
	}
}
