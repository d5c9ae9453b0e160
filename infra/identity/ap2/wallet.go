package ap2

import (
	"errors"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/infra/identity/internal/jwt"
)

// A Wallet is the guest's side of a mandate: a key, and an issuer who vouches
// for it. The desk never has one; it is for the demonstration guest of a local
// desk, and for tests.
type Wallet struct {
	Issuer    string
	IssuerKey jose.JSONWebKey // private P-256
	Type      string          // vct of the credential
	GuestKey  jose.JSONWebKey // private P-256
}

// issue is a credential as it is issued.
type issue struct {
	Issuer  string   `json:"iss"`
	Type    string   `json:"vct"`
	Issued  jwt.Date `json:"iat"`
	Expires jwt.Date `json:"exp"`
	Confirm struct {
		Key jose.JSONWebKey `json:"jwk"`
	} `json:"cnf"`
}

var errCart = errors.New("ap2: not a cart that a desk has signed")

// Confirm makes the guest's part of a mandate: that the guest agrees, now, to
// a cart, the ap2.mandates.CartMandate object that came with an offer.
func (w Wallet) Confirm(raw []byte, resource string, now time.Time) (string, error) {
	c, ok := readCart(raw)
	if !ok {
		return "", errCart
	}
	offer, ok := strings.CutPrefix(c.ID, CartID(""))
	if !ok {
		return "", errCart
	}
	i := issue{Issuer: w.Issuer, Type: w.Type, Issued: jwt.Date(now.Unix()), Expires: jwt.Date(now.Add(time.Hour).Unix())}
	i.Confirm.Key = w.GuestKey.Public()
	credential, err := sign(i, "dc+sd-jwt", w.IssuerKey)
	if err != nil {
		return "", err
	}
	credential += "~"
	issued := jwt.Date(now.Unix())
	confirmed, err := sign(binding{&issued, jwt.Audience{resource}, offer, digest([]byte(credential)), []string{c.whole}}, "kb+jwt", jose.JSONWebKey{Key: w.GuestKey.Key})
	return credential + confirmed, err
}

func sign(claims any, typ string, key jose.JSONWebKey) (string, error) {
	b, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	return jwt.Sign(b, typ, key, jose.ES256)
}

// FindCart is the first cart mandate in a JSON text, such as a desk's answer;
// or the text itself, if it is one.
func FindCart(text []byte) ([]byte, bool) {
	if _, ok := readCart(text); ok {
		return text, true
	}
	dec := jsontext.NewDecoder(strings.NewReader(string(text)))
	for {
		t, err := dec.ReadToken()
		if err != nil {
			return nil, false
		}
		if t.Kind() != '"' || t.String() != DataKey {
			continue
		}
		if kind, n := dec.StackIndex(dec.StackDepth()); kind != '{' || n%2 == 0 {
			continue
		}
		v, err := dec.ReadValue()
		return v, err == nil
	}
}
