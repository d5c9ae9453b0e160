package ap2

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"errors"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"

	"hora/canonical"
	"hora/infra/identity/internal/jwt"
)

// A Merchant signs carts, and knows its own signature again. It is safe for
// concurrent use.
type Merchant struct {
	id       string
	resource string
	keys     []jose.JSONWebKey // private; the first signs
}

var _ canonical.Merchant = (*Merchant)(nil)

// NewMerchant makes a Merchant of the name that carts have it by, the resource
// that they are for where a call does not name its own, and private P-256
// keys. The first key signs; carts signed by the others are still good.
func NewMerchant(id, resource string, keys ...jose.JSONWebKey) (*Merchant, error) {
	if id == "" || len(keys) == 0 {
		return nil, errors.New("ap2: a merchant needs a name and a key")
	}
	kids := map[string]bool{}
	for _, k := range keys {
		private, ok := k.Key.(*ecdsa.PrivateKey)
		if !ok || private.Curve != elliptic.P256() || k.KeyID == "" || kids[k.KeyID] {
			return nil, errors.New("ap2: a merchant's keys are private P-256 keys, each with a kid of its own")
		}
		kids[k.KeyID] = true
	}
	return &Merchant{id, resource, keys}, nil
}

// authorization is what a merchant signs.
type authorization struct {
	Issuer   string       `json:"iss"`
	Subject  string       `json:"sub"`
	Audience jwt.Audience `json:"aud"`
	Issued   *jwt.Date    `json:"iat"`
	Expires  *jwt.Date    `json:"exp"`
	ID       string       `json:"jti"`
	CartHash string       `json:"cart_hash"`
}

var errContents = errors.New("ap2: not the contents of a cart")

// Authorize signs a cart's contents.
func (m *Merchant) Authorize(raw []byte, resource string, life canonical.Life) (string, error) {
	v, ok := canonicalize(raw)
	var c contents
	if !ok || v.Kind() != '{' || json.Unmarshal(v, &c) != nil || c.ID == "" {
		return "", errContents
	}
	if resource == "" {
		resource = m.resource
	}
	issued, expires := jwt.Date(life.Issued.Unix()), jwt.Date(life.Expires.Unix())
	b, err := json.Marshal(authorization{m.id, m.id, jwt.Audience{resource}, &issued, &expires, c.ID, digest(v)})
	if err != nil {
		return "", errContents
	}
	return jwt.Sign(b, "", m.keys[0], jose.ES256)
}

// PublicKeys are the keys that others verify carts with: a JSON array of
// public JWKs.
func (m *Merchant) PublicKeys() ([]byte, error) {
	var public []jose.JSONWebKey
	for _, k := range m.keys {
		p := k.Public()
		p.Algorithm, p.Use = string(jose.ES256), "sig"
		public = append(public, p)
	}
	return json.Marshal(public)
}

// longestToken is how long a signed part of a mandate may be, in bytes.
const longestToken = 8 << 10

// signed says whether a cart is as the merchant signed it for resource.
func (m *Merchant) signed(c *cart, resource string, now time.Time) error {
	t, err := jwt.Parse(c.Authorization, longestToken, jose.ES256)
	if err != nil {
		return CartSignature
	}
	var own []jose.JSONWebKey
	for _, k := range m.keys {
		if k.KeyID == t.KeyID {
			own = append(own, k.Public())
		}
	}
	var a authorization
	if !t.Verify(own...) || !t.Read(&a) {
		return CartSignature
	}
	switch {
	case a.Issuer != m.id, a.Subject != m.id, !a.Audience.Has(resource):
		return CartParties
	case a.Issued == nil, a.Expires == nil, now.Before(a.Issued.At().Add(-skew)), !now.Before(a.Expires.At()):
		return CartDates
	case a.CartHash != c.signed:
		return CartHash
	}
	return nil
}
