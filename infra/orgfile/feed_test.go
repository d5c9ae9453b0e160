package orgfile_test

import (
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/infra/orgfile"
)

// The feed tells when each service last changed, and which are gone: a load
// writes that down with the services, and only where something changed.
func TestLoadsAreDated(t *testing.T) {
	s := open(t)
	at := func(hour int) time.Time { return time.Date(2026, 3, 30, hour, 0, 0, 0, time.UTC) }
	type fact struct {
		Modified int // hour
		Deleted  bool
	}
	for _, step := range []struct {
		name             string
		hour             int
		document         []byte
		want             map[string]fact
		written, removed int
		whole            int // hour at which anything last changed
	}{
		{"two services", 1, document("a", 2, 0), map[string]fact{"s0": {1, false}, "s1": {1, false}}, 4, 0, 1},
		{"the same again", 2, document("a", 2, 0), map[string]fact{"s0": {1, false}, "s1": {1, false}}, 0, 0, 1},
		{"one more", 3, document("a", 3, 0), map[string]fact{"s0": {1, false}, "s1": {1, false}, "s2": {3, false}}, 1, 0, 3},
		{"one left", 4, document("a", 1, 0), map[string]fact{"s0": {1, false}, "s1": {4, true}, "s2": {4, true}}, 0, 2, 4},
		{"still one", 5, document("a", 1, 0), map[string]fact{"s0": {1, false}, "s1": {4, true}, "s2": {4, true}}, 0, 0, 4},
		{"it is changed", 6, document("b", 1, 0), map[string]fact{"s0": {6, false}, "s1": {4, true}, "s2": {4, true}}, 1, 0, 6},
		{"one is back", 7, document("b", 2, 0), map[string]fact{"s0": {6, false}, "s1": {7, false}, "s2": {4, true}}, 1, 0, 7},
	} {
		f := parse(t, "bodega.json", step.document)
		f.At = at(step.hour)
		change, err := orgfile.Load(t.Context(), s, f, nil)
		if err != nil || change.Written != step.written || change.Removed != step.removed {
			t.Errorf("%s: %+v, %v; want %d written, %d removed", step.name, change, err, step.written, step.removed)
		}
		records, _, err := s.List(t.Context(), canonical.Range{Partition: canonical.OrganizationKey("bodega").Partition, From: "SVC#", To: "SVC#~"})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]fact{}
		for _, r := range records {
			var x canonical.Service
			if err := json.Unmarshal(r.Body, &x); err != nil {
				t.Fatal(err)
			}
			if x.Deleted && (x.Name != "" || len(x.Providers) > 0) {
				t.Errorf("%s: what is gone is still told: %s", step.name, r.Body)
			}
			got[x.ID] = fact{x.Modified.Hour(), x.Deleted}
		}
		if diff := cmp.Diff(step.want, got); diff != "" {
			t.Errorf("%s: %s", step.name, diff)
		}
		head, err := s.Load(t.Context(), canonical.OrganizationKey("bodega"))
		if err != nil {
			t.Fatal(err)
		}
		var o canonical.Organization
		if err := json.Unmarshal(head[0].Body, &o); err != nil || o.Modified.Hour() != step.whole {
			t.Errorf("%s: last changed at %v, %v; want %d", step.name, o.Modified, err, step.whole)
		}
	}
}
