package places

import (
	"container/heap"
	"math"
	"slices"
	"sort"
	"strings"

	"hora/canonical"
)

// A Search is what is looked for.
type Search struct {
	Question
	Only    canonical.Section  // whatever the question says
	Filters []canonical.Filter // all must be passed
	Size    int
	After   *Hit // where the page before ended
}

// A Hit is a place that fits, and how well: 0 to 100.
type Hit struct {
	Score int
	Place int // for Index.At
}

// At is the place of a hit.
func (x *Index) At(h Hit) canonical.Place { return x.places[h.Place] }

// before says whether h comes before o: better, or as good and earlier in the
// curator's order.
func (h Hit) before(o Hit) bool {
	return h.Score > o.Score || h.Score == o.Score && h.Place < o.Place
}

const (
	otherForm = 0.9  // what another form of a word is worth of the word itself
	otherWord = 0.85 // what a synonym is
	kindWord  = 0.5  // what a word counts that says above all which section is meant
	needWord  = 2    // what a word counts for what somebody cannot do without
	vague     = 50   // the score where nothing in particular is looked for
	astray    = 30   // where what is looked for is nowhere, and only the section fits
	tail      = 0.4  // what scores less of the best is left out
)

// Find ranks the places that fit and answers one page of them, and how many
// there are on all pages.
//
// A place fits if it passes the filters, is in a section that is asked for, and
// has any of the words; if no place has any, those in the sections fit. Rare
// words count for more than common ones. A place whose name is told in full
// scores 100.
func (x *Index) Find(s Search) (page []Hit, total int) {
	pass := x.passes(s)
	scores := x.scores(s)
	best := x.best(scores, pass)
	if best == 0 {
		level := 0
		switch {
		case len(s.Words) == 0:
			level = vague
		case len(s.Sections) > 0 || s.Only != "":
			level = astray
		}
		for i := range scores {
			scores[i] = float32(level)
		}
		best = level
	}
	if best == 0 {
		return nil, 0
	}
	least := int(math.Ceil(float64(best) * tail))
	top := &worstFirst{}
	for i, score := range scores {
		h := Hit{int(score + 0.5), i}
		if h.Score < least || h.Score == 0 || !pass(i) {
			continue
		}
		total++
		if s.After != nil && !s.After.before(h) || s.Size < 1 {
			continue
		}
		switch {
		case len(*top) < s.Size:
			heap.Push(top, h)
		case h.before((*top)[0]):
			(*top)[0] = h
			heap.Fix(top, 0)
		}
	}
	page = []Hit(*top)
	sort.Slice(page, func(i, j int) bool { return page[i].before(page[j]) })
	return page, total
}

func (x *Index) best(scores []float32, pass func(int) bool) (best int) {
	for i, score := range scores {
		if n := int(score + 0.5); n > best && pass(i) {
			best = n
		}
	}
	return best
}

// scores is, for every place, the share of what is looked for that it has.
func (x *Index) scores(s Search) []float32 {
	scores := make([]float32, len(x.places))
	hit := make([]float32, len(x.places)) // by the word that is being looked for
	var ideal float32
	for _, w := range words(s.Words) {
		found := 0
		mark := func(term string, worth float32) {
			for _, p := range x.terms[term] {
				if hit[p.place] == 0 {
					found++
				}
				hit[p.place] = max(hit[p.place], p.weight*worth)
			}
		}
		mark(exact(w), 1)
		mark(stem(w), otherForm)
		for _, other := range meanings().synonyms[stem(w)] {
			mark(other, otherWord)
		}
		weight := float32(1)
		if found > 0 {
			weight = float32(math.Log(1 + float64(len(x.places))/float64(found)))
			switch s := stem(w); {
			case meanings().kinds[s]:
				weight *= kindWord
			case meanings().needs[s]:
				weight *= needWord
			}
			for i, h := range hit {
				if h > 0 {
					scores[i] += h * weight
					hit[i] = 0
				}
			}
		}
		ideal += weight
	}
	if ideal > 0 {
		for i := range scores {
			scores[i] *= 100 / ideal
		}
	}
	for _, i := range x.told(s.phrase) {
		scores[i] = 100
	}
	return scores
}

// words are those of a question, each in the first of its forms.
func words(all []string) (once []string) {
	var stems []string
	for _, w := range all {
		if s := stem(w); !slices.Contains(stems, s) {
			stems, once = append(stems, s), append(once, w)
		}
	}
	return once
}

// longestName is of how many words a name is looked for in a question.
const longestName = 6

// told are the places whose name, of two words or more, stands in a question
// in full.
func (x *Index) told(phrase []string) (all []int32) {
	for i := range phrase {
		for n := 2; n <= longestName && i+n <= len(phrase); n++ {
			all = append(all, x.names[strings.Join(phrase[i:i+n], " ")]...)
		}
	}
	return all
}

// passes is the test of sections and filters.
func (x *Index) passes(s Search) func(int) bool {
	sections := s.Sections
	if s.Only != "" {
		sections = []canonical.Section{s.Only}
	}
	type filter struct {
		field string
		any   map[string]bool
	}
	var filters []filter
	for _, f := range s.Filters {
		any := map[string]bool{}
		for _, v := range f.Any {
			any[canonical.Fold(v)] = true
		}
		filters = append(filters, filter{f.Field, any})
	}
	return func(i int) bool {
		p := &x.places[i]
		if len(sections) > 0 && !slices.ContainsFunc(sections, p.In) {
			return false
		}
		for _, f := range filters {
			if !slices.ContainsFunc(values(p, f.field), func(v string) bool { return f.any[canonical.Fold(v)] }) {
				return false
			}
		}
		return true
	}
}

// Fields are what a Filter can look at.
var Fields = []string{"tags", "sections", "locality", "entity_id"}

func values(p *canonical.Place, field string) (all []string) {
	switch field {
	case "tags":
		return p.Tags
	case "sections":
		for _, s := range p.Sections {
			all = append(all, string(s))
		}
		return all
	case "locality":
		return []string{p.Locality}
	case "entity_id":
		return []string{p.Entity}
	}
	return nil
}

// worstFirst is a heap of hits with the last one on top.
type worstFirst []Hit

func (w worstFirst) Len() int           { return len(w) }
func (w worstFirst) Less(i, j int) bool { return w[j].before(w[i]) }
func (w worstFirst) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w *worstFirst) Push(h any)        { *w = append(*w, h.(Hit)) }
func (w *worstFirst) Pop() any {
	last := (*w)[len(*w)-1]
	*w = (*w)[:len(*w)-1]
	return last
}
