// Package openid signs guests in at an OpenID provider: the authorization code
// flow of OpenID Connect Core 1.0 (section 3.1) with PKCE (RFC 7636). Of the
// guest it asks who they are and their e-mail address, by which they know the
// account again; of the provider an ID token and nothing else: no access token
// is kept or used, and no profile is read. The address leaves this package
// masked.
//
// It is an exchange of one form for one token, on the JOSE code that access
// tokens are verified with; a client library would bring a second one, and
// discovery, which there is nothing to discover for where all is configured.
package openid

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"net/url"

	"hora/canonical"
	"hora/infra/identity/jwks"
)

// An Exchange posts a form to the token endpoint, with an Authorization header
// unless that is empty, and answers with what comes back whatever its status.
// It has an end to length and time, follows nobody elsewhere, and its errors
// repeat nothing of the form.
type Exchange func(ctx context.Context, form, authorization string) (status int, body []byte, err error)

// Config is what a Provider is made of. All but Secret is required.
type Config struct {
	Issuer        string // its iss, to the letter
	Authorization string // its authorization endpoint, where browsers go
	Exchange      Exchange
	Keys          *jwks.Set
	Client        string    // the desk's client id there
	Secret        string    // the client's, for one that is confidential (client_secret_basic)
	Random        io.Reader // what secrets are drawn from
	Clock         canonical.Clock
}

// A Provider signs guests in. It is safe for concurrent use.
type Provider struct {
	Config
	page  url.URL // the authorization endpoint
	host  string  // of the issuer
	query url.Values
}

var _ canonical.SignIns = (*Provider)(nil)

// New makes a Provider. Nothing is sent to it before somebody signs in.
func New(c Config) (*Provider, error) {
	u, err := url.Parse(c.Authorization)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, errors.New("openid: not the address of an authorization endpoint")
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil || c.Client == "" {
		return nil, errors.New("openid: no client, or not the address of an authorization endpoint")
	}
	issuer, err := url.Parse(c.Issuer)
	if err != nil {
		return nil, errors.New("openid: not an issuer")
	}
	return &Provider{c, *u, issuer.Hostname(), query}, nil
}

// secretSize is how many random bytes a sign-in is proved by.
const secretSize = 32

// Begin implements canonical.SignIns. The state, the nonce and the verifier of
// PKCE are all derived from one secret, so that nobody who has seen one of them
// knows another.
func (p *Provider) Begin(redirect string, anew bool) (canonical.Begun, error) {
	random := make([]byte, secretSize)
	if _, err := io.ReadFull(p.Random, random); err != nil {
		return canonical.Begun{}, errors.New("openid: no secret can be drawn")
	}
	b := canonical.Begun{Secret: base64.RawURLEncoding.EncodeToString(random)}
	b.State = derive(b.Secret, "state")
	challenge := sha256.Sum256([]byte(verifier(b.Secret)))
	query := url.Values{}
	for name, values := range p.query {
		query[name] = values
	}
	for name, value := range map[string]string{
		"response_type": "code", "client_id": p.Client, "redirect_uri": redirect, "scope": "openid email",
		"state": b.State, "nonce": nonce(b.Secret),
		"code_challenge": base64.RawURLEncoding.EncodeToString(challenge[:]), "code_challenge_method": "S256",
	} {
		query.Set(name, value)
	}
	if anew {
		query.Set("prompt", "login")
	}
	u := p.page
	u.RawQuery = query.Encode()
	b.Address = u.String()
	return b, nil
}

func nonce(secret string) string    { return derive(secret, "nonce") }
func verifier(secret string) string { return derive(secret, "verifier") }

// derive is a value that a secret stands for in one use of it: 43 characters, as
// RFC 7636 section 4.1 wants of a verifier.
func derive(secret, use string) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(use))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}
