package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
)

// names are the places of an answer, in order.
func names(t testing.TB, out canonical.Outcome) (all []string) {
	t.Helper()
	found, ok := out.Result.(canonical.Places)
	if !ok {
		t.Fatalf("%s: %+v", code(out), out)
	}
	all = []string{}
	for _, p := range found.Places {
		all = append(all, p.Place.Name)
	}
	return all
}

func TestDiscover(t *testing.T) {
	b := atLakes(t, onBolt(t))
	for _, c := range []struct {
		ask  canonical.Discover
		want []string
	}{
		{canonical.Discover{Text: "Peaceful stays"}, []string{"Fell Cottage", "The Pheasant Inn", "Grand Hotel"}},
		{canonical.Discover{Text: "Book the Pheasant Inn for 2 on 14 April"}, []string{"The Pheasant Inn"}},
		{canonical.Discover{Text: "quiet", Section: canonical.SectionEat}, []string{"The Pheasant Inn"}},
		{canonical.Discover{Text: "a table with cake"}, []string{"Bryson's Tea Room"}},
		{canonical.Discover{Text: "helicopter", Filters: []canonical.Filter{{Field: "tags", Any: []string{"lake"}}}}, []string{}},
		{canonical.Discover{Text: "things to do", Filters: []canonical.Filter{{Field: "tags", Any: []string{"LAKE", "walking"}}}}, []string{"Derwent Kayaks", "A Guide to the Fells"}},
		{canonical.Discover{Text: "hidden draft private silent orphan house"}, []string{}},
	} {
		out := b.ask(c.ask)
		if diff := cmp.Diff(c.want, names(t, out)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c.ask, diff)
		}
		if n := out.Result.(canonical.Places).Total; n != len(c.want) {
			t.Errorf("%+v: %d places fit, want %d", c.ask, n, len(c.want))
		}
		for _, p := range out.Result.(canonical.Places).Places {
			if p.Availability != nil || p.Offers != nil || p.Handoff {
				t.Errorf("%+v: %s has %+v without a stay", c.ask, p.Place.Name, p)
			}
		}
		if out.Meta.Task != nil || out.Meta.Conversation == "" {
			t.Errorf("%+v", out.Meta)
		}
	}
}

// What a question says of when and who is told, and neither priced nor looked
// up.
// What the arguments say of who and where counts before what the words say, and
// makes clear what they left open.
func TestDiscoverTells(t *testing.T) {
	b := atLakes(t, onBolt(t))
	three, two := &canonical.Party{Adults: 3}, &canonical.Party{Adults: 2}
	for _, c := range []struct {
		ask  canonical.Discover
		want canonical.Reading
	}{
		{canonical.Discover{Text: "quiet, for 2 adults"}, canonical.Reading{Party: two}},
		{canonical.Discover{Text: "quiet, for 31 adults"}, canonical.Reading{UnclearParty: true}},
		{canonical.Discover{Text: "quiet, for 31 adults", Party: three}, canonical.Reading{Party: three}},
		{canonical.Discover{Text: "quiet, for 2 adults", Party: three}, canonical.Reading{Party: three}},
		{canonical.Discover{Text: "quiet", Section: canonical.SectionEat}, canonical.Reading{Section: canonical.SectionEat}},
		{canonical.Discover{Text: "quiet for 40 nights from 14 April", Party: three}, canonical.Reading{Section: canonical.SectionStay, Party: three, UnclearStay: true}},
	} {
		if diff := cmp.Diff(c.want, b.ask(c.ask).Result.(canonical.Places).Read); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c.ask, diff)
		}
	}
}

func TestDiscoverReadsOnly(t *testing.T) {
	b := atLakes(t, onBolt(t))
	found := b.ask(canonical.Discover{Text: "a peaceful room for 2 adults 14-16 April"}).Result.(canonical.Places)
	want := canonical.Reading{Section: canonical.SectionStay, Stay: dates("2026-04-14", "2026-04-16"), Party: adults(2)}
	if diff := cmp.Diff(want, found.Read); diff != "" || found.Places[0].Offers != nil {
		t.Errorf("%s %+v", diff, found.Places[0])
	}
	// tomorrow is the registry's: at half past midnight there it is one day on
	b.travel(time.Date(2026, 6, 1, 23, 30, 0, 0, time.UTC))
	found = b.ask(canonical.Discover{Text: "tomorrow"}).Result.(canonical.Places)
	if found.Read.Stay == nil || found.Read.Stay.CheckIn != "2026-06-03" {
		t.Errorf("%+v", found.Read.Stay)
	}
}

