package engine_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json"

	"hora/canonical"
	"hora/canonical/engine"
)

// How often a registry's acts wait for the store, and what they write.
func TestWaitsOfRegistries(t *testing.T) { synctest.Test(t, waitsOfRegistries) }

func waitsOfRegistries(t *testing.T) {
	b := atLakes(t, onBolt(t))
	var o, other canonical.Offer
	var id string
	const any = -1 // number of writes: that of a booking is not the registry's matter
	live := canonical.Discover{Text: "stays", Stay: dates("2026-04-14", "2026-04-17"), Party: adults(2)}
	for _, s := range []struct {
		name          string
		do            func() canonical.Outcome
		waits, writes int
		want          string
	}{
		{"discover, first call of the process", func() canonical.Outcome { return b.ask(canonical.Discover{Text: "quiet"}, counted) }, 2, 0, "ok"},
		{"discover", func() canonical.Outcome { return b.ask(canonical.Discover{Text: "quiet stays"}, counted) }, 1, 0, "ok"},
		{"discover, live, first of these places", func() canonical.Outcome { return b.ask(live, counted) }, 2, 0, "ok"},
		{"discover, live", func() canonical.Outcome { return b.ask(live, counted) }, 1, 0, "ok"},
		{"match, live", func() canonical.Outcome {
			return b.ask(canonical.Match{Places: []canonical.PlaceRef{{Entity: entity(pheasant)}}, Stay: live.Stay, Party: adults(2)}, counted)
		}, 1, 0, "ok"},
		{"discover, known", func() canonical.Outcome { return b.ask(live, counted, guest("ann"), message("a")) }, 2, 3, "ok"},
		{"discover, again", func() canonical.Outcome { return b.ask(live, counted, guest("ann"), message("a")) }, 2, 0, "ok"},
		{"status", func() canonical.Outcome { return b.ask(canonical.DescribeRegistry{}, counted) }, 1, 0, "ok"},
		{"handoff", func() canonical.Outcome {
			return b.ask(canonical.PrepareHandoff{Venue: entity(pheasant), Section: canonical.SectionStay, Option: o.Option()}, counted)
		}, 1, 0, "ok"},
		{"book", func() canonical.Outcome { return b.ask(taking(o), counted, guest("ann"), message("b")) }, 3, any, "ok"},
		{"book, again", func() canonical.Outcome { return b.ask(taking(o), counted, guest("ann"), message("b")) }, 2, 0, "ok"},
		{"the same by another message", func() canonical.Outcome { return b.ask(taking(other), counted, guest("ann"), message("c")) }, 3, 1, "ok"},
		{"book, by nobody", func() canonical.Outcome { return b.ask(taking(o), counted) }, 1, 0, "unauthenticated"},
		{"get", func() canonical.Outcome { return b.ask(canonical.GetTask{Task: id}, counted, guest("ann")) }, 1, 0, "ok"},
		{"list", func() canonical.Outcome { return b.ask(canonical.ListTasks{}, counted, guest("ann")) }, 1, 0, "ok"},
		{"unknown registry", func() canonical.Outcome {
			return b.ask(live, counted, func(r *canonical.Request) { r.Catalogue = "nowhere" })
		}, 1, 0, "unknown_catalogue"},
		{"after the registry was loaded again", func() canonical.Outcome {
			reopen(t, b, func(r *canonical.Registry) { r.Name = "Lakes" })
			return b.ask(canonical.Discover{Text: "quiet"}, counted)
		}, 2, 0, "ok"},
	} {
		if o.ID == "" && s.name == "status" {
			o, other = b.double(t), b.double(t)
		}
		b.store.reset()
		before := b.store.writes
		out := s.do()
		if code(out) != s.want || b.store.waits != s.waits || s.writes != any && b.store.writes-before != s.writes {
			t.Errorf("%s: %s in %d waits and %d writes, want %s in %d and %d", s.name, code(out), b.store.waits, b.store.writes-before, s.want, s.waits, s.writes)
		}
		if out.Meta.Task != nil {
			id = out.Meta.Task.ID
		}
	}
}

