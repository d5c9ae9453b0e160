package intent

import (
	"slices"

	"hora/canonical"
)

// MaxText is how much of a text is read, in bytes; a request for an
// appointment is shorter.
const MaxText = 4000

// maxWords bounds the words that may name a service.
const maxWords = 24

// A Reading is what a text says.
type Reading struct {
	Want     canonical.Op // OpNone: not understood
	Words    []string     // folded words that may name a service, in order
	When     canonical.When
	Client   canonical.Client
	Booking  string // id, as written
	Language canonical.Language
	Assent   Assent
}

// Assent is the answer to a question that can be answered with yes or no.
type Assent int8

const (
	No       Assent = -1
	NoAnswer Assent = 0
	Yes      Assent = 1
)

// assentMax is how many words a yes or no has at most; a longer text says more.
const assentMax = 6

// Read reads a text. It never fails: a text of which nothing is understood
// yields a Reading without Want.
func Read(text string) Reading {
	if len(text) > MaxText {
		text = text[:MaxText]
	}
	t := split(text)
	r := Reading{Language: language(t), Assent: assent(t)}
	r.Client = client(t)
	days, clocks := times(t, r.Language)
	timed := len(clocks) > 0 || hasInstant(days)
	r.Want = want(t, timed, r.Client.Email != "")
	r.When = when(days, clocks, r.Want == canonical.OpReschedule)
	r.Booking = booking(t, r.Want)
	r.Words = words(t)
	return r
}

// Converse is the reading as a command to the desk.
func (r Reading) Converse() canonical.Converse {
	return canonical.Converse{Want: r.Want, Words: r.Words, When: r.When, Client: r.Client, Booking: r.Booking, Language: r.Language}
}

// words are what is left: neither taken as something else nor words of every
// sentence.
func words(t []token) []string {
	var out []string
	for i := range t {
		w := t[i].fold
		if t[i].used || len(w) < 3 || digitsIn(w) > 0 || isCommon(w) || isVerbal(w) || slices.Contains(out, w) {
			continue
		}
		if out = append(out, w); len(out) == maxWords {
			break
		}
	}
	return out
}

func assent(t []token) Assent {
	if len(t) == 0 || len(t) > assentMax {
		return NoAnswer
	}
	answer := NoAnswer
	switch t[0].fold {
	case "si", "yes", "yep", "yeah", "sure", "ok", "okay", "claro", "dale", "confirmo", "confirma", "confirmado", "confirm", "correcto", "correct", "perfecto", "adelante", "bueno":
		answer = Yes
	case "no", "nope", "nunca", "never":
		answer = No
	default:
		return NoAnswer
	}
	if len(t) == 1 || t[0].gap != 0 { // "si" alone can be an if, "no" a not
		return answer
	}
	for _, k := range t[1:] {
		switch k.fold {
		case "si", "por", "favor", "gracias", "claro", "confirmo", "confirma", "confirmar", "confirme", "adelante", "esta", "bien", "reserva", "reservala", "de", "acuerdo", "muchas",
			"yes", "please", "thanks", "thank", "you", "ok", "go", "ahead", "do", "it", "book", "confirm", "correct", "that", "is", "right", "no":
		default:
			return NoAnswer
		}
	}
	return answer
}