func TestDiscoverRefuses(t *testing.T) {
	b := atLakes(t, onBolt(t))
	elsewhere := func(r *canonical.Request) { r.Catalogue = "nowhere" }
	odd := func(r *canonical.Request) { r.Catalogue = strings.Repeat("x", 4000) + "\xff" }
	for _, c := range []struct {
		ask    canonical.Command
		change func(*canonical.Request)
		want   string
	}{
		{canonical.Discover{Text: "x"}, elsewhere, "unknown_catalogue"},
		{canonical.Discover{Text: "x"}, odd, "unknown_catalogue"},
		{canonical.Match{}, elsewhere, "unknown_catalogue"},
		{canonical.DescribeRegistry{}, elsewhere, "unknown_catalogue"},
		{canonical.PrepareHandoff{}, elsewhere, "unknown_catalogue"},
		{canonical.ReviewOption{}, elsewhere, "unknown_catalogue"},
		{canonical.BookOffer{}, elsewhere, "unknown_catalogue"},
		{canonical.GetTask{Task: "x"}, elsewhere, "unknown_catalogue"},
		{canonical.Incomplete{Want: canonical.OpMatch, Problems: []canonical.Problem{{Path: "places", Rule: canonical.RuleRequired}}}, elsewhere, "unknown_catalogue"},
		{canonical.Incomplete{Want: canonical.OpMatch, Problems: []canonical.Problem{{Path: "places", Rule: canonical.RuleRequired}}}, nil, "invalid places required"},
		{canonical.ListServices{}, nil, "unknown_organization"}, // a registry sells nothing itself
		{canonical.Converse{Want: canonical.OpBook}, nil, "unknown_organization"},
		{canonical.Discover{Text: "x"}, func(r *canonical.Request) { r.Catalogue = "" }, "unknown_organization"},
		{canonical.Discover{Filters: []canonical.Filter{{Field: "price"}}}, nil, "invalid filters.price one_of"},
		{canonical.Discover{After: "MSAx"}, nil, "invalid after cursor"},
		{canonical.Discover{Stay: dates("2026-02-30", "")}, nil, "invalid stay.check_in date"},
		{canonical.Discover{Stay: dates("2026-04-14", "soon")}, nil, "invalid stay.check_out date"},
		{canonical.Discover{Stay: dates("2026-04-14", "2026-04-14")}, nil, "invalid stay.check_out range"},
		{canonical.Match{Stay: dates("2026-04-14", "2026-04-13")}, nil, "invalid stay.check_out range"},
		{canonical.Match{Stay: dates("2026-04-14", "2026-05-16")}, nil, "invalid stay.check_out span"},
	} {
		f := c.change
		if f == nil {
			f = func(*canonical.Request) {}
		}
		if got := fault(b.ask(c.ask, f)); got != c.want {
			t.Errorf("%#v ended as %q, want %q", c.ask, got, c.want)
		}
	}
}

// fault is how an act failed, with what was wrong.
func fault(o canonical.Outcome) string {
	s := code(o)
	if o.Err != nil {
		for _, p := range o.Err.Problems {
			s += " " + p.Path + " " + string(p.Rule)
		}
		if o.Err.Mandate != "" {
			s += " " + string(o.Err.Mandate)
		}
	}
	return s
}

