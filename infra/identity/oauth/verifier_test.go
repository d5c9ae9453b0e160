package oauth_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/infra/identity/internal/jwt"
	"hora/infra/identity/jwks"
	"hora/infra/identity/oauth"
	"hora/infra/identity/oauth/issuer"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const (
	people   = "https://id.example"
	machines = "https://machines.example"
	resource = "https://agents.example"
	typ      = "at+jwt"
)

// keys of the issuers, and one of somebody else.
var (
	ecKey   = jose.JSONWebKey{Key: p256("ec"), KeyID: "ec"}
	rsaKey  = jose.JSONWebKey{Key: generate(rsa.GenerateKey(rand.Reader, 2048)), KeyID: "rsa"}
	edKey   = jose.JSONWebKey{Key: ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, 32)), KeyID: "ed"}
	machine = jose.JSONWebKey{Key: p256("machine"), KeyID: "ec"}
	other   = jose.JSONWebKey{Key: p256("other"), KeyID: "ec"}
)

// p256 is a key that is the same in every run.
func p256(whose string) *ecdsa.PrivateKey {
	secret := sha256.Sum256([]byte(whose))
	return generate(ecdsa.ParseRawPrivateKey(elliptic.P256(), secret[:]))
}

func generate[K any](k K, err error) K {
	if err != nil {
		panic(err)
	}
	return k
}

// published is the JWK Set of some keys.
func published(keys ...jose.JSONWebKey) []byte {
	var set jose.JSONWebKeySet
	for _, k := range keys {
		set.Keys = append(set.Keys, k.Public())
	}
	return generate(json.Marshal(set))
}

func clock() time.Time { return noon }

func newVerifier() *oauth.Verifier {
	return oauth.New(oauth.Config{
		Issuers: []oauth.Issuer{
			{ID: people, Keys: jwks.New(jwks.Fixed(published(ecKey, rsaKey, edKey)), clock), Guests: true},
			{ID: machines, Keys: jwks.New(jwks.Fixed(published(machine)), clock)},
		},
		Resource: resource, Clock: clock,
	})
}

// claims are those of a good token, with some set otherwise; null takes one
// out. A name in quotes is added as it stands.
func claims(changes ...string) []byte {
	all := []string{`"iss"`, `"` + people + `"`, `"sub"`, `"guest-1"`, `"aud"`, `"` + resource + `"`, `"client_id"`, `"web"`,
		`"iat"`, "1772366400", `"exp"`, "1772370000", `"jti"`, `"t1"`, `"scope"`, `"bookings:write"`}
	for i := 0; i < len(changes); i += 2 {
		found := false
		for j := 0; j < len(all); j += 2 {
			if all[j] == `"`+changes[i]+`"` {
				all[j+1], found = changes[i+1], true
			}
		}
		if !found {
			all = append(all, `"`+strings.Trim(changes[i], `"`)+`"`, changes[i+1])
		}
	}
	var members []string
	for i := 0; i < len(all); i += 2 {
		if all[i+1] != "" {
			members = append(members, all[i]+":"+all[i+1])
		}
	}
	return []byte("{" + strings.Join(members, ",") + "}")
}

func signed(changes ...string) string {
	return generate(jwt.Sign(claims(changes...), typ, ecKey, jose.ES256))
}

func seconds(d time.Duration) string { return fmt.Sprint(noon.Add(d).Unix()) }

