// Package trust makes, of what the environment says, whom the desk believes
// and what it signs and seals with. It is apart from boot, so that functions
// whose callers are known by keys alone link none of it.
package trust

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"

	"hora/bindings"
	"hora/canonical"
	"hora/functions/internal/boot"
	"hora/infra/fetch"
	"hora/infra/identity"
	"hora/infra/identity/ap2"
	"hora/infra/identity/jwks"
	"hora/infra/identity/oauth"
	"hora/infra/identity/openid"
	"hora/infra/identity/seal"
)

// Trust is what bindings need beside their desk.
type Trust struct {
	Verifiers identity.Verifiers
	Bindings  bindings.Config // without the URL and registry of a site
}

// At is what bindings are made of on a site.
func (t Trust) At(s boot.Site) bindings.Config {
	c := t.Bindings
	c.PublicURL, c.Catalogue = s.URL, s.Catalogue
	return c
}

// Open makes a Trust. Nothing is read from elsewhere before the first token
// comes. Errors name what cannot be used, and nothing of it.
func Open(c boot.Config, clock canonical.Clock, log *slog.Logger) (Trust, error) {
	t := Trust{Verifiers: identity.Verifiers{Log: log, Clock: clock}}
	var err error
	if t.Bindings.Sealer, err = Sealer(c.Secret, c.Before); err != nil {
		return Trust{}, err
	}
	tokens := oauth.Config{Resource: c.PublicURL, Clock: clock}
	for _, i := range c.Issuers {
		source, err := Source(i.Keys, fetch.Network{})
		if err != nil {
			return Trust{}, fmt.Errorf("HORA_JWKS: %w", err)
		}
		keys := jwks.New(source, clock)
		tokens.Issuers = append(tokens.Issuers, oauth.Issuer{ID: i.ID, Keys: keys, Guests: i.Guests})
		if err := t.signsIn(&i, keys, c.Client, clock); err != nil {
			return Trust{}, fmt.Errorf("HORA_JWKS: %w", err)
		}
		t.Bindings.Servers = append(t.Bindings.Servers, bindings.AuthorizationServer{Issuer: i.ID, Authorization: i.Authorization, Token: i.Token})
	}
	t.Verifiers.Tokens = oauth.New(tokens)
	if len(c.Merchant) == 0 {
		return t, nil
	}
	mandates := ap2.Config{Clock: clock}
	var keys jose.JSONWebKeySet
	if json.Unmarshal(c.Merchant, &keys) == nil {
		mandates.Merchant, err = ap2.NewMerchant(c.PublicURL, c.PublicURL, keys.Keys...)
	}
	if err != nil || mandates.Merchant == nil {
		return Trust{}, errors.New("HORA_MERCHANT: not a JWK Set of private P-256 keys, each with a kid")
	}
	for _, w := range c.Wallets {
		source, err := Source(w.Keys, fetch.Network{})
		if err != nil {
			return Trust{}, fmt.Errorf("HORA_WALLETS: %w", err)
		}
		mandates.Issuers = append(mandates.Issuers, ap2.Issuer{ID: w.ID, Keys: jwks.New(source, clock), Types: w.Types})
	}
	t.Verifiers.Mandates, t.Bindings.Merchant = ap2.New(mandates), mandates.Merchant
	t.Bindings.Keys, err = mandates.Merchant.PublicKeys()
	return t, err
}

// signsIn lets guests sign in at an issuer, if they can.
func (t *Trust) signsIn(i *boot.Issuer, keys *jwks.Set, secret boot.Secret, clock canonical.Clock) error {
	signsIn, err := i.SignsIn()
	if err != nil || !signsIn {
		return err
	}
	token, err := fetch.NewEndpoint(i.Token, fetch.Limits{}, fetch.Network{})
	switch {
	case err != nil:
		return err
	case !strings.HasPrefix(i.Authorization, "https://"):
		return errors.New("an authorization endpoint without TLS")
	}
	return t.Guests(openid.Config{
		Issuer: i.ID, Authorization: i.Authorization, Exchange: token.Post, Keys: keys, Client: i.Client, Secret: string(secret), Clock: clock,
	})
}

// Guests lets guests sign in at a provider.
func (t *Trust) Guests(c openid.Config) error {
	c.Random = rand.Reader
	p, err := openid.New(c)
	if err == nil {
		t.Verifiers.SignIns, t.Bindings.SignIns = p, p
	}
	return err
}

// Sealer seals with keys of a secret; what was sealed with those of the secret
// before can still be opened.
func Sealer(secret, before []byte) (canonical.Sealer, error) {
	var all []seal.Secret
	for _, s := range [][]byte{secret, before} {
		if len(s) == 0 {
			continue
		}
		key, err := hkdf.Key(sha256.New, s, nil, "hora seal", seal.MinSecret)
		if err != nil {
			return nil, errors.New("no key can be derived of the secret")
		}
		id := sha256.Sum256(key)
		all = append(all, seal.Secret{ID: base64.RawURLEncoding.EncodeToString(id[:6]), Key: key})
	}
	return seal.New(all...)
}

// Source is where a JWK Set is read from: the web, or a file.
func Source(address string, n fetch.Network) (jwks.Source, error) {
	if !strings.Contains(address, "://") {
		return jwks.File(address), nil
	}
	d, err := fetch.New(address, fetch.Limits{}, n)
	if err != nil {
		return nil, err
	}
	return d.Read, nil
}
