package places

import (
	"hora/canonical"
)

// A Question is an open question, read: what it says of when, who and which
// section, and the words that are left to look for.
type Question struct {
	canonical.Reading
	Sections []canonical.Section // that it speaks of, in their order; Reading.Section is set when it is one
	Words    []string            // folded, in order, without those that mean nothing by themselves
	phrase   []string            // all its words, for names that are told in full
}

// Read reads a question that is asked on that day. What it does not say, or
// says in two ways, stays absent.
func Read(question string, today canonical.Date) Question {
	r := reader{all: phrases(tokenize(question)), today: today}
	r.used = make([]bool, len(r.all))
	var q Question
	for _, t := range r.all {
		if t.wordy() {
			q.phrase = append(q.phrase, t.text)
		}
	}
	stay, unclear := r.stay()
	clock := r.clock()
	if stay != nil && stay.CheckOut == "" {
		stay.Time = clock
	}
	q.Stay, q.UnclearStay = stay, unclear
	q.Party, q.UnclearParty = r.party()
	q.Sections = r.sections()
	if len(q.Sections) == 0 && r.sleeps() {
		q.Sections = []canonical.Section{canonical.SectionStay}
	}
	if len(q.Sections) == 1 {
		q.Section = q.Sections[0]
	}
	for i, t := range r.all {
		if !r.used[i] && !t.digit && len(t.text) > 1 && !idle.has(t.text) {
			q.Words = append(q.Words, t.text)
		}
	}
	return q
}

// A reader goes over the tokens of a question. What it has understood is used
// up, and is no word to look for any more.
type reader struct {
	all   []token
	used  []bool
	today canonical.Date
}

// at is the token there; the zero token past either end.
func (r *reader) at(i int) token {
	if i < 0 || i >= len(r.all) {
		return token{}
	}
	return r.all[i]
}

func (r *reader) use(from, to int) {
	for i := from; i < to; i++ {
		r.used[i] = true
	}
}

// phrases turns what people write in several words into one.
func phrases(in []token) (out []token) {
	for i := 0; i < len(in); {
		if n := bedAndBreakfast(in[i:]); n > 0 {
			out = append(out, token{text: "bnb", glued: in[i].glued})
			i += n
			continue
		}
		if n, tokens := tensAt(in[i:]); n > 0 {
			out = append(out, token{text: in[i].text, n: n, glued: in[i].glued})
			i += tokens
			continue
		}
		if in[i].text != "&" {
			out = append(out, in[i])
		}
		i++
	}
	return out
}

// bedAndBreakfast is how many tokens spell one at the start of t.
func bedAndBreakfast(t []token) int {
	if len(t) < 3 || !t[1].is("&", "and") {
		return 0
	}
	if t[0].is("b") && t[2].is("b", "bs") || t[0].is("bed") && t[2].is("breakfast", "breakfasts") {
		return 3
	}
	return 0
}

// sleeps says whether somebody who names no section wants to stay for nights.
func (r *reader) sleeps() bool {
	for i, t := range r.all {
		if t.is("night", "nights") && number(r.at(i-1)) > 0 {
			return true
		}
	}
	return false
}

// sections are those that the question speaks of.
func (r *reader) sections() []canonical.Section {
	found := map[canonical.Section]bool{}
	for i, t := range r.all {
		if r.used[i] {
			continue
		}
		switch {
		case t.is("do"):
			if r.at(i - 1).is("to") {
				found[canonical.SectionDo] = true
			}
			r.use(i, i+1)
		case meanings().only[t.text] != "":
			found[meanings().only[t.text]] = true
			r.use(i, i+1)
		case meanings().also[stem(t.text)] != "":
			found[meanings().also[stem(t.text)]] = true
		}
	}
	var all []canonical.Section
	for _, s := range canonical.Sections {
		if found[s] {
			all = append(all, s)
		}
	}
	return all
}
