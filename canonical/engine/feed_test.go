package engine_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
)

func ids(services []canonical.Service) string {
	var all []string
	for _, s := range services {
		all = append(all, s.ID)
	}
	return strings.Join(all, " ")
}

func (s shop) services(c canonical.ListServices) canonical.Catalogue {
	s.t.Helper()
	out := s.as("p1", c, anonymous)
	if out.Err != nil {
		s.t.Fatalf("%+v: %+v", c, out.Err)
	}
	return out.Result.(canonical.Catalogue)
}

func TestListServices(t *testing.T) {
	s := salon(t)
	cents := func(n int64) *int64 { return &n }
	const all = "cut facial color trial shoot home hall yoga solo tea bike"
	for name, row := range map[string]struct {
		c    canonical.ListServices
		want string
	}{
		"all":                   {canonical.ListServices{}, all},
		"of a kind":             {canonical.ListServices{Kind: canonical.Class}, "hall yoga"},
		"where":                 {canonical.ListServices{Channel: canonical.HomeVisit}, "home"},
		"a category":            {canonical.ListServices{Categories: []string{"skin"}}, "facial"},
		"either category":       {canonical.ListServices{Categories: []string{"skin", "tea"}}, "facial tea"},
		"no such category":      {canonical.ListServices{Categories: []string{"cars"}}, ""},
		"at least":              {canonical.ListServices{MinPrice: cents(15000)}, "trial shoot home"},
		"at most":               {canonical.ListServices{MaxPrice: cents(1000)}, "yoga tea bike"},
		"between":               {canonical.ListServices{MinPrice: cents(8000), MaxPrice: cents(9000)}, "cut solo"},
		"between in pesos":      {canonical.ListServices{MinPrice: cents(8000), Currency: "CLP"}, ""},
		"kind and category":     {canonical.ListServices{Kind: canonical.Appointment, Categories: []string{"classes"}}, "solo"},
		"words put first":       {canonical.ListServices{Query: "bridal trial"}, "trial cut facial color shoot home hall yoga solo tea bike"},
		"words of a tag":        {canonical.ListServices{Query: "CUT"}, all},
		"words within a filter": {canonical.ListServices{Query: "yoga", Kind: canonical.Class}, "yoga hall"},
		"words that fit none":   {canonical.ListServices{Query: "lorem ipsum"}, all},
	} {
		if got := ids(s.services(row.c).Services); got != row.want {
			t.Errorf("%s: %s, want %s", name, got, row.want)
		}
	}
	page, got := canonical.ListServices{Limit: 4}, []string{}
	for {
		r := s.services(page)
		got = append(got, ids(r.Services))
		if page.After = r.Next; r.Next == "" {
			break
		}
	}
	if diff := cmp.Diff([]string{"cut facial color trial", "shoot home hall yoga", "solo tea bike"}, got); diff != "" {
		t.Error(diff)
	}
	for _, after := range []canonical.Cursor{"crs_a1b2c3d4e5f6", "cut", "===="} {
		out := s.want("a cursor that nobody issued", "invalid", s.as("p1", canonical.ListServices{After: after}))
		if p := out.Err.Problems[0]; p.Path != "after" || p.Rule != canonical.RuleCursor {
			t.Errorf("%+v", p)
		}
	}
}

func TestGetAndLookup(t *testing.T) {
	s := salon(t)
	out := s.want("one", "ok", s.as("", canonical.GetService{Service: "yoga"}, anonymous))
	if got := out.Result.(canonical.Service); got.Name != "Yoga" || got.Capacity != 6 || !got.Modified.IsZero() {
		t.Errorf("%+v", got)
	}
	if d := out.Meta.Directory; d == nil || d.Organization.Slug != "salon" || d.Organization.Keys != nil || d.Providers["ava"].Name != "Ava" || d.Resources["t2"].Type != "table" || d.Services["tea"] == nil {
		t.Errorf("%+v", out.Meta.Directory)
	}
	s.want("none", "unknown_service", s.as("", canonical.GetService{Service: "x"}, anonymous))
	c := s.want("several", "ok", s.as("", canonical.LookupServices{Services: []string{"tea", "x", "cut", "tea", "y", "x"}}, anonymous)).Result.(canonical.Catalogue)
	if ids(c.Services) != "tea cut" || strings.Join(c.Unknown, " ") != "x y" {
		t.Errorf("%s, unknown %v", ids(c.Services), c.Unknown)
	}
}

// The feed tells each service once, as it is, in order of its last change;
// from a cursor, what has changed since.
func TestFeed(t *testing.T) {
	s := salon(t)
	read := func(c canonical.ServiceFeed) (canonical.Feed, string) {
		t.Helper()
		out := s.as("", c, anonymous)
		if out.Err != nil {
			t.Fatal(out.Err)
		}
		f := out.Result.(canonical.Feed)
		var all []string
		for _, x := range f.Changes {
			text := x.Service.ID + "@" + x.At.Format("15:04")
			if x.Deleted {
				text += " deleted"
				if x.Service.Name != "" {
					t.Errorf("what is gone is told: %+v", x.Service)
				}
			}
			all = append(all, text)
		}
		return f, strings.Join(all, ", ")
	}
	f, got := read(canonical.ServiceFeed{})
	if want := "bike@11:00, color@11:00, cut@11:00, facial@11:00, hall@11:00, home@11:00, shoot@11:00, solo@11:00, tea@11:00, trial@11:00, yoga@11:00"; got != want || f.More || f.Total != 11 || !f.At.Equal(now) {
		t.Errorf("%s (more %v, total %d)", got, f.More, f.Total)
	}
	seen := f.Next
	if f, got := read(canonical.ServiceFeed{After: seen}); got != "" || f.Next != seen || f.More {
		t.Errorf("nothing has changed: %s", got)
	}
	without := strings.Replace(salonFile, `  {"id": "home",`, `  {"id": "haus",`, 1)
	s.load(strings.Replace(without, "Masterclass", "Master class", 1), now.Add(-30*time.Minute))
	f, got = read(canonical.ServiceFeed{After: seen})
	if want := "hall@11:30, haus@11:30, home@11:30 deleted"; got != want || f.Total != 11 {
		t.Errorf("%s (total %d)", got, f.Total)
	}
	var pages []string
	page := canonical.ServiceFeed{Limit: 5}
	for {
		f, got := read(page)
		pages = append(pages, got)
		if page.After = f.Next; !f.More {
			break
		}
	}
	if want := "bike@11:00, color@11:00, cut@11:00, facial@11:00, shoot@11:00 | solo@11:00, tea@11:00, trial@11:00, yoga@11:00, hall@11:30 | haus@11:30, home@11:30 deleted"; strings.Join(pages, " | ") != want {
		t.Errorf("%s", strings.Join(pages, " | "))
	}
	s.want("a cursor that nobody issued", "invalid", s.as("", canonical.ServiceFeed{After: "crs_a1b2c3d4e5f6"}, anonymous))
	s.want("one of another list", "invalid", s.as("", canonical.ListServices{After: seen}, anonymous))
	if s.services(canonical.ListServices{Categories: []string{"hair"}}).Services[0].Modified != (time.Time{}) {
		t.Error("the list tells when")
	}
	s.want("what is gone", "unknown_service", s.as("", canonical.GetService{Service: "home"}, anonymous))
}
