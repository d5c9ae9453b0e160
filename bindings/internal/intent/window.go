package intent

// A window is between which times of day a text wants something to begin,
// HH:MM; empty where it does not say.
type window struct{ after, before string }

// windows reads "entre las 2 y las 4", "after 3pm", "antes de las 11", and
// marks the tokens as used. A text has one at most.
func windows(t []token) (w window) {
	for i := 0; i < len(t) && w == (window{}); i++ {
		if t[i].used {
			continue
		}
		w = between(t, i)
		for _, bound := range bounds {
			if w != (window{}) {
				break
			}
			at, ok := behind(t, i, bound.cue)
			if !ok {
				continue
			}
			from, h, ok := hourOf(t, at, bound.plain && t[at-1].fold != "del") // "despues del 10" is a day
			if !ok {
				continue
			}
			if use(t, i, from-i+h.tokens); bound.end {
				w.before = h.String()
			} else {
				w.after = h.String()
			}
		}
	}
	return w
}

// bounds are the words before a time of day that make it a bound. Where plain
// is set a bare number after them is a time too.
var bounds = []struct {
	cue        []string
	end, plain bool
}{
	{phrase("no", "antes", "de"), false, true},
	{phrase("not", "before"), false, true},
	{phrase("despues", "de"), false, true},
	{phrase("luego", "de"), false, false},
	{phrase("a", "partir", "de"), false, true},
	{phrase("pasadas"), false, true},
	{phrase("desde"), false, false},
	{phrase("after"), false, true},
	{phrase("from"), false, false},
	{phrase("antes", "de"), true, true},
	{phrase("hasta"), true, false},
	{phrase("before"), true, true},
	{phrase("until"), true, false},
	{phrase("by"), true, false},
}

// behind is the token after a row of words that begins at i.
func behind(t []token, i int, row []string) (int, bool) {
	for j, w := range row {
		if i+j >= len(t) || t[i+j].fold != w && (w != "de" || t[i+j].fold != "del") {
			return 0, false
		}
	}
	return i + len(row), true
}

// hourOf reads a time of day with the article that may stand before it, and
// says at which token it begins. An hour that can be in the afternoon is. A
// number of things is none.
func hourOf(t []token, i int, plain bool) (from int, h hour, ok bool) {
	article := i < len(t) && (t[i].fold == "las" || t[i].fold == "la" || t[i].fold == "el")
	if from = i; article {
		from++
	}
	h, ok = hourAt(t, from, true)
	if !ok || !h.sure && !plain && !(article && t[i].fold == "las") || !h.sure && article && t[i].fold == "el" {
		return 0, hour{}, false
	}
	if end := from + h.tokens; !h.sure && end < len(t) && t[end-1].gap == 0 && (isUnit(t[end].fold) || month(t[end].fold) > 0 || t[end].fold == "de") {
		return 0, hour{}, false
	}
	if h.early() {
		h.half = 'p'
	}
	return from, h, true
}

// isUnit says whether a word after a number says of what there are so many.
func isUnit(w string) bool {
	switch w {
	case "dia", "dias", "semana", "semanas", "mes", "meses", "hora", "horas", "minutos", "min", "sesion", "sesiones", "day", "days", "week", "weeks", "month", "months", "hour", "hours", "minutes", "session", "sessions":
		return true
	}
	return isCrowd(w)
}

// between reads "entre las 2 y las 4", "de 3 a 5", "from 2 to 4".
func between(t []token, i int) window {
	switch t[i].fold {
	case "entre", "between", "de", "from", "desde":
	default:
		return window{}
	}
	at, first, ok := hourOf(t, i+1, true)
	if !ok {
		return window{}
	}
	j := at + first.tokens
	if j >= len(t) || !matches(t[j].fold, phrase("y", "and", "a", "to", "hasta", "until", "till")) {
		return window{}
	}
	at, last, ok := hourOf(t, j+1, true)
	if !ok {
		return window{}
	}
	use(t, i, at+last.tokens-i)
	if first.half == 0 && last.half == 'p' && first.h < 12 && first.h < last.h && last.h < 12 { // from 1 to 3 pm, but from 11 to 1
		first.half = 'p'
	}
	return window{first.String(), last.String()}
}

// part reads which part of the day is meant, where it belongs to no time of
// day: "en la tarde", "Friday morning", "esta noche".
func part(t []token) (w window) {
	for i := range t {
		if t[i].used && t[i].fold != "tonight" { // which is a day as well
			continue
		}
		before := ""
		if i > 0 {
			before = t[i-1].fold
		}
		of := before == "la" || before == "esta" || before == "hoy" || before == "manana" || weekday(before, "") != ""
		switch t[i].fold {
		case "manana":
			if before == "la" || before == "esta" {
				w.before = "12:00"
			}
		case "tarde":
			if of {
				w.after = "12:00"
			}
		case "noche":
			if of {
				w.after = "18:00"
			}
		case "morning":
			if before != "good" {
				w.before = "12:00"
			}
		case "afternoon":
			if before != "good" {
				w.after = "12:00"
			}
		case "evening", "night":
			if before != "good" {
				w.after = "18:00"
			}
		case "tonight":
			w.after = "18:00"
		default:
			continue
		}
		if w != (window{}) {
			t[i].used = true
			return w
		}
	}
	return w
}
