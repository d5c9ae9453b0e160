package intent

import "hora/canonical"

// relative reads hoy, mañana, pasado mañana, en tres días, esta semana, próxima
// semana and their English twins. In "por la mañana" it reads a part of the
// day, which names no day.
func relative(t []token, i int) (canonical.When, int) {
	ahead := func(n, tokens int) (canonical.When, int) {
		return canonical.When{Day: canonical.Day{Ahead: &n}}, tokens
	}
	week := func(n, tokens int) (canonical.When, int) { return canonical.When{Day: canonical.Day{Week: &n}}, tokens }
	switch t[i].fold {
	case "hoy", "today", "tonight":
		return ahead(0, 1)
	case "ayer", "yesterday":
		return ahead(-1, 1)
	case "manana":
		if i > 0 && (t[i-1].fold == "la" || t[i-1].fold == "esta") {
			return canonical.When{}, 0
		}
		return ahead(1, 1)
	case "tomorrow", "tmrw", "tmw":
		return ahead(1, 1)
	case "pasado":
		if follows(t, i, "manana") {
			return ahead(2, 2)
		}
	case "day":
		if follows(t, i, "after") && follows(t, i+1, "tomorrow") {
			return ahead(2, 3)
		}
	case "en", "in", "de":
		if n, tokens := distance(t, i+1); n > 0 && (t[i].fold != "de" || i > 0 && t[i-1].fold == "dentro") {
			return ahead(n, 1+tokens)
		}
	case "esta", "this":
		switch {
		case follows(t, i, "semana", "week"):
			return week(0, 2)
		case follows(t, i, "manana", "tarde", "noche", "morning", "afternoon", "evening"):
			return ahead(0, 1)
		}
	case "proxima", "siguiente", "next", "otra":
		switch {
		case follows(t, i, "semana", "week"):
			return week(1, 2)
		case follows(t, i, "weekend"):
			return weekend(1, 2)
		}
	case "fin", "finde":
		if n := weekendAt(t, i); n > 0 {
			if k := comingAt(t, i+n); k > 0 {
				return weekend(1, n+k)
			}
			return weekend(0, n)
		}
	case "semana":
		switch {
		case follows(t, i, "proxima", "siguiente", "entrante"):
			return week(1, 2)
		case follows(t, i, "que") && follows(t, i+1, "viene"):
			return week(1, 3)
		}
	case "weekend":
		return weekend(0, 1)
	}
	return canonical.When{}, 0
}

// weekendAt says how many tokens from i on say weekend in Spanish.
func weekendAt(t []token, i int) int {
	switch {
	case t[i].fold == "finde":
		return 1
	case follows(t, i, "de") && follows(t, i+1, "semana"):
		return 3
	}
	return 0
}

// weekend is Saturday and Sunday, of the coming week where n is 1.
func weekend(n, tokens int) (canonical.When, int) {
	saturday, sunday := canonical.Day{Weekday: "sat"}, canonical.Day{Weekday: "sun"}
	if n > 0 {
		saturday.Week, sunday.Week = &n, &n
	}
	return canonical.When{Day: saturday, Until: &sunday}, tokens
}

// distance reads how many days something is off: "3 días", "dos semanas", "a
// week".
func distance(t []token, i int) (days, tokens int) {
	if i+1 >= len(t) {
		return 0, 0
	}
	n, words := numeral(t, i)
	if t[i].fold == "a" {
		n, words = 1, 1
	}
	if n < 1 || i+words >= len(t) {
		return 0, 0
	}
	switch t[i+words].fold {
	case "dia", "dias", "day", "days":
		return n, words + 1
	case "semana", "semanas", "week", "weeks":
		return 7 * n, words + 1
	}
	return 0, 0
}
