package places

import (
	"strings"
	"sync"

	"hora/canonical"
)

// A vocabulary is words, each in a group with those that stand for the same. It
// is one value of the package, and indexed when it is first asked: few
// functions hear questions.
type vocabulary struct {
	groups  []string
	once    sync.Once
	numbers map[string]int
}

// number is the group of a word, counted from 1; 0 is none.
func (v *vocabulary) number(word string) int {
	v.once.Do(v.index)
	return v.numbers[word]
}

// has says whether the word is there at all.
func (v *vocabulary) has(word string) bool { return v.number(word) > 0 }

func (v *vocabulary) index() {
	v.numbers = map[string]int{}
	for n, group := range v.groups {
		for word := range strings.FieldsSeq(group) {
			v.numbers[word] = n + 1
		}
	}
}

// idle are words that tell no place from another.
var idle = vocabulary{groups: []string{`a about an and any anything anywhere are around as at available availability be been best book booking bookings by can could day
	days find for free friendly from get give go going good great has have having hello help hi how i if im in into is it its keen like lets looking looks love
	make may maybe me might must my near nearby need next nice no not of on one or our out over party people place places please possible really recommend
	recommendation recommendations reservation reserve right see should show so some somebody someone something somewhere spot spots suggest
	take than thanks that the their them there these they thing things this those to today together top trip try us very visit visiting want
	wants was we week weekend weekends well were what when where which while who will with within without would year you your evening morning
	afternoon night nights one two three four five six seven eight nine ten eleven twelve`}}

// A lexicon is what words mean. All but those of only are there by their stems.
type lexicon struct {
	only     map[string]canonical.Section // words that say which section is meant and nothing more
	also     map[string]canonical.Section // that say which and are looked for as well
	kinds    map[string]bool              // those of also that say above all which section is meant
	needs    map[string]bool              // for what somebody cannot do without, or comes for
	synonyms map[string][]string          // that mean much the same
}

// meanings are made for the first question.
var meanings = sync.OnceValue(func() *lexicon {
	m := &lexicon{map[string]canonical.Section{}, map[string]canonical.Section{}, map[string]bool{}, map[string]bool{}, map[string][]string{}}
	for s, words := range map[canonical.Section]string{
		canonical.SectionStay: "stay stays staying sleep sleeping overnight accommodation accomodation lodging lodgings bed beds room rooms getaway getaways minibreak",
		canonical.SectionEat:  "eat eats eating meal meals food table tables dine dining",
		canonical.SectionDo:   "activity activities experience experiences",
	} {
		for _, w := range strings.Fields(words) {
			m.only[w] = s
		}
	}
	for s, words := range map[canonical.Section]struct{ kinds, others string }{
		canonical.SectionStay: {"hotel bnb guesthouse cottage hostel bunkhouse campsite camping glamping lodge chalet apartment", ""},
		canonical.SectionEat:  {"restaurant cafe pub bistro tearoom dinner lunch supper brunch brasserie pizzeria", ""},
		canonical.SectionDo:   {"tour lesson workshop hire museum excursion", "cruise climb kayak canoe sailing paddleboard guided"},
	} {
		for _, w := range strings.Fields(words.kinds) {
			m.also[stem(w)], m.kinds[stem(w)] = s, true
		}
		for _, w := range strings.Fields(words.others) {
			m.also[stem(w)], m.needs[stem(w)] = s, true
		}
	}
	for _, w := range strings.Fields("dog pet wheelchair accessible vegan vegetarian coeliac gluten halal kosher") {
		m.needs[stem(w)] = true
	}
	for _, line := range strings.Split(strings.TrimSpace(alike), "\n") {
		words := strings.Fields(line)
		for _, a := range words {
			for _, b := range words {
				if a, b := stem(a), stem(b); a != b {
					m.synonyms[a] = append(m.synonyms[a], b)
				}
			}
		}
	}
	return m
})

// alike lists words that mean much the same, a group a line. A word is in one
// group.
const alike = `
peaceful quiet tranquil calm secluded restful serene
dog pet
family child children kid baby toddler playground
romantic couple intimate
cheap budget affordable inexpensive
luxury luxurious posh upmarket indulgent
view scenic panorama vista
lake lakeside lakeshore waterside waterfront shore
walk hike ramble fell trek hill
mountain summit peak
bike cycle bicycle
pub inn tavern alehouse
beer ale brewery
guesthouse bnb
cottage cabin lodge chalet
campsite camping glamping tent yurt
hostel bunkhouse
cafe tearoom coffee tea cake
restaurant bistro brasserie dinner supper
vegan vegetarian veggie
accessible wheelchair mobility
cosy snug fireside log fire
swim pool
spa sauna treatment wellness
climb scramble abseil
rain rainy indoor wet
history historic heritage
boat cruise launch
kayak canoe paddleboard paddle
sail sailing dinghy
craft workshop art pottery
wildlife bird nature
`

// stem is what a word has in common with its other forms. It is no more than
// what makes walks, walking and walk the same word.
func stem(w string) string {
	switch {
	case len(w) > 4 && strings.HasSuffix(w, "ies"):
		w = w[:len(w)-3] + "y"
	case len(w) > 4 && (strings.HasSuffix(w, "shes") || strings.HasSuffix(w, "ches") || strings.HasSuffix(w, "xes") || strings.HasSuffix(w, "sses")):
		w = w[:len(w)-2]
	case len(w) > 3 && w[len(w)-1] == 's' && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		w = w[:len(w)-1]
	}
	for _, end := range []string{"ing", "ed"} {
		if len(w) < 6 || !strings.HasSuffix(w, end) {
			continue
		}
		w = w[:len(w)-len(end)]
		if n := len(w); w[n-1] == w[n-2] && w[n-1] != 'l' && w[n-1] != 's' {
			w = w[:n-1]
		}
		break
	}
	if len(w) >= 4 && w[len(w)-1] == 'e' {
		w = w[:len(w)-1]
	}
	return w
}
