package jwks_test

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"

	"hora/canonical"
	"hora/infra/identity/jwks"
)

func jwk(t *testing.T, k jose.JSONWebKey) string {
	t.Helper()
	b, err := json.Marshal(k)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Which keys of a set can be used, and for which algorithms.
func TestKeys(t *testing.T) {
	t.Setenv("GODEBUG", "rsa1024min=0")
	p256, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	p384, _ := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	strong, _ := rsa.GenerateKey(rand.Reader, 2048)
	weak, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	edPublic, edPrivate, _ := ed25519.GenerateKey(rand.Reader)
	keys := []string{
		jwk(t, jose.JSONWebKey{Key: &p256.PublicKey, KeyID: "p256"}),
		jwk(t, jose.JSONWebKey{Key: &p256.PublicKey, KeyID: "p256-alg", Algorithm: "ES256", Use: "sig"}),
		jwk(t, jose.JSONWebKey{Key: &p256.PublicKey, KeyID: "p256-other", Algorithm: "ES384"}),
		jwk(t, jose.JSONWebKey{Key: &p256.PublicKey, KeyID: "p256-enc", Use: "enc"}),
		jwk(t, jose.JSONWebKey{Key: p256, KeyID: "p256-private"}),
		jwk(t, jose.JSONWebKey{Key: &p384.PublicKey, KeyID: "p384"}),
		jwk(t, jose.JSONWebKey{Key: &strong.PublicKey, KeyID: "rsa"}),
		jwk(t, jose.JSONWebKey{Key: &strong.PublicKey, KeyID: "rsa-ps", Algorithm: "PS256"}),
		jwk(t, jose.JSONWebKey{Key: &weak.PublicKey, KeyID: "rsa-weak"}),
		jwk(t, jose.JSONWebKey{Key: edPublic, KeyID: "ed"}),
		jwk(t, jose.JSONWebKey{Key: edPrivate, KeyID: "ed-private"}),
		jwk(t, jose.JSONWebKey{Key: []byte("a shared secret of thirty-two by"), KeyID: "oct"}),
		jwk(t, jose.JSONWebKey{Key: &p256.PublicKey}),
		`{"kty":"XYZ","kid":"future","x":"AA"}`,
		`{"kid":"nothing"}`,
		`"text"`,
		`{"kty":"EC","kid":"off-curve","crv":"P-256","x":"WbbXwVYGdJoP4Xm3qCkGvBRcRvKtEfXDbWvPzpPS8LA","y":"WbbXwVYGdJoP4Xm3qCkGvBRcRvKtEfXDbWvPzpPS8LA"}`,
		jwk(t, jose.JSONWebKey{Key: &p256.PublicKey, KeyID: "two"}),
		jwk(t, jose.JSONWebKey{Key: edPublic, KeyID: "two"}),
	}
	s := jwks.New(jwks.Fixed([]byte(`{"other":1,"keys":[`+strings.Join(keys, ",")+`]}`)), time.Now)
	want := map[string]string{
		"p256": "ES256", "p256-alg": "ES256", "rsa": "RS256 PS256", "rsa-ps": "PS256", "ed": "EdDSA", "two": "ES256 EdDSA",
		"p256-other": "", "p256-enc": "", "p256-private": "", "p384": "", "rsa-weak": "", "ed-private": "", "oct": "", "": "",
		"future": "", "nothing": "", "off-curve": "", "none": "",
	}
	every := []jose.SignatureAlgorithm{jose.HS256, jose.ES256, jose.ES384, jose.RS256, jose.PS256, jose.EdDSA, "none", ""}
	for kid, algorithms := range want {
		var good []string
		for _, alg := range every {
			switch keys, err := s.Keys(t.Context(), kid, alg); {
			case err == nil && len(keys) == 1:
				good = append(good, string(alg))
			case !errors.Is(err, jwks.ErrUnknown):
				t.Errorf("%s %s: %v", kid, alg, err)
			}
		}
		if got := strings.Join(good, " "); got != algorithms {
			t.Errorf("%s is good for %q, want %q", kid, got, algorithms)
		}
	}
}

// The only key of a set needs no name. It is not the only one beside any other
// that something accepted can be verified with, and is good for its algorithms.
func TestOnly(t *testing.T) {
	p256, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	p384, _ := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	edPublic, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	one, named := jwk(t, jose.JSONWebKey{Key: &p256.PublicKey}), jwk(t, jose.JSONWebKey{Key: &p256.PublicKey, KeyID: "a"})
	useless := jwk(t, jose.JSONWebKey{Key: &p384.PublicKey, KeyID: "b"}) + "," + jwk(t, jose.JSONWebKey{Key: &p256.PublicKey, Use: "enc"})
	for _, tt := range []struct {
		name, keys string
		alg        jose.SignatureAlgorithm
		fails      bool // the test
		want       bool
	}{
		{"one", one, jose.ES256, false, true},
		{"one with a name", named, jose.ES256, false, true},
		{"one beside useless ones", useless + "," + one, jose.ES256, false, true},
		{"one that is another's", one, jose.ES256, true, false},
		{"for another algorithm", one, jose.EdDSA, false, false},
		{"for none", one, "none", false, false},
		{"two", one + "," + named, jose.ES256, false, false},
		{"two without a name", one + "," + one, jose.ES256, false, false},
		{"one of each kind", one + "," + jwk(t, jose.JSONWebKey{Key: edPublic}), jose.ES256, false, false},
		{"only useless ones", useless, jose.ES256, false, false},
	} {
		s := jwks.New(jwks.Fixed([]byte(`{"keys":[`+tt.keys+`]}`)), time.Now)
		k, err := s.Only(t.Context(), tt.alg, func(jose.JSONWebKey) bool { return !tt.fails })
		if (err == nil) != tt.want || err == nil && !p256.PublicKey.Equal(k.Key) || err != nil && !errors.Is(err, jwks.ErrUnknown) {
			t.Errorf("%s: %v, %v", tt.name, k, err)
		}
		if _, err := s.Keys(t.Context(), "", tt.alg); err == nil {
			t.Errorf("%s: no name is a name", tt.name)
		}
	}
}

func TestNoSet(t *testing.T) {
	many := make([]string, 101)
	for i := range many {
		many[i] = fmt.Sprint("k", i)
	}
	for name, text := range map[string]string{
		"nothing":            ``,
		"a page":             `<html>`,
		"an array":           `[]`,
		"no keys":            `{}`,
		"null":               `{"keys":null}`,
		"no key":             `{"keys":[]}`,
		"keys of other kind": `{"keys":[{"kty":"oct","kid":"a","k":"c2VjcmV0"}]}`,
		"only a private key": `{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}]}`,
		"twice the keys":     `{"keys":[],"keys":[` + fmt.Sprintf(ec, "a") + `]}`,
		"cut off":            string(set("a"))[:60],
		"too many":           string(set(many...)),
		"too long":           string(set("a")) + strings.Repeat(" ", 256<<10),
	} {
		s := jwks.New(jwks.Fixed([]byte(text)), time.Now)
		_, err := s.Keys(t.Context(), "a", jose.ES256)
		if !errors.Is(err, canonical.ErrUnverifiable) || strings.Contains(fmt.Sprint(err), "c2Vj") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
