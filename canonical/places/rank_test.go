package places_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/canonical/places"
)

var registry = &canonical.Registry{ID: "lakes", PageHosts: []string{"www.lakes.example"}}

// listed is a place in these words; its id and page come from its name.
func listed(n int, name, sections, tags, description string) canonical.Place {
	p := canonical.Place{
		Entity: fmt.Sprintf("slf_%026d", n), Position: n, Organization: fmt.Sprintf("place-%d", n), Name: name, Description: description,
		Locality: "Keswick", Tags: strings.Split(tags, ","), PageURL: "https://www.lakes.example/" + fmt.Sprint(n), Published: true,
	}
	for _, s := range strings.Fields(sections) {
		p.Sections = append(p.Sections, canonical.Section(s))
	}
	return p
}

func valley() []canonical.Place {
	hidden, draft, elsewhere, nowhere := listed(20, "Hidden House", "stay", "quiet", ""), listed(21, "Draft House", "stay", "quiet", ""),
		listed(22, "House of Others", "stay", "quiet", ""), listed(23, "Nowhere", "shop", "quiet", "")
	hidden.Hidden, draft.Published, elsewhere.PageURL = true, false, "https://www.lakes.example.evil.example/"
	return []canonical.Place{
		listed(3, "The Pheasant Inn", "stay eat", "quiet,dog friendly", "A coaching inn with a bar and rooms."),
		listed(1, "Fellside B&B", "stay", "walking", "Three peaceful rooms below Skiddaw."),
		listed(2, "Lakeside Café", "eat", "cake,lake view", "Cakes by the water."),
		listed(4, "Crag Climbing", "do", "climbing,rain", "An indoor wall for wet days."),
		listed(5, "Derwent Boats", "do", "lake", "Rowing boats by the hour."),
		listed(6, "Market Inn", "eat", "beer", "Ales in the middle of town."),
		listed(7, "Castle Inn", "stay eat", "", "On the main road."),
		hidden, draft, elsewhere, nowhere,
	}
}

func ask(x *places.Index, question string, change ...func(*places.Search)) []string {
	s := places.Search{Question: places.Read(question, today), Size: 10}
	for _, f := range change {
		f(&s)
	}
	hits, total := x.Find(s)
	all := []string{}
	for _, h := range hits {
		all = append(all, fmt.Sprintf("%s %d", x.At(h).Name, h.Score))
	}
	if s.After == nil && total < len(hits) {
		all = append(all, fmt.Sprintf("of %d", total))
	}
	return all
}

func TestFind(t *testing.T) {
	x := places.NewIndex(registry, valley())
	if x.Len() != 7 {
		t.Errorf("%d places are listed, want 7", x.Len())
	}
	for _, c := range []struct {
		question string
		want     []string
		change   func(*places.Search)
	}{
		{"Peaceful stays", []string{"The Pheasant Inn 81", "Fellside B&B 70"}, nil}, // a synonym in a tag, the word in the text
		{"Book the Pheasant Inn for 2 adults 14-16 April", []string{"The Pheasant Inn 100"}, nil},
		{"quiet", []string{"The Pheasant Inn 95", "Fellside B&B 60"}, nil},
		{"something to do when it rains", []string{"Crag Climbing 86"}, nil},
		{"cafe with lake views", []string{"Lakeside Café 92"}, nil},
		{"boats", []string{"Derwent Boats 100"}, nil},
		{"Stays", []string{"Fellside B&B 50", "The Pheasant Inn 50", "Castle Inn 50"}, nil}, // in the curator's order
		{"a helicopter to stay in", []string{"Fellside B&B 30", "The Pheasant Inn 30", "Castle Inn 30"}, nil},
		{"a helicopter", []string{}, nil},
		{"", []string{"Fellside B&B 50", "Lakeside Café 50", "The Pheasant Inn 50", "Crag Climbing 50", "Derwent Boats 50", "Market Inn 50", "Castle Inn 50"}, nil},
		{"hidden house draft others nowhere", []string{}, nil},
		{"quiet places", []string{"The Pheasant Inn 95"}, func(s *places.Search) { s.Only = canonical.SectionEat }},
		{"dog friendly pubs", []string{"The Pheasant Inn 94"}, nil},
		{"inn", []string{"The Pheasant Inn 100", "Castle Inn 100"}, func(s *places.Search) {
			s.Filters = []canonical.Filter{{Field: "sections", Any: []string{"Stay", "do"}}}
		}},
		{"anything", []string{"The Pheasant Inn 50"}, func(s *places.Search) {
			s.Filters = []canonical.Filter{{Field: "tags", Any: []string{"Dog Friendly"}}, {Field: "locality", Any: []string{"KESWICK", "Ambleside"}}}
		}},
		{"anything", []string{"Fellside B&B 50"}, func(s *places.Search) {
			s.Filters = []canonical.Filter{{Field: "entity_id", Any: []string{fmt.Sprintf("slf_%026d", 1)}}}
		}},
		{"anything", []string{}, func(s *places.Search) {
			s.Filters = []canonical.Filter{{Field: "color", Any: []string{"green"}}}
		}},
	} {
		f := c.change
		if f == nil {
			f = func(*places.Search) {}
		}
		if diff := cmp.Diff(c.want, ask(x, c.question, f)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.question, diff)
		}
	}
}

