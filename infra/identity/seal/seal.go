// Package seal makes and opens sealed tokens: compact JWE (RFC 7516), with the
// content encrypted directly by a shared key (alg dir, enc A256GCM). Every
// purpose has a key of its own, derived from one secret; secrets are known by
// their kid and can be rotated.
package seal

import (
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
	"hora/infra/identity/internal/compact"
)

// A Secret is what keys are derived from.
type Secret struct {
	ID  string // kid in the header of a token
	Key []byte // MinSecret random bytes or more
}

// String keeps a secret out of any text.
func (s Secret) String() string { return "secret " + s.ID }

// GoString does so for %#v.
func (s Secret) GoString() string { return s.String() }

// MinSecret is the shortest Secret.Key, in bytes.
const MinSecret = 32

// longest is how many bytes a token may have: what the registry's schemas
// allow.
const longest = 2048

// A Sealer seals with one secret and opens what was sealed with any of
// several. It is safe for concurrent use.
type Sealer struct {
	keys func() (*keys, error) // made for the first token: most calls bring and want none
}

// keys are what is derived of secrets.
type keys struct {
	seals map[canonical.Purpose]jose.Encrypter
	opens map[string]lock // by the protected header as it is written in a token
}

// A lock is what a header promises and the key that shows whether it holds.
type lock struct {
	purpose canonical.Purpose
	key     []byte
}

var _ canonical.Sealer = (*Sealer)(nil)

// New makes a Sealer. The first secret seals; the others only open, while
// tokens that they sealed may still be about. A secret may be retired
// canonical.MaxLife after another took its place.
func New(secrets ...Secret) (*Sealer, error) {
	if len(secrets) == 0 {
		return nil, errors.New("seal: no secret to seal with")
	}
	for i, secret := range secrets {
		if secret.ID == "" || len(secret.Key) < MinSecret {
			return nil, fmt.Errorf("seal: secret %d has no id, or fewer than %d bytes", i+1, MinSecret)
		}
		if slices.ContainsFunc(secrets[:i], func(s Secret) bool { return s.ID == secret.ID }) {
			return nil, fmt.Errorf("seal: secret %d has the id of another", i+1)
		}
	}
	secrets = slices.Clone(secrets)
	return &Sealer{sync.OnceValues(func() (*keys, error) { return derive(secrets) })}, nil
}

func derive(secrets []Secret) (*keys, error) {
	k := &keys{map[canonical.Purpose]jose.Encrypter{}, map[string]lock{}}
	for i, secret := range secrets {
		for _, p := range canonical.Purposes {
			key, err := hkdf.Key(sha256.New, secret.Key, nil, "hora "+mediaType(p), 32)
			if err != nil {
				return nil, errors.New("seal: no key can be derived")
			}
			e, err := jose.NewEncrypter(jose.A256GCM, jose.Recipient{Algorithm: jose.DIRECT, Key: key, KeyID: secret.ID},
				new(jose.EncrypterOptions).WithType(jose.ContentType(mediaType(p))))
			if err != nil {
				return nil, errors.New("seal: no key can be made")
			}
			header, err := headerOf(e)
			if err != nil {
				return nil, err
			}
			k.opens[header] = lock{p, key}
			if i == 0 {
				k.seals[p] = e
			}
		}
	}
	return k, nil
}

func mediaType(p canonical.Purpose) string { return string(p) + "+jwe" }

// headerOf is the first part of every token that an encrypter makes.
func headerOf(e jose.Encrypter) (string, error) {
	token, err := encrypt(e, nil)
	header, _, _ := strings.Cut(token, ".")
	return header, err
}

func encrypt(e jose.Encrypter, content []byte) (string, error) {
	o, err := e.Encrypt(content)
	if err != nil {
		return "", errors.New("seal: the content cannot be encrypted")
	}
	return o.CompactSerialize()
}

// envelope is what a token holds. Times are seconds since 1970, rounded down.
type envelope struct {
	Version int            `json:"v"`
	Issued  int64          `json:"iat"`
	Expires int64          `json:"exp"`
	Claims  jsontext.Value `json:"claims"`
}

const version = 1

// Seal makes a token. It fails only on what a caller got wrong: claims that
// are no JSON or too many, a life that is too long.
func (s *Sealer) Seal(p canonical.Purpose, claims any, life canonical.Life) (string, error) {
	k, err := s.keys()
	if err != nil {
		return "", err
	}
	e, ok := k.seals[p]
	if !ok {
		return "", errors.New("seal: no such purpose")
	}
	if d := life.Expires.Sub(life.Issued); d < 0 || d > canonical.MaxLife {
		return "", errors.New("seal: no life, or one that is too long")
	}
	b, err := json.Marshal(claims)
	if err != nil {
		return "", errors.New("seal: the claims are no JSON")
	}
	content, err := json.Marshal(envelope{version, life.Issued.Unix(), life.Expires.Unix(), b})
	if err != nil {
		return "", errors.New("seal: the claims are no JSON")
	}
	token, err := encrypt(e, content)
	if err == nil && len(token) > longest {
		return "", errors.New("seal: too many claims for a token")
	}
	return token, err
}

// Open reads a token into claims. Members that claims has no place for make it
// Unreadable, like anything else that another version may have sealed.
func (s *Sealer) Open(p canonical.Purpose, token string, claims any) (canonical.Life, error) {
	content, err := s.decrypt(p, token)
	if err != nil {
		return canonical.Life{}, err
	}
	var e envelope
	if json.Unmarshal(content, &e) != nil || e.Version != version || json.Unmarshal(e.Claims, claims, json.RejectUnknownMembers(true)) != nil {
		return canonical.Life{}, Unreadable
	}
	return canonical.Life{Issued: time.Unix(e.Issued, 0).UTC(), Expires: time.Unix(e.Expires, 0).UTC()}, nil
}

func (s *Sealer) decrypt(p canonical.Purpose, token string) ([]byte, error) {
	header, rest, _ := strings.Cut(token, ".")
	if len(token) > longest || !compact.Parts(token, 5) || rest[0] != '.' { // with dir, there is no encrypted key
		return nil, Malformed
	}
	k, err := s.keys()
	if err != nil {
		return nil, err
	}
	l, ok := k.opens[header]
	switch {
	case !ok:
		return nil, Foreign
	case l.purpose != p:
		return nil, OtherPurpose
	}
	o, err := jose.ParseEncryptedCompact(token, []jose.KeyAlgorithm{jose.DIRECT}, []jose.ContentEncryption{jose.A256GCM})
	if err != nil {
		return nil, Malformed
	}
	content, err := o.Decrypt(l.key)
	if err != nil {
		return nil, Tampered
	}
	return content, nil
}
