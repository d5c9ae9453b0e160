package openid

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
	"hora/infra/identity/internal/jwt"
	"hora/infra/identity/jwks"
	"hora/infra/identity/oauth"
)

const (
	patience = 4 * time.Second // for all that a redemption asks of others
	skew     = time.Minute     // by how much the provider's clock may differ
	longest  = 16 << 10        // bytes of a token
	widest   = 255             // bytes of a subject (OpenID Connect Core 1.0 section 2)
)

// Redeem implements canonical.SignIns: it exchanges the code, and believes the
// ID token that comes back if everything about it is right.
func (p *Provider) Redeem(ctx context.Context, s canonical.SignIn) (canonical.Guest, error) {
	switch {
	case !s.Life.Covers(p.Clock()):
		return canonical.Guest{}, Late
	case s.Issuer != "" && s.Issuer != p.Issuer:
		return canonical.Guest{}, Mixed
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	token, err := p.exchange(ctx, &s)
	if err != nil {
		return canonical.Guest{}, err
	}
	c, err := p.verify(ctx, token, nonce(s.Secret))
	if err != nil {
		return canonical.Guest{}, err
	}
	account := canonical.Account{Provider: p.host, Address: canonical.MaskedEmail(string(c.Email))}
	return canonical.Guest{Principal: oauth.Guest(p.Issuer, c.Subject), Account: account}, nil
}

// exchange turns the code into an ID token (section 3.1.3). A client without a
// secret names itself in the form.
func (p *Provider) exchange(ctx context.Context, s *canonical.SignIn) (token string, err error) {
	form := url.Values{
		"grant_type": {"authorization_code"}, "code": {s.Code}, "redirect_uri": {s.Redirect}, "code_verifier": {verifier(s.Secret)},
	}
	authorization := ""
	if p.Secret == "" {
		form.Set("client_id", p.Client)
	} else { // RFC 6749 section 2.3.1
		both := url.QueryEscape(p.Client) + ":" + url.QueryEscape(p.Secret)
		authorization = "Basic " + base64.StdEncoding.EncodeToString([]byte(both))
	}
	status, body, err := p.Exchange(ctx, form.Encode(), authorization)
	switch {
	case err != nil:
		return "", fmt.Errorf("%w: %w", canonical.ErrUnverifiable, err)
	case status == http.StatusTooManyRequests, status >= http.StatusInternalServerError:
		return "", fmt.Errorf("%w: the token endpoint answers with status %d", canonical.ErrUnverifiable, status)
	}
	var answer struct {
		Token string `json:"id_token"`
		Error string `json:"error"`
	}
	read := json.Unmarshal(body, &answer) == nil
	switch {
	case status != http.StatusOK && answer.Error == "invalid_grant":
		return "", Spent
	case status != http.StatusOK:
		return "", Unwelcome
	case !read || answer.Token == "":
		return "", Tokenless
	}
	return answer.Token, nil
}

// claims are those of section 2 that are looked at.
type claims struct {
	Issuer     string       `json:"iss"`
	Subject    string       `json:"sub"`
	Audience   jwt.Audience `json:"aud"`
	Authorized string       `json:"azp"`
	Expires    *jwt.Date    `json:"exp"`
	NotBefore  *jwt.Date    `json:"nbf"`
	Issued     *jwt.Date    `json:"iat"`
	Nonce      string       `json:"nonce"`
	Email      remark       `json:"email"`
}

// A remark is a text that nothing depends on: of another type it is empty.
type remark string

// UnmarshalJSONFrom reads a text, or steps over what is none.
func (r *remark) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '"' {
		return json.UnmarshalDecode(d, (*string)(r))
	}
	return d.SkipValue()
}

// verify is what an ID token says of who signed in (section 3.1.3.7). That it
// came straight from the provider proves nothing here: the signature does.
func (p *Provider) verify(ctx context.Context, token, nonce string) (c claims, err error) {
	t, err := jwt.Parse(token, longest, jwks.Algorithms...)
	switch {
	case errors.Is(err, jwt.ErrAlgorithm):
		return c, Algorithm
	case err != nil:
		return c, Malformed
	case !t.Is("") && !t.Is("JWT"):
		return c, Type
	}
	switch {
	case !t.Read(&c):
		return c, Malformed
	case c.Issuer != p.Issuer:
		return c, Issuer
	}
	if err := p.signed(ctx, t); err != nil {
		return c, err
	}
	if fault := c.check(p.Client, nonce, p.Clock()); fault != 0 {
		return c, fault
	}
	return c, nil
}

// signed says whether the provider signed a token: with the key that it names,
// or with the only one that the provider has.
func (p *Provider) signed(ctx context.Context, t *jwt.Token) error {
	var keys []jose.JSONWebKey
	var err error
	if t.KeyID == "" {
		_, err = p.Keys.Only(ctx, t.Algorithm, func(k jose.JSONWebKey) bool { return t.Verify(k) })
	} else {
		keys, err = p.Keys.Keys(ctx, t.KeyID, t.Algorithm)
	}
	switch {
	case errors.Is(err, jwks.ErrUnknown):
		return UnknownKey
	case err == nil && t.KeyID != "" && !t.Verify(keys...):
		return Signature
	}
	return err
}

// check looks at what a token that was signed by the provider says. One for
// several clients names the desk as the one that it was issued to.
func (c *claims) check(client, nonce string, now time.Time) Fault {
	switch {
	case c.Expires == nil, c.Issued == nil, c.Subject == "", len(c.Subject) > widest:
		return Incomplete
	case !c.Audience.Has(client), len(c.Audience) > 1 && c.Authorized == "", c.Authorized != "" && c.Authorized != client:
		return Audience
	case !now.Before(c.Expires.At().Add(skew)):
		return Expired
	case now.Before(c.Issued.At().Add(-skew)), c.NotBefore != nil && now.Before(c.NotBefore.At().Add(-skew)):
		return Early
	case subtle.ConstantTimeCompare([]byte(c.Nonce), []byte(nonce)) != 1:
		return Nonce
	}
	return 0
}
