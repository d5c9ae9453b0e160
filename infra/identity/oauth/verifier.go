// Package oauth verifies OAuth 2.0 access tokens that are JSON Web Tokens
// (RFC 9068), as RFC 8725 advises.
package oauth

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"hora/canonical"
	"hora/infra/identity/internal/jwt"
	"hora/infra/identity/jwks"
)

// An Issuer is an authorization server whose tokens are accepted.
type Issuer struct {
	ID     string // its iss, to the letter
	Keys   *jwks.Set
	Guests bool // it knows people: a token of which the subject is not the client is a guest's
}

// Config is what a Verifier is made of. Issuers and Clock are required.
type Config struct {
	Issuers  []Issuer
	Resource string // the resource (RFC 8707) that tokens must be for, where a call does not name its own
	Clock    canonical.Clock
}

// A Verifier verifies tokens. It is safe for concurrent use.
type Verifier struct {
	issuers  map[string]Issuer
	resource string
	clock    canonical.Clock
}

var _ canonical.Tokens = (*Verifier)(nil)

// New makes a Verifier.
func New(c Config) *Verifier {
	v := &Verifier{map[string]Issuer{}, c.Resource, c.Clock}
	for _, i := range c.Issuers {
		v.issuers[i.ID] = i
	}
	return v
}

const (
	skew    = time.Minute // by how much an issuer's clock may differ
	longest = 8 << 10     // bytes of a token
	widest  = 255         // bytes of a name in a claim
)

// claims are those of RFC 9068 section 2.2, and the actor of RFC 8693.
type claims struct {
	Issuer    string       `json:"iss"`
	Subject   string       `json:"sub"`
	Audience  jwt.Audience `json:"aud"`
	Expires   *jwt.Date    `json:"exp"`
	NotBefore *jwt.Date    `json:"nbf"`
	Issued    *jwt.Date    `json:"iat"`
	ID        string       `json:"jti"`
	Client    string       `json:"client_id"`
	Scope     string       `json:"scope"`
	Actor     struct {
		Subject string `json:"sub"`
	} `json:"act"`
}

// Verify says who presents a token. Its error is a Fault, or a
// canonical.ErrUnverifiable when the issuer's keys cannot be had.
func (v *Verifier) Verify(ctx context.Context, token, resource string) (canonical.Principal, error) {
	t, err := jwt.Parse(token, longest, jwks.Algorithms...)
	switch {
	case errors.Is(err, jwt.ErrAlgorithm):
		return canonical.Principal{}, Algorithm
	case err != nil:
		return canonical.Principal{}, Malformed
	case !t.Is("at+jwt"):
		return canonical.Principal{}, Type
	case t.KeyID == "":
		return canonical.Principal{}, UnknownKey
	}
	var c claims
	if !t.Read(&c) {
		return canonical.Principal{}, Malformed
	}
	issuer, ok := v.issuers[c.Issuer] // only to know whose keys to try
	if !ok {
		return canonical.Principal{}, UnknownIssuer
	}
	keys, err := issuer.Keys.Keys(ctx, t.KeyID, t.Algorithm)
	switch {
	case errors.Is(err, jwks.ErrUnknown):
		return canonical.Principal{}, UnknownKey
	case err != nil:
		return canonical.Principal{}, err
	case !t.Verify(keys...):
		return canonical.Principal{}, Signature
	}
	if resource == "" {
		resource = v.resource
	}
	if fault := c.check(resource, v.clock()); fault != 0 {
		return canonical.Principal{}, fault
	}
	return c.principal(issuer), nil
}

// check looks at what a token that was signed by its issuer says.
func (c *claims) check(resource string, now time.Time) Fault {
	switch {
	case c.Expires == nil, c.Issued == nil, !named(c.Subject), !named(c.Client), !named(c.ID), len(c.Actor.Subject) > widest:
		return Incomplete
	case !c.Audience.Has(resource):
		return Audience
	case !now.Before(c.Expires.At().Add(skew)):
		return Expired
	case now.Before(c.Issued.At().Add(-skew)), c.NotBefore != nil && now.Before(c.NotBefore.At().Add(-skew)):
		return Early
	}
	return 0
}

func named(s string) bool { return s != "" && len(s) <= widest }

// principal is who the token speaks for. Nothing in it tells the subject,
// which may be somebody's address.
func (c *claims) principal(i Issuer) canonical.Principal {
	p := canonical.Principal{Role: canonical.RoleAgent, ID: name(c.Issuer, c.Subject), Scope: c.Scope, Agent: c.Client}
	if i.Guests && c.Subject != c.Client {
		p.Role = canonical.RoleGuest
	}
	if c.Actor.Subject != "" {
		p.Agent = c.Actor.Subject
	}
	return p
}

// Guest is a person of an issuer's who is here in person: with no client
// between, who needs no grant. It is the same guest as that of an access token.
func Guest(issuer, subject string) canonical.Principal {
	return canonical.Principal{Role: canonical.RoleGuest, ID: name(issuer, subject), Scope: canonical.ScopeBook}
}

// name is one and the same for a subject, whatever the client and the token.
func name(issuer, subject string) string {
	h := sha256.New()
	for _, s := range [...]string{"subject", issuer, subject} {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
