// Package openidtest is an OpenID provider for tests: as strict as a real one
// with what it is asked, and able to go wrong in any way that is ordered. It has
// no network; Provider.Exchange is what a token endpoint does.
package openidtest

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"

	"hora/infra/identity/internal/jwt"
	"hora/infra/identity/jwks"
)

// An IDToken is what an ID token says. Members that are zero are left out.
type IDToken struct {
	Issuer     string   `json:"iss,omitzero"`
	Subject    string   `json:"sub,omitzero"`
	Audience   []string `json:"aud,omitzero"`
	Authorized string   `json:"azp,omitzero"`
	Nonce      string   `json:"nonce,omitzero"`
	Issued     int64    `json:"iat,omitzero"`
	NotBefore  int64    `json:"nbf,omitzero"`
	Expires    int64    `json:"exp,omitzero"`
	Email      string   `json:"email,omitzero"`
}

// A Provider is one that knows one client. It is safe for concurrent use, but
// for its members, which are set between calls.
type Provider struct {
	Issuer string
	Page   string // its authorization endpoint
	Client string
	Secret string // the client's; empty: it has none
	Key    jose.JSONWebKey
	Others []jose.JSONWebKey // that it publishes beside Key, and signs nothing with
	Clock  func() time.Time

	Type   string                      // of tokens; default JWT
	Change func(*IDToken)              // what is said otherwise
	Sign   func(claims []byte) string  // instead of signing with Key
	Fail   func() (int, []byte, error) // answers at the token endpoint instead

	mu    sync.Mutex
	codes map[string]grant
	last  int
}

// A grant is what a code stands for.
type grant struct{ subject, nonce, challenge, redirect string }

// Keys are the keys that it publishes.
func (p *Provider) Keys() *jwks.Set {
	return jwks.New(func(context.Context) ([]byte, error) {
		return json.Marshal(jose.JSONWebKeySet{Keys: append([]jose.JSONWebKey{p.Key.Public()}, p.Others...)})
	}, p.Clock)
}

// Authorize lets a subject sign in where a browser was sent, and says where the
// browser goes then.
func (p *Provider) Authorize(address, subject string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	q := u.Query()
	u.RawQuery = ""
	if u.String() != p.Page || q.Get("client_id") != p.Client || q.Get("response_type") != "code" || q.Get("scope") != "openid email" ||
		q.Get("code_challenge_method") != "S256" || len(q.Get("code_challenge")) != 43 || len(q.Get("state")) < 32 || len(q.Get("nonce")) < 32 {
		return "", fmt.Errorf("openidtest: not an authentication request: %s", address)
	}
	back, err := url.Parse(q.Get("redirect_uri"))
	if err != nil || back.Host == "" {
		return "", errors.New("openidtest: no redirect_uri")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last++
	code := fmt.Sprintf("code-%d", p.last)
	if p.codes == nil {
		p.codes = map[string]grant{}
	}
	p.codes[code] = grant{subject, q.Get("nonce"), q.Get("code_challenge"), back.String()}
	back.RawQuery = url.Values{"code": {code}, "state": {q.Get("state")}, "iss": {p.Issuer}}.Encode()
	return back.String(), nil
}

// Exchange answers at the token endpoint.
func (p *Provider) Exchange(_ context.Context, form, authorization string) (int, []byte, error) {
	if p.Fail != nil {
		return p.Fail()
	}
	f, err := url.ParseQuery(form)
	if err != nil {
		return refuse("invalid_request")
	}
	want, client := "", p.Client
	if p.Secret != "" {
		want = "Basic " + base64.StdEncoding.EncodeToString([]byte(url.QueryEscape(p.Client)+":"+url.QueryEscape(p.Secret)))
		client = ""
	}
	if authorization != want || f.Get("client_id") != client {
		return http.StatusUnauthorized, []byte(`{"error":"invalid_client"}`), nil
	}
	p.mu.Lock()
	g, known := p.codes[f.Get("code")]
	delete(p.codes, f.Get("code"))
	p.mu.Unlock()
	sum := sha256.Sum256([]byte(f.Get("code_verifier")))
	if !known || f.Get("grant_type") != "authorization_code" || f.Get("redirect_uri") != g.redirect || base64.RawURLEncoding.EncodeToString(sum[:]) != g.challenge {
		return refuse("invalid_grant")
	}
	return p.token(g)
}

func refuse(why string) (int, []byte, error) {
	return http.StatusBadRequest, []byte(`{"error":"` + why + `"}`), nil
}

func (p *Provider) token(g grant) (int, []byte, error) {
	now := p.Clock()
	t := IDToken{
		Issuer: p.Issuer, Subject: g.subject, Audience: []string{p.Client}, Nonce: g.nonce, Email: g.subject + "@mail.example",
		Issued: now.Unix(), Expires: now.Add(time.Hour).Unix(),
	}
	if p.Change != nil {
		p.Change(&t)
	}
	claims, err := json.Marshal(t)
	if err != nil {
		return 0, nil, err
	}
	typ, signed := p.Type, ""
	if typ == "" {
		typ = "JWT"
	}
	if p.Sign != nil {
		signed = p.Sign(claims)
	} else if signed, err = jwt.Sign(claims, typ, p.Key, jose.ES256); err != nil {
		return 0, nil, err
	}
	body, err := json.Marshal(struct {
		Access  string `json:"access_token"`
		Type    string `json:"token_type"`
		Expires int    `json:"expires_in"`
		Token   string `json:"id_token"`
	}{"opaque", "Bearer", 3600, signed})
	return http.StatusOK, body, err
}
