package ap2_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"hora/canonical"
	"hora/infra/identity/ap2"
	"hora/infra/identity/jwks"
)

func newMerchant() *ap2.Merchant { return must(ap2.NewMerchant(desk, resource, deskKey, oldKey)) }

// What the desk signs is what the contract says, hash and all.
func TestAuthorize(t *testing.T) {
	life := canonical.Until(now, now.Add(14*time.Minute))
	token, err := newMerchant().Authorize([]byte(contents), "", life)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(token, ".")
	if got := string(must(base64.RawURLEncoding.DecodeString(parts[0]))); got != `{"alg":"ES256","kid":"m-2026"}` {
		t.Errorf("header %s", got)
	}
	want := fmt.Sprintf(`{"iss":%q,"sub":%q,"aud":[%q],"iat":%d,"exp":%d,"jti":"cart_%s","cart_hash":"5JT4oKBmuvKaWbZEg0oxjvXAYZXDm8E2fqNuNXXmZfg"}`,
		desk, desk, resource, life.Issued.Unix(), life.Expires.Unix(), offer)
	if got := string(must(base64.RawURLEncoding.DecodeString(parts[1]))); got != want {
		t.Errorf("claims %s\nwant   %s", got, want)
	}
	other := must(newMerchant().Authorize([]byte(contents), "https://lakes.example", life))
	if got := string(must(base64.RawURLEncoding.DecodeString(strings.Split(other, ".")[1]))); !strings.Contains(got, `"aud":["https://lakes.example"]`) {
		t.Errorf("claims %s", got)
	}
}

func TestAuthorizeRefuses(t *testing.T) {
	for _, raw := range []string{"", "[]", `"x"`, "{}", `{"id":1}`, `{"id":"a","id":"b"}`, `{"id":"a"`} {
		if token, err := newMerchant().Authorize([]byte(raw), "", canonical.Life{}); err == nil || token != "" {
			t.Errorf("%s: %q", raw, token)
		}
	}
}

func TestPublicKeys(t *testing.T) {
	got := string(must(newMerchant().PublicKeys()))
	for _, want := range []string{`"kid":"m-2026"`, `"kid":"m-2025"`, `"alg":"ES256"`, `"use":"sig"`, `"kty":"EC"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	if strings.Contains(got, `"d"`) {
		t.Error("a private key is among them")
	}
}

func TestNewMerchantRefuses(t *testing.T) {
	p384 := jose.JSONWebKey{Key: must(ecdsa.GenerateKey(elliptic.P384(), rand.Reader)), KeyID: "p384"}
	for name, f := range map[string]func() (*ap2.Merchant, error){
		"no name":      func() (*ap2.Merchant, error) { return ap2.NewMerchant("", resource, deskKey) },
		"no key":       func() (*ap2.Merchant, error) { return ap2.NewMerchant(desk, resource) },
		"no kid":       func() (*ap2.Merchant, error) { return ap2.NewMerchant(desk, resource, guestKey) },
		"one kid":      func() (*ap2.Merchant, error) { return ap2.NewMerchant(desk, resource, deskKey, stranger) },
		"a public key": func() (*ap2.Merchant, error) { return ap2.NewMerchant(desk, resource, deskKey.Public()) },
		"a P-384 key":  func() (*ap2.Merchant, error) { return ap2.NewMerchant(desk, resource, p384) },
	} {
		if _, err := f(); err == nil {
			t.Error(name)
		}
	}
}

// From the desk's cart to the guest's consent and back: what a wallet makes of
// an answer of the desk is a mandate.
func TestWallet(t *testing.T) {
	authorization := must(newMerchant().Authorize([]byte(contents), "", canonical.Until(now, now.Add(time.Hour))))
	answer := fmt.Sprintf(`{"note":"ap2.mandates.CartMandate","results":[{"offers":[{"label":"Garden double","ap2.mandates.CartMandate":{"contents":%s,"merchant_authorization":%q}}]}]}`, contents, authorization)
	cart, ok := ap2.FindCart([]byte(answer))
	if !ok {
		t.Fatal("no cart in", answer)
	}
	if again, ok := ap2.FindCart(cart); !ok || string(again) != string(cart) {
		t.Error("a cart is no cart")
	}
	w := ap2.Wallet{Issuer: bank, IssuerKey: bankKey, Type: "guest", GuestKey: guestKey}
	confirmed := must(w.Confirm(cart, resource, now))
	v := newVerifier(jwks.Fixed(published(bankKey)))
	c, err := v.Verify(t.Context(), &canonical.CartMandate{Cart: cart, Authorization: confirmed, Offer: offer, Price: price}, "")
	if err != nil || !c.Given() || c.Issuer != bank {
		t.Errorf("%+v, %v", c, err)
	}
	for _, text := range []string{"", "[]", "{}", `{"ap2.mandates.CartMandate":`, `["ap2.mandates.CartMandate"]`, `{"x":"ap2.mandates.CartMandate","y":{}}`, contents} {
		if cart, ok := ap2.FindCart([]byte(text)); ok {
			t.Errorf("%s in %s", cart, text)
		}
		if _, err := w.Confirm([]byte(text), resource, now); err == nil {
			t.Errorf("confirmed %s", text)
		}
	}
}
