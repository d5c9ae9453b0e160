package seal_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/infra/identity/seal"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// offer stands for what a binding seals.
type offer struct {
	ID    string          `json:"jti"`
	Host  string          `json:"iss"`
	Price canonical.Money `json:"prc"`
}

var pheasant = offer{"01M3A9S2K5WQ7V0C8N4XJ6RTEB", "https://agents.example", canonical.Money{Amount: 24000, Currency: "GBP"}}

func secret(id string, fill byte) seal.Secret {
	return seal.Secret{ID: id, Key: []byte(strings.Repeat(string(rune(fill)), seal.MinSecret))}
}

func newSealer(t testing.TB, secrets ...seal.Secret) *seal.Sealer {
	t.Helper()
	s, err := seal.New(secrets...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func life() canonical.Life { return canonical.Until(noon, noon.Add(canonical.MaxLife)) }

func mustSeal(t testing.TB, s *seal.Sealer, p canonical.Purpose, claims any) string {
	t.Helper()
	token, err := s.Seal(p, claims, life())
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestRoundTrip(t *testing.T) {
	s := newSealer(t, secret("2026-03a", 'a'))
	for _, p := range canonical.Purposes {
		token := mustSeal(t, s, p, pheasant)
		var got offer
		l, err := s.Open(p, token, &got)
		if err != nil {
			t.Fatal(p, err)
		}
		if diff := cmp.Diff(pheasant, got); diff != "" {
			t.Error(p, diff)
		}
		if diff := cmp.Diff(life(), l); diff != "" {
			t.Error(p, diff)
		}
		if strings.Contains(token, "agents") || len(token) > 1000 {
			t.Errorf("%s: %s", p, token)
		}
	}
	if a, b := mustSeal(t, s, canonical.SealOffer, pheasant), mustSeal(t, s, canonical.SealOffer, pheasant); a == b {
		t.Error("two equal offers have one token")
	}
}

// A token is what RFC 7516 says it is: it opens with nothing but AES-GCM, and
// has the form that the registry's schema demands of an offer id.
func TestForm(t *testing.T) {
	key := secret("2026-03a", 'a')
	token := mustSeal(t, newSealer(t, key), canonical.SealOffer, pheasant)
	parts := strings.Split(token, ".")
	if len(parts) != 5 || parts[1] != "" || len(parts[2]) != 16 || len(parts[4]) != 22 {
		t.Fatal(token)
	}
	var raw [5][]byte
	for i, p := range parts {
		raw[i], _ = base64.RawURLEncoding.DecodeString(p)
	}
	if got, want := string(raw[0]), `{"alg":"dir","enc":"A256GCM","kid":"2026-03a","typ":"offer+jwe"}`; got != want {
		t.Errorf("header %s", got)
	}
	derived, err := hkdf.Key(sha256.New, key.Key, nil, "hora offer+jwe", 32)
	if err != nil {
		t.Fatal(err)
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	content, err := gcm.Open(nil, raw[2], append(raw[3], raw[4]...), []byte(parts[0]))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"v":1,"iat":1772366400,"exp":1772367300,"claims":{"jti":"01M3A9S2K5WQ7V0C8N4XJ6RTEB","iss":"https://agents.example","prc":{"amount":24000,"currency":"GBP"}}}`
	if string(content) != want {
		t.Errorf("content %s", content)
	}
}

// foreign makes a token like ours in whatever way a caller could, given a key.
func foreign(t *testing.T, key []byte, header map[jose.HeaderKey]any, zip jose.CompressionAlgorithm, content string) string {
	t.Helper()
	e, err := jose.NewEncrypter(jose.A256GCM, jose.Recipient{Algorithm: jose.DIRECT, Key: key, KeyID: "a"}, &jose.EncrypterOptions{ExtraHeaders: header, Compression: zip})
	if err != nil {
		t.Fatal(err)
	}
	o, err := e.Encrypt([]byte(content))
	if err != nil {
		t.Fatal(err)
	}
	token, err := o.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// Whatever is wrong with a token, it does not open; why is known inside, and
// is one and the same thing outside.
func TestFaults(t *testing.T) {
	s := newSealer(t, secret("a", 'a'))
	good := mustSeal(t, s, canonical.SealOffer, pheasant)
	part := strings.Split(good, ".")
	join := func(parts ...string) string { return strings.Join(parts, ".") }
	key, _ := hkdf.Key(sha256.New, secret("a", 'a').Key, nil, "hora offer+jwe", 32)
	typ := map[jose.HeaderKey]any{"typ": "offer+jwe"}
	ours := func(content string) string { return foreign(t, key, typ, jose.NONE, content) }
	for _, c := range []struct {
		name, token string
		want        seal.Fault
	}{
		{"nothing", "", seal.Malformed},
		{"a word", "offer", seal.Malformed},
		{"a JWS", "eyJhbGciOiJub25lIn0.e30.", seal.Malformed},
		{"six parts", good + ".", seal.Malformed},
		{"four parts", join(part[:4]...), seal.Malformed},
		{"padding", good + "==", seal.Malformed},
		{"a line break", good[:len(good)-3] + "\n" + good[len(good)-3:], seal.Malformed},
		{"a space", " " + good, seal.Malformed},
		{"spare bits of the tag", good[:len(good)-1] + spareBit(good[len(good)-1]), seal.Malformed},
		{"JSON serialization", `{"protected":"` + part[0] + `","iv":"` + part[2] + `","ciphertext":"` + part[3] + `","tag":"` + part[4] + `"}`, seal.Malformed},
		{"too long", good + strings.Repeat("A", 2048), seal.Malformed},
		{"another secret", mustSeal(t, newSealer(t, secret("b", 'b')), canonical.SealOffer, pheasant), seal.Foreign},
		{"no header", join("", part[1], part[2], part[3], part[4]), seal.Foreign},
		{"alg none", join(b64(`{"alg":"none","enc":"A256GCM","kid":"a","typ":"offer+jwe"}`), "", part[2], part[3], part[4]), seal.Foreign},
		{"the header in another order", join(b64(`{"kid":"a","alg":"dir","enc":"A256GCM","typ":"offer+jwe"}`), "", part[2], part[3], part[4]), seal.Foreign},
		{"compressed", foreign(t, key, typ, jose.DEFLATE, `{"v":1,"iat":1,"exp":2,"claims":{}}`), seal.Foreign},
		{"critical header", foreign(t, key, map[jose.HeaderKey]any{"typ": "offer+jwe", "crit": []string{"x"}, "x": 1}, jose.NONE, `{}`), seal.Foreign},
		{"another purpose", mustSeal(t, s, canonical.SealOption, pheasant), seal.OtherPurpose},
		{"a review link", mustSeal(t, s, canonical.SealReview, pheasant), seal.OtherPurpose},
		{"another purpose made this one by its header", join(part[0], mustSeal(t, s, canonical.SealOption, pheasant)[len(part[0])-2:]), seal.Malformed},
		{"the secret's name on another secret", mustSeal(t, newSealer(t, secret("a", 'b')), canonical.SealOffer, pheasant), seal.Tampered},
		{"an encrypted key", join(part[0], "AAAA", part[2], part[3], part[4]), seal.Malformed},
		{"content changed", join(part[0], "", part[2], flip(part[3]), part[4]), seal.Tampered},
		{"tag changed", join(part[0], "", part[2], part[3], flip(part[4])), seal.Tampered},
		{"nonce changed", join(part[0], "", flip(part[2]), part[3], part[4]), seal.Tampered},
		{"no nonce", join(part[0], "", "", part[3], part[4]), seal.Tampered},
		{"no tag", join(part[0], "", part[2], part[3], ""), seal.Tampered},
		{"short tag", join(part[0], "", part[2], part[3], part[4][:4]), seal.Tampered},
		{"content of another token", join(part[0], "", part[2], strings.Split(mustSeal(t, s, canonical.SealOffer, pheasant), ".")[3], part[4]), seal.Tampered},
		{"other claims", mustSeal(t, s, canonical.SealOffer, map[string]string{"other": "x"}), seal.Unreadable},
		{"claims of another type", mustSeal(t, s, canonical.SealOffer, "x"), seal.Unreadable},
		{"no envelope", ours(`[]`), seal.Unreadable},
		{"an empty envelope", ours(`{}`), seal.Unreadable},
		{"another version", ours(`{"v":2,"iat":1,"exp":2,"claims":{}}`), seal.Unreadable},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got offer
			_, err := s.Open(canonical.SealOffer, c.token, &got)
			var fault seal.Fault
			if !errors.As(err, &fault) || fault != c.want {
				t.Errorf("%v, want %v", err, c.want)
			}
			if !errors.Is(err, canonical.ErrNotSealed) {
				t.Error("outside it is another error")
			}
			if err != nil && len(c.token) > 5 && strings.Contains(err.Error(), c.token[:6]) {
				t.Errorf("%v tells of the token", err)
			}
		})
	}
}

func b64(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }

// flip changes the first character of a part.
func flip(part string) string {
	if part[0] == 'A' {
		return "B" + part[1:]
	}
	return "A" + part[1:]
}

// spareBit is a character that stands for the same bytes at the end of a part.
func spareBit(c byte) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	return string(alphabet[strings.IndexByte(alphabet, c)|1])
}

// With several secrets the first seals and all open; a retired one opens
// nothing any more.
func TestRotation(t *testing.T) {
	old, new := secret("old", 'o'), secret("new", 'n')
	before, during, after := newSealer(t, old), newSealer(t, new, old), newSealer(t, new)
	first, second := mustSeal(t, before, canonical.SealOffer, pheasant), mustSeal(t, during, canonical.SealOffer, pheasant)
	for _, c := range []struct {
		s     *seal.Sealer
		token string
		want  bool
	}{{during, first, true}, {during, second, true}, {after, second, true}, {after, first, false}, {before, second, false}} {
		var got offer
		if _, err := c.s.Open(canonical.SealOffer, c.token, &got); c.want != (err == nil) {
			t.Error(err)
		}
	}
}

// One Sealer serves any number of calls at once.
func TestConcurrent(t *testing.T) {
	s := newSealer(t, secret("a", 'a'))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 100 {
				p := canonical.Purposes[i%len(canonical.Purposes)]
				token, err := s.Seal(p, offer{ID: fmt.Sprint(i)}, life())
				var got offer
				if _, failure := s.Open(p, token, &got); err != nil || failure != nil || got.ID != fmt.Sprint(i) {
					t.Error(got, err, failure)
				}
			}
		})
	}
	wg.Wait()
}

func TestSealRefuses(t *testing.T) {
	s := newSealer(t, secret("a", 'a'))
	for name, c := range map[string]struct {
		p      canonical.Purpose
		claims any
		life   canonical.Life
	}{
		"no purpose":        {"", pheasant, life()},
		"an unknown one":    {"ticket", pheasant, life()},
		"a long life":       {canonical.SealOffer, pheasant, canonical.Life{Issued: noon, Expires: noon.Add(canonical.MaxLife + time.Second)}},
		"a life backwards":  {canonical.SealOffer, pheasant, canonical.Life{Issued: noon, Expires: noon.Add(-time.Second)}},
		"what is no JSON":   {canonical.SealOffer, func() {}, life()},
		"more than a token": {canonical.SealOffer, strings.Repeat("x", 2000), life()},
	} {
		if token, err := s.Seal(c.p, c.claims, c.life); err == nil || token != "" {
			t.Errorf("%s: %q, %v", name, token, err)
		}
	}
	if _, err := s.Open("ticket", mustSeal(t, s, canonical.SealOffer, pheasant), new(offer)); !errors.Is(err, seal.OtherPurpose) {
		t.Error(err)
	}
}

func TestNewRefuses(t *testing.T) {
	for name, secrets := range map[string][]seal.Secret{
		"none":            nil,
		"short":           {{ID: "a", Key: make([]byte, seal.MinSecret-1)}},
		"without an id":   {{Key: make([]byte, seal.MinSecret)}},
		"twice the id":    {secret("a", 'a'), secret("a", 'b')},
		"the second bare": {secret("a", 'a'), {ID: "b"}},
	} {
		if _, err := seal.New(secrets...); err == nil {
			t.Error(name)
		}
	}
}

func TestSecrets(t *testing.T) {
	k := b64(strings.Repeat("a", 32))
	all, err := seal.Secrets([]byte(`{"keys":[{"kty":"oct","kid":"new","k":"` + k + `"},{"kty":"oct","kid":"old","k":"` + k + `"}]}`))
	if err != nil || len(all) != 2 || all[0].ID != "new" || string(all[1].Key) != strings.Repeat("a", 32) {
		t.Fatal(all, err)
	}
	for _, text := range []string{``, `{}`, `{"keys":[]}`, `{"keys":[{"kty":"oct"}]}`, `{"keys":["` + k + `"]}`,
		`{"keys":[{"kty":"EC","crv":"P-256","kid":"m","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}]}`} {
		if _, err := seal.Secrets([]byte(text)); err == nil || strings.Contains(err.Error(), k) {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		if got := fmt.Sprintf(verb, all); strings.Contains(got, "aaaa") || strings.Contains(got, "97") || strings.Contains(got, "0x61") {
			t.Errorf("%s prints %s", verb, got)
		}
	}
}

// before is a token that was sealed earlier; it must open for as long as it
// lives, whatever has become of the code.
const before = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiYSIsInR5cCI6Im9mZmVyK2p3ZSJ9..tIFJ1vpGKPHKqw0e.xQjpFiwq32xwQk4i6zHM_6PUah2ZoEoHywpHlvWewog9ig2lm-D9s0epas2vja-JgHq4rSN3TmmWM-kX9SjjubIzxpGQ40xlT4CZ9s9fe938hQcUIQ_5OpeXJMItOs2EKXPXXEOljK7lU5rlR5bK4mcKD4AhIJ0ZDl98PHdqGGyGAJN58fvodHAD9pf-xWI-YNcIDhD6Tz8EDaG7KIg.ngeX4xuiaee2Ooj1EchfGQ"

func TestSealedEarlier(t *testing.T) {
	var got offer
	_, err := newSealer(t, secret("a", 'a')).Open(canonical.SealOffer, before, &got)
	if diff := cmp.Diff(pheasant, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// Open takes anything, opens only what was sealed, and never panics.
func FuzzOpen(f *testing.F) {
	s := newSealer(f, secret("a", 'a'))
	for _, token := range []string{before, strings.Replace(before, "..", ".AAAA.", 1), before[:len(before)-23], "....", "", "a.b.c.d.e"} {
		f.Add(token)
	}
	f.Fuzz(func(t *testing.T, token string) {
		var got offer
		_, err := s.Open(canonical.SealOffer, token, &got)
		if (err == nil) != (token == before) {
			t.Errorf("%q: %v", token, err)
		}
	})
}

func BenchmarkSealOpen(b *testing.B) {
	s := newSealer(b, secret("a", 'a'))
	for b.Loop() {
		var got offer
		if _, err := s.Open(canonical.SealOffer, mustSeal(b, s, canonical.SealOffer, pheasant), &got); err != nil {
			b.Fatal(err)
		}
	}
}
