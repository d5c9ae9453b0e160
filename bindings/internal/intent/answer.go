package intent

import (
	"cmp"
	"slices"
	"strconv"

	"hora/canonical"
)

// shortest is how many words a choice has at most; a longer text says more than
// which.
const shortest = 6

// answer is yes or no, where the text is nothing else, or is so up to its first
// comma: "si" can also be an if and "no" a not. A yes with a but, or with a
// question, is none.
func answer(t []token) (said canonical.Answer) {
	if isLeaving(t) {
		return canonical.Leave
	}
	if has(t, "pero", "aunque", "espera", "espere", "but", "though", "wait") || slices.ContainsFunc(t, func(k token) bool { return k.gap == '?' }) {
		return ""
	}
	more := false
	for i := range t {
		one := answerIn(t, i)
		switch {
		case said == "" || one == canonical.No && !more: // "claro que no"
			said = cmp.Or(one, said)
		}
		if more = more || one == "" && !isFiller(t[i].fold); more && (said == "" || t[0].gap == 0) {
			return ""
		}
	}
	return said
}

// answerIn is the answer that one word gives.
func answerIn(t []token, i int) canonical.Answer {
	switch t[i].fold {
	case "si", "sip", "sipo", "ya", "dale", "claro", "obvio", "vale", "ok", "okay", "okey", "listo", "exacto", "correcto", "confirmo", "confirma", "confirmar", "confirmado", "confirme", "confirmemos", "perfecto", "adelante", "bueno", "genial", "excelente", "bacan", "super", "acuerdo", "supuesto", "reservala", "agendala",
		"yes", "yep", "yup", "yeah", "sure", "confirm", "confirmed", "correct", "right", "absolutely", "definitely", "perfect", "great", "works", "course", "ahead":
		return canonical.Yes
	case "no", "nop", "nope", "nah", "nunca", "never", "tampoco":
		return canonical.No
	case "bien", "good", "fine":
		if i > 0 && matches(t[i-1].fold, phrase("esta", "parece", "sounds", "looks", "that's", "is")) {
			return canonical.Yes
		}
	case "y":
		if len(t) == 1 {
			return canonical.Yes
		}
	case "it":
		if i > 0 && matches(t[i-1].fold, phrase("book", "do", "reserve", "take")) {
			return canonical.Yes
		}
	}
	return ""
}

// isFiller says whether a word can stand beside an answer without changing it.
func isFiller(w string) bool {
	switch w {
	case "por", "favor", "porfa", "porfavor", "gracias", "muchas", "esta", "bien", "muy", "de", "me", "parece", "que", "yo", "lo", "reserva", "hora", "cita", "la", "esa", "asi", "es", "po", "pues", "mejor", "todavia", "aun", "todo", "entonces",
		"please", "thanks", "thank", "you", "go", "do", "it", "book", "that", "that's", "is", "the", "sounds", "looks", "good", "fine", "all", "of", "so", "much", "for", "very", "not", "yet", "then", "back", "take", "reserve", "appointment", "one", "i", "we":
		return true
	}
	return false
}

// isLeaving says whether a text gives up what was begun: "olvídalo", "ya no",
// "never mind"; or "cancelar" and the like, where it does not say what.
func isLeaving(t []token) bool {
	for i := range t {
		switch t[i].fold {
		case "olvidalo", "olvidelo", "dejalo", "dejemoslo", "desisto", "nevermind":
			return true
		case "never":
			if follows(t, i, "mind") {
				return true
			}
		case "forget":
			if follows(t, i, "it", "that", "about") {
				return true
			}
		case "no":
			if follows(t, i, "importa") || i > 0 && t[i-1].fold == "ya" && t[i-1].gap == 0 && len(t) <= shortest && !anyUsed(t) {
				return true
			}
		}
	}
	if len(t) > 1 && t[0].fold == "no" && t[0].gap != 0 {
		t = t[1:]
	}
	said := false
	for i := range t {
		switch t[i].fold {
		case "cancelar", "cancela", "cancele", "cancelo", "cancelalo", "cancelala", "anular", "anula", "anulalo", "salir", "cancel", "stop", "quit", "abort":
			said = true
		case "eso", "todo", "por", "favor", "porfa", "gracias", "mejor", "it", "this", "that", "please", "thanks", "ok", "actually", "quiero", "everything":
		default:
			return false
		}
	}
	return said
}

// anyUsed says whether a text names a time, a person or the like.
func anyUsed(t []token) bool { return slices.ContainsFunc(t, func(k token) bool { return k.used }) }

// choice is which of several offered things is meant: "2", "la segunda",
// "opción 2", "the second one". 0 is none of them. A number alone may be more
// than what was offered.
func choice(t []token) int {
	i, cued := 0, false
	for i < len(t) && isPointing(t[i].fold) {
		cued = cued || t[i].fold != "el" // "el 2" is a day
		i++
	}
	if i == len(t) || t[i].used || len(t) > shortest {
		return 0
	}
	n := counted(t[i].fold)
	if w := t[i].raw; n == 0 && len(w) <= 2 && digitsIn(w) == len(w) && (cued && len(w) == 1 || len(t) == 1) {
		n, _ = strconv.Atoi(w)
	}
	if t[i].gap != 0 || i+1 == len(t) {
		return n
	}
	switch t[i+1].fold {
	case "opcion", "option", "one", "por", "porfa", "please", "gracias", "thanks":
		return n
	}
	return 0
}

// soonest says whether the first that is free is meant, whichever it is.
func soonest(t []token) bool {
	return has(t, "asap", "earliest", "soonest") ||
		near(t, 1, phrase("antes"), phrase("posible")) || near(t, 1, phrase("cuanto"), phrase("antes")) ||
		near(t, 1, phrase("mas"), phrase("temprano", "temprana", "pronto", "pronta", "cercana")) ||
		near(t, 1, phrase("first"), phrase("available", "free")) || near(t, 2, phrase("primera"), phrase("disponible", "libre"))
}

func isPointing(w string) bool {
	switch w {
	case "la", "el", "the", "opcion", "option", "number", "numero", "prefiero", "quiero":
		return true
	}
	return false
}

// counted is the place that an ordinal names; 0 for any other word.
func counted(w string) int {
	switch w {
	case "primera", "primero", "first":
		return 1
	case "segunda", "segundo", "second":
		return 2
	case "tercera", "tercero", "third":
		return 3
	case "cuarta", "cuarto", "fourth":
		return 4
	case "quinta", "quinto", "fifth":
		return 5
	}
	return 0
}
