package openid_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"hora/canonical"
	"hora/infra/identity/internal/jwt"
	"hora/infra/identity/jwks"
	"hora/infra/identity/oauth"
	"hora/infra/identity/oauth/issuer"
	"hora/infra/identity/openid"
	"hora/infra/identity/openid/openidtest"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const (
	idp      = "https://id.example"
	page     = idp + "/authorize"
	redirect = "https://agents.example/registry/review/callback"
	client   = "hora desk"
)

var signer, stranger, second = key("k1"), key("k1"), key("k2")

func key(kid string) jose.JSONWebKey {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	return jose.JSONWebKey{Key: private, KeyID: kid}
}

// A pair is the desk's side and the provider's.
type pair struct {
	*openid.Provider
	there *openidtest.Provider
	now   time.Time
}

func newPair(t *testing.T, change func(*openid.Config, *openidtest.Provider)) *pair {
	t.Helper()
	p := &pair{now: noon}
	clock := func() time.Time { return p.now }
	p.there = &openidtest.Provider{Issuer: idp, Page: page, Client: client, Key: signer, Clock: clock}
	c := openid.Config{Issuer: idp, Authorization: page, Exchange: p.there.Exchange, Keys: p.there.Keys(), Client: client, Random: rand.Reader, Clock: clock}
	if change != nil {
		change(&c, p.there)
	}
	var err error
	if p.Provider, err = openid.New(c); err != nil {
		t.Fatal(err)
	}
	return p
}

// visit signs a subject in at the provider: what the browser comes back with.
func (p *pair) visit(t *testing.T, subject string) canonical.SignIn {
	t.Helper()
	b, err := p.Begin(redirect, false)
	if err != nil {
		t.Fatal(err)
	}
	back, err := p.there.Authorize(b.Address, subject)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(back)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	if q.Get("state") != b.State {
		t.Errorf("state %q came back as %q", b.State, q.Get("state"))
	}
	return canonical.SignIn{
		Code: q.Get("code"), Issuer: q.Get("iss"), Secret: b.Secret, Redirect: redirect,
		Life: canonical.Life{Issued: p.now, Expires: p.now.Add(10 * time.Minute)},
	}
}

// Who signs in is the same guest as the subject of that issuer's access tokens.
func TestSignIn(t *testing.T) {
	tokens := oauth.New(oauth.Config{Resource: "https://agents.example", Clock: func() time.Time { return noon }, Issuers: []oauth.Issuer{{
		ID: idp, Guests: true, Keys: (&openidtest.Provider{Key: signer, Clock: func() time.Time { return noon }}).Keys(),
	}}})
	access, err := issuer.Token{
		Issuer: idp, Subject: "guest-1", Client: "web", Scope: canonical.ScopeBook, Audience: "https://agents.example", ID: "1", Issued: noon, Expires: noon.Add(time.Hour),
	}.Sign(signer, jose.ES256)
	if err != nil {
		t.Fatal(err)
	}
	known, err := tokens.Verify(t.Context(), access, "")
	if err != nil {
		t.Fatal(err)
	}
	for name, secret := range map[string]string{"public": "", "confidential": "a secret: of/them+all"} {
		t.Run(name, func(t *testing.T) {
			p := newPair(t, func(c *openid.Config, there *openidtest.Provider) { c.Secret, there.Secret = secret, secret })
			got, err := p.Redeem(t.Context(), p.visit(t, "guest-1"))
			if err != nil || got.Principal.ID != known.ID || !got.Principal.InPerson() || !got.Principal.Granted(canonical.ScopeBook) || known.InPerson() {
				t.Errorf("%+v, %v, by access token %+v", got, err, known)
			}
			other, err := p.Redeem(t.Context(), p.visit(t, "guest-2"))
			if err != nil || other.Principal.ID == got.Principal.ID {
				t.Errorf("%+v, %v", other, err)
			}
		})
	}
}

