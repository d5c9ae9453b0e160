package intent

import "hora/canonical"

// times finds the days and the times of day that a text names, in order, and
// marks their tokens as used.
func times(t []token, lang canonical.Language) (days []canonical.When, clocks []string) {
	last := -1 // the token after which the last day ended
	for i := 0; i < len(t); {
		if t[i].used {
			i++
			continue
		}
		if w, n := day(t, i, lang); n > 0 {
			if w.Clock != "" {
				clocks = append(clocks, w.Clock)
				w.Clock = ""
			}
			if last >= 0 && i-last <= 4 && joinable(days[len(days)-1], w) {
				days[len(days)-1] = join(days[len(days)-1], w)
			} else {
				days = append(days, w)
			}
			i = use(t, i, n)
			last = i
			continue
		}
		if c, n := clock(t, i); n > 0 {
			clocks = append(clocks, c)
			i = use(t, i, n)
			continue
		}
		i++
	}
	return days, clocks
}

func use(t []token, i, n int) int {
	for j := i; j < i+n; j++ {
		t[j].used = true
	}
	return i + n
}

func hasInstant(days []canonical.When) bool {
	for _, d := range days {
		if !d.At.IsZero() {
			return true
		}
	}
	return false
}

// joinable says whether two expressions say different things of one day, as
// "lunes" and "6 de abril" do, or "lunes" and "de la próxima semana".
func joinable(a, b canonical.When) bool {
	return (a.Weekday != "") != (b.Weekday != "")
}

func join(a, b canonical.When) canonical.When {
	if a.Weekday == "" {
		a, b = b, a
	}
	b.Weekday = a.Weekday
	return b
}

// when is the time that is meant where several are named: the first, or for a
// move the last ("del lunes al martes"). Of what was said of the day only the
// most exact stays.
func when(days []canonical.When, clocks []string, last bool) canonical.When {
	var w canonical.When
	if n := len(days); n > 0 {
		w = days[0]
		if last {
			w = days[n-1]
		}
	}
	if n := len(clocks); n > 0 {
		w.Clock = clocks[0]
		if last {
			w.Clock = clocks[n-1]
		}
	}
	switch {
	case !w.At.IsZero():
		return canonical.When{At: w.At}
	case w.Date != "":
		return canonical.When{Date: w.Date, Clock: w.Clock}
	case w.Yearly != "":
		return canonical.When{Yearly: w.Yearly, Clock: w.Clock}
	case w.Ahead != nil:
		return canonical.When{Ahead: w.Ahead, Clock: w.Clock}
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
		return canonical.When{Weekday: d}, 1
	}
	return relative(t, i)
}

// relative reads hoy, mañana, pasado mañana, esta semana, próxima semana and
// their English twins. In "por la mañana" it reads a part of the day, which
// names no day.
func relative(t []token, i int) (canonical.When, int) {
	ahead := func(n, tokens int) (canonical.When, int) { return canonical.When{Ahead: &n}, tokens }
	week := func(n, tokens int) (canonical.When, int) { return canonical.When{Week: &n}, tokens }
	switch t[i].fold {
	case "hoy", "today", "tonight":
		return ahead(0, 1)
	case "manana":
		if i > 0 && t[i-1].fold == "la" {
			return canonical.When{}, 0
		}
		return ahead(1, 1)
	case "tomorrow", "tmrw":
		return ahead(1, 1)
	case "pasado":
		if follows(t, i, "manana") {
			return ahead(2, 2)
		}
	case "day":
		if follows(t, i, "after") && follows(t, i+1, "tomorrow") {
			return ahead(2, 3)
		}
	case "esta", "this":
		switch {
		case follows(t, i, "semana", "week"):
			return week(0, 2)
		case follows(t, i, "manana", "tarde", "noche", "morning", "afternoon", "evening"):
			return ahead(0, 2)
		}
	case "proxima", "siguiente", "next":
		if follows(t, i, "semana", "week") {
			return week(1, 2)
		}
	case "semana":
		switch {
		case i > 1 && t[i-1].fold == "de" && t[i-2].fold == "fin":
			return canonical.When{Weekday: "sat"}, 1
		case follows(t, i, "proxima", "siguiente", "entrante"):
			return week(1, 2)
		case follows(t, i, "que") && follows(t, i+1, "viene"):
			return week(1, 3)
		}
	case "weekend":
		return canonical.When{Weekday: "sat"}, 1
	}
	return canonical.When{}, 0
}

// follows says whether the token after i is one of the words.
func follows(t []token, i int, words ...string) bool {
	return i+1 < len(t) && matches(t[i+1].fold, words)
}
