package canonical

import "time"

// Rules are what a dialect asks of the desk beyond the acts themselves. They
// are the same for all calls of a dialect and no part of a command, so that
// one act is one command in every dialect.
type Rules uint8

const (
	// KnownCallers: whoever holds or changes something must be known; and a
	// booking, hold or place on a waitlist is unknown to all but the caller who
	// made it, the holder of its credential and the business.
	KnownCallers Rules = 1 << iota
	// Credentials: what is made is answered with a credential for it.
	Credentials
	// PayAfterwards: a booking that must be paid for first is kept for a while
	// and waits for ConfirmPayment, instead of being refused.
	PayAfterwards
	// AddressNeeded: a home visit cannot be booked without an address.
	AddressNeeded
	// AnyProvider: a booking may be moved to another provider.
	AnyProvider
	// KeepAnswers: every answer to a known caller is a task, and its message
	// ids are remembered as long as tasks; nothing is kept for anybody else.
	KeepAnswers
	// NamedPlatforms: a platform that must be known says where it describes
	// itself (Meta.Agent), and an address is the platform's that came with it
	// first.
	NamedPlatforms
	// OwnKeys: an organisation's own key acts for the organisation. Where this
	// does not hold it is a platform's.
	OwnKeys
)

// Has says whether all of these rules hold.
func (r Rules) Has(s Rules) bool { return r&s == s }

// Access is a credential for one thing, as the thing remembers it. It is void
// once the thing is over.
type Access struct {
	SHA256  string    `json:"sha256"` // lower-case hex, of the credential
	Expires time.Time `json:"expires"`
}

// A Grant is a credential as it is told, once, to who made the thing it is
// for. It is never stored: the engine derives it again for a replay.
type Grant struct {
	Value   string
	Expires time.Time
}

// An Address is where a home visit goes.
type Address struct {
	Line1      string       `json:"line1"`
	Line2      string       `json:"line2,omitzero"`
	City       string       `json:"city"`
	Region     string       `json:"region,omitzero"`
	PostalCode string       `json:"postal_code,omitzero"`
	Country    string       `json:"country"`
	At         *Coordinates `json:"at,omitzero"`
}

// Coordinates are a place on the globe, in degrees.
type Coordinates struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}
