package canonical

import "context"

// SignIns sign guests in, in their own browser, at an OpenID provider.
type SignIns interface {
	// Begin starts a sign-in that the provider is to end by sending the browser
	// to redirect, an address of the desk. Anew has the provider ask who the guest
	// is even where it knows, so that they can be somebody else.
	Begin(redirect string, anew bool) (Begun, error)

	// Redeem says which guest came back. An error that is a SignInFault says why
	// nobody did; one that is ErrUnverifiable, that it cannot be told now. No
	// error tells anything of the guest or of what the provider sent.
	Redeem(ctx context.Context, s SignIn) (Guest, error)
}

// A Guest is who came back from signing in.
type Guest struct {
	Principal Principal
	Account   Account
}

// An Account is by what guests know which of their accounts they are signed in
// with. It is for their own eyes: the browser keeps it, sealed, and nobody else
// does.
type Account struct {
	Provider string `json:"provider,omitzero"` // the host of it
	Address  string `json:"address,omitzero"`  // masked, see MaskedEmail; empty: the provider does not tell
}

// String keeps an account out of any text.
func (Account) String() string { return "account" }

// GoString does so for %#v.
func (Account) GoString() string { return "account" }

// A Begun sign-in is where a browser is to go, and what the desk must know when
// it comes back.
type Begun struct {
	Address string // at the provider
	State   string // comes back with the browser, in the open
	Secret  string // what the sign-in is proved by; the browser keeps it, sealed
}

// A SignIn is how a browser comes back from the provider. Like any credential
// it is unverified, and never stored or logged. It goes with a command that only
// looks: nobody acts while they come back.
type SignIn struct {
	Code     string
	Issuer   string // who says that it sent the browser (RFC 9207); empty: nobody does
	Secret   string // of the Begun
	Redirect string // as it was begun with
	Life     Life   // of the Begun, as it was sealed
}

// String keeps a sign-in out of any text.
func (SignIn) String() string { return "sign-in" }

// GoString does so for %#v.
func (SignIn) GoString() string { return "sign-in" }

// A SignedIn is a guest who signed in before, as the browser that calls keeps
// it, sealed by the desk. Whether its life is over is for the identity desk to
// say.
type SignedIn struct {
	Guest   string  `json:"guest"` // OutcomeMeta.Guest of when they did
	Account Account `json:"account,omitzero"`
	Host    string  `json:"host"` // Meta.Host
	Life    Life    `json:"-"`
}

// SignInFault says why a sign-in came to nothing.
type SignInFault string

const (
	SignInLate      SignInFault = "late"      // it took too long
	SignInSpent     SignInFault = "spent"     // the provider does not know the code, or not any more
	SignInForeign   SignInFault = "foreign"   // what the provider says belongs to another sign-in
	SignInUntrusted SignInFault = "untrusted" // what the provider says of the guest proves nothing
	SignInDown      SignInFault = "down"      // the provider cannot be reached
)

func (f SignInFault) Error() string { return string(f) }