// What somebody wants to do, or cannot do without, comes before what is only
// rarer in a registry.
func TestWhatCounts(t *testing.T) {
	x := places.NewIndex(registry, []canonical.Place{
		listed(1, "Reed Tours", "do", "kayak,beginners", ""),
		listed(2, "The Wall", "do", "climbing,lessons", ""),
		listed(3, "Shore Hotel", "stay", "hotel", "On Derwentwater."),
		listed(4, "Farm Rooms", "stay", "dog friendly", ""),
		listed(5, "Fell Rooms", "stay", "dog friendly", ""),
		listed(6, "Fell Guides", "do", "guide,walking", ""),
		listed(7, "Fell-Side House", "stay", "", ""),
		listed(8, "Wet Days", "do", "children,indoor", ""),
	})
	for question, want := range map[string]string{
		"climbing for beginners":                             "The Wall",
		"where can I stay with my dog near Derwentwater":     "Farm Rooms",
		"a guided walk":                                      "Fell Guides",
		"a child friendly place in the rain":                 "Wet Days",
		"three nights for three by a fell":                   "Fell Rooms",
		"is fell side house free?":                           "Fell-Side House",
		"is Fell-Side House free on Saturday - with a view?": "Fell-Side House",
	} {
		if got := ask(x, question); len(got) == 0 || !strings.HasPrefix(got[0], want) {
			t.Errorf("%q: %q, want %s first", question, got, want)
		}
	}
}

// Pages are the one list, cut up.
func TestPages(t *testing.T) {
	x := places.NewIndex(registry, valley())
	for _, question := range []string{"", "inn by the lake", "Stays"} {
		whole, total := x.Find(places.Search{Question: places.Read(question, today), Size: 100})
		if len(whole) != total || total == 0 {
			t.Fatalf("%q: %d of %d", question, len(whole), total)
		}
		for size := 1; size <= total; size++ {
			var all []places.Hit
			var after *places.Hit
			for {
				page, n := x.Find(places.Search{Question: places.Read(question, today), Size: size, After: after})
				if n != total {
					t.Errorf("%q: a page says that there are %d, not %d", question, n, total)
				}
				if len(page) == 0 {
					break
				}
				all = append(all, page...)
				after = &page[len(page)-1]
			}
			if diff := cmp.Diff(whole, all); diff != "" {
				t.Errorf("%q by %d: %s", question, size, diff)
			}
		}
	}
	if page, total := x.Find(places.Search{Size: 0}); len(page) != 0 || total != 7 {
		t.Errorf("a page of nothing has %d of %d", len(page), total)
	}
}

func TestNamed(t *testing.T) {
	all := valley()
	all = append(all, listed(8, "Twin House", "stay", "", ""), listed(9, "Twin House", "do", "", ""))
	x := places.NewIndex(registry, all)
	for name, want := range map[string]string{
		"The Pheasant Inn":           "The Pheasant Inn exactly",
		"  pheasant INN!":            "The Pheasant Inn exactly",
		"pheasant":                   "The Pheasant Inn",
		"inn the pheasant":           "The Pheasant Inn",
		"lakeside cafe":              "Lakeside Café exactly",
		"Fellside B & B":             "Fellside B&B exactly",
		"fellside bed and breakfast": "Fellside B&B exactly",
		"inn":                        "", // three of them
		"Twin House":                 "", // two of that name
		"Hidden House":               "",
		"Nowhere House":              "",
		"":                           "",
		"the":                        "",
		"?":                          "",
		"dog friendly":               "", // a tag is no name
	} {
		got := ""
		if p, exact, ok := x.Named(name); ok {
			got = p.Name
			if exact {
				got += " exactly"
			}
		}
		if got != want {
			t.Errorf("%q means %q, want %q", name, got, want)
		}
	}
	if p, ok := x.Place(all[0].Entity); !ok || p.Name != "The Pheasant Inn" {
		t.Error("no place by its id")
	}
	for _, p := range all[7:11] {
		if _, ok := x.Place(p.Entity); ok {
			t.Errorf("%s can be seen", p.Name)
		}
	}
}

// crowd is a registry of n places made of a few hundred words.
func crowd(n int) *places.Index {
	var all []canonical.Place
	for i := range n {
		p := listed(i, fmt.Sprintf("House %d of Place%d", i, i%97), []string{"stay", "eat", "do"}[i%3],
			fmt.Sprintf("tag%d,quiet%d", i%13, i%5), strings.Repeat(fmt.Sprintf("word%d by the lake with a view ", i%211), 6))
		if i%7 == 0 {
			p.Tags = append(p.Tags, "quiet")
		}
		all = append(all, p)
	}
	return places.NewIndex(registry, all)
}

func BenchmarkFind(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		x := crowd(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				x.Find(places.Search{Question: places.Read("Peaceful stays with a view of the lake for 2 adults 14-16 April", today), Size: 10})
			}
		})
	}
}
