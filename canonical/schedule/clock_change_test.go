package schedule_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/canonical/schedule"
)

var everyDay = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

func always(zone string) schedule.Hours {
	return schedule.Hours{Zone: load(zone), Windows: []canonical.Window{{Days: everyDay, From: "00:00", To: "24:00"}}}
}

// Open all day, a day has as many half hours as its clock shows.
func TestHalfHoursOfADay(t *testing.T) {
	for _, c := range []struct {
		zone  string
		date  canonical.Date
		want  int
		twice string // clocks offered twice
		never string // the gap, begin and end, in which nothing is offered
	}{
		{"America/New_York", "2026-03-07", 48, "", ""},
		{"America/New_York", "2026-03-08", 46, "", "02:00 03:00"},
		{"America/New_York", "2026-11-01", 50, "01:00 01:30", ""},
		{"America/Santiago", "2026-04-04", 50, "23:00 23:30", ""},
		{"America/Santiago", "2026-04-05", 48, "", ""},
		{"America/Santiago", "2026-09-05", 48, "", ""},
		{"America/Santiago", "2026-09-06", 46, "", "00:00 01:00"},
		{"Europe/London", "2026-03-29", 46, "", "01:00 02:00"},
		{"Europe/London", "2026-10-25", 50, "01:00 01:30", ""},
		{"Australia/Lord_Howe", "2026-10-04", 47, "", "02:00 02:30"},
		{"Australia/Lord_Howe", "2026-04-05", 49, "01:30", ""},
		{"Antarctica/Troll", "2026-10-25", 52, "01:00 01:30 02:00 02:30", ""},
		{"Asia/Kolkata", "2026-03-29", 48, "", ""},
		{"Pacific/Apia", "2011-12-29", 48, "", ""},
		{"Pacific/Apia", "2011-12-30", 0, "", "00:00 24:00"},
		{"Pacific/Apia", "2011-12-31", 48, "", ""},
	} {
		t.Run(c.zone+" "+string(c.date), func(t *testing.T) {
			h := always(c.zone)
			g := schedule.Grid{Step: 30 * time.Minute, Length: 30 * time.Minute}
			open := g.Starts(h.Open(c.date, c.date), nil, time.Time{})
			searched := h.Starts(g, schedule.Span(h.Zone, c.date, c.date), nil)
			if diff := cmp.Diff(slices.Collect(open), slices.Collect(searched)); diff != "" {
				t.Errorf("from Open - by date +\n%s", diff)
			}
			var clocks, twice []string
			for s := range searched {
				local := s.In(h.Zone)
				if got := canonical.DateOf(s, h.Zone); got != c.date {
					t.Errorf("%v is on %s", local, got)
				}
				clock := local.Format("15:04")
				if slices.Contains(clocks, clock) {
					twice = append(twice, clock)
				}
				if begin, end, gap := strings.Cut(c.never, " "); gap && begin <= clock && clock < end {
					t.Errorf("%v does not exist", local)
				}
				clocks = append(clocks, clock)
			}
			if len(clocks) != c.want {
				t.Errorf("%d starts, want %d: %v", len(clocks), c.want, clocks)
			}
			if got := strings.Join(twice, " "); got != c.twice {
				t.Errorf("offered twice: %q, want %q", got, c.twice)
			}
		})
	}
}