func TestPrincipals(t *testing.T) {
	guest := canonical.Principal{Role: canonical.RoleGuest, ID: "f94c1d643eb2e7e1cc9dd3df0904ee84", Scope: "bookings:write", Agent: "web"}
	agent := guest
	agent.Role = canonical.RoleAgent
	with := func(p canonical.Principal, change func(*canonical.Principal)) canonical.Principal {
		change(&p)
		return p
	}
	for _, c := range []struct {
		name, token, resource string
		want                  canonical.Principal
	}{
		{"a guest", signed(), "", guest},
		{"as the demonstration issuer mints it", generate(issuer.Token{Issuer: people, Subject: "guest-1", Audience: resource, Client: "web", Scope: "bookings:write",
			ID: "t1", Issued: noon, Expires: noon.Add(time.Hour)}.Sign(ecKey, jose.ES256)), "", guest},
		{"by RSA", generate(jwt.Sign(claims(), typ, rsaKey, jose.RS256)), "", guest},
		{"by RSA-PSS", generate(jwt.Sign(claims(), typ, rsaKey, jose.PS256)), "", guest},
		{"by Ed25519", generate(jwt.Sign(claims(), typ, edKey, jose.EdDSA)), "", guest},
		{"with the long media type", generate(jwt.Sign(claims(), "Application/AT+JWT", ecKey, jose.ES256)), "", guest},
		{"for several", signed("aud", `["https://other.example","https://agents.example"]`), "", guest},
		{"for the resource that was called", signed("aud", `"https://lakes.example"`), "https://lakes.example", guest},
		{"through another client, with other rights", signed("client_id", `"app"`, "scope", ""), "",
			with(guest, func(p *canonical.Principal) { p.Agent, p.Scope = "app", "" })},
		{"with an agent that acts", signed("act", `{"sub":"agent-7","more":1}`), "", with(guest, func(p *canonical.Principal) { p.Agent = "agent-7" })},
		{"with claims of the issuer's own", signed("https://id.example/tier", `{"a":[1]}`), "", guest},
		{"with fractions of a second", signed("iat", "1772366400.5", "exp", "1.77237e9"), "", guest},
		{"a client on its own behalf", signed("sub", `"web"`), "", with(agent, func(p *canonical.Principal) { p.ID = "b2ae788b1ba3773ec4748ded5c02735a" })},
		{"an issuer that knows no people", generate(jwt.Sign(claims("iss", `"`+machines+`"`), typ, machine, jose.ES256)), "",
			with(agent, func(p *canonical.Principal) { p.ID = "8ea0098fe6d72593141ad454904ec52d" })},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := newVerifier().Verify(t.Context(), c.token, c.resource)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFaults(t *testing.T) {
	part := strings.Split(signed(), ".")
	header := func(h string) string {
		return base64.RawURLEncoding.EncodeToString([]byte(h)) + "." + part[1] + "." + part[2]
	}
	public := published(ecKey)
	unsigned := generate(issuer.Token{Issuer: people, Subject: "guest-1", Audience: resource, Client: "web", ID: "t1", Issued: noon, Expires: noon.Add(time.Hour)}.Unsigned())
	shared := jose.JSONWebKey{Key: public, KeyID: "ec"}
	embedded := func() string {
		s := generate(jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: other}, (&jose.SignerOptions{EmbedJWK: true}).WithType(typ)))
		return generate(generate(s.Sign(claims())).CompactSerialize())
	}()
	critical := func() string {
		s := generate(jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: ecKey}, (&jose.SignerOptions{}).WithType(typ).WithBase64(false)))
		return generate(generate(s.Sign(claims())).CompactSerialize())
	}()
	for _, c := range []struct {
		name, token string
		want        oauth.Fault
	}{
		{"nothing", "", oauth.Malformed},
		{"a demo key", "demo-key", oauth.Malformed},
		{"a word with dots", "a.b.c", oauth.Malformed},
		{"two parts", part[0] + "." + part[1], oauth.Malformed},
		{"four parts", signed() + ".", oauth.Malformed},
		{"an encrypted token", "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0....", oauth.Malformed},
		{"the JSON serialization", `{"payload":"` + part[1] + `","protected":"` + part[0] + `","signature":"` + part[2] + `"}`, oauth.Malformed},
		{"a line break", part[0] + "." + part[1] + "\n." + part[2], oauth.Malformed},
		{"a header that is no object", header(`["ES256"]`), oauth.Malformed},
		{"no header", "." + part[1] + "." + part[2], oauth.Algorithm},
		{"a name twice in the header", header(`{"alg":"none","alg":"ES256","typ":"at+jwt","kid":"ec"}`), oauth.Malformed},
		{"a header that must be understood", critical, oauth.Malformed},
		{"too long", generate(jwt.Sign(claims("x", `"`+strings.Repeat("x", 8000)+`"`), typ, ecKey, jose.ES256)), oauth.Malformed},
		{"claims that are no object", generate(jwt.Sign([]byte(`[]`), typ, ecKey, jose.ES256)), oauth.Malformed},
		{"claims that are no JSON", generate(jwt.Sign([]byte(`{`), typ, ecKey, jose.ES256)), oauth.Malformed},
		{"a claim twice", signed(`aud"`, `"https://agents.example","aud":"https://agents.example"`), oauth.Malformed},
		{"an expiry in words", signed("exp", `"1772370000"`), oauth.Malformed},
		{"an expiry beyond time", signed("exp", `1e300`), oauth.Malformed},
		{"an audience of numbers", signed("aud", `[1]`), oauth.Malformed},
		{"a scope in a list", signed("scope", `["bookings:write"]`), oauth.Malformed},

		{"alg none", unsigned, oauth.Algorithm},
		{"alg none, with a signature", header(`{"alg":"none","typ":"at+jwt","kid":"ec"}`), oauth.Algorithm},
		{"alg None", header(`{"alg":"None","typ":"at+jwt","kid":"ec"}`), oauth.Algorithm},
		{"no alg", header(`{"typ":"at+jwt","kid":"ec"}`), oauth.Algorithm},
		{"HMAC with the public key", generate(jwt.Sign(claims(), typ, shared, jose.HS256)), oauth.Algorithm},
		{"ES512", header(`{"alg":"ES512","typ":"at+jwt","kid":"ec"}`), oauth.Algorithm},

		{"no type", generate(jwt.Sign(claims(), "", ecKey, jose.ES256)), oauth.Type},
		{"an id token", generate(jwt.Sign(claims(), "JWT", ecKey, jose.ES256)), oauth.Type},
		{"a type that is no text", header(`{"alg":"ES256","typ":1,"kid":"ec"}`), oauth.Type},

		{"no kid", generate(jwt.Sign(claims(), typ, jose.JSONWebKey{Key: ecKey.Key}, jose.ES256)), oauth.UnknownKey},
		{"an unknown kid", generate(jwt.Sign(claims(), typ, jose.JSONWebKey{Key: ecKey.Key, KeyID: "old"}, jose.ES256)), oauth.UnknownKey},
		{"a kid of a key of another kind", generate(jwt.Sign(claims(), typ, jose.JSONWebKey{Key: ecKey.Key, KeyID: "rsa"}, jose.ES256)), oauth.UnknownKey},
		{"its own key in the header", embedded, oauth.UnknownKey},

		{"another issuer", signed("iss", `"https://evil.example"`), oauth.UnknownIssuer},
		{"nearly the issuer", signed("iss", `"https://id.example/"`), oauth.UnknownIssuer},
		{"no issuer", signed("iss", ""), oauth.UnknownIssuer},

		{"another's key", generate(jwt.Sign(claims(), typ, other, jose.ES256)), oauth.Signature},
		{"one issuer for the other", generate(jwt.Sign(claims("iss", `"`+people+`"`), typ, machine, jose.ES256)), oauth.Signature},
		{"claims changed", part[0] + "." + base64.RawURLEncoding.EncodeToString(claims("sub", `"guest-2"`)) + "." + part[2], oauth.Signature},
		{"no signature", part[0] + "." + part[1] + ".", oauth.Signature},
		{"an empty signature of the right length", part[0] + "." + part[1] + "." + strings.Repeat("A", 86), oauth.Signature},
		{"another token's signature", part[0] + "." + part[1] + "." + strings.Split(signed("jti", `"t2"`), ".")[2], oauth.Signature},

		{"no expiry", signed("exp", ""), oauth.Incomplete},
		{"no beginning", signed("iat", ""), oauth.Incomplete},
		{"no subject", signed("sub", ""), oauth.Incomplete},
		{"an empty subject", signed("sub", `""`), oauth.Incomplete},
		{"a long subject", signed("sub", `"`+strings.Repeat("x", 256)+`"`), oauth.Incomplete},
		{"no client", signed("client_id", ""), oauth.Incomplete},
		{"no id", signed("jti", ""), oauth.Incomplete},
		{"a long actor", signed("act", `{"sub":"`+strings.Repeat("x", 256)+`"}`), oauth.Incomplete},

		{"for somebody else", signed("aud", `"https://other.example"`), oauth.Audience},
		{"for a part of us", signed("aud", `"https://agents.example/mcp"`), oauth.Audience},
		{"for nobody", signed("aud", ""), oauth.Audience},
		{"for an empty name", signed("aud", `""`), oauth.Audience},

		{"expired an hour ago", signed("iat", seconds(-2*time.Hour), "exp", seconds(-time.Hour)), oauth.Expired},
		{"expired before clocks differ", signed("exp", seconds(-time.Minute)), oauth.Expired},
		{"issued later", signed("iat", seconds(61*time.Second)), oauth.Early},
		{"not yet good", signed("nbf", seconds(61*time.Second)), oauth.Early},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := newVerifier().Verify(t.Context(), c.token, "")
			if fault, ok := errors.AsType[oauth.Fault](err); !ok || fault != c.want {
				t.Errorf("%v, want %v", err, c.want)
			}
			if got != (canonical.Principal{}) {
				t.Errorf("and yet it is %+v", got)
			}
			if leaks(err, c.token) {
				t.Errorf("%v tells of the token", err)
			}
		})
	}
}

