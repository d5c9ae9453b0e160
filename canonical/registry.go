package canonical

import (
	"net/url"
	"slices"
	"strings"
)

// A Registry is a curator's catalogue of places: who curates it, what of it is
// switched on, and where the curator's own pages are. It is loaded from a
// catalogue file; a new load replaces it whole and moves its revision, the
// version of its record, which every act on it reads. What is switched on is
// always taken from that record.
type Registry struct {
	ID          string         `json:"id"` // selects it in an address; a slug
	Name        string         `json:"name"`
	Description string         `json:"description,omitzero"`
	Curator     Curator        `json:"curator"`
	Timezone    string         `json:"timezone"`            // IANA name: what "tomorrow" means in a question
	Sections    []Section      `json:"sections,omitzero"`   // default all
	PageHosts   []string       `json:"page_hosts"`          // of the curator's own site; no place has a page elsewhere
	Examples    []string       `json:"examples,omitzero"`   // questions that it answers well
	Book        bool           `json:"book,omitzero"`       // whether offers can be booked here; default not
	Handoff     *HandoffPolicy `json:"handoff,omitzero"`    // absent: guests are not handed off to the curator
	Allowances  []Allowance    `json:"allowances,omitzero"` // override the deployment's defaults
}

// A Curator is who answers for a registry.
type Curator struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// A HandoffPolicy says that a guest can be sent to the curator to review and
// confirm what an agent found.
type HandoffPolicy struct {
	Open    bool   `json:"open"`                 // the gate: whether that is possible now
	Confirm string `json:"confirm_url,omitzero"` // the curator's page where a guest signs in and confirms; absent: the desk has its own
}

// Confirms says whether a guest who was sent to review something can confirm it
// now at the desk itself.
func (r *Registry) Confirms() bool { return r.HandsOff() && r.Handoff.Confirm == "" }

// HandsOff says whether guests can be sent to the curator now.
func (r *Registry) HandsOff() bool { return r.Handoff != nil && r.Handoff.Open }

// Has says whether the registry has that section.
func (r *Registry) Has(s Section) bool {
	return len(r.Sections) == 0 && s.Known() || slices.Contains(r.Sections, s)
}

// Owns says whether a URL is of a page on the curator's own site: https, no
// user, the default port, a host of PageHosts.
func (r *Registry) Owns(page string) bool {
	u, err := url.Parse(page)
	return err == nil && u.Scheme == "https" && u.User == nil && u.Port() == "" && slices.Contains(r.PageHosts, u.Hostname())
}

// A Place is an organisation as a registry lists it, in the curator's words.
type Place struct {
	Entity       string    `json:"entity_id"`
	Position     int       `json:"position,omitzero"` // place in the catalogue file; set when it is loaded
	Organization string    `json:"organization"`      // slug
	Name         string    `json:"name"`
	Description  string    `json:"description,omitzero"`
	Sections     []Section `json:"sections"`
	Locality     string    `json:"locality,omitzero"` // town or village
	Tags         []string  `json:"tags,omitzero"`
	PageURL      string    `json:"page_url"` // on the curator's own site, where the guest reads and books
	Published    bool      `json:"published"`
	Hidden       bool      `json:"hidden,omitzero"` // taken out of sight for a while
}

// Listed says whether anybody may learn that the place exists.
func (p *Place) Listed() bool { return p.Published && !p.Hidden }

// In says whether the place is listed in a section.
func (p *Place) In(s Section) bool { return slices.Contains(p.Sections, s) }

// IsEntity says whether s has the form of a Selfe entity id: slf_ and a ULID
// in Crockford's alphabet.
func IsEntity(s string) bool {
	ulid, ok := strings.CutPrefix(s, "slf_")
	if !ok || len(ulid) != 26 {
		return false
	}
	for i := range len(ulid) {
		c := ulid[i]
		if !digit(c) && (c < 'A' || c > 'Z' || c == 'I' || c == 'L' || c == 'O' || c == 'U') {
			return false
		}
	}
	return true
}

// DescribeRegistry asks what a registry is and what of it is switched on: the
// matter of its card and of its status page. Ends in a Registry.
type DescribeRegistry struct{}

func (DescribeRegistry) Op() Op { return OpDescribeRegistry }
func (Registry) result() string { return "registry" }
