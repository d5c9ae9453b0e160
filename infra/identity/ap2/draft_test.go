package ap2_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
	"hora/infra/identity/ap2"
	"hora/infra/identity/internal/jwt"
	"hora/infra/identity/jwks"
)

var now = time.Date(2026, 3, 1, 10, 6, 0, 0, time.UTC)

func clock() time.Time { return now }

const (
	resource = "https://agents.example"
	desk     = "https://agents.example/merchant"
	bank     = "https://bank.example"
	offer    = "01M3A9S2K5WQ7V0C8N4XJ6RTEB"
)

var price = canonical.Money{Amount: 24000, Currency: "GBP"}

// The keys of the parties; stranger's is nobody's.
var (
	deskKey  = p256("desk", "m-2026")
	oldKey   = p256("desk before", "m-2025")
	bankKey  = p256("bank", "bank-1")
	guestKey = p256("guest", "")
	stranger = p256("stranger", "m-2026")
)

// p256 is a key that is the same in every run.
func p256(whose, kid string) jose.JSONWebKey {
	secret := sha256.Sum256([]byte(whose))
	return jose.JSONWebKey{Key: must(ecdsa.ParseRawPrivateKey(elliptic.P256(), secret[:])), KeyID: kid}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func hash(b []byte) string {
	h := sha256.Sum256(b)
	return base64.RawURLEncoding.EncodeToString(h[:])
}

func jcs(text string) []byte {
	v := jsontext.Value(text)
	if err := v.Canonicalize(jsontext.AllowDuplicateNames(true)); err != nil { // also what the desk must refuse
		panic(err)
	}
	return v
}

func jwk(k jose.JSONWebKey) string { return string(must(json.Marshal(k))) }

// contents are those of the example in the contract.
const contents = `{"id": "cart_01M3A9S2K5WQ7V0C8N4XJ6RTEB", "user_cart_confirmation_required": true,
  "payment_request": {"method_data": [], "details": {"id": "01M3A9S2K5WQ7V0C8N4XJ6RTEB",
    "display_items": [{"label": "Garden double, 2 nights", "amount": {"currency": "GBP", "value": 240}, "pending": null, "refund_period": 0}],
    "total": {"label": "Total", "amount": {"currency": "GBP", "value": 240}, "pending": null, "refund_period": 0}}, "options": null, "shipping_address": null},
  "cart_expiry": "2026-03-01T10:20:00Z", "merchant_name": "The Pheasant Inn"}`

// A signature is a token before it is signed: claims in their order, by name.
type signature struct {
	names  []string
	claims map[string]string // JSON
	typ    string
	key    jose.JSONWebKey
	alg    jose.SignatureAlgorithm
}

func unsigned(typ string, key jose.JSONWebKey, claims ...string) *signature {
	s := &signature{typ: typ, key: key, alg: jose.ES256, claims: map[string]string{}}
	for i := 0; i < len(claims); i += 2 {
		s.set(claims[i], claims[i+1])
	}
	return s
}

// set sets a claim, unless it is set already. An empty value leaves it out.
func (s *signature) set(name, value string) {
	if _, set := s.claims[name]; !set {
		s.names = append(s.names, name)
		s.claims[name] = value
	}
}

// but sets a claim whatever it was.
func (s *signature) but(name, value string) {
	s.set(name, value)
	s.claims[name] = value
}

func (s *signature) sign() string {
	var members []string
	for _, n := range s.names {
		if s.claims[n] != "" {
			members = append(members, fmt.Sprintf("%q:%s", n, s.claims[n]))
		}
	}
	return must(jwt.Sign([]byte("{"+strings.Join(members, ",")+"}"), s.typ, s.key, s.alg))
}

// A draft is a mandate before anybody signs: change something, and only that
// is wrong with it. Hashes are taken when it is signed, of what is there then.
type draft struct {
	contents    string // what the desk signs
	presented   string // what is presented as contents; empty: the same
	beside      string // more members of the cart mandate
	cart        *signature
	credential  *signature
	disclosures []string
	binding     *signature
	offer       string // that it is presented for
	price       canonical.Money
	cartJSON    string // instead of what would be made
	guestPart   string
}

func newDraft() *draft {
	at := func(d time.Duration) string { return fmt.Sprint(now.Add(d).Unix()) }
	return &draft{
		contents:   contents,
		cart:       unsigned("", deskKey, "iss", `"`+desk+`"`, "sub", `"`+desk+`"`, "aud", `"`+resource+`"`, "iat", at(-time.Minute), "exp", at(14*time.Minute), "jti", `"j1"`),
		credential: unsigned("dc+sd-jwt", bankKey, "iss", `"`+bank+`"`, "vct", `"guest"`, "exp", at(time.Hour), "cnf", `{"jwk":`+jwk(guestKey.Public())+`}`),
		binding:    unsigned("kb+jwt", guestKey, "iat", at(0), "aud", `"`+resource+`"`, "nonce", `"`+offer+`"`),
		offer:      offer, price: price,
	}
}

func (d *draft) sign() *canonical.CartMandate {
	d.cart.set("cart_hash", `"`+hash(jcs(d.contents))+`"`)
	shown := d.contents
	if d.presented != "" {
		shown = d.presented
	}
	cart := fmt.Sprintf(`{"contents": %s, "merchant_authorization": %q%s}`, shown, d.cart.sign(), d.beside)
	if d.cartJSON != "" {
		cart = d.cartJSON
	}
	credential := strings.Join(append([]string{d.credential.sign()}, d.disclosures...), "~") + "~"
	d.binding.set("sd_hash", `"`+hash([]byte(credential))+`"`)
	if d.cartJSON == "" {
		d.binding.set("transaction_data", `["`+hash(jcs(cart))+`"]`)
	}
	m := &canonical.CartMandate{Cart: []byte(cart), Authorization: credential + d.binding.sign(), Offer: d.offer, Price: d.price}
	if d.guestPart != "" {
		m.Authorization = d.guestPart
	}
	return m
}

// published is the JWK Set of a key.
func published(k jose.JSONWebKey) []byte { return []byte(`{"keys":[` + jwk(k.Public()) + `]}`) }

func newVerifier(bankKeys jwks.Source) *ap2.Verifier {
	return ap2.New(ap2.Config{
		Merchant: must(ap2.NewMerchant(desk, resource, deskKey, oldKey)),
		Issuers: []ap2.Issuer{
			{ID: "https://other.example", Keys: jwks.New(jwks.Fixed(published(stranger)), clock), Types: []string{"member"}},
			{ID: bank, Keys: jwks.New(bankKeys, clock), Types: []string{"member", "guest"}},
		},
		Clock: clock,
	})
}
