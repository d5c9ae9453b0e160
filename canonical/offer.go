package canonical

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// An Offer is one dated, priced thing at a place, as it was free when it was
// found. Nothing is stored of it until it is booked; it travels sealed
// (SealOffer) and is checked against the catalogue and the calendars again
// when it comes back. Sealed as an option (see Option) it can be reviewed, but
// has no price.
type Offer struct {
	ID           string    `json:"id"`
	Host         string    `json:"host,omitzero"` // Meta.Host, where it was found
	Registry     string    `json:"registry"`
	Entity       string    `json:"entity_id"`
	Organization string    `json:"organization"`
	Service      string    `json:"service"`
	Label        string    `json:"label"`
	Section      Section   `json:"section"`
	Slot         string    `json:"slot,omitzero"` // of anything but nights
	Start        time.Time `json:"start"`
	End          time.Time `json:"end"`
	Timezone     string    `json:"timezone"`
	Party        Party     `json:"party"`
	Price        Money     `json:"price,omitzero"`
	Terms        string    `json:"terms,omitzero"` // see TermsOf
	Bookable     bool      `json:"bookable,omitzero"`
	Guest        string    `json:"guest,omitzero"` // Meta.Caller of the guest it was made for; empty: anybody
	Issued       time.Time `json:"issued"`
	Expires      time.Time `json:"expires"`
}

// Life is from when to when the offer is good.
func (o *Offer) Life() Life { return Life{o.Issued, o.Expires} }

// Option is the offer as one that can only be reviewed: without price and
// terms, which are then read again.
func (o Offer) Option() Offer {
	o.Price, o.Terms = Money{}, ""
	return o
}

// Dates are the local days of the offer: check-in and check-out, or both times
// the day of a table or activity.
func (o *Offer) Dates() (from, to Date) {
	zone := Zone(o.Timezone)
	return DateOf(o.Start, zone), DateOf(o.End, zone)
}

// TermsOf names the terms under which an organisation sells a service: another
// name once anything that binds the guest has changed.
func TermsOf(org *Organization, s *Service) string {
	p := &org.Policies
	terms := struct {
		Tiers          []Tier
		LateFee        *Money
		Last           *int
		NoCancellation bool
		NoRescheduling bool
		NoShow         *NoShowPolicy
		Prepayment     Prepayment
		CheckIn        string
		CheckOut       string
		Requirements   []string
		Exempt         bool `json:",omitzero"` // guests cancel without a penalty
	}{p.CancellationTiers, p.LateFee, p.NoCancellationAfter, p.NoCancellation, p.NoRescheduling, p.NoShow, s.Prepayment, "", "", s.Requirements, p.Exempt("client")}
	if len(terms.Tiers) == 0 {
		terms.Tiers = DefaultTiers
	}
	if s.Nightly != nil {
		terms.CheckIn, terms.CheckOut = s.Nightly.CheckIn, s.Nightly.CheckOut
	}
	b, err := json.Marshal(terms, jsontext.AllowInvalidUTF8(true))
	if err != nil { // texts and numbers always marshal
		panic(err)
	}
	h := sha256.Sum256(b)
	return "sha256-" + hex.EncodeToString(h[:16])
}

// BookOffer books what an offer says, in the name of a guest (see
// Meta.Authority). It never says anything of a payment. Ends in a Reservation.
//
// The offer comes as it was sealed, opened by the binding. Authority is a
// digest of whatever Cart Mandate came with it, so that a message id stands for
// that too; it proves nothing. Reviewed says that the guest confirms behind a
// review link, at the desk itself: then the gate is that of handing off, and the
// offer has the id of the option that was reviewed.
type BookOffer struct {
	Entity    string `json:"entity_id"`
	Offer     Offer  `json:"offer"`
	Authority string `json:"authority,omitzero"`
	Reviewed  bool   `json:"reviewed,omitzero"`
}

