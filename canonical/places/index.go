package places

import (
	"slices"
	"sort"
	"strings"

	"hora/canonical"
)

// An Index is what a registry lists, made ready to be searched. It is never
// changed once made, and safe for concurrent use.
type Index struct {
	places   []canonical.Place // those anybody may see, in the curator's order
	entities map[string]int32
	names    map[string][]int32 // by folded name, without its article
	terms    map[string][]posting
}

// A posting is that a place has a term, and how much it says of the place.
type posting struct {
	place  int32
	weight float32
}

// What a term is worth by where it stands.
const (
	inName        = 1
	inTags        = 0.95
	inLocality    = 0.9
	inSections    = 0.8
	inDescription = 0.7
)

// NewIndex indexes the places of a registry that are listed in one of its
// sections and have their page on the curator's own site.
func NewIndex(r *canonical.Registry, all []canonical.Place) *Index {
	x := &Index{entities: map[string]int32{}, names: map[string][]int32{}, terms: map[string][]posting{}}
	for _, p := range all {
		p.Sections = slices.DeleteFunc(slices.Clone(p.Sections), func(s canonical.Section) bool { return !r.Has(s) })
		if p.Listed() && len(p.Sections) > 0 && r.Owns(p.PageURL) {
			x.places = append(x.places, p)
		}
	}
	sort.SliceStable(x.places, func(i, j int) bool { return x.places[i].Position < x.places[j].Position })
	for i := range x.places {
		x.add(int32(i))
	}
	return x
}

func (x *Index) add(i int32) {
	p := &x.places[i]
	x.entities[p.Entity] = i
	name := nameOf(p.Name)
	x.names[name] = append(x.names[name], i)
	found := map[string]float32{}
	take := func(weight float32, texts ...string) {
		for _, text := range texts {
			for _, t := range phrases(tokenize(text)) {
				if s := stem(t.text); len(s) > 1 && !idle.has(t.text) {
					found[s] = max(found[s], weight)
					found[exact(t.text)] = max(found[exact(t.text)], weight)
				}
			}
		}
	}
	take(inName, p.Name)
	take(inTags, p.Tags...)
	take(inLocality, p.Locality)
	take(inDescription, p.Description)
	for _, s := range p.Sections {
		take(inSections, string(s))
	}
	for s, weight := range found {
		x.terms[s] = append(x.terms[s], posting{i, weight})
	}
}

// exact is the term of a word in this very form; the term of all its forms is
// its stem.
func exact(word string) string { return "=" + word }

// Len is how many places anybody may see.
func (x *Index) Len() int { return len(x.places) }

// Place is the place of that id.
func (x *Index) Place(entity string) (p canonical.Place, ok bool) {
	i, ok := x.entities[entity]
	if !ok {
		return p, false
	}
	return x.places[i], true
}

// Named is the place that somebody means who calls it so: the one of that
// name, or else the only one whose name has all those words. Where several
// could be meant, none is.
func (x *Index) Named(name string) (p canonical.Place, exact, ok bool) {
	if found := x.names[nameOf(name)]; len(found) > 0 {
		return x.places[found[0]], true, len(found) == 1
	}
	words := slices.DeleteFunc(strings.Fields(nameOf(name)), idle.has)
	var hits []int32
	for n, w := range words {
		var with []int32
		for _, p := range x.terms[stem(w)] {
			if p.weight == inName {
				with = append(with, p.place)
			}
		}
		if n == 0 {
			hits = with
			continue
		}
		hits = slices.DeleteFunc(hits, func(i int32) bool { return !slices.Contains(with, i) })
	}
	if len(hits) != 1 {
		return p, false, false
	}
	return x.places[hits[0]], false, true
}

// nameOf is how names are compared: folded words, without a leading article.
func nameOf(name string) string {
	var words []string
	for _, t := range phrases(tokenize(name)) {
		if t.wordy() {
			words = append(words, t.text)
		}
	}
	if len(words) > 1 && words[0] == "the" {
		words = words[1:]
	}
	return strings.Join(words, " ")
}
