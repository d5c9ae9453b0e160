package engine_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"hora/canonical"
)

// entity is the id of the nth place of the lakes.
func entity(n int) string { return fmt.Sprintf("slf_01M2T7Q2F2MVGDY5GQGMWT%04d", n) }

// The lakes: a registry of places that are each good for one thing to look at.
const (
	pheasant = iota + 1 // two double rooms, a family room, tables
	cottage             // one unit, three nights or more
	kayaks              // a class of six
	guide               // an appointment
	paid                // nights that must be paid in advance
	hidden              // published, and taken out of sight
	draft               // never published
	private             // its organisation is not public
	silent              // its organisation is not for this dialect
	orphan              // its organisation does not exist
	tea                 // nothing to book
)

func where(stay ...canonical.Section) []canonical.Section { return stay }

func lakePlaces() []canonical.Place {
	all := []canonical.Place{
		pheasant: {Name: "The Pheasant Inn", Organization: "pheasant", Sections: where(canonical.SectionStay, canonical.SectionEat), Tags: []string{"quiet", "dog friendly"}},
		cottage:  {Name: "Fell Cottage", Organization: "cottage", Sections: where(canonical.SectionStay), Tags: []string{"peaceful"}},
		kayaks:   {Name: "Derwent Kayaks", Organization: "kayaks", Sections: where(canonical.SectionDo), Tags: []string{"lake"}},
		guide:    {Name: "A Guide to the Fells", Organization: "guide", Sections: where(canonical.SectionDo), Tags: []string{"walking"}},
		paid:     {Name: "Grand Hotel", Organization: "paid", Sections: where(canonical.SectionStay), Tags: []string{"calm"}},
		hidden:   {Name: "Hidden House", Organization: "cottage", Sections: where(canonical.SectionStay, canonical.SectionEat), Tags: []string{"quiet"}, Hidden: true},
		draft:    {Name: "Draft House", Organization: "cottage", Sections: where(canonical.SectionStay), Tags: []string{"quiet"}},
		private:  {Name: "Private House", Organization: "private", Sections: where(canonical.SectionStay), Tags: []string{"quiet"}},
		silent:   {Name: "Silent House", Organization: "silent", Sections: where(canonical.SectionStay), Tags: []string{"quiet"}},
		orphan:   {Name: "Orphan House", Organization: "orphan", Sections: where(canonical.SectionStay), Tags: []string{"quiet"}},
		tea:      {Name: "Bryson's Tea Room", Organization: "tea", Sections: where(canonical.SectionEat), Tags: []string{"cake"}},
	}
	for n := range all {
		p := &all[n]
		p.Entity, p.Position, p.Published = entity(n), n, n != draft
		p.PageURL = fmt.Sprintf("https://www.lakes.example/places/%d", n)
	}
	return all[1:]
}

var lakes = canonical.Registry{
	ID: "lakes", Name: "The Lakes", Curator: canonical.Curator{Name: "Lakes Board", URL: "https://www.lakes.example"}, Timezone: "Europe/London",
	PageHosts: []string{"www.lakes.example"}, Book: true, Handoff: &canonical.HandoffPolicy{Open: true, Confirm: "https://www.lakes.example/book"},
}

func pounds(n int64) canonical.Money { return canonical.Money{Amount: n * 100, Currency: "GBP"} }

// pricing is a price in whole pounds.
func pricing(n int64) canonical.Price { return canonical.Price{Amount: n * 100, Currency: "GBP"} }

// room is a unit type of one type of resource.
func room(id string, n int64, how canonical.Nightly) canonical.Service {
	how.CheckIn, how.CheckOut = "15:00", "11:00"
	return canonical.Service{ID: id, Kind: canonical.Nights, Name: "Room " + id, Channel: canonical.InPerson, Price: pricing(n), ResourceTypes: []string{id}, Nightly: &how}
}

