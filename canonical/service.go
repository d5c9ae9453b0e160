package canonical

import "time"

// Kind says how a service fills time.
type Kind string

const (
	Appointment Kind = "appointment" // a step grid in a provider's hours
	Class       Kind = "class"       // dated starts with a number of seats
	Table       Kind = "table"       // a step grid on the smallest resource that seats the party
	Rental      Kind = "rental"      // a start and a number of steps on a resource
	Nights      Kind = "nights"      // a check-in date and a number of nights
)

// Lasts says whether slots of a kind have lengths of their own.
func (k Kind) Lasts() bool { return k == Rental || k == Nights }

// Channel says where a service takes place.
type Channel string

const (
	InPerson  Channel = "in_person"
	HomeVisit Channel = "home_visit"
	Virtual   Channel = "virtual"
)

// Prepayment says what must be paid before a booking stands.
type Prepayment string

const (
	NoPrepayment Prepayment = "none"
	FullPayment  Prepayment = "full"
	DepositOnly  Prepayment = "deposit"
)

// A Service is an entry of an organisation's catalogue: what can be booked.
type Service struct {
	ID                 string     `json:"id"`
	Position           int        `json:"position,omitzero"` // place in the organisation file; set when it is loaded
	Kind               Kind       `json:"kind"`
	Name               string     `json:"name"`
	Description        string     `json:"description,omitzero"`
	Price              Price      `json:"price"`
	Minutes            int        `json:"duration_minutes"`
	Step               int        `json:"step_minutes,omitzero"`   // distance of two starts; default the duration
	Buffer             int        `json:"buffer_minutes,omitzero"` // kept free after each booking
	Channel            Channel    `json:"channel"`
	Capacity           int        `json:"capacity,omitzero"` // seats of a class
	Category           string     `json:"category,omitzero"`
	Tags               []string   `json:"tags,omitzero"`
	Requirements       []string   `json:"requirements,omitzero"`
	ExpectedOutcome    string     `json:"expected_outcome,omitzero"`
	SuggestedFrequency string     `json:"suggested_frequency,omitzero"`
	TreatmentLength    string     `json:"treatment_length,omitzero"`
	Prepayment         Prepayment `json:"prepayment,omitzero"`     // default none
	Providers          []string   `json:"provider_ids,omitzero"`   // in order: the first is the default
	ResourceTypes      []string   `json:"resource_types,omitzero"` // one free resource of each is needed too

	MaxMinutes   int          `json:"max_minutes,omitzero"`  // longest rental; the shortest is Minutes, each length whole steps
	MinParty     int          `json:"min_party,omitzero"`    // fewest people of a class or table; default 1
	Starts       []Start      `json:"starts,omitzero"`       // of a class
	Confirmation Confirmation `json:"confirmation,omitzero"` // default the organisation's
	Nightly      *Nightly     `json:"nightly,omitzero"`      // of nights
	Waitlist     *Waitlist    `json:"waitlist,omitzero"`     // none: it cannot be waited for
	Modified     time.Time    `json:"modified,omitzero"`     // of the load that last changed it; for the feed, not part of other outcomes
	Deleted      bool         `json:"deleted,omitzero"`      // the file has it no more: kept for the feed alone
}

// A Start is when a class begins, on the wall clock of the organisation: on
// one date, or on some weekdays for good.
type Start struct {
	Date Date     `json:"date,omitzero"`
	Days []string `json:"days,omitzero"` // mon tue wed thu fri sat sun
	At   string   `json:"at"`            // 00:00 to 23:59
}

// A Waitlist says how one can wait for a service that is full.
type Waitlist struct {
	Max          int `json:"max_entries,omitzero"`   // waiting at a time; default 100
	OfferMinutes int `json:"offer_minutes,omitzero"` // how long a place is kept for whom it is offered to; default 15
}

// Defaults of a waitlist.
const (
	MaxEntries   = 100
	OfferMinutes = 15
)

// Every is the distance of two starts, in minutes.
func (s *Service) Every() int {
	if s.Step > 0 {
		return s.Step
	}
	return s.Minutes
}

// Total is what the service costs for that long and so many people.
func (s *Service) Total(minutes, guests int) Money {
	total := s.Price.Money()
	switch s.Price.Model {
	case "hourly":
		total.Amount = (total.Amount*int64(minutes) + 59) / 60
	case "per_person":
		total.Amount *= int64(max(guests, 1))
	}
	return total
}

// Prepaid is what must be paid before a booking of the usual length for one;
// zero when nothing must.
func (s *Service) Prepaid() Money { return s.PrepaidOf(s.Total(s.Minutes, 1)) }

// PrepaidOf is what must be paid before a booking that costs so much.
func (s *Service) PrepaidOf(total Money) Money {
	switch s.Prepayment {
	case FullPayment:
		return total
	case DepositOnly:
		return Money{s.Price.Deposit, s.Price.Currency}
	}
	return Money{0, s.Price.Currency}
}

// A Price is what a service costs. Amounts are minor units.
type Price struct {
	Model    string `json:"model,omitzero"` // fixed (default), from, free, per_person, hourly
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
	Unit     string `json:"unit,omitzero"` // what the price is for, in the organisation's own word
	Deposit  int64  `json:"deposit,omitzero"`
}

// Money is the price as an amount.
func (p Price) Money() Money { return Money{p.Amount, p.Currency} }

// A Provider is a person whose hours are sold.
type Provider struct {
	ID         string      `json:"id"`
	Position   int         `json:"position,omitzero"` // place in the organisation file; set when it is loaded
	Name       string      `json:"name"`
	Timezone   string      `json:"timezone,omitzero"` // default the organisation's
	Windows    []Window    `json:"windows,omitzero"`
	Exceptions []Exception `json:"exceptions,omitzero"`
}

// A Resource is a room, chair, table, court or unit that a booking occupies.
type Resource struct {
	ID         string      `json:"id"`
	Position   int         `json:"position,omitzero"` // place in the organisation file; set when it is loaded
	Type       string      `json:"type"`
	Name       string      `json:"name"`
	Capacity   int         `json:"capacity,omitzero"`       // people it takes; default 1
	Buffer     int         `json:"buffer_minutes,omitzero"` // kept free after each booking
	Windows    []Window    `json:"windows,omitzero"`        // none: as open as the provider
	Exceptions []Exception `json:"exceptions,omitzero"`
}

// A Window is a stretch of open hours that recurs on some weekdays. From and
// To are local wall clocks, "09:00" to "24:00"; To at or before From means the
// window ends on the next day.
type Window struct {
	Days []string `json:"days,omitzero"` // mon tue wed thu fri sat sun; absent in an exception
	From string   `json:"from"`
	To   string   `json:"to"`
}

// An Exception replaces a date's weekly windows; none means closed.
type Exception struct {
	Date    Date     `json:"date"`
	Windows []Window `json:"windows"`
}
