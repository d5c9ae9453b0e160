package orgfile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/infra/orgfile"
)

// entity is the id of the nth place.
func entity(n int) string { return fmt.Sprintf("slf_%026d", n) }

// lakes writes a catalogue of these places: a name alone is a place with an
// organisation of its own, and @slug one that has a document of its own.
func lakes(name string, places ...string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `{"catalogue": {"id": "lakes", "name": "%s", "curator": {"name": "Board", "url": "https://www.lakes.example"}, "timezone": "Europe/London", "page_hosts": ["www.lakes.example"]}, "places": [`, name)
	for i, p := range places {
		fmt.Fprintf(&b, `%s{"entity_id": "%s", "sections": ["stay"], "page_url": "https://www.lakes.example/%d", "published": true`, comma(i), entity(i), i)
		if slug, named := strings.CutPrefix(p, "@"); named {
			fmt.Fprintf(&b, `, "slug": "%s", "name": "Place %s"}`, slug, slug)
			continue
		}
		fmt.Fprintf(&b, `, "organization": {"slug": "%s", "name": "%s", "description": "The words of %[1]s.", "country": "gb", "timezone": "Europe/London", "currency": "GBP", "public": true},`, p, strings.ToUpper(p))
		b.WriteString(`"services": [{"id": "room", "kind": "nights", "name": "Room", "price": {"amount": 9000, "currency": "GBP"}, "channel": "in_person", "resource_types": ["room"], "nightly": {"check_in": "15:00", "check_out": "11:00"}}],`)
		b.WriteString(`"resources": [{"id": "r1", "type": "room", "name": "R1", "capacity": 2}]}`)
	}
	b.WriteString(`]}`)
	return []byte(b.String())
}