// leaks says whether an error repeats anything of a token.
func leaks(err error, token string) bool {
	text := fmt.Sprintf("%v %+v %#v", err, err, err)
	for n := 0; n+8 <= len(token); n++ {
		if strings.Contains(text, token[n:n+8]) {
			return true
		}
	}
	return strings.Contains(text, "guest-1") || strings.Contains(text, "example")
}

// Clocks may differ by a minute, either way.
func TestSkew(t *testing.T) {
	for _, token := range []string{
		signed("exp", seconds(-59*time.Second)), signed("iat", seconds(time.Minute)), signed("nbf", seconds(time.Minute)),
	} {
		if _, err := newVerifier().Verify(t.Context(), token, ""); err != nil {
			t.Error(err)
		}
	}
}

// A token for one resource is no token for another, whichever the deployment's
// own is; and without any, no token is good.
func TestResource(t *testing.T) {
	if _, err := newVerifier().Verify(t.Context(), signed(), "https://lakes.example"); !errors.Is(err, oauth.Audience) {
		t.Error(err)
	}
	v := oauth.New(oauth.Config{Issuers: []oauth.Issuer{{ID: people, Keys: jwks.New(jwks.Fixed(published(ecKey)), clock)}}, Clock: clock})
	if _, err := v.Verify(t.Context(), signed("aud", `""`), ""); !errors.Is(err, oauth.Audience) {
		t.Error(err)
	}
}

