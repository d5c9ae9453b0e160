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
	Answer   canonical.Answer // yes or no to what was asked before
	Choice   int              // which of the things offered before, from 1
}

// Read reads a text. It never fails: a text of which nothing is understood
// yields a Reading without Want.
func Read(text string) Reading {
	if len(text) > MaxText {
		text = text[:MaxText]
	}
	t := split(text)
	r := Reading{Language: language(t), Answer: answer(t)}
	r.Client = client(t)
	days, clocks := times(t, r.Language)
	timed := len(clocks) > 0 || hasInstant(days)
	r.Want = want(t, timed, r.Client.Email != "")
	r.When = when(days, clocks, r.Want == canonical.OpReschedule)
	r.Booking = booking(t, r.Want)
	r.Choice = choice(t)
	r.Words = words(t)
	return r
}

// Converse is the reading as a command to the desk.
func (r Reading) Converse() canonical.Converse {
	return canonical.Converse{Want: r.Want, Words: r.Words, When: r.When, Client: r.Client, Booking: r.Booking,
		Answer: r.Answer, Choice: r.Choice, Language: r.Language}
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
