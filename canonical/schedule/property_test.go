package schedule_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"hora/canonical"
	"hora/canonical/schedule"
)

// Open and Contains agree with the minute-by-minute model.
func TestHoursAgreeWithModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(zoneDays).Draw(t, "day")
		h := drawHours(t, d)
		from := d.date.AddDays(rapid.IntRange(-1, 1).Draw(t, "from"))
		to := from.AddDays(rapid.IntRange(0, 2).Draw(t, "more"))
		m := newModel(h, d.date.AddDays(-2), d.date.AddDays(4))

		if diff := cmp.Diff(m.open(from, to), h.Open(from, to)); diff != "" {
			t.Fatalf("Open(%s, %s) (-model +got):\n%s", from, to, diff)
		}
		minutes := m.minutes(m.open(d.date.AddDays(-4), d.date.AddDays(5)))
		for range 20 {
			i := drawInterval(t, d, 2*24*60)
			stretch := minutes[m.index(i.Start):m.index(i.End)]
			want := len(stretch) > 0 && !slices.Contains(stretch, false)
			if got := h.Contains(i); got != want {
				t.Fatalf("Contains(%v) = %v, want %v", i, got, want)
			}
		}
	})
}

// Open hours are what the clock shows: no minute that a window names is left
// out, and a minute that none names is open only because the clock shows it
// twice and a window is open on both sides of it. (A day that a zone leaves out
// is another matter: it takes its hours past midnight with it.)
func TestOpenShowsWindows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(zoneDays).Filter(func(d zoneDay) bool { return !d.leftOut() }).Draw(t, "day")
		h := drawHours(t, d)
		from, to := d.date.AddDays(-1), d.date.AddDays(1)
		m := newModel(h, from, to)
		open, shown := m.minutes(h.Open(from, to)), m.shown(from, to)
		for i := range open {
			if shown[i] && !open[i] || open[i] && !shown[i] && !m.twice(i) {
				t.Fatalf("%v: open %v, in a window %v", m.instant(i).In(h.Zone), open[i], shown[i])
			}
		}
	})
}

// Starts agree with trying every start against everything.
func TestStartsAgreeWithModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(zoneDays).Draw(t, "day")
		open := drawHours(t, d).Open(d.date.AddDays(-1), d.date.AddDays(1))
		var busy []schedule.Interval
		for range rapid.IntRange(0, 12).Draw(t, "busy") {
			busy = append(busy, drawInterval(t, d, 120))
		}
		g := drawGrid(t)
		earliest := drawInterval(t, d, 0).Start.Add(time.Duration(rapid.IntRange(0, 1).Draw(t, "late")))

		want := starts(g, open, busy, earliest)
		seq := g.Starts(rapid.Permutation(open).Draw(t, "open"), busy, earliest)
		got := slices.AppendSeq([]time.Time{}, seq)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%+v, open %v, busy %v, earliest %v (-model +got):\n%s", g, open, busy, earliest, diff)
		}
		var first []time.Time
		for s := range seq {
			if first = append(first, s); len(first) == 3 {
				break
			}
		}
		if !slices.Equal(first, want[:min(3, len(want))]) {
			t.Fatalf("stopped early, it gave %v of %v", first, want)
		}
	})
}

// Every start can be booked: its whole length lies in open hours, nothing busy
// is in its way, and it comes after the one before.
func TestStartsCanBeBooked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(zoneDays).Draw(t, "day")
		h, g := drawHours(t, d), drawGrid(t)
		var busy []schedule.Interval
		for range rapid.IntRange(0, 6).Draw(t, "busy") {
			busy = append(busy, drawInterval(t, d, 120))
		}
		var last time.Time
		for s := range h.Starts(g, schedule.Span(h.Zone, d.date.AddDays(-1), d.date.AddDays(1)), busy) {
			if !s.After(last) {
				t.Fatalf("%v comes after %v", s, last)
			}
			if i := (schedule.Interval{Start: s, End: s.Add(g.Length)}); !h.Contains(i) {
				t.Fatalf("%v is not in open hours", i)
			}
			takes := schedule.Interval{Start: s, End: s.Add(g.Length + g.Buffer)}
			if slices.ContainsFunc(busy, takes.Overlaps) {
				t.Fatalf("%v is taken", takes)
			}
			last = s
		}
	})
}

// Searching some dates one by one finds what searching them at once finds, each
// start on its own date.
func TestSearchByDateAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(zoneDays).Draw(t, "day")
		h, g := drawHours(t, d), drawGrid(t)
		search := func(from, to canonical.Date) []time.Time {
			return slices.Collect(h.Starts(g, schedule.Span(h.Zone, from, to), nil))
		}
		from, to := d.date.AddDays(-1), d.date.AddDays(2)
		var parts []time.Time
		for date := from; date <= to; date = date.AddDays(1) {
			part := search(date, date)
			for _, s := range part {
				// in St. John's the clock turned back into the day before: its last hour counts with the day after
				if canonical.DateOf(s, h.Zone) != date && d.zone != "America/St_Johns" {
					t.Fatalf("%v was found on %s", s.In(h.Zone), date)
				}
			}
			parts = append(parts, part...)
		}
		all := search(from, to)
		if diff := cmp.Diff(all, parts); diff != "" {
			t.Fatalf("at once - one by one +\n%s", diff)
		}
		days := schedule.Span(h.Zone, from, to)
		wide := slices.Collect(g.Starts(h.Open(from.AddDays(-3), to.AddDays(5)), nil, days.Start))
		within := slices.IndexFunc(wide, func(s time.Time) bool { return !s.Before(days.End) })
		if within < 0 {
			within = len(wide)
		}
		if diff := cmp.Diff(wide[:within], all, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("of the hours of more days - as searched +\n%s", diff)
		}
	})
}
