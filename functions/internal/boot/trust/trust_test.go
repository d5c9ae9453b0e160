package trust_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"

	"hora/canonical"
	"hora/functions/internal/boot"
	"hora/functions/internal/boot/trust"
	"hora/infra/identity/oauth/issuer"
)

var noon = time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return noon }

const (
	now    = "the secret that is good today, ..."
	before = "the secret that was good before ..."
)

func key(t *testing.T, kid string) jose.JSONWebKey {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return jose.JSONWebKey{Key: private, KeyID: kid, Algorithm: string(jose.ES256)}
}

func set(t *testing.T, keys ...jose.JSONWebKey) []byte {
	t.Helper()
	b, err := json.Marshal(jose.JSONWebKeySet{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func open(t *testing.T, c boot.Config) trust.Trust {
	t.Helper()
	c.PublicURL = "https://desk.example"
	if c.Secret == nil {
		c.Secret = boot.Secret(now)
	}
	got, err := trust.Open(c, clock, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A token is good when its issuer, whose keys are in a file, is listed, and for
// the site that it was issued for.
func TestTokens(t *testing.T) {
	signer := key(t, "1")
	file := filepath.Join(t.TempDir(), "jwks.json")
	if err := os.WriteFile(file, set(t, signer.Public()), 0o600); err != nil {
		t.Fatal(err)
	}
	trusting := open(t, boot.Config{Issuers: []boot.Issuer{{ID: "https://id.example", Keys: file, Guests: true}}})
	token, err := issuer.Token{Issuer: "https://id.example", Subject: "guest", Audience: "https://agents.example", Client: "web", Scope: "bookings:write", ID: "1", Issued: noon, Expires: noon.Add(time.Hour)}.Sign(signer, jose.ES256)
	if err != nil {
		t.Fatal(err)
	}
	verify := func(tr trust.Trust, resource string) (canonical.Principal, error) {
		return tr.Verifiers.Tokens.Verify(t.Context(), token, resource)
	}
	if p, err := verify(trusting, "https://agents.example"); err != nil || p.Role != canonical.RoleGuest {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := verify(trusting, ""); err == nil {
		t.Error("a token for another resource is good")
	}
	if _, err := verify(open(t, boot.Config{}), "https://agents.example"); err == nil {
		t.Error("a token is good where nobody is trusted")
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	unread := open(t, boot.Config{Issuers: []boot.Issuer{{ID: "https://id.example", Keys: file}}})
	if _, err := verify(unread, "https://agents.example"); !errors.Is(err, canonical.ErrUnverifiable) {
		t.Errorf("without the keys: %v", err)
	}
}

// What a secret sealed can be opened while it is the one before.
func TestSealer(t *testing.T) {
	o := canonical.Offer{ID: "1", Issued: noon, Expires: noon.Add(time.Minute)}
	token, err := open(t, boot.Config{Secret: boot.Secret(before)}).Bindings.Sealer.Seal(canonical.SealOffer, &o, o.Life())
	if err != nil {
		t.Fatal(err)
	}
	var got canonical.Offer
	if _, err := open(t, boot.Config{Before: boot.Secret(before)}).Bindings.Sealer.Open(canonical.SealOffer, token, &got); err != nil || got != o {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := open(t, boot.Config{}).Bindings.Sealer.Open(canonical.SealOffer, token, &got); err == nil {
		t.Error("the other secret opens it")
	}
}

func TestMerchant(t *testing.T) {
	without := open(t, boot.Config{})
	if without.Bindings.Merchant != nil || without.Verifiers.Mandates != nil || without.Bindings.Keys != nil {
		t.Errorf("a merchant without keys: %+v", without.Bindings)
	}
	m := key(t, "m")
	with := open(t, boot.Config{Merchant: boot.Secret(set(t, m)), Wallets: []boot.Wallet{{ID: "https://wallet.example", Keys: "https://wallet.example/jwks.json", Types: []string{"urn:guest"}}}})
	if with.Bindings.Merchant == nil || with.Verifiers.Mandates == nil {
		t.Error("no merchant")
	}
	if s := string(with.Bindings.Keys); !strings.Contains(s, `"kid":"m"`) || strings.Contains(s, `"d":`) {
		t.Errorf("public keys: %s", s)
	}
}

// Guests sign in where an issuer is for that, and nowhere else.
func TestSignIns(t *testing.T) {
	i := boot.Issuer{ID: "https://id.example", Keys: "https://id.example/jwks.json", Guests: true, Authorization: "https://id.example/a", Token: "https://id.example/t"}
	if without := open(t, boot.Config{Issuers: []boot.Issuer{i}}); without.Bindings.SignIns != nil || without.Verifiers.SignIns != nil {
		t.Error("guests sign in where nobody said so")
	}
	i.Client = "desk"
	with := open(t, boot.Config{Issuers: []boot.Issuer{i}, Client: boot.Secret("cl1ent")})
	if with.Bindings.SignIns == nil || with.Verifiers.SignIns != with.Bindings.SignIns || with.Verifiers.Clock == nil {
		t.Fatal("nobody signs in")
	}
	b, err := with.Bindings.SignIns.Begin("https://agents.example/registry/review/callback", false)
	if err != nil || !strings.HasPrefix(b.Address, "https://id.example/a?") || !strings.Contains(b.Address, "client_id=desk") || strings.Contains(b.Address, "cl1ent") {
		t.Errorf("%+v, %v", b, err)
	}
}

// A site has its own address and registry, and all else in common.
func TestAt(t *testing.T) {
	tr := open(t, boot.Config{Issuers: []boot.Issuer{{ID: "https://id.example", Keys: "https://id.example/jwks.json", Authorization: "https://id.example/a", Token: "https://id.example/t"}}})
	c := tr.At(boot.Site{URL: "https://agents.example", Host: boot.Host{Catalogue: "keswick"}})
	if c.PublicURL != "https://agents.example" || c.Catalogue != "keswick" || c.Sealer == nil || len(c.Servers) != 1 || c.Servers[0].Token != "https://id.example/t" {
		t.Errorf("%+v", c)
	}
}

// What cannot be used is told of by the name of its variable.
func TestRefused(t *testing.T) {
	private := string(set(t, key(t, "")))
	for _, tt := range []struct {
		name   string
		config boot.Config
	}{
		{"HORA_JWKS", boot.Config{Issuers: []boot.Issuer{{ID: "a", Keys: "https://127.0.0.1/jwks.json"}}}},
		{"HORA_JWKS", boot.Config{Issuers: []boot.Issuer{{ID: "a", Keys: "a.json", Guests: true, Client: "desk", Authorization: "https://id.example/a", Token: "http://id.example/pr1vate"}}}},
		{"HORA_JWKS", boot.Config{Issuers: []boot.Issuer{{ID: "a", Keys: "a.json", Guests: true, Client: "desk", Authorization: "https://id.example/a", Token: "https://10.0.0.1/t"}}}},
		{"HORA_JWKS", boot.Config{Issuers: []boot.Issuer{{ID: "a", Keys: "a.json", Guests: true, Client: "desk", Authorization: "http://id.example/pr1vate", Token: "https://id.example/t"}}}},
		{"HORA_JWKS", boot.Config{Issuers: []boot.Issuer{{ID: "a", Keys: "a.json", Client: "desk", Authorization: "https://id.example/a", Token: "https://id.example/t"}}}},
		{"HORA_MERCHANT", boot.Config{Merchant: boot.Secret("{}")}},
		{"HORA_MERCHANT", boot.Config{Merchant: boot.Secret("pr1vate")}},
		{"HORA_MERCHANT", boot.Config{Merchant: boot.Secret(private)}},
		{"HORA_WALLETS", boot.Config{Merchant: boot.Secret(set(t, key(t, "m"))), Wallets: []boot.Wallet{{ID: "a", Keys: "https://localhost:%/", Types: []string{"t"}}}}},
	} {
		tt.config.Secret, tt.config.PublicURL = boot.Secret(now), "https://desk.example"
		_, err := trust.Open(tt.config, clock, slog.New(slog.DiscardHandler))
		if err == nil || !strings.HasPrefix(err.Error(), tt.name+": ") || strings.Contains(err.Error(), "pr1vate") {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
