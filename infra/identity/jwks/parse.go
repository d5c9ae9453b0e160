package jwks

import (
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"errors"
	"io"
	"os"
	"slices"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Algorithms are the signatures that are accepted anywhere (RFC 8725 section
// 3.1). They are all asymmetric: a public key cannot make one.
var Algorithms = []jose.SignatureAlgorithm{jose.ES256, jose.RS256, jose.PS256, jose.EdDSA}

// Bounds of a set.
const (
	longest = 256 << 10 // bytes
	most    = 100       // keys
)

// weakest is the shortest modulus of an RSA key, in bits (RFC 7518 section 3.3).
const weakest = 2048

// File is a set in a file, such as one deployed with a function.
func File(name string) Source {
	return func(context.Context) ([]byte, error) {
		f, err := os.Open(name)
		if err != nil {
			return nil, errors.New("the file cannot be opened")
		}
		defer f.Close()
		b, err := io.ReadAll(io.LimitReader(f, longest+1))
		if err != nil {
			return nil, errors.New("the file cannot be read")
		}
		return b, nil
	}
}

// Fixed is a set that never changes.
func Fixed(set []byte) Source {
	return func(context.Context) ([]byte, error) { return set, nil }
}

// parse reads a set, by kid; keys without one are together. Keys that cannot
// verify what is accepted are left out (RFC 7517 section 5), and so are those
// that nobody should have published.
func parse(b []byte) (map[string][]jose.JSONWebKey, error) {
	var set struct {
		Keys []jsontext.Value `json:"keys"`
	}
	if len(b) > longest || json.Unmarshal(b, &set) != nil || len(set.Keys) > most {
		return nil, errors.New("jwks: no JWK Set, or too large a one")
	}
	keys := map[string][]jose.JSONWebKey{}
	for _, raw := range set.Keys {
		var k jose.JSONWebKey
		if k.UnmarshalJSON(raw) != nil || !k.IsPublic() || !k.Valid() || k.Use != "" && k.Use != "sig" {
			continue
		}
		keys[k.KeyID] = append(keys[k.KeyID], k)
	}
	if len(keys) == 0 {
		return nil, errors.New("jwks: no key in the set can be used")
	}
	return keys, nil
}

// usable are the keys of a set that anything accepted can be verified with.
func usable(keys map[string][]jose.JSONWebKey) (all []jose.JSONWebKey) {
	for _, named := range keys {
		for _, k := range named {
			if slices.ContainsFunc(Algorithms, func(alg jose.SignatureAlgorithm) bool { return good(&k, alg) }) {
				all = append(all, k)
			}
		}
	}
	return all
}

// suited are the keys that an algorithm can be verified with.
func suited(keys []jose.JSONWebKey, alg jose.SignatureAlgorithm) ([]jose.JSONWebKey, error) {
	var all []jose.JSONWebKey
	for _, k := range keys {
		if good(&k, alg) {
			all = append(all, k)
		}
	}
	if len(all) == 0 {
		return nil, ErrUnknown
	}
	return all, nil
}

// good says whether an algorithm can be verified with a key, and may be.
func good(k *jose.JSONWebKey, alg jose.SignatureAlgorithm) bool {
	return (k.Algorithm == "" || k.Algorithm == string(alg)) && fits(k.Key, alg)
}

func fits(key any, alg jose.SignatureAlgorithm) bool {
	switch k := key.(type) {
	case *ecdsa.PublicKey:
		return alg == jose.ES256 && k.Curve == elliptic.P256()
	case *rsa.PublicKey:
		return (alg == jose.RS256 || alg == jose.PS256) && k.N.BitLen() >= weakest
	case ed25519.PublicKey:
		return alg == jose.EdDSA
	}
	return false
}
