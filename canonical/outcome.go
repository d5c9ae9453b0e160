package canonical

import "time"

// An Outcome is how an act ended: with a Result, with Needs to be met first,
// or with an Err. Exactly one of Result and Err is set.
type Outcome struct {
	Meta    OutcomeMeta
	Result  Result
	Needs   []Need   // what a Question asks for, most important first
	Notices []Notice // what the caller should know beside the result
	Err     *Error
}

// OutcomeMeta belongs to the answer, not to the act: golden canonical
// outcomes leave it out.
type OutcomeMeta struct {
	ID           string   // names this answer; a replay has the id of the first answer
	Replayed     bool     // answered from the message record
	Task         *Task    // the task that the act is now, without its outcome; nil: the act is no task
	Conversation string   // the context the answer belongs to; empty: none is kept
	Language     Language // to answer a text in

	At        time.Time  // when the desk answered; zero: it was not asked that far
	Adopted   bool       // the context that the call named is not known here: it is new, was forgotten, or is somebody else's
	Standing  *Booking   // with a refusal because of its state: the booking as it stands
	Grant     *Grant     // the credential for what was made
	Directory *Directory // whom the answer is about; nil when there is no such organisation, or it was not read
	Guest     string     // Meta.Caller of the guest who is signed in in the browser that calls; set by the identity desk only
	Account   Account    // of that guest
}

// A Result is what an act came to. The set is sealed.
type Result interface{ result() string }

// A Profile is an organisation as a caller may see it.
type Profile struct {
	Organization Organization `json:"organization"` // without its keys
	Services     []Service    `json:"services"`
	Providers    []Provider   `json:"providers"`
}

// A Catalogue is what an organisation offers.
type Catalogue struct {
	Organization Named     `json:"organization"` // slug and name
	Services     []Service `json:"services"`
	Unknown      []string  `json:"unknown,omitzero"` // ids that were asked for and are none
	Next         Cursor    `json:"next,omitzero"`
}

// Slots are the bookable starts of a search, in order.
type Slots struct {
	Service  Named     `json:"service"`
	Minutes  int       `json:"duration_minutes"`
	Provider Named     `json:"provider"`
	Timezone string    `json:"timezone"`
	From     Date      `json:"from"`
	Days     int       `json:"days"`
	Slots    []Slot    `json:"slots"`
	Reason   Emptiness `json:"reason,omitzero"` // why there is none
	Next     Cursor    `json:"next,omitzero"`
}

// Emptiness says why a search found nothing.
type Emptiness string

const (
	NotConfigured Emptiness = "not_configured" // the provider has no hours at all
	Closed        Emptiness = "closed"         // no hours on these days, or the days are past
	FullyBooked   Emptiness = "fully_booked"   // there are hours, and all are taken
)

// A Cancellation is a cancelled booking and what the policy says of it.
type Cancellation struct {
	Booking Booking `json:"booking"`
	Penalty Penalty `json:"penalty"`
}

// A Question asks for what a conversation still lacks; Outcome.Needs lists it.
type Question struct {
	Want         Op        `json:"want,omitzero"` // what the caller seems to want; OpNone when not understood
	Organization Named     `json:"organization"`
	Service      *Service  `json:"service,omitzero"` // the one that was understood
	When         When      `json:"when,omitzero"`
	Start        time.Time `json:"start,omitzero"`    // the start that was understood
	Proposal     *Book     `json:"proposal,omitzero"` // what would be booked, for the caller to confirm
	Provider     Named     `json:"provider,omitzero"` // with whom
	Offer        []Slot    `json:"offer,omitzero"`    // starts to choose from
	Timezone     string    `json:"timezone,omitzero"`
	Language     Language  `json:"language"`
}

func (Profile) result() string      { return "profile" }
func (Catalogue) result() string    { return "catalogue" }
func (Slots) result() string        { return "slots" }
func (Booking) result() string      { return "booking" }
func (Hold) result() string         { return "hold" }
func (Cancellation) result() string { return "cancellation" }
func (Question) result() string     { return "question" }

// A Need is one thing an act lacks.
type Need struct {
	Field   Field     `json:"field"`
	Choices []Service `json:"choices,omitzero"` // the services it could be
}

// Field names something a person can be asked for.
type Field string

const (
	FieldService Field = "service"
	FieldParty   Field = "party" // how many people come
	FieldDate    Field = "date"
	FieldTime    Field = "time"
	FieldEmail   Field = "email"
	FieldBooking Field = "booking"
	FieldConfirm Field = "confirm" // a yes or no to the proposal
)

// A Notice is a fact beside the result, by a stable name.
type Notice struct {
	Code string `json:"code"`
	Text string `json:"text,omitzero"`
}
