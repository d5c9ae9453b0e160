package bindingtest

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
)

// Sealer is a canonical.Sealer for golden files: its tokens have the form of a
// compact JWE under a shared key, but the same claims always make the same
// token, and whoever decodes its fourth part reads them.
type Sealer struct{}

type sealed struct {
	Issued  time.Time      `json:"iat"`
	Expires time.Time      `json:"exp"`
	Claims  jsontext.Value `json:"claims"`
}

func encode(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }

// start is what a token begins with, up to its fourth part.
func start(p canonical.Purpose) string {
	return encode(`{"alg":"dir","enc":"A256GCM","typ":"`+string(p)+`+jwe"}`) + ".." + encode("test vector.") + "."
}

// tag ends a token, and tells whether it was changed.
func tag(s string) string {
	h := sha256.Sum256([]byte(s))
	return encode(string(h[:16]))
}

// Seal implements canonical.Sealer.
func (Sealer) Seal(p canonical.Purpose, claims any, life canonical.Life) (string, error) {
	c, err := json.Marshal(claims)
	if err != nil {
		return "", canonical.ErrNotSealed
	}
	b, err := json.Marshal(sealed{life.Issued, life.Expires, c})
	token := start(p) + encode(string(b))
	return token + "." + tag(token), err
}

// Open implements canonical.Sealer.
func (Sealer) Open(p canonical.Purpose, token string, claims any) (canonical.Life, error) {
	body, ok := strings.CutPrefix(token, start(p))
	content, end, _ := strings.Cut(body, ".")
	b, err := base64.RawURLEncoding.DecodeString(content)
	var s sealed
	closed := json.RejectUnknownMembers(true)
	if !ok || err != nil || end != tag(strings.TrimSuffix(token, "."+end)) || json.Unmarshal(b, &s, closed) != nil || json.Unmarshal(s.Claims, claims, closed) != nil {
		return canonical.Life{}, canonical.ErrNotSealed
	}
	return canonical.Life{Issued: s.Issued, Expires: s.Expires}, nil
}

// Merchant is a canonical.Merchant for golden files: what it signs with is no
// secret, and the same cart always has the same signature.
type Merchant struct{}

// Authorize implements canonical.Merchant.
func (Merchant) Authorize(contents []byte, resource string, life canonical.Life) (string, error) {
	h := sha256.Sum256(contents)
	return encode(`{"alg":"ES256","kid":"test"}`) + "." + encode(`{"aud":"`+resource+`","exp":"`+life.Expires.Format(time.RFC3339)+`"}`) + "." + encode(string(h[:])), nil
}

// SignIns is a canonical.SignIns for golden files: every sign-in has the same
// secret. Nobody is signed in by it: that is a desk's to do.
type SignIns struct{}

// Begin implements canonical.SignIns.
func (SignIns) Begin(redirect string, anew bool) (canonical.Begun, error) {
	b := canonical.Begun{State: "golden-state-of-a-sign-in", Secret: "golden-secret-of-a-sign-in"}
	query := url.Values{"redirect_uri": {redirect}, "state": {b.State}}
	if anew {
		query.Set("prompt", "login")
	}
	b.Address = "https://id.example/authorize?" + query.Encode()
	return b, nil
}

// Redeem implements canonical.SignIns.
func (SignIns) Redeem(context.Context, canonical.SignIn) (canonical.Guest, error) {
	return canonical.Guest{}, canonical.SignInUntrusted
}
