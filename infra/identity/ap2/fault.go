package ap2

import "hora/canonical"

// A Fault says which check a mandate did not pass. They are in the order of
// the checks: a mandate with several faults has the first. It is for tests and
// the log; the caller is told the MandateFault that it comes down to.
type Fault uint8

const (
	Incomplete Fault = iota + 1 // the cart, the merchant's part of it or the guest's is not there, or cannot be read
	Unsupported

	CartSignature // the desk did not sign it
	CartParties   // signed by the desk for somebody else, or as somebody else
	CartDates     // the signature has run out, or is not good yet
	CartHash      // not the contents that were signed

	CartOffer // of another offer
	CartPrice // not what the offer costs
	CartExpiry

	CredentialIssuer    // nobody trusted vouches for the guest
	CredentialSignature // or it was somebody else who did
	CredentialDates     // the credential has run out, is not good yet, or never ends
	CredentialType      // of a kind that is not accepted
	Disclosures         // not those that the credential was issued with

	Binding           // the guest did not sign, or with another key than the credential's
	BindingCredential // signed beside another credential, or other disclosures
	BindingAudience   // signed for somebody else
	BindingOffer      // signed for another offer
	BindingDate       // signed too long ago, or in the future
	BindingCart       // signed for another cart
)

var faults = [...]struct {
	text   string
	reason canonical.MandateFault
}{
	Incomplete:          {"a part is missing or cannot be read", canonical.MandateRequired},
	Unsupported:         {"of another version of AP2", canonical.MandateUnsupported},
	CartSignature:       {"the cart is not signed by the desk", canonical.MandateAuthorization},
	CartParties:         {"the cart is signed for another merchant or resource", canonical.MandateAuthorization},
	CartDates:           {"the cart's signature is not good at this time", canonical.MandateExpired},
	CartHash:            {"the cart is not the one that was signed", canonical.MandateAuthorization},
	CartOffer:           {"the cart is of another offer", canonical.MandateScope},
	CartPrice:           {"the cart has another price than the offer", canonical.MandateScope},
	CartExpiry:          {"the cart has expired", canonical.MandateExpired},
	CredentialIssuer:    {"the credential's issuer is not trusted", canonical.MandateSignature},
	CredentialSignature: {"the credential is not signed by its issuer", canonical.MandateSignature},
	CredentialDates:     {"the credential is not good at this time", canonical.MandateExpired},
	CredentialType:      {"the credential is of another type", canonical.MandateSignature},
	Disclosures:         {"the disclosures are not of the credential", canonical.MandateSignature},
	Binding:             {"the key binding is not signed by the credential's key", canonical.MandateSignature},
	BindingCredential:   {"the key binding is for another credential", canonical.MandateSignature},
	BindingAudience:     {"the key binding is for somebody else", canonical.MandateScope},
	BindingOffer:        {"the key binding is for another offer", canonical.MandateScope},
	BindingDate:         {"the key binding was not made just now", canonical.MandateExpired},
	BindingCart:         {"the key binding is for another cart", canonical.MandateScope},
}

func (f Fault) Error() string { return "ap2: " + faults[f].text }

// Unwrap is what the caller is told.
func (f Fault) Unwrap() error { return faults[f].reason }
