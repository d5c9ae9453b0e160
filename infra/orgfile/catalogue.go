package orgfile

import (
	"slices"
	"strings"

	"hora/canonical"
)

// A Catalogue is the document about a registry: what a curator lists, and, as
// far as they have no document of their own, the organisations behind it.
type Catalogue struct {
	Catalogue canonical.Registry `json:"catalogue"`
	Places    []Place            `json:"places"`
}

// A Place is one entry of a catalogue. Its organisation is told here, with all
// it offers, or by the slug of one that has a document of its own. Name and
// description are the organisation's unless the curator has words for it.
type Place struct {
	Entity      string              `json:"entity_id"`
	Slug        string              `json:"slug"`
	Name        string              `json:"name"`
	Description string              `json:"description"`
	Sections    []canonical.Section `json:"sections"`
	Locality    string              `json:"locality"`
	Tags        []string            `json:"tags"`
	PageURL     string              `json:"page_url"`
	Published   bool                `json:"published"`
	Hidden      bool                `json:"hidden"`

	Organization *canonical.Organization   `json:"organization"`
	Services     []canonical.Service       `json:"services"`
	Providers    []canonical.Provider      `json:"providers"`
	Resources    []canonical.Resource      `json:"resources"`
	Payments     []canonical.PaymentIntent `json:"payment_intents"`
}

// Title is the catalogue's id.
func (d *Catalogue) Title() string { return d.Catalogue.ID }

// Partition is the registry's.
func (d *Catalogue) Partition() string { return canonical.RegistryKey(d.Catalogue.ID).Partition }

// Partitions are the registry's and those of the organisations that the
// document tells.
func (d *Catalogue) Partitions() []string {
	all := []string{d.Partition()}
	for i := range d.Places {
		if o := d.Places[i].own(); o != nil {
			all = append(all, o.Partition())
		}
	}
	return all
}

// own is the organisation that a place tells; nil for one that only names it.
func (p *Place) own() *Organization {
	if p.Organization == nil {
		return nil
	}
	o := &Organization{*p.Organization, p.Services, p.Providers, p.Resources, p.Payments}
	o.Organization.EntityID = p.Entity
	return o
}

// listed is the place as the registry keeps it.
func (p *Place) listed(position int) canonical.Place {
	out := canonical.Place{
		Entity: p.Entity, Position: position, Organization: p.Slug, Name: p.Name, Description: p.Description, Sections: p.Sections,
		Locality: p.Locality, Tags: p.Tags, PageURL: p.PageURL, Published: p.Published, Hidden: p.Hidden,
	}
	if o := p.Organization; o != nil {
		out.Organization = o.Slug
		if out.Name == "" {
			out.Name = o.Name
		}
		if out.Description == "" {
			out.Description = o.Description
		}
	}
	return out
}

// contents are the organisations', and then the registry's own: a place is
// listed once there is something behind it.
func (d *Catalogue) contents() (all []content, err error) {
	home := d.Partition()
	c, err := newContent(canonical.RegistryKey(d.Catalogue.ID), d.Catalogue)
	if err != nil {
		return nil, err
	}
	for i := range d.Places {
		p := &d.Places[i]
		if o := p.own(); o != nil {
			own, err := o.content()
			if err != nil {
				return nil, err
			}
			own.part = home
			all = append(all, own)
		}
		if err := c.add(canonical.PlaceKey(d.Catalogue.ID, p.Entity), p.listed(i)); err != nil {
			return nil, err
		}
	}
	return append(all, c), nil
}

func (d *Catalogue) check(c *checker) {
	d.checkRegistry(c, "catalogue")
	entities, slugs := unique{}, unique{}
	for i := range d.Places {
		d.checkPlace(c, item("places", i), &d.Places[i], entities, slugs)
	}
}