// A window of one date, in the zone's own clock and offset on both ends.
func TestWindowsWhereTheClockChanges(t *testing.T) {
	const layout = "02T15:04-07:00"
	for _, c := range []struct {
		name     string
		zone     string
		date     canonical.Date
		from, to string
		want     string // empty: closed
	}{
		{"plain", "America/Santiago", "2026-06-01", "09:00", "18:00", "01T09:00-04:00 01T18:00-04:00"},
		{"over midnight", "America/Santiago", "2026-06-01", "22:00", "02:00", "01T22:00-04:00 02T02:00-04:00"},
		{"to midnight", "America/Santiago", "2026-06-01", "22:00", "24:00", "01T22:00-04:00 02T00:00-04:00"},
		{"to midnight, written as the next day's", "America/Santiago", "2026-06-01", "22:00", "00:00", "01T22:00-04:00 02T00:00-04:00"},
		{"round the clock", "America/Santiago", "2026-06-01", "09:00", "09:00", "01T09:00-04:00 02T09:00-04:00"},

		{"across the gap", "America/New_York", "2026-03-08", "01:00", "04:00", "08T01:00-05:00 08T04:00-04:00"},
		{"from in the gap", "America/New_York", "2026-03-08", "02:30", "05:00", "08T03:00-04:00 08T05:00-04:00"},
		{"from where the gap begins", "America/New_York", "2026-03-08", "02:00", "05:00", "08T03:00-04:00 08T05:00-04:00"},
		{"to in the gap", "America/New_York", "2026-03-08", "00:00", "02:30", "08T00:00-05:00 08T03:00-04:00"},
		{"to where the gap ends", "America/New_York", "2026-03-08", "00:00", "03:00", "08T00:00-05:00 08T03:00-04:00"},
		{"all in the gap", "America/New_York", "2026-03-08", "02:10", "02:50", ""},
		{"the gap itself", "America/New_York", "2026-03-08", "02:00", "03:00", ""},
		{"midnight in the gap", "America/Santiago", "2026-09-06", "00:00", "12:00", "06T01:00-03:00 06T12:00-03:00"},
		{"to a midnight in the gap", "America/Santiago", "2026-09-05", "12:00", "24:00", "05T12:00-04:00 06T01:00-03:00"},
		{"over a midnight in the gap", "America/Santiago", "2026-09-05", "22:00", "00:30", "05T22:00-04:00 06T01:00-03:00"},
		{"from in a gap to the next day", "America/Scoresbysund", "2025-03-29", "23:30", "02:00", "30T00:00-01:00 30T02:00-01:00"},

		{"across the repeated hour", "America/New_York", "2026-11-01", "00:00", "03:00", "01T00:00-04:00 01T03:00-05:00"},
		{"from in the repeated hour", "America/New_York", "2026-11-01", "01:30", "03:00", "01T01:30-04:00 01T03:00-05:00"},
		{"to in the repeated hour", "America/New_York", "2026-11-01", "00:00", "01:30", "01T00:00-04:00 01T01:30-05:00"},
		{"within the repeated hour", "America/New_York", "2026-11-01", "01:15", "01:45", "01T01:15-04:00 01T01:45-05:00"},
		{"to before the repeated hour", "America/New_York", "2026-11-01", "00:00", "01:00", "01T00:00-04:00 01T01:00-04:00"},
		{"to after the repeated hour", "America/New_York", "2026-11-01", "00:00", "02:00", "01T00:00-04:00 01T02:00-05:00"},
		{"from after the repeated hour", "America/New_York", "2026-11-01", "02:00", "03:00", "01T02:00-05:00 01T03:00-05:00"},
		{"to a repeated midnight", "America/Santiago", "2026-04-04", "20:00", "24:00", "04T20:00-03:00 05T00:00-04:00"},
		{"over a repeated midnight", "America/Santiago", "2026-04-04", "22:00", "02:00", "04T22:00-03:00 05T02:00-04:00"},
		{"to before a repeated last hour", "America/Santiago", "2026-04-04", "20:00", "23:00", "04T20:00-03:00 04T23:00-03:00"},
		{"from a midnight after a repeat", "America/Santiago", "2026-04-05", "00:00", "02:00", "05T00:00-04:00 05T02:00-04:00"},

		{"half an hour gone", "Australia/Lord_Howe", "2026-10-04", "02:15", "03:00", "04T02:30+11:00 04T03:00+11:00"},
		{"half an hour again", "Australia/Lord_Howe", "2026-04-05", "01:00", "01:45", "05T01:00+11:00 05T01:45+10:30"},
		{"into a day left out", "Pacific/Apia", "2011-12-29", "22:00", "02:00", "29T22:00-10:00 31T00:00+14:00"},
		{"a day left out", "Pacific/Apia", "2011-12-30", "09:00", "17:00", ""},
		{"out of a day left out", "Pacific/Apia", "2011-12-30", "22:00", "02:00", ""},
		{"no zone is UTC", "", "2026-06-01", "09:00", "17:00", "01T09:00+00:00 01T17:00+00:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := schedule.Hours{Windows: []canonical.Window{{Days: everyDay, From: c.from, To: c.to}}}
			zone := time.UTC
			if c.zone != "" {
				zone = load(c.zone)
				h.Zone = zone
			}
			got := ""
			for _, i := range h.Open(c.date, c.date) {
				// the closing is written with the offset that follows it
				got += i.Start.In(zone).Format(layout) + " " + i.End.In(zone).Format(layout)
			}
			if got != c.want {
				t.Errorf("%s-%s opens %q, want %q", c.from, c.to, got, c.want)
			}
		})
	}
}

// Steps count elapsed time, so a window over a change of the clock keeps the
// distance of its starts, and on whole hours the look of them.
func TestStepsAcrossAClockChange(t *testing.T) {
	for _, c := range []struct {
		date canonical.Date
		from string
		step time.Duration
		want string
	}{
		{"2026-03-08", "00:00", 60 * time.Minute, "00:00 01:00 03:00 04:00 05:00"},
		{"2026-03-08", "01:15", 30 * time.Minute, "01:15 01:45 03:15 03:45 04:15 04:45 05:15"},
		{"2026-03-08", "00:00", 45 * time.Minute, "00:00 00:45 01:30 03:15 04:00 04:45 05:30"},
		{"2026-03-08", "02:20", 60 * time.Minute, "03:00 04:00 05:00"},
		{"2026-11-01", "00:30", 60 * time.Minute, "00:30 01:30 01:30 02:30 03:30 04:30 05:30"},
		{"2026-11-01", "00:00", 90 * time.Minute, "00:00 01:30 02:00 03:30 05:00"},
	} {
		t.Run(string(c.date)+" "+c.from+" "+c.step.String(), func(t *testing.T) {
			h := schedule.Hours{Zone: load("America/New_York"), Windows: []canonical.Window{{Days: everyDay, From: c.from, To: "06:00"}}}
			g := schedule.Grid{Step: c.step, Length: 30 * time.Minute}
			var got []string
			for s := range g.Starts(h.Open(c.date, c.date), nil, time.Time{}) {
				got = append(got, s.In(h.Zone).Format("15:04"))
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("got  %s\nwant %s", s, c.want)
			}
		})
	}
}
