package orgfile

import (
	"slices"

	"hora/canonical"
)

// maxAmount bounds a price in minor units, so that shares of it can be reckoned
// without overflow.
const maxAmount = 1_000_000_000_000

// maxSeats bounds how many people fit anywhere.
const maxSeats = 100_000

// maxTypes bounds what a booking takes besides its provider, each for up to
// three days of its calendar: moving a booking writes those of both starts in
// one commit.
const maxTypes = 10

// priceModels say what a price is the price of; none given means fixed.
var priceModels = []string{"fixed", "from", "free", "per_person", "hourly"}

// references are the names in a document that others may point to.
type references struct {
	org                            *Organization
	at                             string // path that its members stand below
	services, providers, resources unique
	types                          map[string]bool // of resources
}

// collect learns every name before any reference is checked, so that the order
// of a document does not matter. Names taken twice are reported later, by the
// checks of the nouns.
func (r references) collect(o *Organization) {
	first := func(u unique, path, id string) {
		if id != "" && !u.has(id) {
			u[id] = path
		}
	}
	for i := range o.Services {
		first(r.services, item(r.at+"services", i)+".id", o.Services[i].ID)
	}
	for i := range o.Providers {
		first(r.providers, item(r.at+"providers", i)+".id", o.Providers[i].ID)
	}
	for i := range o.Resources {
		first(r.resources, item(r.at+"resources", i)+".id", o.Resources[i].ID)
		r.types[o.Resources[i].Type] = true
	}
}

// own checks an id and that it is not that of an earlier noun of its list.
func own(c *checker, path, id string, names unique) {
	c.id(path, id)
	if first, known := names[id]; known && first != path {
		c.say(path, "%q is taken by %s", id, first)
	}
}

func checkService(c *checker, path string, s *canonical.Service, names references) {
	own(c, path+".id", s.ID, names.services)
	c.ours(path + ".position")
	c.ours(path + ".modified")
	c.ours(path + ".deleted")
	if c.required(path + ".kind") {
		oneOf(c, path+".kind", s.Kind, canonical.Appointment, canonical.Class, canonical.Table, canonical.Rental, canonical.Nights)
	}
	c.name(path+".name", s.Name)
	c.text(path+".description", s.Description, maxText)
	if c.required(path + ".price") {
		checkPrice(c, path+".price", &s.Price)
	}
	if s.Kind != canonical.Nights && c.required(path+".duration_minutes") {
		within(c, path+".duration_minutes", s.Minutes, 1, day)
	}
	if c.given[path+".step_minutes"] {
		within(c, path+".step_minutes", s.Step, 1, day)
	}
	within(c, path+".buffer_minutes", s.Buffer, 0, day)
	within(c, path+".capacity", s.Capacity, 0, maxSeats)
	if c.required(path + ".channel") {
		oneOf(c, path+".channel", s.Channel, canonical.InPerson, canonical.HomeVisit, canonical.Virtual)
	}
	c.line(path+".category", s.Category)
	c.lines(path+".tags", s.Tags)
	c.lines(path+".requirements", s.Requirements)
	c.line(path+".expected_outcome", s.ExpectedOutcome)
	c.line(path+".suggested_frequency", s.SuggestedFrequency)
	c.line(path+".treatment_length", s.TreatmentLength)
	if c.given[path+".confirmation"] {
		oneOf(c, path+".confirmation", s.Confirmation, canonical.Automatic, canonical.Manual)
	}
	names.checkKind(c, path, s)
	checkPrepayment(c, path, s)
	checkNeeds(c, path, s, names)
}

func checkPrice(c *checker, path string, p *canonical.Price) {
	if c.given[path+".model"] {
		oneOf(c, path+".model", p.Model, priceModels...)
	}
	if c.required(path + ".amount") {
		within(c, path+".amount", p.Amount, 0, maxAmount)
	}
	if c.required(path + ".currency") {
		checkCurrency(c, path+".currency", p.Currency)
	}
	if p.Model == "free" && p.Amount != 0 {
		c.say(path+".amount", "is %d, and the price is free", p.Amount)
	}
	c.line(path+".unit", p.Unit)
	within(c, path+".deposit", p.Deposit, 0, max(p.Amount, 0))
}

func checkPrepayment(c *checker, path string, s *canonical.Service) {
	at := path + ".prepayment"
	if c.given[at] {
		oneOf(c, at, s.Prepayment, canonical.NoPrepayment, canonical.FullPayment, canonical.DepositOnly)
	}
	switch {
	case !c.given[path+".price.amount"]:
	case s.Prepayment == canonical.FullPayment && s.Price.Amount == 0:
		c.say(at, "is full, and the price is nothing")
	case s.Prepayment == canonical.DepositOnly && s.Price.Deposit == 0:
		c.say(at, "is a deposit, and the price has none")
	}
}

// checkNeeds checks who gives a service and what it takes.
func checkNeeds(c *checker, path string, s *canonical.Service, names references) {
	providers := unique{}
	for i, id := range s.Providers {
		at := item(path+".provider_ids", i)
		if !names.providers.has(id) {
			c.say(at, "no provider is called %q", id)
		}
		providers.add(c, at, id)
	}
	if n := len(s.ResourceTypes); n > maxTypes {
		c.say(path+".resource_types", "has %d members; at most %d fit", n, maxTypes)
	}
	types := unique{}
	for i, t := range s.ResourceTypes {
		at := item(path+".resource_types", i)
		if !names.types[t] {
			c.say(at, "no resource is of type %q", t)
		}
		types.add(c, at, t)
	}
}

func checkProvider(c *checker, path string, p *canonical.Provider, names references) {
	own(c, path+".id", p.ID, names.providers)
	c.ours(path + ".position")
	c.name(path+".name", p.Name)
	if c.given[path+".timezone"] {
		checkZone(c, path+".timezone", p.Timezone)
	}
	checkHours(c, path, p.Windows, p.Exceptions)
}

func checkResource(c *checker, path string, r *canonical.Resource, names references) {
	own(c, path+".id", r.ID, names.resources)
	c.ours(path + ".position")
	c.id(path+".type", r.Type)
	c.name(path+".name", r.Name)
	within(c, path+".capacity", r.Capacity, 0, maxSeats)
	within(c, path+".buffer_minutes", r.Buffer, 0, day)
	checkHours(c, path, r.Windows, r.Exceptions)
}

func checkCurrency(c *checker, path, code string) {
	if !slices.Contains(currencies, code) {
		c.say(path, "%q is no currency: want the three capital letters of ISO 4217, such as USD", code)
	}
}
