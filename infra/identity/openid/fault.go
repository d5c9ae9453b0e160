package openid

import "hora/canonical"

// A Fault says why a sign-in came to nothing. It is for tests and the log; a
// guest is told no more than the canonical.SignInFault that it is.
type Fault uint8

const (
	Late       Fault = iota + 1 // it was begun too long ago
	Mixed                       // another provider says that it sent the browser
	Spent                       // the provider takes no such code, or not again
	Unwelcome                   // the provider does not take the desk for its client
	Tokenless                   // the provider's answer has no ID token
	Malformed                   // no signed token, or claims of wrong types
	Algorithm                   // unsigned, or signed in a way that is not accepted
	Type                        // signed, but another sort of token
	Issuer                      // of somebody else
	UnknownKey                  // names no key of the provider's, or none where it has not one that fits
	Signature                   // not signed by the key it names
	Incomplete                  // lacks a claim that OpenID Connect requires
	Audience                    // for another client
	Expired
	Early // issued in the future, or not yet good
	Nonce // made for another sign-in
)

var faults = [...]struct {
	text  string
	guest canonical.SignInFault
}{
	Late:       {"the sign-in took too long", canonical.SignInLate},
	Mixed:      {"another provider sent the browser", canonical.SignInForeign},
	Spent:      {"the provider takes no such code", canonical.SignInSpent},
	Unwelcome:  {"the provider does not take the desk for its client", canonical.SignInUntrusted},
	Tokenless:  {"no ID token in the answer", canonical.SignInUntrusted},
	Malformed:  {"no signed token", canonical.SignInUntrusted},
	Algorithm:  {"not signed in an accepted way", canonical.SignInUntrusted},
	Type:       {"no ID token", canonical.SignInUntrusted},
	Issuer:     {"the token is of another issuer", canonical.SignInUntrusted},
	UnknownKey: {"the provider has no such key", canonical.SignInUntrusted},
	Signature:  {"the signature is wrong", canonical.SignInUntrusted},
	Incomplete: {"a required claim is missing", canonical.SignInUntrusted},
	Audience:   {"the token is for another client", canonical.SignInUntrusted},
	Expired:    {"the token has expired", canonical.SignInUntrusted},
	Early:      {"the token is not good yet", canonical.SignInUntrusted},
	Nonce:      {"the token is of another sign-in", canonical.SignInForeign},
}

func (f Fault) Error() string { return "openid: " + faults[f].text }

// Unwrap is what the guest is told of it.
func (f Fault) Unwrap() error { return faults[f].guest }
