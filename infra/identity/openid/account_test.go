package openid_test

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"

	"hora/canonical"
	"hora/infra/identity/internal/jwt"
	"hora/infra/identity/openid/openidtest"
)

// A guest knows the account again by its address, of which nobody learns more
// than the first letter; what is no address is none.
func TestAccount(t *testing.T) {
	for email, want := range map[string]string{
		"ana@mail.example": "a***@mail.example", "ñandú@mail.example": "ñ***@mail.example", "": "", "ana": "", "@mail.example": "", "<b>@mail.example": "",
		"a\u202eb@mail.example": "",
	} {
		p := newPair(t, nil)
		p.there.Change = func(i *openidtest.IDToken) { i.Email = email }
		got, err := p.Redeem(t.Context(), p.visit(t, "guest-1"))
		if err != nil || got.Account != (canonical.Account{Provider: "id.example", Address: want}) {
			t.Errorf("%q: %q at %q, %v", email, got.Account.Address, got.Account.Provider, err)
		}
		if text := fmt.Sprintf("%v %+v %#v", got, got, got.Account); strings.Contains(text, "mail.example") {
			t.Errorf("it is told in %s", text)
		}
	}
	p := newPair(t, nil)
	p.there.Sign = func(claims []byte) string {
		odd := bytes.Replace(claims, []byte(`"email":"guest-1@mail.example"`), []byte(`"email":{"is":["guest-1@mail.example"]}`), 1)
		s, _ := jwt.Sign(odd, "JWT", signer, jose.ES256)
		return s
	}
	if got, err := p.Redeem(t.Context(), p.visit(t, "guest-1")); err != nil || got.Account.Address != "" || got.Principal.Anonymous() {
		t.Errorf("%+v, %v", got, err)
	}
}

// Whoever signed out is asked who they are, even by a provider that knows.
func TestAnew(t *testing.T) {
	p := newPair(t, nil)
	for anew, want := range map[bool]string{false: "", true: "login"} {
		b, err := p.Begin(redirect, anew)
		if err != nil {
			t.Fatal(err)
		}
		if u, err := url.Parse(b.Address); err != nil || u.Query().Get("prompt") != want {
			t.Errorf("%s, %v", b.Address, err)
		}
	}
}
