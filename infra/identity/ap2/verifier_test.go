package ap2_test

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/infra/identity/ap2"
	"hora/infra/identity/jwks"
)

// What a mandate proves is what is kept of it: hashes, and who vouched when.
func TestGood(t *testing.T) {
	m := newDraft().sign()
	got, err := newVerifier(jwks.Fixed(published(bankKey))).Verify(t.Context(), m, "")
	if err != nil {
		t.Fatal(err)
	}
	public := guestKey.Public()
	input := m.Authorization[strings.LastIndexByte(m.Authorization, '~')+1:]
	input = input[:strings.LastIndexByte(input, '.')]
	want := canonical.Consent{
		SHA256: hex.EncodeToString(must(base64.RawURLEncoding.DecodeString(hash(jcs(string(m.Cart)))))),
		Guest:  base64.RawURLEncoding.EncodeToString(must(public.Thumbprint(crypto.SHA256))),
		Issuer: bank, At: now,
		Once:  hex.EncodeToString(must(base64.RawURLEncoding.DecodeString(hash([]byte(input))))),
		Until: now.Add(10 * time.Minute),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if kept := string(must(json.Marshal(got))); strings.Contains(kept, "Pheasant") || strings.Contains(kept, "eyJ") {
		t.Errorf("kept: %s", kept)
	}
}

// Mandates that differ from the plainest in ways that are allowed.
func TestAlsoGood(t *testing.T) {
	salted := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	name, city := salted(`["s1","name","Ana"]`), salted(`["s2","Keswick"]`)
	address := salted(`["s3","address",[{"...":"` + hash([]byte(city)) + `"}]]`)
	for title, change := range map[string]func(*draft){
		"signed with the key before":      func(d *draft) { d.cart.key = oldKey },
		"spelled otherwise":               func(d *draft) { d.presented = strings.ReplaceAll(contents, `240}`, `2.40e2 }`) },
		"for several":                     func(d *draft) { d.cart.but("aud", `["https://other.example","`+resource+`"]`) },
		"a credential of the older type":  func(d *draft) { d.credential.typ = "vc+sd-jwt" },
		"a credential with its hash":      func(d *draft) { d.credential.but("_sd_alg", `"sha-256"`) },
		"a credential that began":         func(d *draft) { d.credential.but("nbf", fmt.Sprint(now.Unix()+30)) },
		"signed five minutes ago":         func(d *draft) { d.binding.but("iat", fmt.Sprint(now.Add(-5*time.Minute).Unix())) },
		"beside a hash of something else": func(d *draft) { d.binding.but("transaction_data", `["x","`+hash(cartOf(d))+`"]`) },
		"with disclosures": func(d *draft) {
			d.credential.but("_sd", `["`+hash([]byte(name))+`","`+hash([]byte("decoy"))+`"]`)
			d.credential.but("more", `{"_sd":["`+hash([]byte(address))+`"]}`)
			d.disclosures = []string{city, name, address}
		},
		"with some of the disclosures": func(d *draft) {
			d.credential.but("_sd", `["`+hash([]byte(name))+`","`+hash([]byte(address))+`"]`)
			d.disclosures = []string{name}
		},
		"of a price with a fraction": func(d *draft) {
			d.contents = strings.ReplaceAll(contents, "240}", "120.50}")
			d.price = canonical.Money{Amount: 12050, Currency: "GBP"}
		},
		"of a price without decimals": func(d *draft) {
			d.contents = strings.ReplaceAll(strings.ReplaceAll(contents, "240}", "40000}"), "GBP", "CLP")
			d.price = canonical.Money{Amount: 40000, Currency: "CLP"}
		},
	} {
		t.Run(title, func(t *testing.T) {
			d := newDraft()
			change(d)
			c, err := newVerifier(jwks.Fixed(published(bankKey))).Verify(t.Context(), d.sign(), resource)
			if err != nil || !c.Given() {
				t.Errorf("%+v, %v", c, err)
			}
		})
	}
}

// cartOf is the cart mandate of a draft, in RFC 8785 form; it fixes the cart.
func cartOf(d *draft) []byte {
	d.cart.set("cart_hash", `"`+hash(jcs(d.contents))+`"`)
	d.cartJSON = fmt.Sprintf(`{"contents": %s, "merchant_authorization": %q}`, d.contents, d.cart.sign())
	return jcs(d.cartJSON)
}

// broken are mandates with one thing wrong, in the order in which the checks
// come.
var broken = []struct {
	name   string
	change func(*draft)
	want   ap2.Fault
}{
	// 1: both parts are there
	{"no cart", func(d *draft) { d.cartJSON = " " }, ap2.Incomplete},
	{"a cart that is no object", func(d *draft) { d.cartJSON = `"cart"` }, ap2.Incomplete},
	{"a cart without contents", func(d *draft) { d.cartJSON = `{"merchant_authorization":"x"}` }, ap2.Incomplete},
	{"a cart whose contents are null", func(d *draft) { d.cartJSON = `{"contents":null,"merchant_authorization":"x"}` }, ap2.Incomplete},
	{"an unsigned cart", func(d *draft) { d.cartJSON = `{"contents":{}}` }, ap2.Incomplete},
	{"a cart with null for a signature", func(d *draft) { d.cartJSON = `{"contents":{},"merchant_authorization":null}` }, ap2.Incomplete},
	{"a cart with more members", func(d *draft) { d.beside = `, "risk_payload": {}` }, ap2.Incomplete},
	{"a cart with a name twice", func(d *draft) { d.beside = `, "contents": {}` }, ap2.Incomplete},
	{"a cart with a name twice, deep inside", func(d *draft) { d.presented = `{"id":"x","id":"x"}` }, ap2.Incomplete},
	{"a huge cart", func(d *draft) { d.beside = strings.Repeat(" ", 64<<10) }, ap2.Incomplete},
	{"a deep cart", func(d *draft) { d.cartJSON = strings.Repeat("[", 20000) }, ap2.Incomplete},
	{"an id of another type", func(d *draft) { d.presented = strings.Replace(contents, `"cart_`+offer+`"`, "1", 1) }, ap2.Incomplete},
	{"nothing of the guest's", func(d *draft) { d.guestPart = " " }, ap2.Incomplete},
	{"a credential alone", func(d *draft) { d.guestPart = d.credential.sign() }, ap2.Incomplete},
	{"a binding alone", func(d *draft) { d.guestPart = "~" + d.binding.sign() }, ap2.Incomplete},
	{"a huge credential", func(d *draft) { d.credential.but("x", `"`+strings.Repeat("x", 16<<10)+`"`) }, ap2.Incomplete},
	{"too many disclosures", func(d *draft) { d.disclosures = strings.Split(strings.Repeat("YQ~", 65), "~")[:65] }, ap2.Incomplete},
	{"an unsigned credential", func(d *draft) { d.guestPart = "eyJhbGciOiJub25lIn0." + part(d.credential, 1) + ".~" + d.binding.sign() }, ap2.Incomplete},
	{"a mandate of AP2 0.2", func(d *draft) { d.credential.but("vct", `"mandate.checkout.1"`) }, ap2.Unsupported},

	// 2: the desk signed the cart
	{"signed by somebody who calls himself the desk", func(d *draft) { d.cart.key = stranger }, ap2.CartSignature},
	{"signed with a key that the desk never had", func(d *draft) { d.cart.key = jose.JSONWebKey{Key: deskKey.Key, KeyID: "m-2024"} }, ap2.CartSignature},
	{"signed without a kid", func(d *draft) { d.cart.key = jose.JSONWebKey{Key: deskKey.Key} }, ap2.CartSignature},
	{"signed with a shared key", func(d *draft) {
		d.cart.key, d.cart.alg = jose.JSONWebKey{Key: published(deskKey), KeyID: "m-2026"}, jose.HS256
	}, ap2.CartSignature},
	{"signed by nobody", func(d *draft) {
		d.cartJSON = `{"contents":` + contents + `,"merchant_authorization":"eyJhbGciOiJub25lIn0.` + part(d.cart, 1) + `."}`
	}, ap2.CartSignature},
	{"not signed but in words", func(d *draft) { d.cartJSON = `{"contents":` + contents + `,"merchant_authorization":"agreed"}` }, ap2.CartSignature},
	{"a date in words", func(d *draft) { d.cart.but("exp", `"soon"`) }, ap2.CartSignature},

	// 3: for this desk, here, and now
	{"another merchant", func(d *draft) { d.cart.but("iss", `"https://other.example"`) }, ap2.CartParties},
	{"another subject", func(d *draft) { d.cart.but("sub", `"https://other.example"`) }, ap2.CartParties},
	{"another audience", func(d *draft) { d.cart.but("aud", `"https://other.example"`) }, ap2.CartParties},
	{"no audience", func(d *draft) { d.cart.but("aud", "") }, ap2.CartParties},
	{"a signature that has run out", func(d *draft) { d.cart.but("exp", fmt.Sprint(now.Unix())) }, ap2.CartDates},
	{"a signature without end", func(d *draft) { d.cart.but("exp", "") }, ap2.CartDates},
	{"a signature of tomorrow", func(d *draft) { d.cart.but("iat", fmt.Sprint(now.Add(24*time.Hour).Unix())) }, ap2.CartDates},
	{"a signature without a date", func(d *draft) { d.cart.but("iat", "") }, ap2.CartDates},

	// 4: what was signed is what is shown
	{"another price shown", func(d *draft) { d.presented = strings.ReplaceAll(contents, "240}", "24}") }, ap2.CartHash},
	{"another name shown", func(d *draft) { d.presented = strings.Replace(contents, "Pheasant", "Peasant", 1) }, ap2.CartHash},
	{"something added", func(d *draft) { d.presented = strings.Replace(contents, "{", `{"x":1,`, 1) }, ap2.CartHash},
	{"no hash", func(d *draft) { d.cart.but("cart_hash", "") }, ap2.CartHash},

	// 5: it is the offer
	{"another offer", func(d *draft) { d.offer = "01M3A9S2K5WQ7V0C8N4XJ6RTEC" }, ap2.CartOffer},
	{"no offer", func(d *draft) { d.offer = "" }, ap2.CartOffer},
	{"a cart of no offer", func(d *draft) { d.contents, d.offer = strings.Replace(contents, "cart_"+offer, "cart_", 1), "" }, ap2.CartOffer},
	{"another cart", func(d *draft) { d.contents = strings.Replace(contents, "cart_", "cart-", 1) }, ap2.CartOffer},
	{"the price of the offer rose", func(d *draft) { d.price.Amount++ }, ap2.CartPrice},
	{"the offer is in another currency", func(d *draft) { d.price.Currency = "EUR" }, ap2.CartPrice},
	{"a total in words", func(d *draft) { d.contents = strings.ReplaceAll(contents, "240}", `"240"}`) }, ap2.CartPrice},
	{"no total", func(d *draft) { d.contents = strings.ReplaceAll(contents, `"total"`, `"sum"`) }, ap2.CartPrice},
	{"a cart that has expired", func(d *draft) { d.contents = strings.Replace(contents, "10:20", "10:06", 1) }, ap2.CartExpiry},
	{"a cart that never expires", func(d *draft) { d.contents = strings.Replace(contents, "2026-03-01T10:20:00Z", "never", 1) }, ap2.CartExpiry},

	// 6: somebody trusted vouches for the guest
	{"an issuer nobody trusts", func(d *draft) { d.credential.but("iss", `"https://evil.example"`) }, ap2.CredentialIssuer},
	{"no issuer", func(d *draft) { d.credential.but("iss", "") }, ap2.CredentialIssuer},
	{"somebody else for the issuer", func(d *draft) { d.credential.key = jose.JSONWebKey{Key: stranger.Key, KeyID: "bank-1"} }, ap2.CredentialSignature},
	{"a key that the issuer never had", func(d *draft) { d.credential.key = stranger }, ap2.CredentialSignature},
	{"the guest for the issuer", func(d *draft) { d.credential.key = guestKey }, ap2.CredentialSignature},
	{"a credential that has run out", func(d *draft) { d.credential.but("exp", fmt.Sprint(now.Unix())) }, ap2.CredentialDates},
	{"a credential without end", func(d *draft) { d.credential.but("exp", "") }, ap2.CredentialDates},
	{"a credential of tomorrow", func(d *draft) { d.credential.but("nbf", fmt.Sprint(now.Add(24*time.Hour).Unix())) }, ap2.CredentialDates},
	{"an access token for a credential", func(d *draft) { d.credential.typ = "at+jwt" }, ap2.CredentialType},
	{"a credential of another type", func(d *draft) { d.credential.but("vct", `"employee"`) }, ap2.CredentialType},
	{"a credential of no type", func(d *draft) { d.credential.but("vct", "") }, ap2.CredentialType},
	{"another hash", func(d *draft) { d.credential.but("_sd_alg", `"sha-512"`) }, ap2.Disclosures},
	{"a disclosure that was never issued", func(d *draft) {
		d.disclosures = []string{base64.RawURLEncoding.EncodeToString([]byte(`["s","name","Eve"]`))}
	}, ap2.Disclosures},

	// 7: the guest signed
	{"no binding", func(d *draft) { d.guestPart = d.credential.sign() + "~" }, ap2.Binding},
	{"a binding of another type", func(d *draft) { d.binding.typ = "dc+sd-jwt" }, ap2.Binding},
	{"signed by somebody else", func(d *draft) { d.binding.key = stranger }, ap2.Binding},
	{"signed by the issuer", func(d *draft) { d.binding.key = bankKey }, ap2.Binding},
	{"signed with a shared key", func(d *draft) {
		d.binding.key, d.binding.alg = jose.JSONWebKey{Key: []byte(jwk(guestKey.Public()))}, jose.HS256
	}, ap2.Binding},
	{"a credential without a key", func(d *draft) { d.credential.but("cnf", "") }, ap2.Binding},
	{"a credential with a private key", func(d *draft) { d.credential.but("cnf", `{"jwk":`+jwk(guestKey)+`}`) }, ap2.Binding},
	{"a credential with a shared key", func(d *draft) { d.credential.but("cnf", `{"jwk":{"kty":"oct","k":"AAAA"}}`) }, ap2.Binding},
	{"a credential with the name of a key", func(d *draft) { d.credential.but("cnf", `{"kid":"k1"}`) }, ap2.Binding},

	// 8: beside this credential
	{"beside another credential", func(d *draft) { d.binding.but("sd_hash", `"`+hash([]byte("x"))+`"`) }, ap2.BindingCredential},
	{"beside none", func(d *draft) { d.binding.but("sd_hash", "") }, ap2.BindingCredential},

	// 9: here, for this offer, now
	{"for somebody else", func(d *draft) { d.binding.but("aud", `"https://other.example"`) }, ap2.BindingAudience},
	{"for nobody", func(d *draft) { d.binding.but("aud", "") }, ap2.BindingAudience},
	{"for another offer", func(d *draft) { d.binding.but("nonce", `"01M3A9S2K5WQ7V0C8N4XJ6RTEC"`) }, ap2.BindingOffer},
	{"for no offer", func(d *draft) { d.binding.but("nonce", "") }, ap2.BindingOffer},
	{"signed long ago", func(d *draft) { d.binding.but("iat", fmt.Sprint(now.Add(-5*time.Minute-time.Second).Unix())) }, ap2.BindingDate},
	{"signed in the future", func(d *draft) { d.binding.but("iat", fmt.Sprint(now.Add(5*time.Minute+time.Second).Unix())) }, ap2.BindingDate},
	{"signed at no time", func(d *draft) { d.binding.but("iat", "") }, ap2.BindingDate},

	// 10: this cart
	{"another cart agreed to", func(d *draft) { d.binding.but("transaction_data", `["`+hash([]byte("x"))+`"]`) }, ap2.BindingCart},
	{"only the contents agreed to", func(d *draft) { d.binding.but("transaction_data", `["`+hash(jcs(contents))+`"]`) }, ap2.BindingCart},
	{"nothing agreed to", func(d *draft) { d.binding.but("transaction_data", "") }, ap2.BindingCart},
}

// part is one part of a token, once it is signed.
func part(s *signature, i int) string { return strings.Split(s.sign(), ".")[i] }

func TestBroken(t *testing.T) {
	last := broken[len(broken)-1].change
	v := newVerifier(jwks.Fixed(published(bankKey)))
	for i, c := range broken {
		t.Run(c.name, func(t *testing.T) {
			if i > 0 && c.want < broken[i-1].want {
				t.Fatalf("%d comes before its turn", c.want)
			}
			d := newDraft()
			c.change(d)
			m := d.sign()
			got, err := v.Verify(t.Context(), m, resource)
			if !errors.Is(err, c.want) {
				t.Fatalf("%v, want %v", err, c.want)
			}
			if got.Given() || got != (canonical.Consent{}) {
				t.Errorf("and yet it proves %+v", got)
			}
			if leaks(err, m) {
				t.Errorf("%v tells of the mandate", err)
			}
			// whatever else is wrong later on, this is what is found
			d = newDraft()
			c.change(d)
			if c.want < ap2.BindingCart {
				last(d)
			}
			if _, err := v.Verify(t.Context(), d.sign(), resource); !errors.Is(err, c.want) {
				t.Errorf("with another fault, %v", err)
			}
		})
	}
}

// leaks says whether an error repeats anything of a mandate.
func leaks(err error, m *canonical.CartMandate) bool {
	text := fmt.Sprintf("%v %+v %#v", err, err, err)
	for _, s := range []string{string(m.Cart), m.Authorization} {
		for n := 0; n+10 <= len(s) && n < 20000; n++ {
			if strings.TrimSpace(s[n:n+10]) != "" && strings.Contains(text, s[n:n+10]) {
				return true
			}
		}
	}
	return false
}

// Each fault comes down to one of the reasons that UCP knows.
func TestReasons(t *testing.T) {
	want := map[ap2.Fault]canonical.MandateFault{
		ap2.Incomplete: "mandate_required", ap2.Unsupported: "mandates_not_supported",
		ap2.CartSignature: "merchant_authorization_invalid", ap2.CartParties: "merchant_authorization_invalid", ap2.CartDates: "mandate_expired",
		ap2.CartHash: "merchant_authorization_invalid", ap2.CartOffer: "mandate_scope_mismatch", ap2.CartPrice: "mandate_scope_mismatch", ap2.CartExpiry: "mandate_expired",
		ap2.CredentialIssuer: "mandate_invalid_signature", ap2.CredentialSignature: "mandate_invalid_signature", ap2.CredentialDates: "mandate_expired",
		ap2.CredentialType: "mandate_invalid_signature", ap2.Disclosures: "mandate_invalid_signature", ap2.Binding: "mandate_invalid_signature",
		ap2.BindingCredential: "mandate_invalid_signature", ap2.BindingAudience: "mandate_scope_mismatch", ap2.BindingOffer: "mandate_scope_mismatch",
		ap2.BindingDate: "mandate_expired", ap2.BindingCart: "mandate_scope_mismatch",
	}
	for f := ap2.Incomplete; f <= ap2.BindingCart; f++ {
		if reason, ok := errors.AsType[canonical.MandateFault](f); !ok || reason != want[f] {
			t.Errorf("%v is %v, want %v", f, reason, want[f])
		}
	}
}

// Nobody's keys are asked for before the desk has found its own signature; and
// while they cannot be had, a mandate is neither good nor bad.
func TestIssuerOutOfReach(t *testing.T) {
	reads := 0
	v := newVerifier(func(context.Context) ([]byte, error) { reads++; return nil, errors.New("no route to host") })
	for _, c := range broken {
		if c.want >= ap2.CredentialIssuer {
			break
		}
		d := newDraft()
		c.change(d)
		if _, err := v.Verify(t.Context(), d.sign(), resource); !errors.Is(err, c.want) || reads > 0 {
			t.Errorf("%s: %v after %d readings", c.name, err, reads)
		}
	}
	c, err := v.Verify(t.Context(), newDraft().sign(), resource)
	if _, bad := errors.AsType[canonical.MandateFault](err); bad || !errors.Is(err, canonical.ErrUnverifiable) || c.Given() {
		t.Errorf("%+v, %v", c, err)
	}
}

// Out of an ECDSA signature anybody can make another that is as good. What may
// be used once is what was signed, so it is the same mandate still.
func TestSignatureMadeOfAnother(t *testing.T) {
	v := newVerifier(jwks.Fixed(published(bankKey)))
	m := newDraft().sign()
	first, err := v.Verify(t.Context(), m, resource)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.LastIndexByte(m.Authorization, '.') + 1
	sig := must(base64.RawURLEncoding.DecodeString(m.Authorization[at:]))
	s := new(big.Int).SetBytes(sig[32:])
	s.Sub(guestKey.Key.(*ecdsa.PrivateKey).Curve.Params().N, s).FillBytes(sig[32:])
	m.Authorization = m.Authorization[:at] + base64.RawURLEncoding.EncodeToString(sig)
	second, err := v.Verify(t.Context(), m, resource)
	if err != nil {
		t.Fatal(err)
	}
	if first.Once != second.Once || canonical.CartMandateKey(first) != canonical.CartMandateKey(second) {
		t.Error("one mandate can be used twice")
	}
	other, err := v.Verify(t.Context(), func() *canonical.CartMandate {
		d := newDraft()
		d.binding.but("iat", fmt.Sprint(now.Unix()-1))
		return d.sign()
	}(), resource)
	if err != nil || other.Once == first.Once {
		t.Errorf("two mandates are one: %v", err)
	}
}
