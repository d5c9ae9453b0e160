package canonical

import (
	"errors"
	"time"
)

// A Purpose is what a sealed token is for. It is the first half of the token's
// media type: SealOffer makes offer+jwe.
type Purpose string

const (
	SealOffer  Purpose = "offer"  // a dated, priced offer: can be booked
	SealOption Purpose = "opt"    // an option found in a search: can be reviewed
	SealReview Purpose = "review" // what a guest is sent to review in a browser
	SealCursor Purpose = "cursor" // a place in a list

	SealSignIn  Purpose = "sign-in" // a guest's sign-in on its way: kept by the browser
	SealGuest   Purpose = "guest"   // a guest who signed in: kept by the browser
	SealConfirm Purpose = "confirm" // an offer as a guest who signed in sees it: can be confirmed by that guest
	SealLeave   Purpose = "leave"   // a page of a guest who signed in: can sign that guest out
)

// Purposes are all there are.
var Purposes = []Purpose{SealOffer, SealOption, SealReview, SealCursor, SealSignIn, SealGuest, SealConfirm, SealLeave}

// MaxLife is how long a sealed token may live.
const MaxLife = 15 * time.Minute

// skew is by how much the clocks of two machines may differ.
const skew = 30 * time.Second

// A Life is from when to when a token is good.
type Life struct{ Issued, Expires time.Time }

// Until is a life from now to an instant, or as long as it may be.
func Until(now, expires time.Time) Life {
	if latest := now.Add(MaxLife); expires.After(latest) {
		expires = latest
	}
	return Life{now, expires}
}

// Covers says whether the token is good at that instant, give or take what
// clocks may differ by.
func (l Life) Covers(now time.Time) bool {
	return !now.Before(l.Issued.Add(-skew)) && now.Before(l.Expires.Add(skew))
}

// ErrNotSealed is every error of opening: to the outside, a token that was
// changed, made elsewhere or sealed for something else is the same.
var ErrNotSealed = errors.New("canonical: not a token of this desk for this purpose")
