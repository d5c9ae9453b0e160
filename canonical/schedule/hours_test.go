package schedule_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hora/canonical"
	"hora/canonical/schedule"
)

func window(days, from, to string) canonical.Window {
	return canonical.Window{Days: strings.Fields(days), From: from, To: to}
}

// instant reads "02T15:04" of January 2026, in UTC. 2026-01-01 is a Thursday.
func instant(s string) time.Time {
	t, err := time.Parse("2006-01-02T15:04", "2026-01-"+s)
	if err != nil {
		panic(err)
	}
	return t
}

// intervals reads "02T09:00-02T18:00" and so on; the second day may be left
// out when it is the first.
func intervals(s string) (out []schedule.Interval) {
	for _, f := range strings.Fields(s) {
		start, end, _ := strings.Cut(f, "-")
		if !strings.Contains(end, "T") {
			end = start[:3] + end
		}
		out = append(out, schedule.Interval{Start: instant(start), End: instant(end)})
	}
	return out
}

func written(open []schedule.Interval) string {
	var out []string
	for _, i := range open {
		out = append(out, i.Start.Format("02T15:04")+"-"+i.End.Format("02T15:04"))
	}
	return strings.Join(out, " ")
}

func TestOpen(t *testing.T) {
	exception := func(date canonical.Date, w ...canonical.Window) canonical.Exception {
		return canonical.Exception{Date: date, Windows: w}
	}
	week := []canonical.Window{window("mon tue wed thu fri", "09:00", "18:00")}
	for _, c := range []struct {
		name       string
		windows    []canonical.Window
		exceptions []canonical.Exception
		from, to   canonical.Date
		want       string
	}{
		{"weekdays", week, nil, "2026-01-01", "2026-01-06", "01T09:00-01T18:00 02T09:00-02T18:00 05T09:00-05T18:00 06T09:00-06T18:00"},
		{"each weekday by its name", []canonical.Window{
			window("sun", "07:00", "07:30"), window("sat", "06:00", "06:30"), window("fri", "05:00", "05:30"), window("thu", "04:00", "04:30"),
			window("wed", "03:00", "03:30"), window("tue", "02:00", "02:30"), window("mon", "01:00", "01:30"),
		}, nil, "2026-01-05", "2026-01-11", "05T01:00-05T01:30 06T02:00-06T02:30 07T03:00-07T03:30 08T04:00-08T04:30 09T05:00-09T05:30 10T06:00-10T06:30 11T07:00-11T07:30"},
		{"nothing but a weekend", week, nil, "2026-01-03", "2026-01-04", ""},
		{"windows that touch stay apart", []canonical.Window{window("thu", "13:00", "18:00"), window("thu", "09:00", "13:00")}, nil,
			"2026-01-01", "2026-01-01", "01T09:00-01T13:00 01T13:00-01T18:00"},
		{"windows that overlap stay apart", []canonical.Window{window("thu", "09:00", "13:00"), window("thu", "12:00", "18:00"), window("thu", "09:00", "10:00")}, nil,
			"2026-01-01", "2026-01-01", "01T09:00-01T10:00 01T09:00-01T13:00 01T12:00-01T18:00"},
		{"a night belongs to its evening", []canonical.Window{window("fri", "22:00", "02:00")}, nil, "2026-01-02", "2026-01-02", "02T22:00-03T02:00"},
		{"and not to its morning", []canonical.Window{window("fri", "22:00", "02:00")}, nil, "2026-01-03", "2026-01-03", ""},
		{"closed on a date", week, []canonical.Exception{exception("2026-01-02")}, "2026-01-01", "2026-01-05", "01T09:00-01T18:00 05T09:00-05T18:00"},
		{"other hours on a date", week, []canonical.Exception{exception("2026-01-02", window("", "15:00", "16:00"), window("", "10:00", "12:00"))},
			"2026-01-01", "2026-01-02", "01T09:00-01T18:00 02T10:00-02T12:00 02T15:00-02T16:00"},
		{"weekdays of an exception mean nothing", week, []canonical.Exception{exception("2026-01-02", window("mon", "10:00", "12:00"))},
			"2026-01-02", "2026-01-02", "02T10:00-02T12:00"},
		{"open on a day that never is", week, []canonical.Exception{exception("2026-01-04", window("", "23:00", "01:00"))},
			"2026-01-03", "2026-01-05", "04T23:00-05T01:00 05T09:00-05T18:00"},
		{"a closed morning after does not end the night", []canonical.Window{window("fri", "22:00", "02:00")}, []canonical.Exception{exception("2026-01-03")},
			"2026-01-02", "2026-01-03", "02T22:00-03T02:00"},
		{"exceptions of one date add up", week, []canonical.Exception{exception("2026-01-02", window("", "15:00", "16:00")), exception("2026-01-06"), exception("2026-01-02", window("", "10:00", "12:00"))},
			"2026-01-02", "2026-01-06", "02T10:00-02T12:00 02T15:00-02T16:00 05T09:00-05T18:00"},
		{"exceptions elsewhere", week, []canonical.Exception{exception("2025-12-31"), exception("2026-01-03", window("", "10:00", "12:00"))},
			"2026-01-01", "2026-01-02", "01T09:00-01T18:00 02T09:00-02T18:00"},
		{"an exception of no date", week, []canonical.Exception{exception(""), exception("2026-01-32")}, "2026-01-01", "2026-01-01", "01T09:00-01T18:00"},
		{"more windows than a week has days", slices.Repeat(week, 20), nil, "2026-01-01", "2026-01-01", strings.Join(slices.Repeat([]string{"01T09:00-01T18:00"}, 20), " ")},
		{"no weekday", []canonical.Window{window("", "09:00", "18:00")}, nil, "2026-01-01", "2026-01-31", ""},
		{"no such weekday", []canonical.Window{window("Thu thursday THU jue", "09:00", "18:00")}, nil, "2026-01-01", "2026-01-31", ""},
		{"dates the wrong way round", week, nil, "2026-01-02", "2026-01-01", ""},
		{"no date to begin with", week, nil, "", "2026-01-01", ""},
		{"no date to end with", week, nil, "2026-01-01", "2026-02-30", ""},
		{"nothing at all", nil, nil, "2026-01-01", "2026-01-31", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := schedule.Hours{Zone: time.UTC, Windows: c.windows, Exceptions: c.exceptions}
			open := h.Open(c.from, c.to)
			if got := written(open); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			for _, i := range open {
				if !h.Contains(i) || i.Start.Location() != time.UTC || i.End.Location() != time.UTC {
					t.Errorf("%v is not in the hours, or not in UTC", i)
				}
			}
		})
	}
}

