package main

import (
	"fmt"
	"os"

	"github.com/go-json-experiment/json"

	"hora/canonical"
	"hora/functions/internal/boot"
	"hora/functions/internal/boot/trust"
	"hora/infra/fetch"
	"hora/infra/identity/jwks"
	"hora/infra/identity/openid"
)

// A signInFile is an OpenID provider at which guests of a local desk sign in: an
// entry of HORA_JWKS, with the client's secret if it has one. Its endpoints may
// be on this machine.
type signInFile struct {
	boot.Issuer
	Secret string `json:"client_secret,omitzero"`
}

// signIns lets guests sign in as a file says.
func signIns(t *trust.Trust, name string, clock canonical.Clock) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	wrong := func(why string) error {
		return fmt.Errorf(`%s: %s: want {"issuer": ..., "jwks": FILE or address, "guests": true, "client_id": ..., "authorization_endpoint": ..., "token_endpoint": ...}`, name, why)
	}
	var f signInFile
	if json.Unmarshal(text, &f, json.RejectUnknownMembers(true)) != nil || f.ID == "" || f.Keys == "" {
		return wrong("not a provider")
	}
	if ok, err := f.SignsIn(); err != nil {
		return wrong(err.Error())
	} else if !ok {
		return wrong("no client_id")
	}
	here := fetch.Network{Here: true}
	token, err := fetch.NewEndpoint(f.Token, fetch.Limits{}, here)
	if err != nil {
		return wrong("token_endpoint: " + err.Error())
	}
	keys, err := trust.Source(f.Keys, here)
	if err != nil {
		return wrong("jwks: " + err.Error())
	}
	err = t.Guests(openid.Config{
		Issuer: f.ID, Authorization: f.Authorization, Exchange: token.Post, Keys: jwks.New(keys, clock), Client: f.Client, Secret: f.Secret, Clock: clock,
	})
	if err != nil {
		return wrong(err.Error())
	}
	return nil
}
