package engine

import (
	"maps"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"hora/canonical"
	"hora/canonical/schedule"
)

// A catalogue is an organisation with all it offers, in memory. It counts
// only while its revision is the version of the organisation's record, which
// every act reads anyway.
type catalogue struct {
	revision  int64
	org       *canonical.Organization
	zone      *time.Location
	services  []canonical.Service
	providers []canonical.Provider
	resources []canonical.Resource

	service  map[string]*canonical.Service
	provider map[string]*canonical.Provider
	resource map[string]*canonical.Resource

	changes   []canonical.Change // every service there is or was, in order of its last change
	directory *canonical.Directory
}

func catalogueRange(slug string) canonical.Range {
	return canonical.Range{Partition: canonical.OrganizationKey(slug).Partition}
}

// cached is the catalogue as this process last read it; nil if it has not.
func (e *Engine) cached(slug string) *catalogue {
	if c, ok := e.catalogues.Load(slug); ok {
		return c.(*catalogue)
	}
	return nil
}

// refresh brings the view's catalogue up to the revision that was read. It
// answers false when that takes another read.
func (e *Engine) refresh(v *view) bool {
	slug := v.req.Organization
	org := v.Record(canonical.OrganizationKey(slug))
	if org.Version == 0 {
		v.cat = nil
		e.catalogues.Delete(slug)
		v.listed(catalogueRange(slug), nil)
		return true
	}
	if v.cat != nil && v.cat.revision == org.Version {
		return true
	}
	v.cat = nil
	if found := v.lists[catalogueRange(slug)]; found != nil {
		if c := newCatalogue(slug, found); c != nil && c.revision == org.Version {
			e.catalogues.Store(slug, c)
			v.cat = c
			return true
		}
		v.forget() // it moved between the two reads: read both again
	}
	delete(v.lists, catalogueRange(slug))
	return false
}

func newCatalogue(slug string, found []canonical.Record) *catalogue {
	c := &catalogue{
		service:  map[string]*canonical.Service{},
		provider: map[string]*canonical.Provider{},
		resource: map[string]*canonical.Resource{},
	}
	for _, r := range found {
		switch kind, _, _ := strings.Cut(r.Sort, "#"); kind {
		case "ORG":
			c.org = new(canonical.Organization)
			if json.Unmarshal(r.Body, c.org) != nil {
				return nil
			}
			c.revision = r.Version
			c.zone = c.org.Zone()
		case "SVC":
			c.file(r)
		case "PRV":
			c.providers = appendBody(c.providers, r)
		case "RES":
			c.resources = appendBody(c.resources, r)
		}
	}
	if c.org == nil {
		return nil
	}
	// Here and wherever a noun is not sorted in every call it is done by package
	// sort: those of package slices are compiled for each noun anew, and cold
	// starts pay for their size.
	sort.SliceStable(c.changes, func(i, j int) bool { return turn(c.changes[i]) < turn(c.changes[j]) })
	sort.SliceStable(c.services, func(i, j int) bool { return c.services[i].Position < c.services[j].Position })
	sort.SliceStable(c.providers, func(i, j int) bool { return c.providers[i].Position < c.providers[j].Position })
	sort.SliceStable(c.resources, func(i, j int) bool { return c.resources[i].Position < c.resources[j].Position })
	maps.Insert(c.service, byID(c.services, func(s *canonical.Service) string { return s.ID }))
	maps.Insert(c.provider, byID(c.providers, func(p *canonical.Provider) string { return p.ID }))
	maps.Insert(c.resource, byID(c.resources, func(r *canonical.Resource) string { return r.ID }))
	org := *c.org
	org.Keys = nil
	c.directory = &canonical.Directory{Organization: &org, Services: c.service, Providers: c.provider, Resources: c.resource}
	return c
}

func appendBody[T any](to []T, r canonical.Record) []T {
	var doc T
	if json.Unmarshal(r.Body, &doc) != nil {
		return to
	}
	return append(to, doc)
}

func byID[T any](all []T, id func(*T) string) func(func(string, *T) bool) {
	return func(yield func(string, *T) bool) {
		for i := range all {
			if !yield(id(&all[i]), &all[i]) {
				return
			}
		}
	}
}

// providerOf is who would give a service: the one asked for if assigned to
// it, or else the first assigned.
func (c *catalogue) providerOf(s *canonical.Service, id string) *canonical.Provider {
	if id == "" && len(s.Providers) > 0 {
		id = s.Providers[0]
	}
	if !slices.Contains(s.Providers, id) {
		return nil
	}
	return c.provider[id]
}

// hours are when a provider is open, in its own zone.
func (c *catalogue) hours(p *canonical.Provider) schedule.Hours {
	zone := c.zone
	if p.Timezone != "" {
		zone = canonical.Zone(p.Timezone)
	}
	return schedule.Hours{Zone: zone, Windows: p.Windows, Exceptions: p.Exceptions}
}

// hoursOf are when a resource is open by hours of its own.
func (c *catalogue) hoursOf(r *canonical.Resource) schedule.Hours {
	return schedule.Hours{Zone: c.zone, Windows: r.Windows, Exceptions: r.Exceptions}
}

// openTo says whether a resource is open for the whole interval. One without
// hours of its own is as open as whoever uses it.
func (c *catalogue) openTo(r *canonical.Resource, i schedule.Interval) bool {
	return len(r.Windows)+len(r.Exceptions) == 0 || c.hoursOf(r).Contains(i)
}

// candidates are the resources of each type that a service needs, in order.
func (c *catalogue) candidates(s *canonical.Service) [][]*canonical.Resource {
	sets := make([][]*canonical.Resource, len(s.ResourceTypes))
	for i, t := range s.ResourceTypes {
		for j := range c.resources {
			if c.resources[j].Type == t {
				sets[i] = append(sets[i], &c.resources[j])
			}
		}
	}
	return sets
}
