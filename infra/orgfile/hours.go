package orgfile

import (
	"slices"

	"hora/canonical"
)

// weekdays in the order of a week, as organisation files name them.
var weekdays = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// week is the length of one, in minutes.
const week = 7 * day

// A span is one stretch of open time, in minutes from the start of its week or
// day, and the window it comes from. It may reach into the next one.
type span struct {
	from, to int
	window   string
	weekday  string
}

func (s span) meets(o span) bool { return s.from < o.to && o.from < s.to }

func (s span) shift(minutes int) span {
	s.from += minutes
	s.to += minutes
	return s
}

// checkHours checks weekly windows and dated exceptions: each for itself, and
// that no two of them claim the same time.
func checkHours(c *checker, path string, windows []canonical.Window, exceptions []canonical.Exception) {
	weekly := make([]span, 0, len(windows)*len(weekdays))
	for i := range windows {
		weekly = append(weekly, checkWindow(c, item(path+".windows", i), &windows[i])...)
	}
	for i, s := range weekly {
		for _, t := range weekly[:i] {
			if s.meets(t) || s.meets(t.shift(week)) || s.meets(t.shift(-week)) {
				c.say(s.window, "overlaps %s on %s", t.window, s.weekday)
			}
		}
	}
	dates := map[canonical.Date][]span{}
	firsts := unique{}
	for i := range exceptions {
		at, e := item(path+".exceptions", i), &exceptions[i]
		spans := checkException(c, at, e)
		firsts.add(c, at+".date", string(e.Date))
		if _, err := canonical.ParseDate(string(e.Date)); err == nil && dates[e.Date] == nil {
			dates[e.Date] = spans
		}
	}
	for i := range exceptions {
		if d := exceptions[i].Date; dates[d] != nil {
			checkNeighbours(c, d, dates, weekly)
		}
	}
}

// checkWindow checks one weekly window and answers the spans it stands for.
func checkWindow(c *checker, path string, w *canonical.Window) []span {
	s, good := checkTimes(c, path, w)
	if c.required(path+".days") && len(w.Days) == 0 {
		c.say(path+".days", "must not be empty")
	}
	var spans []span
	days := unique{}
	for i, name := range w.Days {
		at := item(path+".days", i)
		oneOf(c, at, name, weekdays...)
		days.add(c, at, name)
		if n := slices.Index(weekdays, name); n >= 0 && good && days[name] == at {
			t := s.shift(n * day)
			t.weekday = name
			spans = append(spans, t)
		}
	}
	return spans
}

// checkException checks the windows of one date and answers their spans; never
// nil, so that a closed date is told from no exception.
func checkException(c *checker, path string, e *canonical.Exception) []span {
	if c.required(path + ".date") {
		if _, err := canonical.ParseDate(string(e.Date)); err != nil {
			c.say(path+".date", "%q is no date: want YYYY-MM-DD", e.Date)
		}
	}
	c.required(path + ".windows")
	spans := []span{}
	for i := range e.Windows {
		at, w := item(path+".windows", i), &e.Windows[i]
		if c.given[at+".days"] {
			c.say(at+".days", "has no place in an exception, which is about one date")
		}
		s, good := checkTimes(c, at, w)
		if !good {
			continue
		}
		for _, t := range spans {
			if s.meets(t) {
				c.say(at, "overlaps %s", t.window)
			}
		}
		spans = append(spans, s)
	}
	return spans
}

// checkNeighbours looks for time past midnight that both an exception and the
// day before or after it claim.
func checkNeighbours(c *checker, d canonical.Date, dates map[canonical.Date][]span, weekly []span) {
	on := func(d canonical.Date) []span {
		if spans, is := dates[d]; is {
			return spans
		}
		weekday := (int(d.Weekday()) + 6) % 7
		var spans []span
		for _, s := range weekly {
			if s.weekday == weekdays[weekday] {
				spans = append(spans, s.shift(-weekday*day))
			}
		}
		return spans
	}
	for _, s := range dates[d] {
		for _, before := range on(d.AddDays(-1)) {
			if s.meets(before.shift(-day)) {
				c.say(s.window, "overlaps %s of the day before", before.window)
			}
		}
		if dates[d.AddDays(1)] != nil {
			continue // reported over there
		}
		for _, after := range on(d.AddDays(1)) {
			if s.meets(after.shift(day)) {
				c.say(s.window, "overlaps %s of the day after", after.window)
			}
		}
	}
}

func checkTimes(c *checker, path string, w *canonical.Window) (span, bool) {
	from, good := checkClock(c, path+".from", w.From, 0, day-1)
	to, fine := checkClock(c, path+".to", w.To, 0, day)
	if to <= from {
		to += day
	}
	return span{from: from, to: to, window: path}, good && fine
}

// checkClock reads a wall clock, HH:MM, in minutes after midnight.
func checkClock(c *checker, path, s string, least, most int) (int, bool) {
	if !c.required(path) {
		return 0, false
	}
	if len(s) == len("00:00") && s[2] == ':' && digits(s[:2]) && digits(s[3:]) {
		h, m := int(s[0]-'0')*10+int(s[1]-'0'), int(s[3]-'0')*10+int(s[4]-'0')
		if n := h*60 + m; m < 60 && least <= n && n <= most {
			return n, true
		}
	}
	c.say(path, "%q is no time of day: want HH:MM, %02d:%02d to %02d:%02d", s, least/60, least%60, most/60, most%60)
	return 0, false
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