// What must not be guessed is new each time, and none of it gives another away.
func TestBegin(t *testing.T) {
	p := newPair(t, func(c *openid.Config, there *openidtest.Provider) { c.Authorization = page + "?tenant=a%26b" })
	seen := map[string]bool{}
	for range 50 {
		b, err := p.Begin(redirect, false)
		if err != nil {
			t.Fatal(err)
		}
		u, err := url.Parse(b.Address)
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		for _, s := range []string{b.Secret, b.State, q.Get("nonce"), q.Get("code_challenge")} {
			if raw, err := base64.RawURLEncoding.DecodeString(s); err != nil || len(raw) != 32 || seen[s] {
				t.Errorf("%q: %v", s, err)
			}
			seen[s] = true
		}
		if strings.Contains(b.Address, b.Secret) || q.Get("tenant") != "a&b" || q.Get("redirect_uri") != redirect || q.Get("state") != b.State {
			t.Error(b.Address)
		}
	}
	empty := newPair(t, func(c *openid.Config, _ *openidtest.Provider) { c.Random = bytes.NewReader(make([]byte, 31)) })
	if b, err := empty.Begin(redirect, false); err == nil || b != (canonical.Begun{}) {
		t.Errorf("without chance: %+v, %v", b, err)
	}
}

func TestRefused(t *testing.T) {
	says := func(change func(*openidtest.IDToken)) func(*pair, *canonical.SignIn) {
		return func(p *pair, _ *canonical.SignIn) { p.there.Change = change }
	}
	answers := func(status int, body string) func(*pair, *canonical.SignIn) {
		return func(p *pair, _ *canonical.SignIn) {
			p.there.Fail = func() (int, []byte, error) { return status, []byte(body), nil }
		}
	}
	seconds := func(d time.Duration) int64 { return noon.Add(d).Unix() }
	for _, tt := range []struct {
		name   string
		change func(*pair, *canonical.SignIn)
		want   error
	}{
		{"begun too long ago", func(p *pair, _ *canonical.SignIn) { p.now = noon.Add(11 * time.Minute) }, openid.Late},
		{"sent by another provider", func(_ *pair, s *canonical.SignIn) { s.Issuer = "https://evil.example" }, openid.Mixed},
		{"a code that nobody gave", func(_ *pair, s *canonical.SignIn) { s.Code = "guess" }, openid.Spent},
		{"a code of another browser's sign-in", func(p *pair, s *canonical.SignIn) { b, _ := p.Begin(redirect, false); s.Secret = b.Secret }, openid.Spent},
		{"another redirect", func(_ *pair, s *canonical.SignIn) { s.Redirect += "x" }, openid.Spent},
		{"not a client", func(p *pair, _ *canonical.SignIn) { p.there.Secret = "unknown" }, openid.Unwelcome},
		{"refused without a reason", answers(400, "no"), openid.Unwelcome},
		{"sent elsewhere", answers(302, ""), openid.Unwelcome},
		{"no JSON", answers(200, "<html>"), openid.Tokenless},
		{"no ID token", answers(200, `{"access_token":"x"}`), openid.Tokenless},
		{"two ID tokens", answers(200, `{"id_token":"a.b.c","id_token":"a.b.c"}`), openid.Tokenless},
		{"an ID token that is none", answers(200, `{"id_token":"x"}`), openid.Malformed},
		{"a long one", answers(200, `{"id_token":"`+strings.Repeat("x", 20<<10)+`"}`), openid.Malformed},
		{"unsigned", func(p *pair, _ *canonical.SignIn) {
			p.there.Sign = func(claims []byte) string {
				encode := base64.RawURLEncoding.EncodeToString
				return encode([]byte(`{"alg":"none"}`)) + "." + encode(claims) + "."
			}
		}, openid.Algorithm},
		{"signed with the client's secret", func(p *pair, _ *canonical.SignIn) {
			p.there.Sign = func(claims []byte) string {
				s, _ := jwt.Sign(claims, "JWT", jose.JSONWebKey{Key: bytes.Repeat([]byte("k"), 32), KeyID: "k1"}, jose.HS256)
				return s
			}
		}, openid.Algorithm},
		{"an access token", func(p *pair, _ *canonical.SignIn) { p.there.Type = "at+jwt" }, openid.Type},
		{"a logout token", func(p *pair, _ *canonical.SignIn) { p.there.Type = "logout+jwt" }, openid.Type},
		{"signed by a stranger", func(p *pair, _ *canonical.SignIn) {
			p.there.Sign = func(claims []byte) string { s, _ := jwt.Sign(claims, "JWT", stranger, jose.ES256); return s }
		}, openid.Signature},
		{"signed with an unknown key", func(p *pair, _ *canonical.SignIn) {
			p.there.Sign = func(claims []byte) string {
				s, _ := jwt.Sign(claims, "JWT", jose.JSONWebKey{Key: signer.Key, KeyID: "k9"}, jose.ES256)
				return s
			}
		}, openid.UnknownKey},
		{"without the key's name, where there are two", func(p *pair, _ *canonical.SignIn) {
			p.there.Key.KeyID, p.there.Others = "", []jose.JSONWebKey{second.Public()}
		}, openid.UnknownKey},
		{"without the key's name, where it could be of another kind", func(p *pair, _ *canonical.SignIn) {
			edPublic, _, _ := ed25519.GenerateKey(rand.Reader)
			p.there.Key.KeyID, p.there.Others = "", []jose.JSONWebKey{{Key: edPublic, KeyID: "ed"}}
		}, openid.UnknownKey},
		{"without the key's name, by a stranger", func(p *pair, _ *canonical.SignIn) {
			p.there.Sign = func(claims []byte) string {
				s, _ := jwt.Sign(claims, "JWT", jose.JSONWebKey{Key: stranger.Key}, jose.ES256)
				return s
			}
		}, openid.UnknownKey},
		{"another issuer", says(func(t *openidtest.IDToken) { t.Issuer = idp + "/" }), openid.Issuer},
		{"nobody's", says(func(t *openidtest.IDToken) { t.Subject = "" }), openid.Incomplete},
		{"of a long name", says(func(t *openidtest.IDToken) { t.Subject = strings.Repeat("x", 256) }), openid.Incomplete},
		{"without end", says(func(t *openidtest.IDToken) { t.Expires = 0 }), openid.Incomplete},
		{"without beginning", says(func(t *openidtest.IDToken) { t.Issued = 0 }), openid.Incomplete},
		{"for another client", says(func(t *openidtest.IDToken) { t.Audience = []string{"other"} }), openid.Audience},
		{"for nobody", says(func(t *openidtest.IDToken) { t.Audience = nil }), openid.Audience},
		{"for two, issued to nobody", says(func(t *openidtest.IDToken) { t.Audience = append(t.Audience, "other") }), openid.Audience},
		{"issued to another client", says(func(t *openidtest.IDToken) { t.Authorized = "other" }), openid.Audience},
		{"expired", says(func(t *openidtest.IDToken) { t.Expires = seconds(-time.Minute) }), openid.Expired},
		{"issued later", says(func(t *openidtest.IDToken) { t.Issued = seconds(61 * time.Second) }), openid.Early},
		{"not yet good", says(func(t *openidtest.IDToken) { t.NotBefore = seconds(61 * time.Second) }), openid.Early},
		{"of another sign-in", says(func(t *openidtest.IDToken) { t.Nonce = strings.Repeat("n", 43) }), openid.Nonce},
		{"of no sign-in", says(func(t *openidtest.IDToken) { t.Nonce = "" }), openid.Nonce},
		{"the endpoint is down", func(p *pair, _ *canonical.SignIn) {
			p.there.Fail = func() (int, []byte, error) { return 0, nil, errors.New("no route to host") }
		}, canonical.ErrUnverifiable},
		{"the endpoint fails", answers(502, "bad gateway"), canonical.ErrUnverifiable},
		{"the endpoint is busy", answers(429, ""), canonical.ErrUnverifiable},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPair(t, nil)
			s := p.visit(t, "ana@mail.example")
			tt.change(p, &s)
			got, err := p.Redeem(t.Context(), s)
			if !errors.Is(err, tt.want) || !got.Principal.Anonymous() {
				t.Errorf("%+v, %v, want %v", got, err, tt.want)
			}
			if _, told := errors.AsType[canonical.SignInFault](err); told == errors.Is(err, canonical.ErrUnverifiable) {
				t.Errorf("%v is no fault that a guest can be told, or two", err)
			}
			for _, secret := range []string{"ana@", s.Code, s.Secret, idp} {
				if text := fmt.Sprintf("%v %+v %#v %v %#v", err, err, err, s, s); strings.Contains(text, secret) {
					t.Errorf("%q is told in %s", secret, text)
				}
			}
		})
	}
}

