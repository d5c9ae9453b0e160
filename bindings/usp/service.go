package usp

import (
	"cmp"
	"slices"
	"strconv"

	"hora/canonical"
)

// A service as USP describes it (3.4 to 3.9).
type service struct {
	ID          string             `json:"id"`
	BusinessID  string             `json:"business_id"`
	Provider    *seller            `json:"provider,omitzero"`
	Name        string             `json:"name"`
	Description string             `json:"description,omitzero"`
	Type        string             `json:"type"`
	Categories  []category         `json:"categories,omitempty"`
	Duration    duration           `json:"duration"`
	Pricing     pricing            `json:"pricing"`
	Locations   []location         `json:"locations,omitempty"`
	Resources   []requiredResource `json:"resources,omitempty"`
	Channel     channel            `json:"channel"`
	Policies    policies           `json:"policies"`
	Capacity    *capacity          `json:"capacity,omitzero"`
	Status      string             `json:"status"`
	Tags        []string           `json:"tags,omitempty"`
}

type seller struct {
	Name string `json:"name"`
}

type category struct {
	Taxonomy string `json:"taxonomy"`
	ID       string `json:"id"`
	Name     string `json:"name"`
	Primary  bool   `json:"primary"`
}

type duration struct {
	Fixed       string         `json:"fixed,omitzero"`
	Range       *durationRange `json:"range,omitzero"`
	BufferAfter string         `json:"buffer_after,omitzero"`
}

type durationRange struct {
	Min  string `json:"min"`
	Max  string `json:"max"`
	Step string `json:"step"`
}

type pricing struct {
	Model    string   `json:"model"`
	Amount   *int64   `json:"amount,omitzero"`
	Currency string   `json:"currency"`
	Deposit  *deposit `json:"deposit,omitzero"`
}

type deposit struct {
	Type  string `json:"type"`
	Value int64  `json:"value"`
}

type requiredResource struct {
	Type       string   `json:"type"`
	Name       string   `json:"name"`
	Selectable bool     `json:"selectable"`
	Options    []option `json:"options,omitempty"`
}

type option struct {
	ID   string `json:"id"`
	Name string `json:"name,omitzero"`
}

type channel struct {
	Type         string `json:"type"`
	Instructions string `json:"instructions,omitzero"`
}

type capacity struct {
	Min      int  `json:"min"`
	Max      int  `json:"max"`
	Waitlist bool `json:"waitlist"`
}

// kinds are the verticals of USP and the kinds of service here. What is sold
// by the night is a rental.
var kinds = []struct {
	kind canonical.Kind
	name string
}{
	{canonical.Appointment, "appointment"}, {canonical.Class, "group"}, {canonical.Table, "reservation"},
	{canonical.Rental, "rental"}, {canonical.Nights, "rental"},
}

// noKind is what a filter for a vertical becomes that nothing here is of.
const noKind = canonical.Kind("none")

func kindOf(name string) canonical.Kind {
	if name == "" {
		return ""
	}
	for _, k := range kinds {
		if k.name == name {
			return k.kind
		}
	}
	return noKind
}

func vertical(k canonical.Kind) string {
	for _, n := range kinds {
		if n.kind == k {
			return n.name
		}
	}
	return "appointment" // as platforms take what they do not know (1.3.2)
}

var channels = map[canonical.Channel]string{
	canonical.InPerson: "at_business_location", canonical.HomeVisit: "at_buyer_location", canonical.Virtual: "virtual",
}

