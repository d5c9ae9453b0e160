// Package jwt reads signed JSON Web Tokens (RFC 7519) as strictly as RFC 8725
// advises: only algorithms that are asked for, a key that is named, one
// spelling. What a token must say is for its reader to check.
package jwt

import (
	"errors"
	"strings"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/infra/identity/internal/compact"
)

// Errors of Parse. They tell nothing of the token.
var (
	ErrMalformed = errors.New("jwt: no signed token")
	ErrAlgorithm = errors.New("jwt: signed in a way that is not accepted")
)

// A Token is one that was parsed. Nothing in it can be believed before Verify.
type Token struct {
	Algorithm jose.SignatureAlgorithm
	KeyID     string // empty: none is named
	Claims    jsontext.Value
	Input     string // what the signature is over
	typ       string
	signed    *jose.JSONWebSignature
}

// Parse reads a compact token of at most longest bytes.
func Parse(text string, longest int, algorithms ...jose.SignatureAlgorithm) (*Token, error) {
	if len(text) > longest || !compact.Parts(text, 3) {
		return nil, ErrMalformed
	}
	signed, err := jose.ParseSignedCompact(text, algorithms)
	var other *jose.ErrUnexpectedSignatureAlgorithm
	switch {
	case errors.As(err, &other):
		return nil, ErrAlgorithm
	case err != nil, len(signed.Signatures) != 1:
		return nil, ErrMalformed
	}
	h := signed.Signatures[0].Protected
	for _, name := range [...]jose.HeaderKey{"crit", "b64"} { // extensions that nobody here has use for
		if _, ok := h.ExtraHeaders[name]; ok {
			return nil, ErrMalformed
		}
	}
	t := &Token{Algorithm: jose.SignatureAlgorithm(h.Algorithm), KeyID: h.KeyID, signed: signed}
	t.typ, _ = h.ExtraHeaders[jose.HeaderType].(string)
	t.Claims = signed.UnsafePayloadWithoutVerification()
	t.Input = text[:strings.LastIndexByte(text, '.')]
	return t, nil
}

// Is says whether the header declares a media type, such as at+jwt. The
// prefix application/ may be left out, and case does not count (RFC 7515
// section 4.1.9).
func (t *Token) Is(mediaType string) bool {
	const prefix = "application/"
	typ := t.typ
	if len(typ) > len(prefix) && strings.EqualFold(typ[:len(prefix)], prefix) {
		typ = typ[len(prefix):]
	}
	return strings.EqualFold(typ, mediaType)
}

// Verify says whether one of the keys made the signature.
func (t *Token) Verify(keys ...jose.JSONWebKey) bool {
	for _, k := range keys {
		if _, err := t.signed.Verify(k.Key); err == nil {
			return true
		}
	}
	return false
}

// Read reads the claims. It answers false for claims that are not of their
// types, or named twice.
func (t *Token) Read(claims any) bool { return json.Unmarshal(t.Claims, claims) == nil }
