package schedule_test

import (
	"fmt"
	"time"

	"pgregory.net/rapid"

	"hora/canonical"
	"hora/canonical/schedule"
)

// A zoneDay is a zone and a date worth looking at; on most of them the clock
// changes in a way of its own.
type zoneDay struct {
	zone string
	date canonical.Date
}

// leftOut says whether the zone went from the day before to the day after.
func (d zoneDay) leftOut() bool {
	return d.zone == "Pacific/Apia" || d.zone == "Pacific/Kwajalein"
}

var zoneDays = []zoneDay{
	{"America/Santiago", "2026-04-04"},           // 24:00 back to 23:00
	{"America/Santiago", "2026-09-06"},           // no midnight
	{"America/New_York", "2026-03-08"},           // 02:00 on to 03:00
	{"America/New_York", "2026-11-01"},           // 02:00 back to 01:00
	{"America/Havana", "2026-11-01"},             // 01:00 back to 00:00
	{"America/St_Johns", "2010-03-14"},           // 00:01 on to 01:01
	{"America/St_Johns", "2010-11-06"},           // the next day's 00:01 back to 23:01
	{"America/Scoresbysund", "2025-03-29"},       // 23:00 on to 24:00
	{"America/Scoresbysund", "2025-10-25"},       // 24:00 back to 23:00
	{"America/Toronto", "1919-03-30"},            // 23:30 on to 00:30
	{"America/Argentina/San_Luis", "2008-01-20"}, // 24:00 back to 23:00, in summer
	{"Atlantic/Azores", "2026-10-25"},            // 01:00 back to 00:00
	{"Europe/London", "2026-03-29"},              // 01:00 on to 02:00
	{"Europe/London", "2026-10-25"},              // 02:00 back to 01:00
	{"Europe/Lisbon", "1992-09-27"},              // summer time ends and the clock stays
	{"Australia/Lord_Howe", "2026-04-05"},        // half an hour back
	{"Australia/Lord_Howe", "2026-10-04"},        // half an hour on
	{"Antarctica/Troll", "2026-03-29"},           // two hours on
	{"Antarctica/Troll", "2026-10-25"},           // two hours back
	{"Antarctica/Casey", "2020-10-04"},           // three hours on, at 00:01
	{"Asia/Beirut", "2026-03-29"},                // no midnight
	{"Asia/Kathmandu", "1985-12-31"},             // a quarter of an hour on, for good
	{"Asia/Kolkata", "2026-06-01"},               // never changes
	{"Asia/Pyongyang", "2018-05-04"},             // 23:30 on to 24:00
	{"Africa/Casablanca", "2026-02-15"},          // back for Ramadan
	{"Africa/Casablanca", "2026-03-22"},          // on after it
	{"Africa/Cairo", "2026-04-24"},               // no midnight
	{"Pacific/Apia", "2011-12-30"},               // a day left out
	{"Pacific/Kwajalein", "1993-08-21"},          // a day left out
	{"UTC", "2026-02-28"},                        // plain
}

func load(name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return z
}

// drawHours is hours around a date: up to four weekly windows and sometimes
// exceptions, also unsorted, overlapping and crossing midnight.
func drawHours(t *rapid.T, d zoneDay) schedule.Hours {
	h := schedule.Hours{Zone: load(d.zone)}
	for range rapid.IntRange(0, 4).Draw(t, "windows") {
		h.Windows = append(h.Windows, drawWindow(t, true))
	}
	for range rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "exceptions") {
		e := canonical.Exception{Date: d.date.AddDays(rapid.IntRange(-2, 2).Draw(t, "exception"))}
		for range rapid.IntRange(0, 2).Draw(t, "exception windows") {
			e.Windows = append(e.Windows, drawWindow(t, false))
		}
		h.Exceptions = append(h.Exceptions, e)
	}
	return h
}

func drawWindow(t *rapid.T, weekly bool) (w canonical.Window) {
	if weekly {
		w.Days = rapid.SampledFrom([][]string{
			{"mon", "tue", "wed", "thu", "fri", "sat", "sun"},
			{"fri", "sat", "sun"},
			{"sat"},
			{"sun", "tue", "thu"},
			{},
		}).Draw(t, "days")
	}
	w.From = drawClock(t, 24*60-1)
	w.To = drawClock(t, 24*60)
	return w
}

// drawClock is a wall clock, mostly on a quarter of an hour and often close to
// midnight or where clocks change.
func drawClock(t *rapid.T, latest int) string {
	m := rapid.OneOf(
		rapid.Map(rapid.IntRange(0, latest/15), func(q int) int { return q * 15 }),
		rapid.SampledFrom([]int{0, 1, 30, 60, 61, 90, 120, 121, 150, 180, 22 * 60, 23 * 60, 23*60 + 1, 23*60 + 30, latest}),
		rapid.IntRange(0, latest),
	).Draw(t, "clock")
	return fmt.Sprintf("%02d:%02d", m/60, m%60)
}

// drawInterval is an interval of at most so many minutes that begins within a
// day and a half of the date's midnight.
func drawInterval(t *rapid.T, d zoneDay, most int) schedule.Interval {
	start := d.date.Midnight().Add(time.Duration(rapid.IntRange(-36*60, 36*60).Draw(t, "start")) * time.Minute)
	return schedule.Interval{Start: start, End: start.Add(time.Duration(rapid.IntRange(0, most).Draw(t, "minutes")) * time.Minute)}
}

func drawGrid(t *rapid.T) schedule.Grid {
	minutes := func(label string, of ...int) time.Duration {
		return time.Duration(rapid.SampledFrom(of).Draw(t, label)) * time.Minute
	}
	return schedule.Grid{
		Step:   minutes("step", 5, 15, 20, 30, 45, 60, 90, 7*60),
		Length: minutes("length", 10, 30, 45, 60, 90, 8*60, 26*60),
		Buffer: minutes("buffer", 0, 0, 10, 60),
	}
}
