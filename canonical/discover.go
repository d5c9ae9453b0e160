package canonical

import "time"

// A Stay is when somebody wants to come. For a table or an activity it is the
// day, and perhaps the time, of CheckIn.
type Stay struct {
	CheckIn  Date   `json:"check_in"`
	CheckOut Date   `json:"check_out,omitzero"`
	Time     string `json:"time,omitzero"` // HH:MM on the place's clock
}

// A Party is who comes. The zero Party is one adult.
type Party struct {
	Adults   int `json:"adults"`
	Children int `json:"children,omitzero"`
}

// People is how many come.
func (p Party) People() int { return max(p.Adults+p.Children, 1) }

// Discover asks an open question of a registry. Without a Stay the answer has
// neither availability nor prices. Ends in Places, the best first.
type Discover struct {
	Text    string   `json:"text"`
	Filters []Filter `json:"filters,omitzero"` // all must be passed
	Section Section  `json:"section,omitzero"`
	Stay    *Stay    `json:"stay,omitzero"`
	Party   *Party   `json:"party,omitzero"`
	Size    int      `json:"size,omitzero"` // places a page; default PlacesSize
	After   Cursor   `json:"after,omitzero"`
}

// PlacesSize is how many places a page holds by default, and MaxPlacesSize at
// most.
const (
	PlacesSize    = 10
	MaxPlacesSize = 50
)

// A Filter lets pass what has any of the values in a field: tags, sections,
// locality or entity_id. Values are compared folded.
type Filter struct {
	Field string   `json:"field"`
	Any   []string `json:"any"`
}

// Match looks up places that the caller already means. Ends in Places, in the
// order asked.
type Match struct {
	Places  []PlaceRef `json:"places"`
	Section Section    `json:"section,omitzero"`
	Stay    *Stay      `json:"stay,omitzero"`
	Party   *Party     `json:"party,omitzero"`
}

// A PlaceRef means a place, by one of the two.
type PlaceRef struct {
	Entity string `json:"entity_id,omitzero"`
	Name   string `json:"name,omitzero"`
}

// Places are what a registry answers.
type Places struct {
	Registry  string     `json:"registry"` // its id
	Places    []Found    `json:"places"`
	Unmatched []PlaceRef `json:"unmatched,omitzero"` // what Match was asked for and is not listed
	Read      Reading    `json:"read,omitzero"`      // what a question says of when and who
	Handoff   bool       `json:"handoff,omitzero"`   // guests can be handed off at this moment
	Book      bool       `json:"book,omitzero"`      // offers can be booked at this moment
	Total     int        `json:"total"`              // places that fit, on all pages
	Next      Cursor     `json:"next,omitzero"`
	At        time.Time  `json:"at"`
}

// A Reading is what a question says beside what is looked for. What it does not
// say, or says in two ways, is absent; nothing is priced or booked by it. What
// it speaks of and cannot be taken, as in two ways or out of bounds, is unclear:
// it is not to be replaced by what holds where nothing was said.
type Reading struct {
	Section      Section `json:"section,omitzero"`
	Stay         *Stay   `json:"stay,omitzero"`
	Party        *Party  `json:"party,omitzero"`
	UnclearStay  bool    `json:"unclear_stay,omitzero"`
	UnclearParty bool    `json:"unclear_party,omitzero"`
}

// MaxHeads is how many adults, and how many children, a party has at most.
const MaxHeads = 30

// A Found place is one of an answer.
type Found struct {
	Place        Place         `json:"place"`
	Score        int           `json:"score"`                 // 0 to 100
	Availability *Availability `json:"availability,omitzero"` // with a Stay
	Offers       []Offer       `json:"offers,omitzero"`       // with a Stay, the cheapest first
	Handoff      bool          `json:"handoff,omitzero"`      // one of the few for which a review link may be shown
}

// MaxHandoffs is for how many places of an answer a review link may be shown.
const MaxHandoffs = 3

// An Availability is how free a place was at an instant.
type Availability struct {
	Status AvailabilityStatus `json:"status"`
	At     time.Time          `json:"at"`
}

// AvailabilityStatus is how free a place is for a stay and party.
type AvailabilityStatus string

const (
	AvailableNow        AvailabilityStatus = "available"
	AvailableLimited    AvailabilityStatus = "limited" // the last of several
	AvailableNot        AvailabilityStatus = "unavailable"
	AvailabilityUnknown AvailabilityStatus = "unknown" // not sold here, or not looked at
)

func (Discover) Op() Op { return OpDiscover }
func (Match) Op() Op    { return OpMatch }

func (Places) result() string { return "places" }
