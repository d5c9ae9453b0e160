package schedule_test

import (
	"slices"
	"time"
	_ "time/tzdata"

	"hora/canonical"
	"hora/canonical/schedule"
)

// A model works hours out the slow way: it looks at the wall clock of every
// single minute around some dates, and knows nothing of offsets or changes of
// the clock.
type model struct {
	hours schedule.Hours
	from  canonical.Date // first date looked at
	start time.Time      // first minute looked at
	clock []int          // what the clock shows, minute by minute, in minutes since from 00:00
}

// newModel looks at the dates [from, to] and some days around them.
func newModel(h schedule.Hours, from, to canonical.Date) *model {
	m := &model{hours: h, from: from.AddDays(-3)}
	m.start = m.from.Midnight()
	origin := m.start
	for t := m.start; t.Before(to.AddDays(4).Midnight()); t = t.Add(time.Minute) {
		y, mon, d := t.In(h.Zone).Date()
		hour, minute, _ := t.In(h.Zone).Clock()
		shown := time.Date(y, mon, d, hour, minute, 0, 0, time.UTC)
		m.clock = append(m.clock, int(shown.Sub(origin)/time.Minute))
	}
	return m
}

// instant is the beginning of minute i.
func (m *model) instant(i int) time.Time { return m.start.Add(time.Duration(i) * time.Minute) }

// windows lists the windows of a date.
func (m *model) windows(date canonical.Date) (out []canonical.Window) {
	replaced := false
	for _, e := range m.hours.Exceptions {
		if e.Date == date {
			replaced = true
			out = append(out, e.Windows...)
		}
	}
	if replaced {
		return out
	}
	name := []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}[date.Weekday()]
	for _, w := range m.hours.Windows {
		if slices.Contains(w.Days, name) {
			out = append(out, w)
		}
	}
	return out
}

// readings are the two wall clocks of a window of a date.
func (m *model) readings(date canonical.Date, w canonical.Window) (from, to int) {
	midnight := m.from.DaysUntil(date) * 24 * 60
	from, to = midnight+minutes(w.From), midnight+minutes(w.To)
	if to <= from {
		to += 24 * 60
	}
	return from, to
}

func minutes(s string) int {
	digit := func(i int) int { return int(s[i] - '0') }
	return (digit(0)*10+digit(1))*60 + digit(3)*10 + digit(4)
}

// open is what Hours.Open should answer.
func (m *model) open(from, to canonical.Date) []schedule.Interval {
	out := []schedule.Interval{}
	for date := from; date <= to; date = date.AddDays(1) {
		midnight := m.from.DaysUntil(date) * 24 * 60
		if !slices.ContainsFunc(m.clock, func(c int) bool { return midnight <= c && c < midnight+24*60 }) {
			continue // the zone left the date out
		}
		for _, w := range m.windows(date) {
			f, t := m.readings(date, w)
			opens := slices.IndexFunc(m.clock, func(c int) bool { return c >= f })
			closes := len(m.clock)
			for closes > 0 && m.clock[closes-1] >= t {
				closes--
			}
			if opens < closes {
				out = append(out, schedule.Interval{Start: m.instant(opens), End: m.instant(closes)})
			}
		}
	}
	slices.SortFunc(out, func(a, b schedule.Interval) int {
		if c := a.Start.Compare(b.Start); c != 0 {
			return c
		}
		return a.End.Compare(b.End)
	})
	return out
}

// twice says whether the clock shows what it shows at minute i at another one
// too.
func (m *model) twice(i int) bool {
	n := 0
	for _, c := range m.clock {
		if c == m.clock[i] {
			n++
		}
	}
	return n > 1
}

// shown marks the minutes whose clock lies in a window of these dates.
func (m *model) shown(from, to canonical.Date) minuteSet {
	set := make(minuteSet, len(m.clock))
	for date := from; date <= to; date = date.AddDays(1) {
		for _, w := range m.windows(date) {
			f, t := m.readings(date, w)
			for i, c := range m.clock {
				set[i] = set[i] || f <= c && c < t
			}
		}
	}
	return set
}

// A minuteSet marks the minutes of a model that are open.
type minuteSet []bool

func (m *model) minutes(open []schedule.Interval) minuteSet {
	set := make(minuteSet, len(m.clock))
	for _, o := range open {
		for i := m.index(o.Start); i < m.index(o.End); i++ {
			set[i] = true
		}
	}
	return set
}

// index is the minute that begins at t.
func (m *model) index(t time.Time) int { return int(t.Sub(m.start) / time.Minute) }

// covers says whether every minute of the interval is in one of the stretches.
func covers(open []schedule.Interval, i schedule.Interval) bool {
	for t := i.Start; t.Before(i.End); t = t.Add(time.Minute) {
		if !slices.ContainsFunc(open, func(o schedule.Interval) bool { return !t.Before(o.Start) && t.Before(o.End) }) {
			return false
		}
	}
	return i.Start.Before(i.End)
}

// starts is what Grid.Starts should answer.
func starts(g schedule.Grid, open, busy []schedule.Interval, earliest time.Time) []time.Time {
	out := []time.Time{}
	for _, o := range open {
		for s := o.Start; s.Before(o.End); s = s.Add(g.Step) {
			takes := schedule.Interval{Start: s, End: s.Add(g.Length + g.Buffer)}
			taken := slices.ContainsFunc(busy, func(b schedule.Interval) bool {
				return b.Start.Before(b.End) && b.Start.Before(takes.End) && takes.Start.Before(b.End)
			})
			if !taken && !s.Before(earliest) && covers(open, schedule.Interval{Start: s, End: s.Add(g.Length)}) {
				out = append(out, s)
			}
		}
	}
	slices.SortFunc(out, time.Time.Compare)
	return slices.CompactFunc(out, time.Time.Equal)
}
