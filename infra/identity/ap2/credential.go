package ap2

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json/jsontext"

	"hora/infra/identity/internal/jwt"
	"hora/infra/identity/jwks"
)

// A presentation is what the guest signed: an SD-JWT with key binding
// (RFC 9901 section 4), the issuer's JWT, disclosures and the key binding with
// a tilde between any two.
type presentation struct {
	credential  *jwt.Token
	claims      credential
	disclosures []string
	binding     string
	signed      string // all that the key binding is over
}

// credential is what a trusted issuer says of a guest: the SD-JWT VC claims
// that cannot be disclosed selectively.
type credential struct {
	Issuer    string    `json:"iss"`
	Type      string    `json:"vct"`
	NotBefore *jwt.Date `json:"nbf"`
	Expires   *jwt.Date `json:"exp"`
	Confirm   struct {
		Key jsontext.Value `json:"jwk"`
	} `json:"cnf"`
	Hash string `json:"_sd_alg"`
}

const (
	longestPresentation = 16 << 10 // bytes
	mostDisclosures     = 64
)

// later is how credentials of AP2 0.2 begin their type.
const later = "mandate."

func readPresentation(text string) (*presentation, error) {
	parts := strings.Split(text, "~")
	if len(text) > longestPresentation || len(parts) < 2 || len(parts)-2 > mostDisclosures {
		return nil, Incomplete
	}
	last := len(parts) - 1
	p := &presentation{disclosures: parts[1:last], binding: parts[last], signed: text[:len(text)-len(parts[last])]}
	var err error
	if p.credential, err = jwt.Parse(parts[0], longestPresentation, jwks.Algorithms...); err != nil || !p.credential.Read(&p.claims) {
		return nil, Incomplete
	}
	if strings.HasPrefix(p.claims.Type, later) {
		return nil, Unsupported
	}
	return p, nil
}

// vouched says whether a trusted issuer vouches for the guest at this time.
func (p *presentation) vouched(ctx context.Context, trusted []Issuer, now time.Time) error {
	c, t := &p.claims, p.credential
	i := slices.IndexFunc(trusted, func(i Issuer) bool { return i.ID == c.Issuer && i.ID != "" })
	if i < 0 {
		return CredentialIssuer
	}
	keys, err := trusted[i].Keys.Keys(ctx, t.KeyID, t.Algorithm)
	switch {
	case errors.Is(err, jwks.ErrUnknown), err == nil && !t.Verify(keys...):
		return CredentialSignature
	case err != nil:
		return err
	case c.Expires == nil, !now.Before(c.Expires.At()), c.NotBefore != nil && now.Before(c.NotBefore.At().Add(-skew)):
		return CredentialDates
	case !t.Is("dc+sd-jwt") && !t.Is("vc+sd-jwt"), !slices.Contains(trusted[i].Types, c.Type):
		return CredentialType
	case c.Hash != "" && c.Hash != "sha-256", !disclosed(t.Claims, p.disclosures):
		return Disclosures
	}
	return nil
}

// key is the guest's, as the credential has it.
func (c *credential) key() (k jose.JSONWebKey, ok bool) {
	if c.Confirm.Key == nil || k.UnmarshalJSON(c.Confirm.Key) != nil {
		return k, false
	}
	public, ok := k.Key.(*ecdsa.PublicKey)
	return k, ok && public.Curve == elliptic.P256()
}
