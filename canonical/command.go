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

// ListServices asks for the catalogue. Ends in a Catalogue.
type ListServices struct{}

// FindSlots asks when a service can be booked. From is local to the
// organisation, default today; Days default 1. Limit, when set, ends the
// search after so many slots. Ends in Slots.
type FindSlots struct {
	Service  string `json:"service"`
	Provider string `json:"provider,omitzero"` // default the first assigned
	Resource string `json:"resource,omitzero"`
	From     Date   `json:"from,omitzero"`
	Days     int    `json:"days,omitzero"` // 1 to Horizon
	Limit    int    `json:"limit,omitzero"`
}

// PlaceHold keeps a slot for the caller until it expires. Ends in a Hold.
type PlaceHold struct {
	Service  string    `json:"service"`
	Slot     string    `json:"slot,omitzero"` // a slot id, instead of provider and start
	Provider string    `json:"provider,omitzero"`
	Start    time.Time `json:"start,omitzero"`
	Minutes  int       `json:"duration_minutes,omitzero"` // default the service's
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
}

// Converse is free text, understood as far as rules can: which act it asks
// for and what it mentions. The engine matches names against the catalogue and
// dates against the clock; when nothing is missing it does the act and ends as
// that act does, otherwise it ends in a Question and the Needs.
type Converse struct {
	Want     Op       `json:"want,omitzero"`    // OpNone: not understood
	Words    []string `json:"words,omitzero"`   // folded words that may name a service
	Service  string   `json:"service,omitzero"` // its id, once it is known
	Slot     string   `json:"slot,omitzero"`    // the id of a start that was chosen
	When     When     `json:"when,omitzero"`
	Client   Client   `json:"client,omitzero"`
	Booking  string   `json:"booking,omitzero"`
	Answer   Answer   `json:"answer,omitzero"` // to what the desk asked before
	Choice   int      `json:"choice,omitzero"` // which of the things offered before, from 1
	Language Language `json:"language,omitzero"`
}

// Answer is a yes or no.
type Answer string

const (
	Yes Answer = "yes"
	No  Answer = "no"
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
	At      time.Time `json:"at,omitzero"`      // an instant, given with its offset
	Date    Date      `json:"date,omitzero"`    // a day
	Yearly  string    `json:"yearly,omitzero"`  // a day of any year, MM-DD: the next such day, today included
	Clock   string    `json:"clock,omitzero"`   // a local time of day, HH:MM
	Weekday string    `json:"weekday,omitzero"` // mon to sun: the next such day, today included
	Ahead   *int      `json:"ahead,omitzero"`   // days from today: 0 today, 1 tomorrow
	Week    *int      `json:"week,omitzero"`    // 0 what is left of this week, 1 the next
}
