package places

// Words before a date, a time or a number that make it one of several, or a
// bound of what is meant, or no more than about it.
var vaguely = vocabulary{groups: []string{`or / maybe perhaps possibly probably about around approximately approx roughly circa nearly almost to till until not except before after
	since least most than under max maximum minimum min`}}

// Words after one that do the same.
var loosely = vocabulary{groups: []string{`or / maybe perhaps ish onward onwards earliest latest plus minus give flexible`}}

// leads are words that stand before a date, a time or a number and say nothing
// of how exact it is.
var leads = vocabulary{groups: []string{"the on at for in from"}}

// loose says whether what was read from one token to another is not all that
// is said: 14 or 21 March, two to three nights, about eight people, from 7 to
// 8pm. Such a thing is left out, since any one reading would be a guess. more
// are words before it that make it loose as well.
func (r *reader) loose(from, to int, more ...string) bool {
	return r.looseBefore(from-1, more) || r.looseAfter(to)
}

func (r *reader) looseBefore(i int, more []string) bool {
	for leads.has(r.at(i).text) || dayNames.number(r.at(i).text) > 0 {
		if r.at(i).is("on", "from") && spans.has(r.at(i-1).text) { // a week on Friday
			return true
		}
		i--
	}
	t := r.at(i)
	if vaguely.has(t.text) || t.is(more...) || t.is("of") && (spans.has(r.at(i-1).text) || r.at(i-1).is("weekend")) {
		return true
	}
	if !t.is("-", "and", "&") {
		return false
	}
	for i--; dayNames.number(r.at(i).text) > 0; {
		i--
	}
	return number(r.at(i)) > 0 && len(r.at(i).text) != 4 && !r.taken(i) // 14 and 21 March
}

func (r *reader) looseAfter(i int) bool {
	t := r.at(i)
	if loosely.has(t.text) || t.is("+") && (number(r.at(i+1)) == 0 || !r.counts(i+1)) { // but 2 adults + 2 kids
		return true
	}
	if !t.is("-", "to", "till", "until", "and", "&") {
		return false
	}
	for i++; r.at(i).is("the", "ish") || dayNames.number(r.at(i).text) > 0; i++ {
		if r.at(i).is("ish") {
			return true
		}
	}
	return number(r.at(i)) > 0 && !r.taken(i) && !r.counts(i) // 14 March to 16
}

// beside says whether a day of the month stands right beside a date, so that
// both are of a list: 14, 21 March.
func (r *reader) beside(from, to int) bool {
	if day(r.at(from-1)) && !r.taken(from-1) && !r.at(from-2).is("for", "of") && !r.at(from-2).is(":", ".", "/") {
		return true
	}
	return day(r.at(to)) && !r.taken(to) && !r.counts(to)
}

// shared says whether a first day may be no day, but the number of a party: a
// table for 2 - 14 March.
func (r *reader) shared(i int) bool {
	dash := r.at(i + 1)
	return r.at(i-1).is("for", "of") && number(r.at(i)) > 0 && r.at(i).n <= 12 && dash.is("-") && !dash.glued && !r.at(i+2).glued
}

func (r *reader) taken(i int) bool { return i >= 0 && i < len(r.used) && r.used[i] }

// counts says whether a number is one of something that is named after it: of
// people, of nights, of a clock. Of 2 in "2-3 people" it is, too.
func (r *reader) counts(i int) bool {
	next := r.at(i + 1)
	if joins.has(next.text) && number(r.at(i+2)) > 0 {
		return r.counts(i + 2)
	}
	return next.is(people...) || next.is("of") || r.unit(i+1)
}

// joins are what stands between two numbers of which either may be meant.
var joins = vocabulary{groups: []string{"or - to /"}}

// spans are lengths of time that are told in more than one way of counting.
var spans = vocabulary{groups: []string{"day days week weeks fortnight month months"}}