// loadLakes writes the registry and the organisations behind it.
func loadLakes(t testing.TB, s canonical.Store) {
	t.Helper()
	daily := []canonical.Window{{Days: []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}, From: "12:00", To: "21:00"}}
	docs := map[canonical.StoreKey]any{canonical.RegistryKey("lakes"): lakes}
	other := lakes
	other.ID, other.Book, other.Handoff = "dales", false, nil
	docs[canonical.RegistryKey("dales")] = other
	for _, p := range lakePlaces() {
		docs[canonical.PlaceKey("lakes", p.Entity)] = p
		docs[canonical.PlaceKey("dales", p.Entity)] = p
	}
	for _, slug := range []string{"pheasant", "cottage", "kayaks", "guide", "paid", "private", "silent", "tea"} {
		org := canonical.Organization{Slug: slug, Name: slug, Country: "gb", Timezone: "Europe/London", Currency: "GBP", Public: slug != "private",
			Policies: canonical.Policies{MaxAdvance: 365}}
		if slug == "silent" {
			org.Dialects = []string{"usp"}
		}
		docs[canonical.OrganizationKey(slug)] = org
	}
	service := func(org string, s canonical.Service) { docs[canonical.ServiceKey(org, s.ID)] = s }
	unit := func(org, id, kind string, people int, windows ...canonical.Window) {
		docs[canonical.ResourceKey(org, id)] = canonical.Resource{ID: id, Type: kind, Name: "Unit " + id, Capacity: people, Windows: windows}
	}
	service("pheasant", room("double", 90, canonical.Nightly{Rates: []canonical.Rate{
		{Name: "summer", From: "07-01", To: "08-31", Amount: 14000, Fewest: 2},
		{Name: "new year", From: "12-28", To: "01-02", Amount: 20000},
		{Name: "weekend", Days: []string{"fri", "sat"}, Amount: 12000},
		{Name: "alone", Party: 1, Amount: 8000},
	}}))
	service("pheasant", room("family", 150, canonical.Nightly{Included: 2, Extra: 1500, Most: 5}))
	service("pheasant", canonical.Service{ID: "table", Position: 9, Kind: canonical.Table, Name: "A table", Channel: canonical.InPerson, Price: pricing(0), Minutes: 90, Step: 30, ResourceTypes: []string{"table"}})
	unit("pheasant", "d1", "double", 2)
	unit("pheasant", "d2", "double", 2)
	unit("pheasant", "f1", "family", 4)
	unit("pheasant", "t2", "table", 2, daily...)
	unit("pheasant", "t4", "table", 4, daily...)
	service("cottage", room("whole", 200, canonical.Nightly{Fewest: 3}))
	unit("cottage", "c1", "whole", 6)
	service("kayaks", canonical.Service{ID: "tour", Kind: canonical.Class, Name: "Island tour", Channel: canonical.InPerson, Minutes: 120, Capacity: 6, Providers: []string{"jo"},
		Price: canonical.Price{Model: "per_person", Amount: 3500, Currency: "GBP"}, Starts: []canonical.Start{{Days: []string{"sat", "sun"}, At: "10:00"}}})
	docs[canonical.ProviderKey("kayaks", "jo")] = canonical.Provider{ID: "jo", Name: "Jo", Windows: daily}
	service("guide", canonical.Service{ID: "walk", Kind: canonical.Appointment, Name: "A walk", Channel: canonical.InPerson, Minutes: 180, Step: 60, Capacity: 8, Providers: []string{"al"}, Price: pricing(120)})
	docs[canonical.ProviderKey("guide", "al")] = canonical.Provider{ID: "al", Name: "Al", Windows: daily}
	suite := room("suite", 300, canonical.Nightly{})
	suite.Prepayment = canonical.FullPayment
	service("paid", suite)
	unit("paid", "s1", "suite", 2)

	var writes []canonical.Write
	for k, doc := range docs {
		body, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		writes = append(writes, canonical.Write{Record: canonical.Record{StoreKey: k, Body: body}})
	}
	for part := range slices.Chunk(writes, 90) {
		if err := s.Commit(context.Background(), part...); err != nil {
			t.Fatal(err)
		}
	}
}

