package oauth

// A Fault says what is wrong with a token. It is for tests and the log; to
// the caller each is the same invalid_token (RFC 6750 section 3.1).
type Fault uint8

const (
	Malformed     Fault = iota + 1 // no signed token, or claims of wrong types
	Algorithm                      // unsigned, or signed in a way that is not accepted
	Type                           // signed, but no access token
	UnknownIssuer                  // of an issuer that is not trusted
	UnknownKey                     // names no key of its issuer
	Signature                      // not signed by the key it names
	Incomplete                     // lacks a claim that RFC 9068 requires
	Audience                       // for somebody else
	Expired
	Early // issued in the future, or not yet good
)

var faults = [...]string{
	Malformed: "no signed token", Algorithm: "not signed in an accepted way", Type: "no access token",
	UnknownIssuer: "the issuer is not trusted", UnknownKey: "the issuer has no such key", Signature: "the signature is wrong",
	Incomplete: "a required claim is missing", Audience: "for another resource", Expired: "expired", Early: "not good yet",
}

func (f Fault) Error() string { return "oauth: " + faults[f] }
