package ap2_test

import (
	"errors"
	"testing"

	"hora/canonical"
	"hora/infra/identity/ap2"
	"hora/infra/identity/jwks"
)

// Verify takes anything, and never panics. It believes only what the parties
// have signed.
func FuzzVerify(f *testing.F) {
	v := newVerifier(jwks.Fixed(published(bankKey)))
	good := newDraft().sign()
	f.Add(good.Cart, good.Authorization)
	for _, c := range broken {
		d := newDraft()
		c.change(d)
		if m := d.sign(); m.Offer == offer && m.Price == price && len(m.Cart) < 4096 && len(m.Authorization) < 4096 {
			f.Add(m.Cart, m.Authorization)
		}
	}
	f.Add([]byte(`{"contents":{},"merchant_authorization":"a.b.c"}`), "a.b.c~~d.e.f")
	want, err := v.Verify(f.Context(), good, "")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, cart []byte, authorization string) {
		c, err := v.Verify(t.Context(), &canonical.CartMandate{Cart: cart, Authorization: authorization, Offer: offer, Price: price}, "")
		if _, fault := errors.AsType[ap2.Fault](err); err != nil && !fault {
			t.Errorf("%v", err)
		}
		if err == nil && (c.Guest != want.Guest || c.Issuer != want.Issuer) {
			t.Errorf("%q and %q are %+v", cart, authorization, c)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	v, m := newVerifier(jwks.Fixed(published(bankKey))), newDraft().sign()
	for b.Loop() {
		if _, err := v.Verify(b.Context(), m, ""); err != nil {
			b.Fatal(err)
		}
	}
}
