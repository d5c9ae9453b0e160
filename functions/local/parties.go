package main

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/go-jose/go-jose/v4"

	"hora/bindings"
	"hora/canonical"
	"hora/functions/internal/boot/trust"
	"hora/infra/identity"
	"hora/infra/identity/ap2"
	"hora/infra/identity/jwks"
	"hora/infra/identity/oauth"
	"hora/infra/identity/seal"
)

// trusted is whom the local desk believes: the demonstration's own parties, and
// nobody else. It is the desk at that URL.
func trusted(dir, url string, clock canonical.Clock, log *slog.Logger) (trust.Trust, error) {
	keys, err := readSecrets(dir)
	if err != nil {
		return trust.Trust{}, err
	}
	key, ok := keys.Seal.Key.([]byte)
	if !ok {
		return trust.Trust{}, fmt.Errorf("%s holds no secrets", secretsFile)
	}
	sealer, err := seal.New(seal.Secret{ID: keys.Seal.KeyID, Key: key})
	if err != nil {
		return trust.Trust{}, err
	}
	merchant, err := ap2.NewMerchant(url, url, keys.Merchant)
	if err != nil {
		return trust.Trust{}, err
	}
	public, err := merchant.PublicKeys()
	if err != nil {
		return trust.Trust{}, err
	}
	signer := func(k jose.JSONWebKey) *jwks.Set {
		return jwks.New(func(context.Context) ([]byte, error) { s, err := published(k); return []byte(s), err }, clock)
	}
	return trust.Trust{
		Verifiers: identity.Verifiers{
			Log: log, Clock: clock,
			Tokens:   oauth.New(oauth.Config{Resource: url, Clock: clock, Issuers: []oauth.Issuer{{ID: demoIssuer, Keys: signer(keys.Issuer), Guests: true}}}),
			Mandates: ap2.New(ap2.Config{Merchant: merchant, Clock: clock, Issuers: []ap2.Issuer{{ID: demoWallet, Keys: signer(keys.Wallet), Types: []string{demoGuest}}}}),
		},
		Bindings: bindings.Config{Sealer: sealer, Merchant: merchant, Keys: public, Servers: []bindings.AuthorizationServer{{Issuer: demoIssuer}}},
	}, nil
}
