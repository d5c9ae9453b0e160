package registry_test

import (
	"maps"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
	"hora/infra/orgfile"
)

// A given is what is so before a scenario: given.json beside it.
type given struct {
	Now       time.Time                                       `json:"now"`
	Changes   map[string]map[string]map[string]jsontext.Value `json:"changes,omitzero"`   // to the clinic, or the first place: list, id, members
	Catalogue map[string]jsontext.Value                       `json:"catalogue,omitzero"` // the registry is asked, not the clinic; with these members, null for none
	Before    []struct {
		Said    string         `json:"said,omitzero"` // the call of another scenario, as scenario/file
		Command jsontext.Value `json:"command,omitzero"`
		At      time.Time      `json:"at,omitzero"`       // default Now
		KnownAs string         `json:"known_as,omitzero"` // the id that the scenario has for what it makes
		Message bool           `json:"message,omitzero"`  // it comes with the message id of the scenario's call
	} `json:"before,omitzero"`
}

// load loads the demonstration clinic, or the catalogue, as it is given.
func (g *given) load(t *testing.T, store canonical.Store) {
	t.Helper()
	name := "clinica-demo.json"
	if g.Catalogue != nil {
		name = "visit-keswick.json"
	}
	var file map[string]jsontext.Value
	decode(t, data+"orgs/"+name, &file)
	if g.Catalogue == nil {
		g.change(t, file)
	} else {
		file["catalogue"] = with(t, file["catalogue"], g.Catalogue)
		var places []map[string]jsontext.Value
		if err := json.Unmarshal(file["places"], &places); err != nil {
			t.Fatal(err)
		}
		g.change(t, places[0])
		file["places"], _ = json.Marshal(places)
	}
	text, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	f, problems := orgfile.Parse(name, text)
	if f == nil {
		t.Fatal(problems)
	}
	f.At = g.Now
	if _, err := orgfile.Load(t.Context(), store, f, nil); err != nil {
		t.Fatal(err)
	}
}

// change makes the changes to what one organisation's file or place has.
func (g *given) change(t *testing.T, organization map[string]jsontext.Value) {
	t.Helper()
	for list, changes := range g.Changes {
		organization[list] = changed(t, organization[list], changes)
	}
}

// changed is a list of the file in which some have other members, by id; whom
// it does not have is added.
func changed(t *testing.T, list jsontext.Value, changes map[string]map[string]jsontext.Value) jsontext.Value {
	t.Helper()
	var all []jsontext.Value
	if list != nil {
		if err := json.Unmarshal(list, &all); err != nil {
			t.Fatal(err)
		}
	}
	for id, members := range changes {
		i := slices.IndexFunc(all, func(one jsontext.Value) bool {
			var named struct{ ID string }
			return json.Unmarshal(one, &named, json.MatchCaseInsensitiveNames(true)) == nil && named.ID == id
		})
		if i < 0 {
			i, all = len(all), append(all, jsontext.Value(`{"id":`+strconv.Quote(id)+`}`))
		}
		all[i] = with(t, all[i], members)
	}
	b, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// with is an object with other members, and without those that are null.
func with(t *testing.T, object jsontext.Value, members map[string]jsontext.Value) jsontext.Value {
	t.Helper()
	var all map[string]jsontext.Value
	if err := json.Unmarshal(object, &all); err != nil {
		t.Fatal(err)
	}
	maps.Copy(all, members)
	maps.DeleteFunc(all, func(_ string, v jsontext.Value) bool { return string(v) == "null" })
	b, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
