package ap2

import (
	"context"
	"crypto"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"time"

	"github.com/go-jose/go-jose/v4"

	"hora/canonical"
	"hora/infra/identity/internal/jwt"
	"hora/infra/identity/jwks"
)

// An Issuer is somebody who is trusted to vouch for guests.
type Issuer struct {
	ID    string // its iss, to the letter
	Keys  *jwks.Set
	Types []string // vct of the credentials of its that are accepted
}

// Config is what a Verifier is made of. All of it is required.
type Config struct {
	Merchant *Merchant
	Issuers  []Issuer
	Clock    canonical.Clock
}

// A Verifier verifies mandates. It is safe for concurrent use.
type Verifier struct{ Config }

var _ canonical.Mandates = (*Verifier)(nil)

// New makes a Verifier.
func New(c Config) *Verifier { return &Verifier{c} }

const (
	skew   = 30 * time.Second // by how much the clocks of desk and issuers may differ
	recent = 5 * time.Minute  // how long ago a guest may have signed
)

// Verify judges a mandate, check by check in the order of the Faults, and
// answers with what it proves. Its error is a Fault, or a
// canonical.ErrUnverifiable when the keys of the guest's issuer cannot be had.
// That a mandate is used once is for the act to see to: Consent.Once is spent
// in its commit.
func (v *Verifier) Verify(ctx context.Context, m *canonical.CartMandate, resource string) (canonical.Consent, error) {
	if resource == "" {
		resource = v.Merchant.resource
	}
	now := v.Clock()
	c, ok := readCart(m.Cart)
	if !ok {
		return canonical.Consent{}, Incomplete
	}
	p, err := readPresentation(m.Authorization)
	if err != nil {
		return canonical.Consent{}, err
	}
	if err := v.Merchant.signed(c, resource, now); err != nil {
		return canonical.Consent{}, err
	}
	if err := c.check(m.Offer, m.Price, now); err != nil {
		return canonical.Consent{}, err
	}
	if err := p.vouched(ctx, v.Issuers, now); err != nil {
		return canonical.Consent{}, err
	}
	b, err := p.bound(c, m.Offer, resource, now)
	if err != nil {
		return canonical.Consent{}, err
	}
	return canonical.Consent{
		SHA256: hex.EncodeToString(c.sum[:]), Guest: b.guest, Issuer: p.claims.Issuer, At: now.UTC(),
		Once: b.once, Until: b.signed.Add(2 * recent),
	}, nil
}

// binding is what the guest's key signs (RFC 9901 section 4.3), with AP2's
// transaction_data.
type binding struct {
	Issued   *jwt.Date    `json:"iat"`
	Audience jwt.Audience `json:"aud"`
	Nonce    string       `json:"nonce"`
	Hash     string       `json:"sd_hash"`
	Data     []string     `json:"transaction_data"`
}

// A bond is a key binding that was found good.
type bond struct {
	guest  string // thumbprint of the key
	once   string
	signed time.Time
}

// bound says whether the guest just now agreed to this cart, here.
func (p *presentation) bound(c *cart, offer, resource string, now time.Time) (bond, error) {
	t, err := jwt.Parse(p.binding, longestToken, jose.ES256)
	key, ok := p.claims.key()
	var b binding
	if err != nil || !ok || !t.Is("kb+jwt") || !t.Verify(key) || !t.Read(&b) {
		return bond{}, Binding
	}
	switch {
	case b.Hash != digest([]byte(p.signed)):
		return bond{}, BindingCredential
	case !b.Audience.Has(resource):
		return bond{}, BindingAudience
	case b.Nonce != offer:
		return bond{}, BindingOffer
	case b.Issued == nil, now.Sub(b.Issued.At()).Abs() > recent:
		return bond{}, BindingDate
	case !slices.Contains(b.Data, c.whole):
		return bond{}, BindingCart
	}
	thumbprint, err := key.Thumbprint(crypto.SHA256)
	if err != nil {
		return bond{}, Binding
	}
	// What was signed, not the signature: of ECDSA signatures, anybody can make
	// a second one out of the first.
	once := sha256.Sum256([]byte(t.Input))
	return bond{base64.RawURLEncoding.EncodeToString(thumbprint), hex.EncodeToString(once[:]), b.Issued.At()}, nil
}