func (d *Catalogue) checkRegistry(c *checker, path string) {
	r := &d.Catalogue
	if c.required(path+".id") && !canonical.IsSlug(r.ID) {
		c.say(path+".id", "%q is no id of a catalogue: want 3 to 48 lower-case letters, digits and inner hyphens", r.ID)
	}
	c.name(path+".name", r.Name)
	c.text(path+".description", r.Description, maxText)
	if c.required(path + ".curator") {
		c.name(path+".curator.name", r.Curator.Name)
		if c.required(path+".curator.url") && !isProfile(r.Curator.URL) {
			c.say(path+".curator.url", "want an https URL")
		}
	}
	if c.required(path + ".timezone") {
		checkZone(c, path+".timezone", r.Timezone)
	}
	if c.given[path+".sections"] {
		checkSections(c, path+".sections", r.Sections)
	}
	if c.required(path+".page_hosts") && len(r.PageHosts) == 0 {
		c.say(path+".page_hosts", "must not be empty")
	}
	hosts := unique{}
	for i, h := range r.PageHosts {
		at := item(path+".page_hosts", i)
		if !isHost(h) {
			c.say(at, "%q is no host: want a lower-case name such as www.example.org", h)
		}
		hosts.add(c, at, h)
	}
	if c.given[path+".examples"] && (len(r.Examples) < 2 || len(r.Examples) > 5) {
		c.say(path+".examples", "has %d members; want 2 to 5", len(r.Examples))
	}
	c.lines(path+".examples", r.Examples)
	if h := r.Handoff; h != nil {
		c.required(path + ".handoff.open")
		if c.given[path+".handoff.confirm_url"] && !r.Owns(h.Confirm) {
			c.say(path+".handoff.confirm_url", "want an https URL on one of the page_hosts")
		}
	}
	checkAllowances(c, path+".allowances", r.Allowances)
}

func (d *Catalogue) checkPlace(c *checker, path string, p *Place, entities, slugs unique) {
	if c.required(path+".entity_id") && !canonical.IsEntity(p.Entity) {
		c.say(path+".entity_id", "%q is no entity id: want slf_ and a ULID", p.Entity)
	}
	entities.add(c, path+".entity_id", p.Entity)
	inline := c.given[path+".organization"]
	switch {
	case inline == c.given[path+".slug"]:
		c.say(path, "want either an organization or the slug of one")
	case !inline:
		d.checkNamed(c, path, p)
		slugs.add(c, path+".slug", p.Slug)
	case p.Organization != nil:
		if c.given[path+".organization.entity_id"] {
			c.say(path+".organization.entity_id", "is the place's")
		}
		p.own().checkIn(c, path+".")
		slugs.add(c, path+".organization.slug", p.Organization.Slug)
	}
	if c.given[path+".name"] {
		c.name(path+".name", p.Name)
	}
	c.text(path+".description", p.Description, maxText)
	if c.required(path + ".sections") {
		checkSections(c, path+".sections", p.Sections)
	}
	for i, s := range p.Sections {
		if s.Known() && !d.Catalogue.Has(s) {
			c.say(item(path+".sections", i), "the catalogue has no section %q", s)
		}
	}
	c.line(path+".locality", p.Locality)
	c.lines(path+".tags", p.Tags)
	if c.required(path+".page_url") && !d.Catalogue.Owns(p.PageURL) {
		c.say(path+".page_url", "want an https URL on one of the page_hosts")
	}
	c.required(path + ".published")
}

// checkNamed checks a place whose organisation has a document of its own, so
// that nothing of it is told here.
func (d *Catalogue) checkNamed(c *checker, path string, p *Place) {
	if !canonical.IsSlug(p.Slug) {
		c.say(path+".slug", "%q is no slug: want 3 to 48 lower-case letters, digits and inner hyphens", p.Slug)
	}
	c.required(path + ".name")
	for _, m := range []string{"services", "providers", "resources", "payment_intents"} {
		if c.given[path+"."+m] {
			c.say(path+"."+m, "has no place here: the organisation has a document of its own")
		}
	}
}

func checkSections(c *checker, path string, all []canonical.Section) {
	if len(all) == 0 {
		c.say(path, "must not be empty")
	}
	sections := unique{}
	for i, s := range all {
		oneOf(c, item(path, i), s, canonical.Sections...)
		sections.add(c, item(path, i), string(s))
	}
}

// isHost says whether s is a name that a page can be on: lower-case labels
// joined by dots, at least two.
func isHost(s string) bool {
	labels := strings.Split(s, ".")
	return len(labels) > 1 && len(s) <= 253 && !slices.ContainsFunc(labels, func(l string) bool {
		return l == "" || len(l) > 63 || l[0] == '-' || l[len(l)-1] == '-' || strings.ContainsFunc(l, func(r rune) bool {
			return r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
		})
	})
}
