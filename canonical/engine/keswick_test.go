package engine_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"hora/canonical"
	"hora/infra/orgfile"
	"hora/testdata/orgs"
)

// atKeswick is a bench with the demonstration catalogue, at noon on 1 March.
func atKeswick(t testing.TB) *bench {
	t.Helper()
	b := onBolt(t)
	data, err := orgs.Files.ReadFile("visit-keswick.json")
	if err != nil {
		t.Fatal(err)
	}
	f, problems := orgfile.Parse("visit-keswick.json", data)
	if f == nil {
		t.Fatal(problems)
	}
	if _, err := orgfile.Load(context.Background(), b.store.Store, f, nil); err != nil {
		t.Fatal(err)
	}
	b.travel(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	return b
}

func keswick(r *canonical.Request) { r.Catalogue = "visit-keswick" }

// What people ask of Keswick, and what they are first told.
func TestKeswickAnswers(t *testing.T) {
	b := atKeswick(t)
	for _, c := range []struct {
		question string
		first    []string // in any order, these come before all others
	}{
		{"Peaceful stays", []string{"The Pheasant Inn", "Latrigg House", "The Byre at Rosthwaite", "High Row Farmhouse"}},
		{"Book the Pheasant Inn for 2 adults 14-16 March 2026", []string{"The Pheasant Inn"}},
		{"A dog friendly inn for two on Saturday", []string{"The Pheasant Inn"}},
		{"A table for four with a view of the lake", []string{"The Landing Café", "Lakefoot Hotel & Spa"}},
		{"Something to do with children when it rains", []string{"Keswick Climbing Barn", "The Graphite Workshop"}},
		{"vegan lunch", []string{"The Lodore Larder"}},
		{"where can we hire bikes", []string{"Wheel & Wander"}},
		{"cheap hostel for a group of walkers", []string{"Skiddaw Bunkhouse"}},
		{"a swimming pool and a spa", []string{"Lakefoot Hotel & Spa"}},
		{"stargazing", []string{"Stars over Castlerigg"}},
		{"rowing on Derwentwater", []string{"Landing Stage Boats"}},
	} {
		got := names(t, b.ask(canonical.Discover{Text: c.question}, keswick))
		for i, name := range got[:min(len(got), len(c.first))] {
			if !slices.Contains(c.first, name) {
				t.Errorf("%q: %s comes %d: %v", c.question, name, i+1, got)
				break
			}
		}
		if len(got) < len(c.first) {
			t.Errorf("%q: %v", c.question, got)
		}
	}
	for _, unseen := range []string{"Greta Mill Rooms", "Blencathra Barn"} {
		out := b.ask(canonical.Match{Places: []canonical.PlaceRef{{Name: unseen}}}, keswick).Result.(canonical.Places)
		if len(out.Places) != 0 {
			t.Errorf("%s is seen", unseen)
		}
	}
}

// The offer of the contract's example: the Pheasant's garden double for two
// nights in March is 240 pounds.
func TestKeswickOffer(t *testing.T) {
	b := atKeswick(t)
	out := b.ask(canonical.Match{Places: []canonical.PlaceRef{{Name: "The Pheasant Inn"}}, Section: canonical.SectionStay, Stay: dates("2026-03-14", "2026-03-16"), Party: adults(2)}, keswick)
	o := out.Result.(canonical.Places).Places[0].Offers[0]
	if o.Label != "Garden double" || o.Price != pounds(240) || !o.Bookable {
		t.Errorf("%+v", o)
	}
}

// Every published place has something that can be reviewed, in each section it
// is listed in, at some time within a fortnight.
func TestKeswickCanBeHandedOffTo(t *testing.T) {
	b := atKeswick(t)
	b.travel(time.Date(2026, 5, 4, 6, 0, 0, 0, time.UTC))
	all := b.ask(canonical.Discover{Size: canonical.MaxPlacesSize}, keswick).Result.(canonical.Places)
	if len(all.Places) < 25 {
		t.Errorf("%d places", len(all.Places))
	}
	for _, p := range all.Places {
		for _, s := range p.Place.Sections {
			if !b.handedOff(t, p.Place, s) {
				t.Errorf("%s cannot be handed off to for %s", p.Place.Name, s)
			}
		}
	}
}

func (b *bench) handedOff(t *testing.T, p canonical.Place, s canonical.Section) bool {
	for n := range 14 {
		stay := &canonical.Stay{CheckIn: canonical.Date("2026-05-08").AddDays(n)}
		found := b.ask(canonical.Match{Places: []canonical.PlaceRef{{Entity: p.Entity}}, Section: s, Stay: stay, Party: adults(2)}, keswick).Result.(canonical.Places)
		for _, o := range found.Places[0].Offers {
			if !o.Bookable {
				continue
			}
			out := b.ask(canonical.PrepareHandoff{Venue: p.Entity, Option: o.Option(), Section: s}, keswick)
			if h, ok := out.Result.(canonical.Handoff); !ok || !h.Available {
				t.Errorf("%s: %s %+v", p.Name, fault(out), h)
			}
			return true
		}
	}
	return false
}