// instant is a store in memory that answers at once: what a benchmark measures
// is the desk.
type instant struct {
	records map[canonical.StoreKey]canonical.Record
	lists   map[string][]canonical.Record
}

func newInstant() *instant {
	return &instant{map[canonical.StoreKey]canonical.Record{}, map[string][]canonical.Record{}}
}

func (s *instant) Load(_ context.Context, keys ...canonical.StoreKey) ([]canonical.Record, error) {
	found := make([]canonical.Record, len(keys))
	for i, k := range keys {
		found[i] = s.records[k]
		found[i].StoreKey = k
	}
	return found, nil
}

func (s *instant) List(_ context.Context, r canonical.Range) ([]canonical.Record, canonical.Cursor, error) {
	return s.lists[r.Partition], "", nil
}

func (s *instant) Commit(_ context.Context, writes ...canonical.Write) error {
	for _, w := range writes {
		w.Version++
		s.records[w.StoreKey] = w.Record
		s.lists[w.Partition] = append(s.lists[w.Partition], w.Record)
	}
	return nil
}

func (s *instant) Spend(context.Context, canonical.StoreKey, time.Time) (int64, error) { return 1, nil }

// BenchmarkDiscover is an anonymous question to registries of growing size.
// Beside the time it reports how often as long it takes as with 1,000 places.
func BenchmarkDiscover(b *testing.B) {
	words := []string{"quiet", "lake", "walking", "family", "dog friendly", "view", "log fire", "garden", "beer", "vegan", "spa", "music"}
	var thousand float64
	for _, n := range []int{1000, 2000, 5000, 10000} {
		s := newInstant()
		put := func(k canonical.StoreKey, doc any) {
			body, err := json.Marshal(doc)
			if err != nil {
				b.Fatal(err)
			}
			s.Commit(b.Context(), canonical.Write{Record: canonical.Record{StoreKey: k, Body: body}})
		}
		put(canonical.RegistryKey("lakes"), lakes)
		put(canonical.OrganizationKey("everyone"), canonical.Organization{Slug: "everyone", Timezone: "Europe/London", Public: true})
		for i := range n {
			put(canonical.PlaceKey("lakes", entity(i)), canonical.Place{
				Entity: entity(i), Position: i, Organization: "everyone", Name: fmt.Sprintf("House %d by the %s", i, words[i%7]), Locality: fmt.Sprint("Village", i%40),
				Description: fmt.Sprintf("A house with a %s and a %s, %d steps from the church of %d saints.", words[i%5], words[i%12], i, i%61),
				Sections:    []canonical.Section{canonical.Sections[i%3]}, Tags: []string{words[i%12], words[(i*7)%12]},
				PageURL: "https://www.lakes.example/" + fmt.Sprint(i), Published: true,
			})
		}
		e := engine.New(engine.Config{Acts: []engine.Acts{engine.Appointments, engine.Tasks, engine.Registry}, Store: s, Clock: func() time.Time { return now }, IDs: func() string { return "id" }})
		ask := func(i int) canonical.Outcome {
			texts := []string{"Peaceful stays", "a dog friendly pub with a view of the lake for 4 on 14 April", "things to do in village12", "house 17"}
			return e.Do(b.Context(), canonical.Request{Command: canonical.Discover{Text: texts[i%len(texts)]}, Meta: canonical.Meta{
				Catalogue: "lakes", Host: "agents.example", Binding: "selfe", Tracked: true, Rules: canonical.KeepAnswers,
			}})
		}
		if out := ask(0); len(out.Result.(canonical.Places).Places) != canonical.PlacesSize {
			b.Fatalf("%+v", out)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			i := 0
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				for range 4 {
					ask(i)
					i++
				}
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			median := float64(took[len(took)/2])
			if n == 1000 {
				thousand = median
			}
			b.ReportMetric(median/thousand, "x/1000")
		})
	}
}