// A Reservation is how BookOffer went. The booking is there exactly when it is
// booked.
type Reservation struct {
	Entity  string           `json:"entity_id"`
	State   ReservationState `json:"state"`
	Reason  Refused          `json:"reason,omitzero"`
	Booking *Booking         `json:"booking,omitzero"`
	Party   Party            `json:"party,omitzero"`
}

// ReservationState says whether a reservation was made.
type ReservationState string

const (
	Reserved        ReservationState = "booked"
	NotReserved     ReservationState = "refused"
	ReservationOpen ReservationState = "unknown" // it may have been; the claim on it is being looked into
)

// Refused says why a reservation was not made.
type Refused string

const (
	OfferStale       Refused = "offer_expired"   // too old, or booked before
	OfferUnavailable Refused = "unavailable"     // somebody else was faster, or it is not sold any more
	OfferChanged     Refused = "terms_changed"   // the price or the terms are others now
	OfferUnknown     Refused = "outcome_unknown" // with ReservationOpen
	OfferNotMade     Refused = "not_carried_out" // the outcome was unknown, and it has turned out that nothing was booked
)

// PrepareHandoff asks for a link by which a guest can review an option and
// confirm it. It books nothing. Ends in a Handoff.
type PrepareHandoff struct {
	Venue   string  `json:"venue"`
	Option  Offer   `json:"option"` // opened by the binding
	Section Section `json:"section,omitzero"`
}

// A Handoff is what a review link is made of, or why there is none.
type Handoff struct {
	Available bool      `json:"available"`
	Reason    NoHandoff `json:"reason,omitzero"`
	Venue     string    `json:"venue,omitzero"`
	Section   Section   `json:"section,omitzero"`
	Option    *Offer    `json:"option,omitzero"`      // to be sealed for review, as it is
	Confirm   string    `json:"confirm_url,omitzero"` // the curator's page that takes the link; absent: the desk's own
}

// NoHandoff says why there is no review link.
type NoHandoff string

const (
	BookingClosed      NoHandoff = "booking_closed"
	ListingUnavailable NoHandoff = "listing_unavailable" // no such place, or not for anybody to see
	OptionExpired      NoHandoff = "option_expired"      // too old, or not free any more
)

// ReviewOption asks what a review link is about, as it is now. Ends in a
// Review.
type ReviewOption struct {
	Option Offer `json:"option"` // opened by the binding
}

// A Review is what a guest sees before confirming, and what has become of it
// since. Nothing is booked by it. Offer is there only while it can be confirmed,
// Booking only once it was (or the same was, through another link), for the guest
// whose it is, and Place with either; Cancelling with an Offer and with a Booking
// that can be cancelled.
type Review struct {
	State      ReviewState `json:"state"`
	Place      *Place      `json:"place,omitzero"`
	Offer      *Offer      `json:"offer,omitzero"` // priced as of now, under the option's id
	Booking    *Booking    `json:"booking,omitzero"`
	Cancelling *Cancelling `json:"cancelling,omitzero"`
	Confirm    string      `json:"confirm_url,omitzero"`
	At         time.Time   `json:"at"`
}

// ReviewState says whether what a review link is about can be confirmed.
type ReviewState string

const (
	ReviewReady   ReviewState = "ready"
	ReviewClosed  ReviewState = "closed"      // the gate is
	ReviewExpired ReviewState = "expired"     // the link is too old
	ReviewUsed    ReviewState = "used"        // it was booked, or the guest has booked the same otherwise
	ReviewOver    ReviewState = "cancelled"   // it was booked, and that booking was cancelled
	ReviewUnknown ReviewState = "unknown"     // the guest may have booked it; that is being looked into
	ReviewGone    ReviewState = "unavailable" // it is not free, or not listed, any more
)

func (BookOffer) Op() Op      { return OpBookOffer }
func (PrepareHandoff) Op() Op { return OpPrepareHandoff }
func (ReviewOption) Op() Op   { return OpReviewOption }

func (Reservation) result() string { return "reservation" }
func (Handoff) result() string     { return "handoff" }
func (Review) result() string      { return "review" }
