package intent

import "hora/canonical"

// shortest is how many words an answer to a question has at most; a longer
// text says more than yes, no or which.
const shortest = 6

// answer is yes or no, where the text is nothing else: "si" can also be an if
// and "no" a not.
func answer(t []token) canonical.Answer {
	if len(t) == 0 || len(t) > shortest {
		return ""
	}
	var said canonical.Answer
	switch t[0].fold {
	case "si", "yes", "yep", "yeah", "sure", "ok", "okay", "claro", "dale", "confirmo", "confirma", "confirmado", "confirm", "correcto", "correct", "perfecto", "adelante", "bueno":
		said = canonical.Yes
	case "no", "nope", "nunca", "never":
		said = canonical.No
	default:
		return ""
	}
	if len(t) == 1 || t[0].gap != 0 {
		return said
	}
	for _, k := range t[1:] {
		switch k.fold {
		case "si", "por", "favor", "gracias", "claro", "confirmo", "confirma", "confirmar", "confirme", "adelante", "esta", "bien", "reserva", "reservala", "de", "acuerdo", "muchas",
			"yes", "please", "thanks", "thank", "you", "ok", "go", "ahead", "do", "it", "book", "confirm", "correct", "that", "is", "right", "no":
		default:
			return ""
		}
	}
	return said
}

// choice is which of several offered things is meant: "2", "la segunda",
// "opción 2", "the second one". 0 is none of them.
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
	if w := t[i].raw; n == 0 && len(w) == 1 && isDigit(w[0]) && (cued || len(t) == 1) {
		n = int(w[0] - '0')
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