// atLakes is a bench with the lakes beside the clinic.
func atLakes(t testing.TB, b *bench) *bench {
	t.Helper()
	loadLakes(t, b.store.Store)
	return b
}

// ask asks the lakes anonymously, unless the request says otherwise.
func (b *bench) ask(c canonical.Command, change ...func(*canonical.Request)) canonical.Outcome {
	req := canonical.Request{Command: c, Meta: canonical.Meta{
		Catalogue: "lakes", Host: "agents.example", Binding: "selfe", Channel: "a2a", Tracked: true, Rules: canonical.KeepAnswers,
	}}
	for _, f := range change {
		f(&req)
	}
	return b.Do(context.Background(), req)
}

// guest is a person who lets an agent book.
func guest(name string) func(*canonical.Request) {
	return func(r *canonical.Request) {
		r.Caller = "oauth-" + name
		r.Principal = canonical.Principal{Role: canonical.RoleGuest, ID: name, Scope: "openid bookings:write", Agent: "assistant"}
	}
}

// robot is an agent on its own behalf, with a mandate of a guest's if one is
// named.
func robot(name, of string) func(*canonical.Request) {
	return func(r *canonical.Request) {
		r.Caller = "oauth-" + name
		r.Principal = canonical.Principal{Role: canonical.RoleAgent, ID: name, Scope: "bookings:write"}
		if of != "" {
			r.Consent = canonical.Consent{SHA256: "hash-of-" + of, Guest: of, Issuer: "https://id.example", At: now, Once: "once-" + of, Until: now.Add(time.Hour)}
		}
	}
}

func dates(in, out canonical.Date) *canonical.Stay {
	return &canonical.Stay{CheckIn: in, CheckOut: out}
}

func adults(n int) *canonical.Party { return &canonical.Party{Adults: n} }

// offers are what a place has for a stay.
func (b *bench) offers(t testing.TB, place int, stay *canonical.Stay, party *canonical.Party, change ...func(*canonical.Request)) []canonical.Offer {
	t.Helper()
	out := b.ask(canonical.Match{Places: []canonical.PlaceRef{{Entity: entity(place)}}, Stay: stay, Party: party}, change...)
	found, ok := out.Result.(canonical.Places)
	if !ok || len(found.Places) != 1 {
		t.Fatalf("%s, %+v", code(out), found)
	}
	return found.Places[0].Offers
}

// double is the offer of a double room for two nights in April.
func (b *bench) double(t testing.TB, change ...func(*canonical.Request)) canonical.Offer {
	t.Helper()
	all := b.offers(t, pheasant, dates("2026-04-14", "2026-04-16"), adults(2), change...)
	if len(all) == 0 || all[0].Service != "double" {
		t.Fatalf("%+v", all)
	}
	return all[0]
}

// change replaces a document as a new load of its file does: the record that
// has the revision moves too.
func change[T any](t testing.TB, b *bench, k, head canonical.StoreKey, edit func(*T)) {
	t.Helper()
	found, err := b.store.Store.Load(context.Background(), k, head)
	if err != nil {
		t.Fatal(err)
	}
	var doc T
	if err := json.Unmarshal(found[0].Body, &doc); err != nil {
		t.Fatal(err)
	}
	edit(&doc)
	if found[0].Body, err = json.Marshal(doc); err != nil {
		t.Fatal(err)
	}
	writes := []canonical.Write{{Record: found[0]}}
	if head != k {
		writes = append(writes, canonical.Write{Record: found[1]})
	}
	if err := b.store.Store.Commit(context.Background(), writes...); err != nil {
		t.Fatal(err)
	}
}

func reopen(t testing.TB, b *bench, edit func(*canonical.Registry)) {
	change(t, b, canonical.RegistryKey("lakes"), canonical.RegistryKey("lakes"), edit)
}

// writeDoc writes a document that is not there yet.
func writeDoc(t testing.TB, b *bench, k canonical.StoreKey, doc any) {
	t.Helper()
	body, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.store.Store.Commit(context.Background(), canonical.Write{Record: canonical.Record{StoreKey: k, Body: body}}); err != nil {
		t.Fatal(err)
	}
}
