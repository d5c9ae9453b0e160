package canonical

import "time"

// A GuestClaim is one guest's claim on one service at one time. BookOffer
// writes it before it books, so that whatever becomes of the answer, or of the
// process, the same guest never books the same thing twice by asking again
// with another message or another offer.
//
// The booking's own commit turns it from started to booked. A claim that stays
// started was left by whoever made it: after ClaimLease it is looked into, and
// since the booking could only have come with that commit, it is then void.
type GuestClaim struct {
	State   ClaimState `json:"state"`
	Booking string     `json:"booking"` // the id that the booking has, or would have had
	Owner   string     `json:"owner"`   // whose the task is
	Task    string     `json:"task,omitzero"`
	At      time.Time  `json:"at"` // when it was started
}

// ClaimState is where a guest's claim stands.
type ClaimState string

const (
	ClaimStarted ClaimState = "started"
	ClaimBooked  ClaimState = "booked"
	ClaimVoid    ClaimState = "void" // nothing was booked: it may be claimed again
)

// ClaimLease is how long a started claim may take to be settled by whoever
// started it: longer than any call.
const ClaimLease = time.Minute

// Abandoned says whether whoever started the claim cannot be at it any more.
func (c *GuestClaim) Abandoned(now time.Time) bool {
	return c.State == ClaimStarted && !now.Before(c.At.Add(ClaimLease))
}