// held is what a store has of a registry: its places by entity and
// organisation, and of each organisation how many records there are.
func held(t *testing.T, s canonical.Store, slugs ...string) string {
	t.Helper()
	var b strings.Builder
	list := func(k canonical.StoreKey) []canonical.Record {
		found, _, err := s.List(t.Context(), canonical.Range{Partition: k.Partition})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	for _, r := range list(canonical.RegistryKey("lakes")) {
		if r.Sort == canonical.RegistryKey("").Sort {
			fmt.Fprintf(&b, "revision %d\n", r.Version)
			continue
		}
		var p canonical.Place
		if err := json.Unmarshal(r.Body, &p); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s %s\n", p.Organization, p.Name, p.Description)
	}
	for _, slug := range slugs {
		if n := len(list(canonical.OrganizationKey(slug))); n > 0 {
			fmt.Fprintf(&b, "%s %d\n", slug, n)
		}
	}
	return b.String()
}

// A load makes the registry and the organisations behind it so, leaves what is
// so alone, and removes what is told no more: but not an organisation that has
// a document of its own.
func TestLoadCatalogue(t *testing.T) {
	s := open(t)
	load := func(document []byte) orgfile.Change {
		t.Helper()
		c, err := orgfile.Load(t.Context(), s, parse(t, "lakes.json", document), nil)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, step := range []struct {
		name     string
		document []byte
		change   orgfile.Change
		held     string
	}{
		{"at first", lakes("Lakes", "inn", "mill", "@bodega"), orgfile.Change{Written: 10},
			"revision 1\ninn INN The words of inn.\nmill MILL The words of mill.\nbodega Place bodega \ninn 3\nmill 3\n"},
		{"again", lakes("Lakes", "inn", "mill", "@bodega"), orgfile.Change{Unchanged: 10},
			"revision 1\ninn INN The words of inn.\nmill MILL The words of mill.\nbodega Place bodega \ninn 3\nmill 3\n"},
		{"another name", lakes("The Lakes", "inn", "mill", "@bodega"), orgfile.Change{Written: 1, Unchanged: 9},
			"revision 2\ninn INN The words of inn.\nmill MILL The words of mill.\nbodega Place bodega \ninn 3\nmill 3\n"},
		{"a document of its own for the one", document("", 1, 0), orgfile.Change{Written: 3},
			"revision 2\ninn INN The words of inn.\nmill MILL The words of mill.\nbodega Place bodega \ninn 3\nmill 3\nbodega 3\n"},
		{"without the mill", lakes("The Lakes", "inn", "@bodega"), orgfile.Change{Written: 1, Removed: 4, Unchanged: 5},
			"revision 3\ninn INN The words of inn.\nbodega Place bodega \ninn 3\nbodega 3\n"},
		{"with nothing", lakes("The Lakes"), orgfile.Change{Written: 0, Removed: 5, Unchanged: 1},
			"revision 4\nbodega 3\n"},
		{"the mill is back", lakes("The Lakes", "mill"), orgfile.Change{Written: 4, Unchanged: 1},
			"revision 5\nmill MILL The words of mill.\nmill 3\nbodega 3\n"},
	} {
		if diff := cmp.Diff(step.change, load(step.document)); diff != "" {
			t.Errorf("%s: %s", step.name, diff)
		}
		if diff := cmp.Diff(step.held, held(t, s, "inn", "mill", "bodega")); diff != "" {
			t.Errorf("%s: %s", step.name, diff)
		}
	}
	loaded, err := orgfile.Loaded(t.Context(), s)
	if want := []string{"CAT#lakes", "ORG#bodega"}; err != nil || !slices.Equal(loaded, want) {
		t.Errorf("%v, %v", loaded, err)
	}
}

// An organisation belongs to the document that told it last.
func TestOrganizationChangesHands(t *testing.T) {
	s := open(t)
	for _, d := range [][]byte{lakes("Lakes", "bodega"), document("", 1, 0), lakes("Lakes", "@bodega"), lakes("Lakes")} {
		if _, err := orgfile.Load(t.Context(), s, parse(t, "x.json", d), nil); err != nil {
			t.Fatal(err)
		}
	}
	// its own document came last to tell it: the catalogue takes nothing away
	if got := held(t, s, "bodega"); !strings.HasSuffix(got, "bodega 4\n") { // one is the tombstone of the room
		t.Error(got)
	}
}

// An entity id is the organisation's too.
func TestEntityOfOrganization(t *testing.T) {
	s := open(t)
	if _, err := orgfile.Load(t.Context(), s, parse(t, "x.json", lakes("Lakes", "inn")), nil); err != nil {
		t.Fatal(err)
	}
	found, err := s.Load(t.Context(), canonical.OrganizationKey("inn"))
	var org canonical.Organization
	if err != nil || json.Unmarshal(found[0].Body, &org) != nil || org.EntityID != entity(0) {
		t.Errorf("%+v, %v", org, err)
	}
}

// Keswick's catalogue is what the issue wants of it.
func TestKeswick(t *testing.T) {
	_, keswick := demonstration(t)
	if keswick == nil || keswick.Catalogue.Book || !keswick.Catalogue.HandsOff() {
		t.Fatalf("%+v", keswick)
	}
	seen, published := map[canonical.Section]int{}, 0
	for _, p := range keswick.Places {
		if p.Published && !p.Hidden {
			published++
		}
		for _, s := range p.Sections {
			seen[s]++
		}
		sells := map[canonical.Section]bool{}
		for _, s := range p.Services {
			sells[s.Kind.Section()] = true
		}
		for _, s := range p.Sections {
			if !sells[s] {
				t.Errorf("%s is listed under %s and sells nothing there", p.Organization.Name, s)
			}
		}
		if len(sells) != len(p.Sections) {
			t.Errorf("%s sells what it is not listed for", p.Organization.Name)
		}
	}
	if published < 25 || seen[canonical.SectionStay] < 8 || seen[canonical.SectionEat] < 8 || seen[canonical.SectionDo] < 7 {
		t.Errorf("%d published, %v", published, seen)
	}
	if p := keswick.Places[0]; p.Organization.Name != "The Pheasant Inn" || p.Entity != "slf_01M2T7Q2F2MVGDY5GQGMWTM7W1" || !slices.Equal(p.Sections, []canonical.Section{"stay", "eat"}) {
		t.Errorf("%+v", p)
	}
}
