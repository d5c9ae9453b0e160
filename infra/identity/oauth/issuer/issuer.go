// Package issuer mints OAuth access tokens (RFC 9068): for the demonstration
// issuer of a local desk and for tests. Nothing that is deployed links it.
package issuer

import (
	"encoding/base64"
	"errors"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"

	"hora/infra/identity/internal/jwt"
)

// A Token is what a token is to say. Members that are zero are left out.
type Token struct {
	Issuer   string
	Subject  string
	Audience string
	Client   string
	Scope    string
	ID       string
	Issued   time.Time
	Expires  time.Time
}

// claims are a Token as it is written. Times are seconds since 1970.
type claims struct {
	Issuer   string `json:"iss,omitzero"`
	Subject  string `json:"sub,omitzero"`
	Audience string `json:"aud,omitzero"`
	Client   string `json:"client_id,omitzero"`
	Scope    string `json:"scope,omitzero"`
	ID       string `json:"jti,omitzero"`
	Issued   int64  `json:"iat,omitzero"`
	Expires  int64  `json:"exp,omitzero"`
}

func (t Token) claims() ([]byte, error) {
	c := claims{Issuer: t.Issuer, Subject: t.Subject, Audience: t.Audience, Client: t.Client, Scope: t.Scope, ID: t.ID}
	if !t.Issued.IsZero() {
		c.Issued = t.Issued.Unix()
	}
	if !t.Expires.IsZero() {
		c.Expires = t.Expires.Unix()
	}
	return json.Marshal(c)
}

// mediaType is the typ of an access token.
const mediaType = "at+jwt"

var errClaims = errors.New("issuer: a claim is no text")

// Sign makes a token, signed by a key that has a kid.
func (t Token) Sign(key jose.JSONWebKey, alg jose.SignatureAlgorithm) (string, error) {
	b, err := t.claims()
	if err != nil {
		return "", errClaims
	}
	return jwt.Sign(b, mediaType, key, alg)
}

// Unsigned makes a token that nobody signed (alg none, RFC 7518 section 3.6):
// one that every verifier must refuse.
func (t Token) Unsigned() (string, error) {
	b, err := t.claims()
	if err != nil {
		return "", errClaims
	}
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(`{"alg":"none","typ":"`+mediaType+`"}`)) + "." + encode(b) + ".", nil
}