// An organisation file lets no other clocks through; here they are closed.
func TestClocks(t *testing.T) {
	for _, c := range []struct {
		from, to string
		open     bool
	}{
		{"00:00", "24:00", true},
		{"23:59", "24:00", true},
		{"00:00", "00:01", true},
		{"19:59", "20:00", true},
		{"24:00", "02:00", false},
		{"09:00", "24:01", false},
		{"09:00", "25:00", false},
		{"09:60", "18:00", false},
		{"9:00", "18:00", false},
		{"09:00", "18:0", false},
		{"09:00:00", "18:00", false},
		{"09.00", "18:00", false},
		{"0900", "18:00", false},
		{"-9:00", "18:00", false},
		{"09:00", "1a:00", false},
		{"09:00", "18:/0", false},
		{"09:00", "18::0", false},
		{"٠٩:٠٠", "18:00", false},
		{"", "18:00", false},
		{"09:00", "", false},
		{" 9:00", "18:00", false},
	} {
		weekly := schedule.Hours{Zone: time.UTC, Windows: []canonical.Window{{Days: everyDay, From: c.from, To: c.to}}}
		once := schedule.Hours{Zone: time.UTC, Exceptions: []canonical.Exception{{Date: "2026-01-01", Windows: []canonical.Window{{From: c.from, To: c.to}}}}}
		for _, h := range []schedule.Hours{weekly, once} {
			if got := len(h.Open("2026-01-01", "2026-01-01")) == 1; got != c.open {
				t.Errorf("%q to %q is open: %v, want %v", c.from, c.to, got, c.open)
			}
		}
	}
}

