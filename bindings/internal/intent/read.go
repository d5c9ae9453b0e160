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
	With     []string     // folded words that may name a provider
	When     canonical.When
	Party    int  // how many people come; 0: it does not say, or not clearly
	Crowd    bool // it speaks of people and does not say clearly how many
	Client   canonical.Client
	Booking  string // id, as written
	Language canonical.Language
	Answer   canonical.Answer // yes or no to what was asked before
	Choice   int              // which of the things offered before, from 1
	Soonest  bool             // of those, the first that is free
	About    bool             // it asks about the place itself: when it is open, where it is
}

// Read reads a text. It never fails: a text of which nothing is understood
// yields a Reading without Want.
func Read(text string) Reading {
	if len(text) > MaxText {
		text = text[:MaxText]
	}
	t := split(text)
	r := Reading{Language: language(t), About: about(t), Soonest: soonest(t), With: with(t)}
	r.Client = client(t)
	r.Party, r.Crowd = party(t)
	w := windows(t)
	days, clocks := times(t, r.Language)
	if w == (window{}) {
		w = part(t)
	}
	timed := len(clocks) > 0 || hasInstant(days)
	r.Want = want(t, timed, r.Client.Email != "")
	r.When = when(days, clocks, w, r.Want == canonical.OpReschedule)
	r.Booking = booking(t, r.Want)
	r.Answer = answer(t)
	r.Choice = choice(t)
	r.Words = words(affirmed(t))
	return r
}

// Converse is the reading as a command to the desk.
func (r Reading) Converse() canonical.Converse {
	return canonical.Converse{Want: r.Want, Words: r.Words, With: r.With, When: r.When, Party: r.Party, Crowd: r.Crowd, Client: r.Client, Booking: r.Booking,
		Answer: r.Answer, Choice: r.Choice, Soonest: r.Soonest, Language: r.Language}
}

// with are the words behind "con" and "with", and behind a title: they may be
// the name of whoever gives the service.
func with(t []token) (names []string) {
	for i := 0; i+1 < len(t); i++ {
		if !matches(t[i].fold, phrase("con", "with", "dr", "dra", "doctor", "doctora")) {
			continue
		}
		for j := i + 1; j < len(t) && len(names) < 4 && (j == i+1 || t[j-1].gap == 0 || len(t[j-1].fold) < 5 && t[j-1].gap == '.'); j++ {
			w := t[j].fold
			if len(w) > 2 && !isCommon(w) && !isVerbal(w) && !matches(w, phrase("dra", "doctor", "doctora", "klga", "mrs")) {
				names = append(names, w)
			}
		}
		break
	}
	return names
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
