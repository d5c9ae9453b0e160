package jwt

import (
	"errors"

	"github.com/go-jose/go-jose/v4"
)

var errSign = errors.New("jwt: cannot be signed with that key and algorithm")

// Sign makes a token of claims. The header names the key by its kid, and has a
// typ unless that is empty.
func Sign(claims []byte, typ string, key jose.JSONWebKey, alg jose.SignatureAlgorithm) (string, error) {
	var o jose.SignerOptions
	if typ != "" {
		o.WithType(jose.ContentType(typ))
	}
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: key}, &o)
	if err != nil {
		return "", errSign
	}
	signed, err := s.Sign(claims)
	if err != nil {
		return "", errSign
	}
	return signed.CompactSerialize()
}
