package openid_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"testing"

	"github.com/go-jose/go-jose/v4"

	"hora/infra/identity/internal/jwt"
	"hora/infra/identity/jwks"
	"hora/infra/identity/openid"
	"hora/infra/identity/openid/openidtest"
)

// The key of a token goes without saying where the provider has one (OpenID
// Connect Core 1.0 section 10.1): whether its set gives that one a name or not,
// and whatever else is in the set that no token can be signed with. When it
// changes, the set is read again.
func TestOnlyKey(t *testing.T) {
	p384, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	encryption := second.Public()
	encryption.Use = "enc"
	for name, change := range map[string]func(*openidtest.Provider){
		"without a name": func(there *openidtest.Provider) { there.Key.KeyID = "" },
		"with a name": func(there *openidtest.Provider) {
			there.Sign = func(claims []byte) string {
				s, _ := jwt.Sign(claims, "JWT", jose.JSONWebKey{Key: there.Key.Key}, jose.ES256)
				return s
			}
		},
		"among others": func(there *openidtest.Provider) {
			there.Key.KeyID, there.Others = "", []jose.JSONWebKey{encryption, {Key: &p384.PublicKey, KeyID: "p384"}, {Key: &p384.PublicKey}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPair(t, func(_ *openid.Config, there *openidtest.Provider) { change(there) })
			first, err := p.Redeem(t.Context(), p.visit(t, "guest-1"))
			if err != nil {
				t.Fatal(err)
			}
			p.there.Key.Key = key("").Key
			p.now = p.now.Add(jwks.Pause)
			if again, err := p.Redeem(t.Context(), p.visit(t, "guest-1")); err != nil || again != first {
				t.Errorf("with a new key: %+v, %v", again, err)
			}
		})
	}
}
