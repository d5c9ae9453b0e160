package selfe

import (
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// seal makes a token of an offer, good for as long as the offer is.
func (b *binding) seal(p canonical.Purpose, o *canonical.Offer) (string, bool) {
	if b.Sealer == nil {
		return "", false
	}
	token, err := b.Sealer.Seal(p, o, o.Life())
	return token, err == nil
}

// offers adds to a place of an answer what is known of the dates that were asked
// for, and what is offered then.
func (p *place) offers(b *binding, f *canonical.Found, r *canonical.Places, known bool) {
	if f.Availability != nil {
		p.Availability = &availability{string(f.Availability.Status), instant(f.Availability.At)}
	}
	for i := range f.Offers {
		o := &f.Offers[i]
		out := b.offer(o, p.DisplayName, r, known)
		if f.Handoff && p.Handoff == nil && out.Handle != "" {
			if link, ok := b.review(new(o.Option())); ok {
				p.Handoff = &link
			}
		}
		p.Offers = append(p.Offers, out)
	}
}

// offer is an offer of a place with the tokens that it can be acted on by.
func (b *binding) offer(o *canonical.Offer, merchant string, r *canonical.Places, known bool) offer {
	out := offer{
		Label: o.Label, Timezone: o.Timezone, Price: money(o.Price), Bookable: o.Bookable,
		TermsHash: o.Terms, ExpiresAt: instant(o.Expires),
	}
	out.Start, out.End = span(o.Start, o.End, canonical.Zone(o.Timezone), o.Section == canonical.SectionStay)
	if !o.Bookable {
		return out
	}
	if r.Book {
		if token, ok := b.seal(canonical.SealOffer, o); ok {
			out.OfferID = offerID(token)
		}
	}
	if r.Handoff {
		if token, ok := b.seal(canonical.SealOption, new(o.Option())); ok {
			out.Handle = handle(handleStart + token)
		}
	}
	if known && out.OfferID != "" && b.Merchant != nil {
		out.Cart = b.cart(o, merchant)
	}
	return out
}

// noValue is what carts have where there is nothing.
var noValue = jsontext.Value("null")

// cart is the cart of an offer at a place, signed; nil if that cannot be done.
func (b *binding) cart(o *canonical.Offer, merchant string) *cart {
	amount := cartItem{Label: o.Label, Amount: cartAmount{o.Price.Currency, number(o.Price)}, Pending: noValue}
	total := amount
	total.Label = "Total"
	c := &cart{Contents: cartContents{
		ID: "cart_" + o.ID, Confirm: true, Expiry: instant(o.Expires), Merchant: merchant,
		Payment: paymentRequest{Methods: []string{}, Details: cartDetails{o.ID, []cartItem{amount}, total}, Options: noValue, Shipping: noValue},
	}}
	var err error
	if c.Authorization, err = b.Merchant.Authorize(wirejson.Marshal(&c.Contents), b.PublicURL, o.Life()); err != nil {
		return nil
	}
	return c
}

// number is an amount in the major unit as JSON numbers are written: without
// zeros at the end.
func number(m canonical.Money) jsontext.Value {
	v := jsontext.Value(m.Major())
	v.Canonicalize()
	return v
}
