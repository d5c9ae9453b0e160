package intent

import "hora/canonical"

// A moment is one day or time that a text names.
type moment struct {
	canonical.When
	ends bool // the last day of what begins with the one before
}

// times finds the days and the times of day that a text names, in order, and
// marks their tokens as used.
func times(t []token, lang canonical.Language) (days []moment, clocks []hour) {
	last, first := -1, 0 // the token behind the last day, and its first
	for i := 0; i < len(t); {
		if t[i].used {
			i++
			continue
		}
		if w, n := day(t, i, lang); n > 0 {
			if w.Clock != "" {
				clocks = append(clocks, clockOf(w.Clock))
				w.Clock = ""
			}
			switch {
			case last >= 0 && i-last <= 4 && joinable(days[len(days)-1].Day, w.Day):
				days[len(days)-1].Day = join(days[len(days)-1].Day, w.Day)
			case last >= 0 && len(days) == 1 && spans(t, first, last, i):
				days[0].Day = inMonth(days[0].Day, w.Day)
				days = append(days, moment{w, true})
			default:
				days = append(days, moment{When: w})
			}
			first = i
			i = use(t, i, n)
			last = i
			continue
		}
		if h, ok := clock(t, i); ok {
			clocks = append(clocks, h)
			i = use(t, i, h.tokens)
			continue
		}
		i++
	}
	return days, clocks
}

// clockOf is HH:MM as an hour.
func clockOf(s string) hour {
	return hour{h: int(s[0]-'0')*10 + int(s[1]-'0'), m: int(s[3]-'0')*10 + int(s[4]-'0'), sure: true}
}

// spans says whether a day that begins at token i ends what the one from first
// to last begins: "del 3 al 5", "entre el lunes y el jueves", "from Monday to
// Thursday".
func spans(t []token, first, last, i int) bool {
	if i-last < 1 || i-last > 2 || i-last == 2 && t[i-1].fold != "el" && t[i-1].fold != "the" {
		return false
	}
	switch t[last].fold {
	case "al", "hasta", "to", "through", "thru", "until", "till":
		return true
	case "a", "y", "and":
		for j := max(first-2, 0); j < first; j++ {
			if matches(t[j].fold, phrase("entre", "de", "desde", "between")) {
				return true
			}
		}
	}
	return false
}

// inMonth is a day of any month as one of the month that the day it leads to
// has: "del 3 al 5 de abril".
func inMonth(from, to canonical.Day) canonical.Day {
	if from.Monthly > 0 && to.Yearly != "" {
		return canonical.Day{Yearly: to.Yearly[:3] + pad(from.Monthly, 2)}
	}
	return from
}

func use(t []token, i, n int) int {
	for j := i; j < i+n; j++ {
		t[j].used = true
	}
	return i + n
}

func hasInstant(days []moment) bool {
	for _, d := range days {
		if !d.At.IsZero() {
			return true
		}
	}
	return false
}

// joinable says whether two expressions say different things of one day, as
// "lunes" and "6 de abril" do, or "lunes" and "de la próxima semana".
func joinable(a, b canonical.Day) bool {
	return (a.Weekday != "") != (b.Weekday != "")
}

func join(a, b canonical.Day) canonical.Day {
	if a.Weekday == "" {
		a, b = b, a
	}
	b.Weekday, b.Later = a.Weekday, a.Later
	return b
}

// when is the time that is meant where several are named: the first, or for a
// move the last ("del lunes al martes"). Of what was said of the day only the
// most exact stays.
func when(days []moment, clocks []hour, within window, last bool) canonical.When {
	w := canonical.When{After: within.after, Before: within.before}
	if n := len(days); n > 0 {
		w = days[0].When
		switch {
		case last:
			w = days[n-1].When
		case n > 1 && days[1].ends:
			w.Until = &days[1].Day
		}
		w.After, w.Before = within.after, within.before
	}
	if n := len(clocks); n > 0 {
		h := clocks[0]
		if last {
			h = clocks[n-1]
		}
		w.Clock, w.Exact = h.String(), h.half == 'a'
	}
	switch {
	case !w.At.IsZero():
		return canonical.When{At: w.At}
	case w.Date != "", w.Yearly != "", w.Ahead != nil:
		w.Weekday, w.Week, w.Later = "", nil, false
	}
	return w
}

// day reads a day, or an instant, that begins at token i, and says how many
// tokens it takes.
func day(t []token, i int, lang canonical.Language) (canonical.When, int) {
	if w, n := instant(t, i); n > 0 {
		return w, n
	}
	if w, ok := numericDate(t, i, lang); ok {
		return w, 1
	}
	if w, n := monthDate(t, i); n > 0 {
		return w, n
	}
	if d := weekday(t[i].fold, lang); d != "" {
		n := comingAt(t, i+1)
		return canonical.When{Day: canonical.Day{Weekday: d, Later: n > 0 || i > 0 && isComing(t[i-1].fold)}}, 1 + n
	}
	if n := dayOfMonth(t, i); n > 0 {
		return canonical.When{Day: canonical.Day{Monthly: n}}, 1
	}
	return relative(t, i)
}

// isComing says whether a word before or behind a weekday puts it off beyond
// today.
func isComing(w string) bool {
	return w == "proximo" || w == "proxima" || w == "siguiente" || w == "next" || w == "entrante"
}

// comingAt says how many tokens from i on do so: "siguiente", "que viene".
func comingAt(t []token, i int) int {
	switch {
	case i >= len(t) || t[i-1].gap != 0:
	case isComing(t[i].fold):
		return 1
	case t[i].fold == "que" && follows(t, i, "viene"):
		return 2
	}
	return 0
}

// dayOfMonth reads a day without its month: "el 15", "the 15th".
func dayOfMonth(t []token, i int) int {
	n := ordinal(t[i].fold)
	if i == 0 || n == 0 || !isDigit(t[i].fold[0]) || len(t[i].fold) > 4 {
		return 0
	}
	switch before := t[i-1].fold; before {
	case "el", "del", "al", "dia":
		// these announce one
	case "the", "on":
		if isDigit(t[i].fold[len(t[i].fold)-1]) && before == "on" {
			return 0
		}
	default:
		if weekday(before, "") == "" || t[i-1].gap != 0 {
			return 0
		}
	}
	if i+1 == len(t) || t[i].gap != 0 || follows(t, i, "a", "al", "y", "o", "hasta", "en", "por", "tipo", "si", "con", "de", "desde", "despues", "antes", "tienen", "hay", "at", "in", "to", "and", "or", "please", "after", "before", "around", "between", "works") {
		return n
	}
	return 0
}

// follows says whether the token after i is one of the words.
func follows(t []token, i int, words ...string) bool {
	return i+1 < len(t) && matches(t[i+1].fold, words)
}
