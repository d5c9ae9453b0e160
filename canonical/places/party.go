package places

import (
	"slices"

	"hora/canonical"
)

// heads are the readings of one part of a party. Two that differ are none.
type heads struct {
	n     int
	mixed bool
}

func (h *heads) add(n int) {
	h.mixed = h.mixed || h.n != 0 && h.n != n || n > canonical.MaxHeads
	h.n = n
}

// What a number of people is told by.
var (
	grown    = []string{"adult", "adults"}
	children = []string{"child", "children", "kid", "kids"}
	anybody  = []string{"people", "persons", "person", "guests", "guest", "pax"}
	people   = slices.Concat(grown, children, anybody)
)

// party reads who comes: so many adults, people or guests, so many children,
// or simply "for four". It is nil when that is not said; and when it is unclear,
// said in two ways, not for certain, or of more than may come.
func (r *reader) party() (p *canonical.Party, unclear bool) {
	var adults, young, whole heads
	for i := range r.all {
		n := number(r.at(i))
		if r.at(i).is("a", "an") && r.at(i+1).is("child", "kid") && !r.offered(i+1) {
			n = 1
		}
		if n == 0 || r.used[i] {
			whole.mixed = whole.mixed || n == 0 && !r.used[i] && r.uncountable(i)
			continue
		}
		var part *heads
		end := i + 2
		switch next := r.at(i + 1); {
		case next.is(grown...):
			part = &adults
		case next.is(children...):
			part = &young
		case next.is(anybody...):
			part = &whole
		case next.is("of") && r.at(i+2).is("us"):
			part, end = &whole, i+3
		case r.at(i-1).is("for") || r.at(i-1).is("of") && r.at(i-2).is("party", "group", "table"):
			if r.measures(i + 1) {
				whole.mixed = whole.mixed || r.either(i)
				continue
			}
			part, end = &whole, i+1
		case r.at(i-1).is("of") && r.at(i-2).is("family"): // how many of them are children?
			whole.mixed = true
			continue
		default:
			continue
		}
		part.add(n)
		part.mixed = part.mixed || r.loose(i, end, "over") || r.fraction(i)
		start := i
		if r.at(i - 1).is("for") {
			start--
		}
		r.use(start, end)
	}
	young.mixed = young.mixed || r.uncounted()
	switch {
	case adults.mixed || young.mixed || whole.mixed:
		return nil, true
	case adults.n == 0 && whole.n == 0:
		return nil, young.n > 0
	case adults.n == 0 && young.n == 0:
		adults.n = whole.n
	case adults.n == 0 && whole.n > young.n: // four people, two of them children
		adults.n = whole.n - young.n
	case adults.n == 0, whole.n != 0 && whole.n != adults.n+young.n:
		return nil, true
	}
	return &canonical.Party{Adults: adults.n, Children: young.n}, false
}

// vast are words for so many that they are no number here.
var vast = vocabulary{groups: []string{"hundred hundreds thousand thousands dozen dozens several couple zero"}}

// uncountable says whether people are told by something that is no number: by
// 0, by more digits than are read, or in words.
func (r *reader) uncountable(i int) bool {
	t := r.at(i)
	next := r.at(i + 1)
	if next.is("of") {
		next = r.at(i + 2)
	}
	none := t.is("0", "zero") && next.is(children...)
	return !none && (t.digit || isNumeral(t) || vast.has(t.text)) && next.is(people...) && !r.offered(i+1)
}

// fraction says whether the number is the end of another one, or less than
// none: 2.5, -3.
func (r *reader) fraction(i int) bool {
	before := r.at(i - 1)
	if !r.at(i).glued {
		return false
	}
	return before.is(".") && r.at(i-2).digit || before.is("-") && !before.glued
}

// uncounted says whether children are spoken of and not how many.
func (r *reader) uncounted() bool {
	for i := range r.all {
		t := r.at(i)
		if !r.used[i] && t.is("child", "children", "kid", "kids", "baby", "babies", "toddler", "toddlers", "infant", "infants") &&
			!r.at(i-1).is("no", "without", "0", "zero") && !r.offered(i) {
			return true
		}
	}
	return false
}

// offered says whether a word for children is about what a place has for them.
func (r *reader) offered(i int) bool {
	if r.at(i + 1).is("-") {
		i++
	}
	return r.at(i+1).is("friendly", "menu", "menus", "club", "clubs", "playground", "pool", "area", "proof", "bed", "beds", "chair", "chairs")
}

// measures says whether the token makes the number before it one of something
// else than people.
func (r *reader) measures(i int) bool {
	t := r.at(i)
	return joins.has(t.text) || t.is("+", "x") || t.digit && !r.taken(i) || r.unit(i)
}

// either says whether a number is one of several that may be meant, none of them
// of anything that is named: for one or two, for 4 or more, for 4+.
func (r *reader) either(i int) bool {
	if next := r.at(i + 1); !joins.has(next.text) && !next.is("+") {
		return false
	}
	return number(r.at(i+2)) == 0 || !r.taken(i+2) && !r.counts(i+2)
}

var units = vocabulary{groups: []string{"night nights day days week weeks hour hours minutes mins pm am month months miles pounds"}}

// unit says whether the token names what is measured.
func (r *reader) unit(i int) bool {
	t := r.at(i)
	return units.has(t.text) || months.number(t.text) > 0 || t.is(":", ".") && r.at(i+1).digit && r.at(i+1).glued
}
