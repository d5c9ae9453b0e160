package orgfile

import (
	"net/url"
	"slices"

	"hora/canonical"
)

// Slugs that collide with other addresses of a dialect.
var reserved = []string{"resolve", "registry", "manifest"}

const (
	day  = 24 * 60 // minutes
	year = 366     // days
)

func (o *Organization) check(c *checker) { o.checkIn(c, "") }

// checkIn checks an organisation whose members stand below a path of the
// document; empty, or ending in a dot.
func (o *Organization) checkIn(c *checker, at string) {
	o.checkIdentity(c, at+"organization")
	checkPolicies(c, at+"organization.policies", &o.Organization.Policies)
	checkKeys(c, at+"organization.keys", o.Organization.Keys)

	names := references{org: o, at: at, services: unique{}, providers: unique{}, resources: unique{}, types: map[string]bool{}}
	names.collect(o)
	for i := range o.Services {
		checkService(c, item(at+"services", i), &o.Services[i], names)
	}
	for i := range o.Providers {
		checkProvider(c, item(at+"providers", i), &o.Providers[i], names)
	}
	for i := range o.Resources {
		checkResource(c, item(at+"resources", i), &o.Resources[i], names)
	}
	payments := unique{}
	for i := range o.Payments {
		checkPayment(c, item(at+"payment_intents", i), &o.Payments[i], names, payments)
	}
}

func (o *Organization) checkIdentity(c *checker, path string) {
	g := &o.Organization
	c.ours(path + ".modified")
	if c.required(path + ".slug") {
		switch {
		case !canonical.IsSlug(g.Slug):
			c.say(path+".slug", "%q is no slug: want 3 to 48 lower-case letters, digits and inner hyphens", g.Slug)
		case slices.Contains(reserved, g.Slug):
			c.say(path+".slug", "%q is reserved", g.Slug)
		}
	}
	if c.given[path+".entity_id"] {
		c.id(path+".entity_id", g.EntityID)
	}
	c.name(path+".name", g.Name)
	c.text(path+".description", g.Description, maxText)
	if c.required(path+".country") && !letters(g.Country, 2, 'a') {
		c.say(path+".country", "%q is no country: want the two lower-case letters of ISO 3166-1, such as cl", g.Country)
	}
	if c.required(path + ".timezone") {
		checkZone(c, path+".timezone", g.Timezone)
	}
	if c.required(path + ".currency") {
		checkCurrency(c, path+".currency", g.Currency)
	}
	c.line(path+".vertical", g.Vertical)
	c.required(path + ".public")
	dialects := unique{}
	for i, d := range g.Dialects {
		at := item(path+".dialects", i)
		if !canonical.IsID(d) {
			c.say(at, "%q is no name of a dialect", d)
		}
		dialects.add(c, at, d)
	}
}

func checkKeys(c *checker, path string, keys []canonical.Key) {
	names, hashes := unique{}, unique{}
	for i := range keys {
		at, k := item(path, i), &keys[i]
		c.id(at+".name", k.Name)
		names.add(c, at+".name", k.Name)
		if c.required(at + ".role") {
			oneOf(c, at+".role", k.Role, canonical.RoleOrganization, canonical.RolePlatform, canonical.RoleBusiness)
		}
		if k.Profile != "" && !isProfile(k.Profile) {
			c.say(at+".profile", "want an https URL")
		}
		if !c.required(at + ".sha256") {
			continue
		}
		// whoever writes a secret here by mistake must not find it in a log
		if !hexadecimal(k.SHA256) {
			c.say(at+".sha256", "want the SHA-256 of the secret in 64 lower-case hexadecimal digits, as sha256sum prints it")
		} else if first, again := hashes[k.SHA256]; again {
			c.say(at+".sha256", "is the same secret as %s", first)
		} else {
			hashes[k.SHA256] = at + ".sha256"
		}
	}
}

// isProfile says whether a platform can describe itself there.
func isProfile(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil && u.Fragment == ""
}

func checkPayment(c *checker, path string, p *canonical.PaymentIntent, names references, ids unique) {
	c.id(path+".id", p.ID)
	ids.add(c, path+".id", p.ID)
	if c.given[path+".service_id"] && !names.services.has(p.Service) {
		c.say(path+".service_id", "no service is called %q", p.Service)
	}
	if c.required(path + ".amount") {
		within(c, path+".amount", p.Amount, 0, maxAmount)
	}
	if c.required(path + ".currency") {
		checkCurrency(c, path+".currency", p.Currency)
	}
	if c.required(path + ".status") {
		oneOf(c, path+".status", p.Status, canonical.PaymentPending, canonical.PaymentApproved, canonical.PaymentRejected, canonical.PaymentSpent)
	}
	c.ours(path + ".booking")
}

func checkZone(c *checker, path, zone string) {
	if !canonical.IsZone(zone) {
		c.say(path, "%q is no time zone: want an IANA name, such as America/Santiago", zone)
	}
}

// letters says whether s is n letters of the alphabet that starts with first.
func letters(s string, n int, first byte) bool {
	for i := range len(s) {
		if s[i] < first || s[i] >= first+26 {
			return false
		}
	}
	return len(s) == n
}

func hexadecimal(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) == 64
}
