package canonical

import (
	"context"
	"errors"
	"time"
)

// A Clock tells the time. It is given at construction, so that tests and the
// local desk can set it.
type Clock func() time.Time

// IDs mints names for new things: unguessable, ordered by time, made of
// [0-9A-Za-z_-] only.
type IDs func() string

// Tokens verifies OAuth access tokens.
type Tokens interface {
	// Verify says who presents the token: a guest, or an agent. The token must
	// have been issued for resource (RFC 8707); empty means the deployment's
	// own. Any error means that nobody is known; one that is ErrUnverifiable,
	// that it cannot be told now. No error tells anything of the token.
	Verify(ctx context.Context, token, resource string) (Principal, error)
}

// Mandates verifies AP2 Cart Mandates.
type Mandates interface {
	// Verify says what a mandate proves; resource is as for Tokens. An error
	// that is a MandateFault says why it proves nothing; one that is
	// ErrUnverifiable, that it cannot be told now. No error tells anything of
	// the mandate.
	Verify(ctx context.Context, m *CartMandate, resource string) (Consent, error)
}

// ErrUnverifiable is the error of a verifier that cannot reach what it needs,
// such as an issuer's keys.
var ErrUnverifiable = errors.New("canonical: what it takes to verify a credential cannot be reached")

// A Merchant signs carts.
type Merchant interface {
	// Authorize signs the contents of an AP2 cart, a JSON object: the value of
	// merchant_authorization beside them. The cart is for whoever buys at
	// resource; empty means the deployment's own.
	Authorize(contents []byte, resource string, life Life) (string, error)
}

// A Sealer turns claims into tokens that nobody else can read, make or change,
// and back. What is sealed for one purpose cannot be opened for another.
type Sealer interface {
	// Seal makes a token of claims, which are marshalled to JSON. It lives no
	// longer than MaxLife.
	Seal(p Purpose, claims any, life Life) (string, error)

	// Open reads a token into claims, which point to what was sealed. Any error
	// is ErrNotSealed. Whether the token's life is over is for whoever has a
	// clock to say.
	Open(p Purpose, token string, claims any) (Life, error)
}
