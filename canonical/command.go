package canonical

import "time"

// A Command is one act, asked for. The set is sealed: one struct an act, each
// documented with what it needs and the Outcome it ends in. What a caller left
// out stays zero; the engine fills defaults in from catalogue and clock, so
// that two equal messages are two equal commands.
type Command interface{ Op() Op }

// Describe asks who the organisation is and what it offers: the matter of a
// card. Ends in a Profile.
type Describe struct{}

// ListServices asks for the catalogue, or for what of it passes every filter.
// Ends in a Catalogue.
type ListServices struct {
	Query      string   `json:"query,omitzero"` // words to put first what they fit; nothing is left out for them
	Kind       Kind     `json:"kind,omitzero"`
	Channel    Channel  `json:"channel,omitzero"`
	Categories []string `json:"categories,omitzero"` // any of these
	MinPrice   *int64   `json:"min_price,omitzero"`  // minor units of Currency
	MaxPrice   *int64   `json:"max_price,omitzero"`
	Currency   string   `json:"currency,omitzero"` // of the prices; default the organisation's
	Limit      int      `json:"limit,omitzero"`    // services a page; 0: all
	After      Cursor   `json:"after,omitzero"`
}

// FindSlots asks when a service can be booked. From is local to the
// organisation, default today; Days default 1. Limit, when set, ends the
// search after so many slots. Ends in Slots.
//
// With Every, the answer has one slot for each combination of provider and
// resource, says how full each is, includes what can only be waited for, and
// comes in pages; Provider then may name a provider or a resource, and the
// window may be given more exactly: Until is the last day instead of Days,
// Start and End are instants that take the place of From and Until.
type FindSlots struct {
	Service  string    `json:"service"`
	Provider string    `json:"provider,omitzero"` // default the first assigned; with Every, all
	Resource string    `json:"resource,omitzero"`
	From     Date      `json:"from,omitzero"`
	Days     int       `json:"days,omitzero"` // 1 to Horizon
	Limit    int       `json:"limit,omitzero"`
	Party    int       `json:"party,omitzero"`            // how many people it must hold; default 1
	Minutes  int       `json:"duration_minutes,omitzero"` // of a rental; default the shortest, with Every each length
	Every    bool      `json:"every,omitzero"`
	Until    Date      `json:"until,omitzero"`
	Start    time.Time `json:"start,omitzero"`
	End      time.Time `json:"end,omitzero"`  // no slot starts then or later
	Zone     string    `json:"zone,omitzero"` // IANA name, of From and Until; default the organisation's
	After    Cursor    `json:"after,omitzero"`
}

// MaxSpan is how many days a search with Every may cover.
const MaxSpan = 31

// PlaceHold keeps a slot for the caller until it expires. Ends in a Hold.
type PlaceHold struct {
	Service  string    `json:"service"`
	Slot     string    `json:"slot,omitzero"` // a slot id, instead of provider and start
	Provider string    `json:"provider,omitzero"`
	Start    time.Time `json:"start,omitzero"`
	Minutes  int       `json:"duration_minutes,omitzero"` // default the service's
	Party    int       `json:"party,omitzero"`            // places to keep; default 1
}

// ReleaseHold gives a held slot back. Releasing twice is no error. Ends in a
// Hold.
type ReleaseHold struct {
	Hold string `json:"hold"`
}

// Book makes an appointment. Ends in a Booking.
type Book struct {
	Service   string    `json:"service"`
	Slot      string    `json:"slot,omitzero"` // a slot id, instead of provider and start
	Provider  string    `json:"provider,omitzero"`
	Start     time.Time `json:"start,omitzero"`
	Minutes   int       `json:"duration_minutes,omitzero"` // default the service's
	Hold      string    `json:"hold,omitzero"`             // the hold that becomes this booking
	Client    Client    `json:"client"`
	Notes     string    `json:"notes,omitzero"`
	Tentative bool      `json:"tentative,omitzero"` // keep the slot, but leave it to someone to confirm
	Payment   string    `json:"payment,omitzero"`   // payment intent, where the service is paid in advance
	Order     string    `json:"order,omitzero"`     // existing service order to attach to
	Sale      string    `json:"sale,omitzero"`      // existing sale to attach to
	Party     int       `json:"party,omitzero"`     // how many come; default 1
	Resource  string    `json:"resource,omitzero"`  // provider or resource that is meant; must not contradict the slot
	Recipient *Client   `json:"recipient,omitzero"` // who the appointment is for, if not the client
	Address   *Address  `json:"address,omitzero"`   // where to come, of a home visit
	Return    *Return   `json:"return,omitzero"`    // where to go back to after paying
}

// GetBooking asks for one booking. Ends in a Booking.
type GetBooking struct {
	Booking string `json:"booking"`
}

// Cancel ends a booking before it is delivered. Ends in a Cancellation.
type Cancel struct {
	Booking string `json:"booking"`
	Reason  string `json:"reason,omitzero"`
	By      string `json:"by,omitzero"` // client, provider, admin or system; default system
}

