package engine

import (
	"time"

	"github.com/go-json-experiment/json"

	"hora/canonical"
	"hora/canonical/places"
)

// curated says whether an act is asked of a registry. No other acts can be: for
// them there is no such organisation.
func curated(req *canonical.Request) bool {
	if req.Catalogue == "" {
		return false
	}
	switch canonical.OpOf(req.Command) {
	case canonical.OpDescribeRegistry, canonical.OpDiscover, canonical.OpMatch, canonical.OpBookOffer, canonical.OpPrepareHandoff,
		canonical.OpReviewOption, canonical.OpIncomplete:
		return true
	}
	return global(req)
}

// A shelf is a registry with all its places, in memory. Like a catalogue it
// counts only while its revision is the version of the registry's record,
// which every act on it reads.
type shelf struct {
	revision int64
	registry *canonical.Registry
	zone     *time.Location
	places   *places.Index
}

func shelfRange(id string) canonical.Range {
	return canonical.Range{Partition: canonical.RegistryKey(id).Partition}
}

// Registry is the registry that was asked, as its record says; nil when there
// is none, or none was asked.
func (v *view) Registry() *canonical.Registry {
	if v.req.Catalogue == "" {
		return nil
	}
	r, ok := document[canonical.Registry](v, canonical.RegistryKey(v.req.Catalogue))
	if !ok {
		return nil
	}
	return &r
}

// shelf is the registry that was asked with its places; nil without a refusal
// while more of it is to be read. Before the record is there, what this process
// remembers is taken for current, so that what the act needs besides is read
// together with it; the act is planned again on what the record says.
func (v *view) shelf() (*shelf, *canonical.Error) {
	id := v.req.Catalogue
	remembered, _ := v.desk.shelves.Load(id)
	s, _ := remembered.(*shelf)
	k, all := canonical.RegistryKey(id), shelfRange(id)
	if !v.want(k) {
		if s == nil {
			v.wantList(all)
		}
		return s, nil
	}
	record := v.Record(k)
	if record.Version == 0 {
		v.desk.shelves.Delete(id)
		return nil, canonical.Refuse(canonical.UnknownCatalogue)
	}
	if s != nil && s.revision == record.Version {
		return s, nil
	}
	if !v.wantList(all) {
		return nil, nil
	}
	if s = newShelf(v.lists[all]); s != nil && s.revision == record.Version {
		v.desk.shelves.Store(id, s)
		return s, nil
	}
	v.reread(k, all)
	return nil, nil
}

func newShelf(found []canonical.Record) *shelf {
	s := &shelf{}
	var all []canonical.Place
	head := canonical.RegistryKey("").Sort
	for _, r := range found {
		if r.Sort != head {
			all = appendBody(all, r)
			continue
		}
		s.registry = new(canonical.Registry)
		if json.Unmarshal(r.Body, s.registry) != nil {
			return nil
		}
		s.revision, s.zone = r.Version, canonical.Zone(s.registry.Timezone)
	}
	if s.registry == nil {
		return nil
	}
	s.places = places.NewIndex(s.registry, all)
	return s
}

// reread drops a record and a list that do not belong together: they moved
// between the two reads.
func (v *view) reread(k canonical.StoreKey, r canonical.Range) {
	delete(v.records, k)
	delete(v.lists, r)
	v.want(k)
	v.wantList(r)
}

// organization is what a place's organisation offers, as current as its
// record; nil when it cannot be reached. Like shelf, it takes what is
// remembered for current until the record is there. read is false while more
// of it is to be read.
func (v *view) organization(slug string) (c *catalogue, read bool) {
	c = v.desk.cached(slug)
	k, all := canonical.OrganizationKey(slug), catalogueRange(slug)
	if !v.want(k) {
		if c == nil {
			v.wantList(all)
		}
		return v.reachable(c), c != nil
	}
	record := v.Record(k)
	if record.Version == 0 {
		return nil, true
	}
	if c != nil && c.revision == record.Version {
		return v.reachable(c), true
	}
	if !v.wantList(all) {
		return nil, false
	}
	if c = newCatalogue(slug, v.lists[all]); c != nil && c.revision == record.Version {
		v.desk.catalogues.Store(slug, c)
		return v.reachable(c), true
	}
	v.reread(k, all)
	return nil, false
}

func (v *view) reachable(c *catalogue) *catalogue {
	if c == nil || !c.org.Public || !c.org.Speaks(v.req.Binding) {
		return nil
	}
	return c
}

// tells says whether a place's organisation lets the dialect tell of it. That
// takes no more than its record; until it is there, the answer is yes.
func (v *view) tells(slug string) bool {
	k := canonical.OrganizationKey(slug)
	if !v.want(k) {
		return true
	}
	if c := v.desk.cached(slug); c != nil && c.revision == v.Record(k).Version {
		return v.reachable(c) != nil
	}
	org, ok := document[canonical.Organization](v, k)
	return ok && org.Public && org.Speaks(v.req.Binding)
}

// at lets a part of an act look at one organisation, on the same records. What
// it wants to read, the act wants.
func (v *view) at(c *catalogue, look func(*view)) {
	req := *v.req
	req.Organization = c.org.Slug
	inner := *v
	inner.req, inner.cat = &req, c
	look(&inner)
	v.missing, v.missingLists = inner.missing, inner.missingLists
}

// describeRegistry answers with the registry as its record says.
func describeRegistry(v *view) (change, *canonical.Error) {
	if !v.want(canonical.RegistryKey(v.req.Catalogue)) {
		return pending()
	}
	r := v.Registry()
	if r == nil {
		return refuse(canonical.UnknownCatalogue)
	}
	return answer(*r)
}