// Pages are one list, whatever is left out of it, and a cursor is good for its
// own question only.
func TestDiscoverPages(t *testing.T) {
	b := atLakes(t, onBolt(t))
	whole := names(t, b.ask(canonical.Discover{Text: "", Size: 50}))
	if len(whole) != 6 {
		t.Fatalf("%v", whole)
	}
	for size := 1; size < 8; size++ {
		var all []string
		for after, pages := canonical.Cursor(""), 0; ; pages++ {
			out := b.ask(canonical.Discover{Size: size, After: after})
			all = append(all, names(t, out)...)
			after = out.Result.(canonical.Places).Next
			if after == "" {
				break
			}
			if pages > 9 {
				t.Fatalf("pages of %d never end", size)
			}
			if got := fault(b.ask(canonical.Discover{Text: "quiet", Size: size, After: after})); got != "invalid after cursor" {
				t.Errorf("another question's cursor: %s", got)
			}
			if got := fault(b.ask(canonical.Discover{Size: size, After: after}, func(r *canonical.Request) { r.Catalogue = "dales" })); got != "invalid after cursor" {
				t.Errorf("another registry's cursor: %s", got)
			}
		}
		if diff := cmp.Diff(whole, all); diff != "" {
			t.Errorf("by %d: %s", size, diff)
		}
	}
}

func TestMatch(t *testing.T) {
	b := atLakes(t, onBolt(t))
	out := b.ask(canonical.Match{Places: []canonical.PlaceRef{
		{Name: "fell cottage"}, {Entity: entity(pheasant)}, {Name: "Nowhere House"}, {Name: "pheasant"}, {Entity: entity(hidden)}, {Name: "Hidden House"},
		{Entity: entity(draft)}, {Entity: entity(private)}, {Name: "Silent House"}, {Entity: entity(orphan)}, {Entity: "slf_00000000000000000000000000"}, {Name: "bryson's"},
	}})
	found := out.Result.(canonical.Places)
	got := []string{}
	for _, p := range found.Places {
		got = append(got, fmt.Sprint(p.Place.Name, " ", p.Score))
	}
	if diff := cmp.Diff([]string{"Fell Cottage 100", "The Pheasant Inn 100", "Bryson's Tea Room 90"}, got); diff != "" {
		t.Error(diff)
	}
	if len(found.Unmatched) != 8 || found.Unmatched[0].Name != "Nowhere House" || found.Total != 3 {
		t.Errorf("%d, %+v", found.Total, found.Unmatched)
	}
	out = b.ask(canonical.Match{Section: canonical.SectionEat, Places: []canonical.PlaceRef{{Entity: entity(cottage)}, {Entity: entity(pheasant)}}})
	if found := out.Result.(canonical.Places); len(found.Places) != 1 || len(found.Unmatched) != 1 {
		t.Errorf("%+v", found)
	}
}

// What is published, hidden, public or open counts from the next call on.
func TestRegistryIsCurrent(t *testing.T) {
	b := atLakes(t, onBolt(t))
	see := func() bool {
		return len(b.ask(canonical.Match{Places: []canonical.PlaceRef{{Entity: entity(cottage)}}}).Result.(canonical.Places).Places) == 1
	}
	if !see() {
		t.Fatal("not to be seen")
	}
	change(t, b, canonical.PlaceKey("lakes", entity(cottage)), canonical.RegistryKey("lakes"), func(p *canonical.Place) { p.Hidden = true })
	if see() {
		t.Error("hidden, and still seen")
	}
	change(t, b, canonical.PlaceKey("lakes", entity(cottage)), canonical.RegistryKey("lakes"), func(p *canonical.Place) { p.Hidden = false })
	if !see() {
		t.Error("shown again, and not seen")
	}
	change(t, b, canonical.OrganizationKey("cottage"), canonical.OrganizationKey("cottage"), func(o *canonical.Organization) { o.Public = false })
	if see() {
		t.Error("its organisation went private, and it is still seen")
	}
	if r := b.ask(canonical.DescribeRegistry{}).Result.(canonical.Registry); !r.HandsOff() || !r.Book {
		t.Errorf("%+v", r)
	}
	reopen(t, b, func(r *canonical.Registry) { r.Handoff.Open, r.Book = false, false })
	if r := b.ask(canonical.DescribeRegistry{}).Result.(canonical.Registry); r.HandsOff() || r.Book {
		t.Errorf("%+v", r)
	}
}