func TestConfigured(t *testing.T) {
	for _, c := range []struct {
		name  string
		hours schedule.Hours
		want  bool
	}{
		{"nothing", schedule.Hours{Zone: time.UTC}, false},
		{"only closed dates", schedule.Hours{Exceptions: []canonical.Exception{{Date: "2026-01-01"}}}, false},
		{"a window", schedule.Hours{Windows: []canonical.Window{window("mon", "09:00", "10:00")}}, true},
		{"only an open date", schedule.Hours{Exceptions: []canonical.Exception{{Date: "2026-01-01"}, {Date: "2026-01-02", Windows: []canonical.Window{window("", "09:00", "10:00")}}}}, true},
	} {
		if got := c.hours.Configured(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestContains(t *testing.T) {
	h := schedule.Hours{
		Zone: time.UTC,
		Windows: []canonical.Window{
			window("thu", "13:00", "18:00"), window("thu", "09:00", "13:00"), // touching
			window("fri", "09:00", "13:00"), window("fri", "12:00", "18:00"), // overlapping
			window("fri", "22:00", "02:00"), window("sat", "02:00", "04:00"), // a night and what follows
			window("sun", "20:00", "24:00"), window("mon", "00:00", "03:00"), // over midnight in two
		},
		Exceptions: []canonical.Exception{
			{Date: "2026-01-08"},
			{Date: "2026-01-09", Windows: []canonical.Window{window("", "10:00", "11:00"), window("", "23:00", "05:00")}},
		},
	}
	for _, c := range []struct {
		interval string
		want     bool
	}{
		{"01T09:00-09:30", true},
		{"01T09:00-18:00", true},
		{"01T12:30-13:30", true},
		{"01T08:59-09:30", false},
		{"01T17:30-18:01", false},
		{"01T18:00-18:30", false},
		{"02T09:00-18:00", true},
		{"02T12:30-13:30", true},
		{"02T17:00-22:30", false},
		{"02T22:00-03T02:00", true},
		{"02T23:30-03T04:00", true},
		{"03T00:30-01:30", true},
		{"03T03:00-04:01", false},
		{"04T20:00-05T03:00", true},
		{"04T23:59-05T00:01", true},
		{"05T00:00-05T03:01", false},
		{"08T09:00-09:30", false}, // closed that day
		{"09T10:00-11:00", true},  // other hours that day
		{"09T09:00-09:30", false},
		{"09T23:30-10T04:30", true},
		{"01T09:00-09:00", false}, // empty
		{"01T10:00-09:00", false}, // the wrong way round
	} {
		if got := h.Contains(intervals(c.interval)[0]); got != c.want {
			t.Errorf("%s: %v, want %v", c.interval, got, c.want)
		}
	}
	nanosecond := schedule.Interval{Start: instant("01T17:30"), End: instant("01T18:00").Add(1)}
	if h.Contains(nanosecond) {
		t.Error("a nanosecond past closing counts as open")
	}
	nanosecond = schedule.Interval{Start: instant("01T09:00").Add(-1), End: instant("01T10:00")}
	if h.Contains(nanosecond) {
		t.Error("a nanosecond before opening counts as open")
	}
	if (schedule.Hours{}).Contains(intervals("01T09:00-10:00")[0]) {
		t.Error("no hours contain something")
	}
}

func TestSpan(t *testing.T) {
	for _, c := range []struct {
		zone     string
		from, to canonical.Date
		want     string // begin and length
	}{
		{"UTC", "2026-01-01", "2026-01-01", "2026-01-01T00:00:00Z 24h0m0s"},
		{"Asia/Kolkata", "2026-01-01", "2026-01-02", "2025-12-31T18:30:00Z 48h0m0s"},
		{"America/Santiago", "2026-09-06", "2026-09-06", "2026-09-06T04:00:00Z 23h0m0s"},
		{"America/Santiago", "2026-04-04", "2026-04-04", "2026-04-04T03:00:00Z 25h0m0s"},
		{"Pacific/Apia", "2011-12-29", "2011-12-31", "2011-12-29T10:00:00Z 48h0m0s"},
		{"Pacific/Apia", "2011-12-30", "2011-12-30", "2011-12-30T10:00:00Z 0s"},
		{"UTC", "2026-01-02", "2026-01-01", "0001-01-01T00:00:00Z 0s"},
		{"UTC", "", "2026-01-01", "0001-01-01T00:00:00Z 0s"},
	} {
		got := schedule.Span(load(c.zone), c.from, c.to)
		if s := got.Start.Format(time.RFC3339) + " " + got.End.Sub(got.Start).String(); s != c.want {
			t.Errorf("%s %s to %s: %s, want %s", c.zone, c.from, c.to, s, c.want)
		}
	}
}