// While an issuer's keys cannot be had, nobody is known and nobody is refused;
// and a token of an unknown issuer has nobody's keys read.
func TestKeysOutOfReach(t *testing.T) {
	reads := 0
	down := jwks.New(func(context.Context) ([]byte, error) { reads++; return nil, errors.New("no route to host") }, clock)
	v := oauth.New(oauth.Config{Issuers: []oauth.Issuer{{ID: people, Keys: down}}, Resource: resource, Clock: clock})
	for _, token := range []string{signed("iss", `"https://evil.example"`), "demo-key", generate(jwt.Sign(claims(), "JWT", ecKey, jose.ES256))} {
		if _, err := v.Verify(t.Context(), token, ""); errors.Is(err, canonical.ErrUnverifiable) || reads > 0 {
			t.Errorf("%v after %d readings", err, reads)
		}
	}
	p, err := v.Verify(t.Context(), signed(), "")
	if !errors.Is(err, canonical.ErrUnverifiable) || !p.Anonymous() || leaks(err, signed()) {
		t.Errorf("%+v, %v", p, err)
	}
}

// A new key is known as soon as it is published, an old one as long as it is.
func TestRotation(t *testing.T) {
	now := noon
	set := published(ecKey)
	keys := jwks.New(func(context.Context) ([]byte, error) { return set, nil }, func() time.Time { return now })
	v := oauth.New(oauth.Config{Issuers: []oauth.Issuer{{ID: people, Keys: keys}}, Resource: resource, Clock: clock})
	verify := func(k jose.JSONWebKey) error {
		_, err := v.Verify(t.Context(), generate(jwt.Sign(claims(), typ, k, jose.ES256)), "")
		return err
	}
	next := jose.JSONWebKey{Key: other.Key, KeyID: "next"}
	if err := verify(ecKey); err != nil {
		t.Fatal(err)
	}
	if err := verify(next); !errors.Is(err, oauth.UnknownKey) {
		t.Error(err)
	}
	set, now = published(ecKey, next), now.Add(jwks.Pause)
	if err := errors.Join(verify(next), verify(ecKey)); err != nil {
		t.Error(err)
	}
	set, now = published(next), now.Add(jwks.Fresh)
	if err := verify(ecKey); !errors.Is(err, oauth.UnknownKey) {
		t.Error(err)
	}
}

// A kid that was never published costs its issuer one reading a minute, however
// many tokens name it.
func TestUnknownKeysAreNotAskedForAgain(t *testing.T) {
	reads := 0
	keys := jwks.New(func(context.Context) ([]byte, error) { reads++; return published(ecKey), nil }, clock)
	v := oauth.New(oauth.Config{Issuers: []oauth.Issuer{{ID: people, Keys: keys}}, Resource: resource, Clock: clock})
	for i := range 100 {
		token := generate(jwt.Sign(claims(), typ, jose.JSONWebKey{Key: other.Key, KeyID: fmt.Sprint("guess", i)}, jose.ES256))
		if _, err := v.Verify(t.Context(), token, ""); !errors.Is(err, oauth.UnknownKey) {
			t.Fatal(err)
		}
	}
	if reads != 1 {
		t.Errorf("%d readings", reads)
	}
}

// Verify takes anything, believes only what was signed, and never panics.
func FuzzVerify(f *testing.F) {
	v := newVerifier()
	for _, token := range []string{signed(), generate(issuer.Token{Issuer: people}.Unsigned()), "a.b.c", "..", "eyJhbGciOiJFUzI1NiJ9.e30.AA"} {
		f.Add(token)
	}
	f.Fuzz(func(t *testing.T, token string) {
		p, err := v.Verify(t.Context(), token, "")
		if _, fault := errors.AsType[oauth.Fault](err); err != nil && !fault {
			t.Errorf("%q: %v", token, err)
		}
		if err == nil && p.ID != "f94c1d643eb2e7e1cc9dd3df0904ee84" {
			t.Errorf("%q is %+v", token, p)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	v, token := newVerifier(), signed()
	for b.Loop() {
		if _, err := v.Verify(b.Context(), token, ""); err != nil {
			b.Fatal(err)
		}
	}
}
