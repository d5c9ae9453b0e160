package canonical

import "time"

// An Entry is a place on a service's waitlist: for one start, or for any that
// suits. When a place comes free it is offered to the first entry it suits and
// kept for it until the offer expires.
type Entry struct {
	ID           string       `json:"id"`
	Organization string       `json:"organization"`
	Service      ServiceRef   `json:"service"`
	Slot         string       `json:"slot,omitzero"` // the start that is wanted; none: see Preferred
	Preferred    []Preference `json:"preferred,omitzero"`
	Party        int          `json:"party,omitzero"` // how many places; 0 is one
	Client       Client       `json:"client"`
	State        EntryState   `json:"state"`
	Position     int          `json:"position,omitzero"` // from 1, among those that wait for the same; worked out when it is read
	CreatedAt    time.Time    `json:"created_at"`
	Until        time.Time    `json:"until"` // when waiting has no more sense: it is removed then
	Offer        *OfferedSlot `json:"offer,omitzero"`
	Booking      string       `json:"booking,omitzero"` // what it became
	Revision     int64        `json:"revision"`
	Claims       []Claim      `json:"claims,omitzero"` // what an offer keeps; not part of outcomes
	Owner        string       `json:"owner,omitzero"`  // Meta.Caller of who joined; not part of outcomes
	Access       *Access      `json:"access,omitzero"` // not part of outcomes
}

// Guests is for how many people the entry waits.
func (e *Entry) Guests() int { return max(e.Party, 1) }

// Tag names the entry as it stands; see Booking.Tag.
func (e *Entry) Tag() string { return tag("w", e.ID, e.Revision) }

// EntryState is where an entry stands. Waiting leads to offered or removed,
// offered to accepted, declined, expired or removed.
type EntryState string

const (
	EntryWaiting  EntryState = "waiting"
	EntryOffered  EntryState = "offered"
	EntryAccepted EntryState = "accepted"
	EntryExpired  EntryState = "expired"
	EntryDeclined EntryState = "declined"
	EntryRemoved  EntryState = "removed"
)

// Over says whether the entry waits no more.
func (s EntryState) Over() bool { return s != EntryWaiting && s != EntryOffered }

// A Preference is a stretch of days, and perhaps a time of day, that suits.
type Preference struct {
	From Date   `json:"from,omitzero"`
	To   Date   `json:"to,omitzero"`
	Part string `json:"part,omitzero"` // morning (before 12:00), afternoon (before 17:00) or evening; anything else: any
}

// An OfferedSlot is a place that is kept for an entry until it expires.
type OfferedSlot struct {
	Slot      string    `json:"slot"`
	Provider  Named     `json:"provider,omitzero"`
	Resources []Named   `json:"resources,omitzero"`
	Start     time.Time `json:"start"`
	End       time.Time `json:"end"`
	Expires   time.Time `json:"expires"`
}

// JoinWaitlist waits for a place at a service that has a waitlist. Ends in an
// Entry.
type JoinWaitlist struct {
	Service   string       `json:"service"`
	Slot      string       `json:"slot,omitzero"`
	Preferred []Preference `json:"preferred,omitzero"`
	Party     int          `json:"party,omitzero"` // default 1
	Client    Client       `json:"client"`
}

// GetEntry asks for one place on a waitlist. Ends in an Entry.
type GetEntry struct {
	Entry string `json:"entry"`
}

// ListEntries asks for the caller's places on waitlists, or all of them where
// the business asks, in order of joining. Ends in an EntryPage.
type ListEntries struct {
	Service string     `json:"service,omitzero"`
	State   EntryState `json:"state,omitzero"`
	Limit   int        `json:"limit,omitzero"` // entries a page; 0: all
	After   Cursor     `json:"after,omitzero"`
}

// LeaveWaitlist gives a place, and what it was offered, up. Leaving twice is
// no error. Ends in an Entry.
type LeaveWaitlist struct {
	Entry string `json:"entry"`
}

// AcceptOffer books what an entry was offered, in one step. Ends in Accepted.
type AcceptOffer struct {
	Entry string `json:"entry"`
}

// DeclineOffer gives what an entry was offered to the next. Ends in an Entry.
type DeclineOffer struct {
	Entry string `json:"entry"`
}

// Accepted is an entry that became a booking.
type Accepted struct {
	Entry   Entry   `json:"entry"`
	Booking Booking `json:"booking"`
}

// An EntryPage is one page of waitlist entries.
type EntryPage struct {
	Entries []Entry `json:"entries"`
	Total   int     `json:"total"` // how many match in all
	Next    Cursor  `json:"next,omitzero"`
}

func (Entry) result() string     { return "entry" }
func (EntryPage) result() string { return "entry_page" }
func (Accepted) result() string  { return "accepted" }
