package canonical

import "time"

// An Organization is who sells appointments. Its slug is its address in every
// dialect and never changes. It is loaded from an organisation file; a new
// load replaces it whole and moves its revision.
type Organization struct {
	Slug        string   `json:"slug"`
	EntityID    string   `json:"entity_id,omitzero"` // identity in a registry, such as a Selfe place id
	Name        string   `json:"name"`
	Description string   `json:"description,omitzero"`
	Country     string   `json:"country"`  // ISO 3166-1 alpha-2, lower case
	Timezone    string   `json:"timezone"` // IANA name
	Currency    string   `json:"currency"` // ISO 4217
	Vertical    string   `json:"vertical,omitzero"`
	Public      bool     `json:"public"`            // an organisation that is not public is unknown to every caller
	Dialects    []string `json:"dialects,omitzero"` // bindings that may reach it; none listed: all
	Policies    Policies `json:"policies"`
	Keys        []Key    `json:"keys,omitzero"`

	Modified time.Time `json:"modified,omitzero"` // of the load that last changed anything of it, its services and providers included
}

// Speaks says whether the organisation can be reached in a dialect.
func (o *Organization) Speaks(dialect string) bool {
	if len(o.Dialects) == 0 {
		return true
	}
	for _, d := range o.Dialects {
		if d == dialect {
			return true
		}
	}
	return false
}

// Policies are the organisation's own rules. A zero member means the default
// named in its comment.
type Policies struct {
	CancellationTiers   []Tier        `json:"cancellation_tiers,omitzero"`    // default DefaultTiers
	LateFee             *Money        `json:"late_fee,omitzero"`              // fixed fee, reported beside the tier
	NoCancellationAfter *int          `json:"no_cancellation_after,omitzero"` // minutes before the start; absent: always possible
	HoldMinutes         int           `json:"hold_minutes,omitzero"`          // default 10
	PaymentMinutes      int           `json:"payment_minutes,omitzero"`       // default 15
	Confirmation        Confirmation  `json:"confirmation,omitzero"`          // default auto
	ConfirmationHours   int           `json:"confirmation_hours,omitzero"`    // how long a booking may wait for the business; default 24
	MinAdvance          int           `json:"min_advance,omitzero"`           // minutes; default 0
	MaxAdvance          int           `json:"max_advance,omitzero"`           // days; default Horizon
	MaxReschedules      int           `json:"max_reschedules,omitzero"`       // default: no limit
	Allowances          []Allowance   `json:"allowances,omitzero"`            // override the deployment's defaults
	ExemptInitiators    []string      `json:"exempt_initiators,omitzero"`     // who may cancel without a penalty
	NoCancellation      bool          `json:"no_cancellation,omitzero"`       // clients cannot cancel at all
	NoRescheduling      bool          `json:"no_rescheduling,omitzero"`       // bookings cannot be moved
	FreeReschedule      int           `json:"free_reschedule_until,omitzero"` // minutes before the start until which moving costs nothing; default never
	RescheduleFee       *Money        `json:"reschedule_fee,omitzero"`        // for moving later than that
	NoShow              *NoShowPolicy `json:"no_show,omitzero"`
	HoldLimit           int           `json:"hold_limit,omitzero"` // holds at a time of one caller on one service; default 3
}

// A NoShowPolicy says what not coming costs: a share of the price or a fixed
// fee, and how long after the start the business waits.
type NoShowPolicy struct {
	Percent int    `json:"percent,omitzero"`
	Fee     *Money `json:"fee,omitzero"`
	Grace   int    `json:"grace_minutes,omitzero"`
}

// Defaults of a policy that an organisation leaves out.
const (
	Horizon           = 90 // days ahead that can be searched and booked
	HoldMinutes       = 10
	PaymentMinutes    = 15
	ConfirmationHours = 24
	HoldLimit         = 3
)

// Confirmation says who turns a request into an appointment.
type Confirmation string

const (
	Automatic Confirmation = "auto"
	Manual    Confirmation = "manual"
)

// An Allowance bounds how many calls of one door an address or principal may
// make in a minute. Zero calls means no bound.
type Allowance struct {
	Door   string `json:"door"` // such as "servicialo-a2a"
	Minute int64  `json:"per_minute"`
}

// A Key opens an organisation's protected acts. Only its hash is kept.
type Key struct {
	Name    string `json:"name"`
	Role    Role   `json:"role"`
	SHA256  string `json:"sha256"`           // lower-case hex of the SHA-256 of the secret
	Profile string `json:"profile,omitzero"` // where the platform that holds it describes itself, an https URL; none: see NamedPlatforms
}

// Language is what people most likely speak where the organisation is.
func (o *Organization) Language() Language {
	switch o.Country {
	case "ar", "bo", "cl", "co", "cr", "cu", "do", "ec", "es", "gq", "gt", "hn", "mx", "ni", "pa", "pe", "pr", "py", "sv", "uy", "ve":
		return Spanish
	}
	return English
}

// Zone loads the organisation's time zone; UTC when the name is unknown, which
// an organisation file never lets through.
func (o *Organization) Zone() *time.Location { return Zone(o.Timezone) }
