package places

import "hora/canonical"

// most is the largest number of adults, or of children, that a party has.
const most = 30

var numbers = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}

// number is what a token counts; 0 for nothing.
func number(t token) int {
	if t.digit {
		return t.n
	}
	return numbers[t.text]
}

// heads are the readings of one part of a party. Two that differ are none.
type heads struct {
	n     int
	mixed bool
}

func (h *heads) add(n int) {
	h.mixed = h.mixed || h.n != 0 && h.n != n || n > most
	h.n = n
}

// party reads who comes: so many adults, people or guests, so many children,
// or simply "for four". It is nil when that is not said, or said in two ways.
func (r *reader) party() *canonical.Party {
	var adults, children, whole heads
	for i := range r.all {
		n := number(r.at(i))
		if n == 0 || r.used[i] {
			continue
		}
		var part *heads
		end := i + 2
		switch next := r.at(i + 1); {
		case next.is("adult", "adults"):
			part = &adults
		case next.is("child", "children", "kid", "kids"):
			part = &children
		case next.is("people", "persons", "person", "guests", "guest", "pax"):
			part = &whole
		case next.is("of") && r.at(i+2).is("us"):
			part, end = &whole, i+3
		case r.at(i-1).is("for") || r.at(i-1).is("of") && r.at(i-2).is("party", "group", "table"):
			if r.measures(i + 1) {
				continue
			}
			part, end = &whole, i+1
		default:
			continue
		}
		part.add(n)
		if r.at(i-1).is("or", "-", "to") { // 2 or 3 people
			part.mixed = true
		}
		start := i
		if r.at(i - 1).is("for") {
			start--
		}
		r.use(start, end)
	}
	switch {
	case adults.mixed || children.mixed || whole.mixed:
		return nil
	case adults.n == 0 && whole.n == 0:
		return nil
	case adults.n == 0 && children.n == 0:
		adults.n = whole.n
	case adults.n == 0 && whole.n > children.n: // four people, two of them children
		adults.n = whole.n - children.n
	case adults.n == 0, whole.n != 0 && whole.n != adults.n+children.n:
		return nil
	}
	return &canonical.Party{Adults: adults.n, Children: children.n}
}

// measures says whether the token makes the number before it one of something
// else than people.
func (r *reader) measures(i int) bool {
	t := r.at(i)
	return t.is("night", "nights", "day", "days", "week", "weeks", "hour", "hours", "minutes", "mins", "pm", "am", "month", "months", "miles", "pounds", "/", "or", "-", "to") ||
		months[t.text] > 0 || t.digit || t.is(":", ".") && r.at(i+1).digit && r.at(i+1).glued
}
