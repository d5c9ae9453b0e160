package ap2

import (
	"crypto/sha256"
	"encoding/base64"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
)

// DataKey is the name of the member of a data part that holds a cart mandate.
const DataKey = "ap2.mandates.CartMandate"

// cartMandate is the object of that name.
type cartMandate struct {
	Contents      jsontext.Value `json:"contents"`
	Authorization string         `json:"merchant_authorization"`
}

// contents are what a cart says that matters here. Cart ids are the offer's
// with a prefix, so that a cart cannot be presented for another offer.
type contents struct {
	ID      string `json:"id"`
	Payment struct {
		Details struct {
			Total struct {
				Amount struct {
					Currency string         `json:"currency"`
					Value    jsontext.Value `json:"value"`
				} `json:"amount"`
			} `json:"total"`
		} `json:"details"`
	} `json:"payment_request"`
	Expiry string `json:"cart_expiry"`
}

// CartID is the id of the cart that is handed out with an offer.
func CartID(offer string) string { return "cart_" + offer }

// longestCart is how long a cart mandate may be, in bytes.
const longestCart = 64 << 10

// A cart is a cartMandate that was read.
type cart struct {
	cartMandate
	contents
	signed string // the hash that the merchant signs: of the contents
	whole  string // the hash that the guest signs: of contents and merchant's signature
	sum    [sha256.Size]byte
}

func readCart(b []byte) (*cart, bool) {
	if len(b) > longestCart {
		return nil, false
	}
	whole, ok := canonicalize(b)
	if !ok {
		return nil, false
	}
	c := &cart{sum: sha256.Sum256(whole), whole: digest(whole)}
	if json.Unmarshal(whole, &c.cartMandate, json.RejectUnknownMembers(true)) != nil || c.Contents.Kind() != '{' || c.Authorization == "" {
		return nil, false
	}
	c.signed = digest(c.Contents) // a part of what is in RFC 8785 form is, too
	return c, json.Unmarshal(c.Contents, &c.contents) == nil
}

// canonicalize writes JSON as RFC 8785 has it.
func canonicalize(b []byte) (jsontext.Value, bool) {
	v := jsontext.Value(b).Clone()
	return v, v.Canonicalize() == nil
}

func digest(b []byte) string {
	h := sha256.Sum256(b)
	return base64.RawURLEncoding.EncodeToString(h[:])
}

// check holds the cart to the offer that it is presented for.
func (c *cart) check(offer string, price canonical.Money, now time.Time) error {
	amount := c.Payment.Details.Total.Amount
	if offer == "" || c.ID != CartID(offer) {
		return CartOffer
	}
	due, ok := canonicalize([]byte(price.Major()))
	if !ok || amount.Currency != price.Currency || string(amount.Value) != string(due) { // both numbers are in the one form there is
		return CartPrice
	}
	expiry, err := time.Parse(time.RFC3339, c.Expiry)
	if err != nil || !now.Before(expiry) {
		return CartExpiry
	}
	return nil
}
