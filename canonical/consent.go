package canonical

import "time"

// A CartMandate is how an agent shows that a guest agreed to an offer: a cart
// that the desk signed and the guest confirmed (AP2 v0.1). Like any
// credential it is unverified, and never stored or logged.
type CartMandate struct {
	Cart          []byte // the ap2.mandates.CartMandate object, as sent
	Authorization string // what the guest signed: an SD-JWT credential with key binding
	Offer         string // id of the sealed offer that it is presented for
	Price         Money  // of that offer
}

// String keeps a mandate out of any text.
func (CartMandate) String() string { return "mandate" }

// GoString does so for %#v.
func (CartMandate) GoString() string { return "mandate" }

// Consent is what a CartMandate proves, and all that is kept of it: a guest
// agreed to one offer. The zero Consent proves nothing.
type Consent struct {
	SHA256 string       `json:"sha256"` // hex, of the cart mandate's RFC 8785 form
	Guest  string       `json:"guest"`  // RFC 7638 thumbprint of the key that the guest signed with: names the guest
	Issuer string       `json:"issuer"` // who vouches for that key
	At     time.Time    `json:"at"`     // when it was verified
	Once   string       `json:"-"`      // what may be used once; see CartMandateKey
	Until  time.Time    `json:"-"`      // from then on nothing verifies that has this Once
	Fault  MandateFault `json:"-"`      // why it proves nothing
}

// Given says whether a guest agreed.
func (c Consent) Given() bool { return c.SHA256 != "" && c.Fault == "" }

// MandateFault says why a Cart Mandate proves nothing, in the words of UCP's
// AP2 extension.
type MandateFault string

const (
	MandateRequired      MandateFault = "mandate_required"               // there is none, or only half of one
	MandateSignature     MandateFault = "mandate_invalid_signature"      // the guest's part is not by a guest that somebody trusted vouches for
	MandateExpired       MandateFault = "mandate_expired"                // some part is past its time
	MandateScope         MandateFault = "mandate_scope_mismatch"         // it is about something else
	MandateAuthorization MandateFault = "merchant_authorization_invalid" // the cart is not as the desk signed it
	MandateUnsupported   MandateFault = "mandates_not_supported"         // of another version of AP2
)

func (f MandateFault) Error() string { return string(f) }

// ScopeBook is what a guest's token must be granted to book.
const ScopeBook = "bookings:write"

// Authority says whether the caller may book in a guest's name: as a guest who
// granted ScopeBook, or as an agent to whom a guest gave a Cart Mandate. A
// mandate that proves nothing spoils any call, and without a verified caller
// there is nobody to hold the booking.
func (m *Meta) Authority() *Error {
	switch p := m.Principal; {
	case p.Anonymous():
		return Refuse(Unauthenticated)
	case m.Consent.Fault != "":
		return &Error{Code: Forbidden, Mandate: m.Consent.Fault}
	case p.Role == RoleGuest && p.Granted(ScopeBook), p.Role == RoleAgent && m.Consent.Given():
		return nil
	case p.Role == RoleAgent:
		return &Error{Code: Forbidden, Mandate: MandateRequired}
	}
	return Refuse(Forbidden)
}
