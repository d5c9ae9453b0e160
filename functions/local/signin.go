package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

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
	token, err := tokenEndpoint(f.Token)
	if err != nil {
		return wrong("token_endpoint: " + err.Error())
	}
	source := jwks.File(f.Keys)
	if strings.HasPrefix(f.Keys, "https://") {
		d, err := fetch.New(f.Keys, fetch.Limits{}, fetch.Network{})
		if err != nil {
			return wrong("jwks: " + err.Error())
		}
		source = d.Read
	}
	err = t.Guests(openid.Config{
		Issuer: f.ID, Authorization: f.Authorization, Exchange: token, Keys: jwks.New(source, clock), Client: f.Client, Secret: f.Secret, Clock: clock,
	})
	if err != nil {
		return wrong(err.Error())
	}
	return nil
}

// tokenEndpoint posts to a token endpoint: as a deployed desk does, or, without TLS,
// on this machine.
func tokenEndpoint(address string) (openid.Exchange, error) {
	if !strings.HasPrefix(address, "http://") {
		e, err := fetch.NewEndpoint(address, fetch.Limits{}, fetch.Network{})
		if err != nil {
			return nil, err
		}
		return e.Post, nil
	}
	u, err := url.Parse(address)
	if err != nil || !loopback(u.Hostname()) {
		return nil, errors.New("without TLS it must be on this machine")
	}
	client := &http.Client{
		Timeout:       3 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return func(ctx context.Context, form, authorization string) (int, []byte, error) {
		q, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(form))
		if err != nil {
			return 0, nil, errors.New("not an address")
		}
		q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if authorization != "" {
			q.Header.Set("Authorization", authorization)
		}
		answer, err := client.Do(q)
		if err != nil {
			return 0, nil, err
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(io.LimitReader(answer.Body, 256<<10))
		return answer.StatusCode, body, err
	}, nil
}

// loopback says whether a name can only be that of this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