// offered is a service of the catalogue. What the directory adds, names and
// policies, is left out or at its default where nobody has read one.
func offered(s *canonical.Service, slug string, d *canonical.Directory) service {
	org := organizationOf(d)
	out := service{
		ID: s.ID, BusinessID: slug, Name: s.Name, Description: s.Description, Type: vertical(s.Kind), Status: "active", Tags: s.Tags,
		Duration: duration{BufferAfter: optionalISO(s.Buffer)}, Pricing: priced(s), Resources: needed(s, d),
		Channel: channel{Type: cmp.Or(channels[s.Channel], "at_business_location")}, Policies: policiesOf(s, org),
	}
	if org.Name != "" {
		out.Provider = &seller{org.Name}
		if s.Channel == canonical.InPerson {
			out.Locations = []location{{org.Slug, org.Name}}
		}
	}
	if s.Category != "" {
		out.Categories = []category{{"merchant", s.Category, s.Category, true}}
	}
	if s.Kind == canonical.Rental && s.MaxMinutes > s.Minutes {
		out.Duration.Range = &durationRange{iso(s.Minutes), iso(s.MaxMinutes), iso(s.Every())}
	} else {
		out.Duration.Fixed = iso(s.Minutes)
	}
	for _, r := range s.Requirements {
		if out.Channel.Instructions != "" {
			out.Channel.Instructions += ". "
		}
		out.Channel.Instructions += r
	}
	if s.Kind == canonical.Class || s.Kind == canonical.Table {
		out.Capacity = &capacity{max(s.MinParty, 1), largest(s, d), s.Waitlist != nil}
	}
	return out
}

// largest is how many people a start takes at most: the seats of a class, the
// largest table of a reservation.
func largest(s *canonical.Service, d *canonical.Directory) int {
	most := s.Capacity
	if s.Kind == canonical.Table && d != nil {
		for _, r := range d.Resources {
			if slices.Contains(s.ResourceTypes, r.Type) {
				most = max(most, r.Capacity)
			}
		}
	}
	return max(most, 1)
}

// priced is the price. One that starts at an amount is variable; nothing is
// free but what costs nothing.
func priced(s *canonical.Service) pricing {
	p := pricing{Model: "fixed", Amount: &s.Price.Amount, Currency: s.Price.Currency}
	switch {
	case s.Price.Amount == 0 || s.Price.Model == "free":
		return pricing{Model: "free", Currency: s.Price.Currency}
	case s.Price.Model == "from":
		p.Model = "variable"
	case s.Price.Model == "per_person", s.Price.Model == "hourly":
		p.Model = s.Price.Model
	}
	if s.Prepayment == canonical.DepositOnly {
		p.Deposit = &deposit{"fixed", s.Price.Deposit}
	}
	return p
}

// needed are the people, and the kinds of thing, that the service takes. Whom
// a buyer wants can be asked for; which room or chair cannot.
func needed(s *canonical.Service, d *canonical.Directory) (all []requiredResource) {
	if len(s.Providers) > 0 {
		staff := requiredResource{Type: "staff", Name: "Staff", Selectable: true, Options: make([]option, len(s.Providers))}
		for i, id := range s.Providers {
			staff.Options[i] = option{id, nameOf(d, id)}
		}
		all = append(all, staff)
	}
	for _, t := range s.ResourceTypes {
		all = append(all, requiredResource{Type: resourceType(t), Name: t})
	}
	return all
}

// resourceType is a type of resource in the vocabulary of USP.
func resourceType(t string) string {
	switch t {
	case "room", "equipment":
		return t
	}
	return "other"
}

func organizationOf(d *canonical.Directory) *canonical.Organization {
	if d != nil && d.Organization != nil {
		return d.Organization
	}
	return &canonical.Organization{}
}

// nameOf is what a provider or resource is called; empty where nobody knows.
func nameOf(d *canonical.Directory, id string) string {
	if d == nil {
		return ""
	}
	if p := d.Providers[id]; p != nil {
		return p.Name
	}
	if r := d.Resources[id]; r != nil {
		return r.Name
	}
	return ""
}

// iso is a length of time as ISO 8601 has it, in minutes.
func iso(minutes int) string { return "PT" + strconv.Itoa(minutes) + "M" }

func optionalISO(minutes int) string {
	if minutes == 0 {
		return ""
	}
	return iso(minutes)
}

// isoLong is the same in hours, where they are whole.
func isoLong(minutes int) string {
	if minutes%60 == 0 && minutes != 0 {
		return "PT" + strconv.Itoa(minutes/60) + "H"
	}
	return iso(minutes)
}