// Reschedule moves a booking in place: same id, service, provider and length.
// Ends in a Booking.
type Reschedule struct {
	Booking string    `json:"booking"`
	Slot    string    `json:"slot,omitzero"` // a slot id, instead of a start
	Start   time.Time `json:"start,omitzero"`
	Hold    string    `json:"hold,omitzero"` // the hold that becomes the new time
}

// ConfirmBooking turns a request that waits for the business into an
// appointment; one that is confirmed already stays so. Only the business may.
// Ends in a Booking.
type ConfirmBooking struct {
	Booking string `json:"booking"`
}

// UpdateBooking changes what a booking says without moving it. What is absent
// stays. The client's e-mail address, by which the client is found, cannot
// change. Ends in a Booking.
type UpdateBooking struct {
	Booking   string   `json:"booking"`
	Client    *Client  `json:"client,omitzero"`
	Recipient *Client  `json:"recipient,omitzero"`
	Address   *Address `json:"address,omitzero"`
	Notes     *string  `json:"notes,omitzero"`
}

// Advance records what happened at the appointment. Only the business may. Ends
// in a Booking.
type Advance struct {
	Booking string `json:"booking"`
	Step    Step   `json:"step"`
}

// Step is what the business says of an appointment.
type Step string

const (
	CheckIn  Step = "check_in" // the client is there and it begins
	Complete Step = "complete"
	NoShow   Step = "no_show" // nobody came, though the time to wait is over
)

// Converse is free text, understood as far as rules can: which act it asks
// for and what it mentions. The engine matches names against the catalogue and
// dates against the clock; when nothing is missing it does the act and ends as
// that act does, otherwise it ends in a Question and the Needs.
type Converse struct {
	Want     Op       `json:"want,omitzero"`    // OpNone: not understood
	Words    []string `json:"words,omitzero"`   // folded words that may name a service
	Service  string   `json:"service,omitzero"` // its id, once it is known
	Slot     string   `json:"slot,omitzero"`    // the id of a start that was chosen
	With     []string `json:"with,omitzero"`    // folded words that may name a provider
	When     When     `json:"when,omitzero"`
	Party    int      `json:"party,omitzero"` // how many people come, where it was said
	Crowd    bool     `json:"crowd,omitzero"` // people are spoken of, and how many is not clear, or none or more than MaxParty
	Client   Client   `json:"client,omitzero"`
	Booking  string   `json:"booking,omitzero"`
	Answer   Answer   `json:"answer,omitzero"`  // to what the desk asked before
	Choice   int      `json:"choice,omitzero"`  // which of the things offered before, from 1
	Soonest  bool     `json:"soonest,omitzero"` // of the starts that are free, the first
	Language Language `json:"language,omitzero"`
}

// MaxParty is how many people a request can be for.
const MaxParty = 1000

// Answer is what a text says to what was asked before it.
type Answer string

const (
	Yes   Answer = "yes"
	No    Answer = "no"
	Leave Answer = "leave" // neither: what was begun is given up
)

// Incomplete is a command whose act was recognised and whose arguments were
// not. The desk counts it, looks whether the organisation exists, and refuses
// it as Invalid with the same problems.
type Incomplete struct {
	Want     Op        `json:"want"`
	Problems []Problem `json:"problems"`
}

// Language is the tongue an answer is written in.
type Language string

const (
	Spanish Language = "es"
	English Language = "en"
)

// When is a time as people say it; the engine resolves it in the
// organisation's zone. All members are optional; the more exact one wins.
type When struct {
	At     time.Time `json:"at,omitzero"` // an instant, given with its offset
	Day              // or the first of several days
	Clock  string    `json:"clock,omitzero"`  // a local time of day, HH:MM
	Exact  bool      `json:"exact,omitzero"`  // the clock says which half of the day it is: 08:00 is not 20:00
	Until  *Day      `json:"until,omitzero"`  // the last day, where any of several will do
	After  string    `json:"after,omitzero"`  // HH:MM: the time of day is to be then or later
	Before string    `json:"before,omitzero"` // HH:MM: the time of day is to be earlier
}

// Day is a day as people say it.
type Day struct {
	Date    Date   `json:"date,omitzero"`    // a day
	Yearly  string `json:"yearly,omitzero"`  // a day of any year, MM-DD: the next such day, today included
	Monthly int    `json:"monthly,omitzero"` // a day of any month, 1 to 31: the next such day, today included
	Weekday string `json:"weekday,omitzero"` // mon to sun: the next such day, today included
	Later   bool   `json:"later,omitzero"`   // of a weekday: today not included
	Ahead   *int   `json:"ahead,omitzero"`   // days from today: 0 today, 1 tomorrow, -1 yesterday
	Week    *int   `json:"week,omitzero"`    // 0 what is left of this week, 1 the next
}