// A code is good once.
func TestReplay(t *testing.T) {
	p := newPair(t, nil)
	s := p.visit(t, "guest-1")
	if _, err := p.Redeem(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Redeem(t.Context(), s); !errors.Is(err, openid.Spent) {
		t.Error(err)
	}
}

// A token for several clients is good if it was issued to the desk.
func TestAudiences(t *testing.T) {
	p := newPair(t, nil)
	p.there.Change = func(t *openidtest.IDToken) { t.Audience, t.Authorized = []string{"api", client}, client }
	if _, err := p.Redeem(t.Context(), p.visit(t, "guest-1")); err != nil {
		t.Error(err)
	}
}

// While the keys cannot be had, nobody is known and nobody is refused; and an
// endpoint that never answers is not waited for.
func TestOutOfReach(t *testing.T) {
	clock := func() time.Time { return noon }
	p := newPair(t, func(c *openid.Config, _ *openidtest.Provider) {
		c.Keys = jwks.New(func(context.Context) ([]byte, error) { return nil, errors.New("no route to host") }, clock)
	})
	if _, err := p.Redeem(t.Context(), p.visit(t, "guest-1")); !errors.Is(err, canonical.ErrUnverifiable) {
		t.Error(err)
	}
	bounded := false
	p = newPair(t, func(c *openid.Config, _ *openidtest.Provider) {
		c.Exchange = func(ctx context.Context, _, _ string) (int, []byte, error) {
			at, ok := ctx.Deadline()
			bounded = ok && time.Until(at) < 5*time.Second
			return 0, nil, context.DeadlineExceeded
		}
	})
	if _, err := p.Redeem(t.Context(), p.visit(t, "guest-1")); !errors.Is(err, canonical.ErrUnverifiable) || !bounded {
		t.Errorf("%v, bounded %v", err, bounded)
	}
}

func TestNew(t *testing.T) {
	for address, good := range map[string]bool{
		page: true, page + "?a=1": true, "http://localhost:9/authorize": true,
		"": false, "/authorize": false, "https://": false, page + "#a": false, "https://a:b@id.example/": false, "javascript:alert(1)": false, page + "?a=%zz": false,
	} {
		if _, err := openid.New(openid.Config{Authorization: address, Client: client}); good != (err == nil) {
			t.Errorf("%q: %v", address, err)
		}
	}
	if _, err := openid.New(openid.Config{Authorization: page}); err == nil {
		t.Error("a provider without a client")
	}
}

// Whatever a token endpoint answers, nobody is signed in by it who was not.
func FuzzRedeem(f *testing.F) {
	sum := sha256.Sum256([]byte("x"))
	f.Add(200, `{"id_token":"eyJhbGciOiJFUzI1NiJ9.e30.AA"}`)
	f.Add(400, `{"error":"invalid_grant"}`)
	f.Add(200, string(sum[:]))
	f.Fuzz(func(t *testing.T, status int, body string) {
		p := newPair(t, nil)
		p.there.Fail = func() (int, []byte, error) { return status, []byte(body), nil }
		if got, err := p.Redeem(t.Context(), p.visit(t, "guest-1")); err == nil || !got.Principal.Anonymous() {
			t.Errorf("%d %q: %+v, %v", status, body, got, err)
		}
	})
}
