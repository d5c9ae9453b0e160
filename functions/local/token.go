package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
	"hora/functions/internal/boot"
	"hora/infra/identity/ap2"
	"hora/infra/identity/oauth/issuer"
)

// tokenFlags are what a token or mandate is to be like.
type tokenFlags struct {
	sub, client, scope, aud, alg, cart *string
	minutes                            *int
	expired, mandate, jwks             *bool
}

// token prints what a caller needs to be somebody at a local desk: an access
// token of its demonstration issuer, or a guest's consent to a cart of its.
func token(_ context.Context, args []string, s streams) error {
	f := newFlags("token", s)
	data, now := dataFlag(f), nowFlag(f)
	t := tokenFlags{
		sub:     f.String("sub", "", "who calls; default the client itself, as an agent"),
		client:  f.String("client", "web", "the OAuth client"),
		scope:   f.String("scope", "", "what is granted, such as bookings:write"),
		aud:     f.String("aud", "http://127.0.0.1:8080", "the desk that it is for: its public URL"),
		minutes: f.Int("minutes", 60, "how long it is good"),
		expired: f.Bool("expired", false, "one that has run out"),
		alg:     f.String("alg", string(jose.ES256), "how it is signed: ES256; none or HS256, which no desk takes"),
		mandate: f.Bool("mandate", false, "a guest's consent to a cart, instead of a token"),
		cart:    f.String("cart", "", "with --mandate: file with the desk's answer that holds the cart, - for standard input"),
		jwks:    f.Bool("jwks", false, "the public keys of who signs, instead of signing"),
	}
	others, err := parse(f, args)
	switch {
	case err != nil:
		return err
	case len(others) > 0:
		return misused(f, "what is %q?", others[0])
	case *t.mandate != (*t.cart != "") && !*t.jwks:
		return misused(f, "--mandate and --cart go together")
	case *t.minutes < 1:
		return misused(f, "--minutes %d: want one or more", *t.minutes)
	}
	clock, err := clockFrom(*now)
	if err != nil {
		return misused(f, "%v", err)
	}
	dir, err := folder(*data)
	if err != nil {
		return err
	}
	keys, err := readSecrets(dir)
	if err != nil {
		return err
	}
	out, err := t.make(keys, clock)
	if err != nil {
		return err
	}
	fmt.Fprintln(s.out, out)
	return nil
}

func (t *tokenFlags) make(keys secrets, clock canonical.Clock) (string, error) {
	switch {
	case *t.jwks && *t.mandate:
		return published(keys.Wallet)
	case *t.jwks:
		return published(keys.Issuer)
	case *t.mandate:
		return t.consent(keys, clock())
	}
	return t.access(keys, clock)
}

// long is before when what has run out was made.
const long = 24 * time.Hour

func (t *tokenFlags) access(keys secrets, clock canonical.Clock) (string, error) {
	issued, lasts := clock(), time.Duration(*t.minutes)*time.Minute
	if *t.expired {
		issued = issued.Add(-long - lasts)
	}
	subject := *t.sub
	if subject == "" {
		subject = *t.client
	}
	a := issuer.Token{
		Issuer: demoIssuer, Subject: subject, Audience: *t.aud, Client: *t.client, Scope: *t.scope,
		ID: boot.IDs(clock)(), Issued: issued, Expires: issued.Add(lasts),
	}
	switch *t.alg {
	case string(jose.ES256):
		return a.Sign(keys.Issuer, jose.ES256)
	case "none":
		return a.Unsigned()
	case string(jose.HS256): // with what everybody knows, as if it were a secret
		public, err := published(keys.Issuer)
		if err != nil {
			return "", err
		}
		return a.Sign(jose.JSONWebKey{Key: []byte(public), KeyID: keys.Issuer.KeyID}, jose.HS256)
	}
	return "", fmt.Errorf("--alg %s: want ES256, none or HS256", *t.alg)
}

// authority is what goes into the arguments of book, beside an offer.
type authority struct {
	Cart      jsontext.Value `json:"ap2.mandates.CartMandate"`
	Confirmed string         `json:"user_authorization"`
}

func (t *tokenFlags) consent(keys secrets, now time.Time) (string, error) {
	answer, err := readAnswer(*t.cart)
	if err != nil {
		return "", err
	}
	cart, ok := ap2.FindCart(answer)
	if !ok {
		return "", errors.New("there is no cart in that: a desk shows one with each offer that a known caller may book")
	}
	if *t.expired {
		now = now.Add(-long)
	}
	w := ap2.Wallet{Issuer: demoWallet, IssuerKey: keys.Wallet, Type: demoGuest, GuestKey: keys.Guest}
	confirmed, err := w.Confirm(cart, *t.aud, now)
	if err != nil {
		return "", err
	}
	b, err := json.Marshal(authority{cart, confirmed})
	return string(b), err
}

func readAnswer(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(os.Stdin)
	}
	return os.ReadFile(name)
}
