package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"

	"hora/infra/identity/seal"
)

// secretsFile is the file in the data folder that holds the secrets.
const secretsFile = "secrets.json"

// Who the demonstration's parties say they are.
const (
	demoIssuer = "https://id.hora.example"     // signs guests and agents in
	demoWallet = "https://wallet.hora.example" // vouches for guests
	demoGuest  = "urn:hora:guest"              // as this
)

// secrets are the keys of a local desk, and those of the parties around it
// that a demonstration needs. They are made once a data folder, and no other
// desk trusts them.
type secrets struct {
	Issuer   jose.JSONWebKey `json:"issuer"`   // demoIssuer's
	Wallet   jose.JSONWebKey `json:"wallet"`   // demoWallet's
	Guest    jose.JSONWebKey `json:"guest"`    // the guest's, in the wallet
	Merchant jose.JSONWebKey `json:"merchant"` // the desk's, for carts
	Seal     jose.JSONWebKey `json:"seal"`     // the desk's, for sealed tokens
}

// readSecrets are those of a data folder. The first to ask makes them.
func readSecrets(dir string) (secrets, error) {
	name := filepath.Join(dir, secretsFile)
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		if err = makeSecrets(dir); err == nil {
			b, err = os.ReadFile(name)
		}
	}
	if err != nil {
		return secrets{}, err
	}
	var s secrets
	if err := json.Unmarshal(b, &s, json.RejectUnknownMembers(true)); err != nil {
		return secrets{}, fmt.Errorf("%s holds no secrets: remove it, and new ones are made", name)
	}
	return s, nil
}

// derived is what the desk derives credentials for single bookings from.
func derived(dir string) ([]byte, error) {
	s, err := readSecrets(dir)
	if err != nil {
		return nil, err
	}
	key, ok := s.Seal.Key.([]byte)
	if !ok {
		return nil, fmt.Errorf("%s holds no secrets: remove it, and new ones are made", filepath.Join(dir, secretsFile))
	}
	return hkdf.Key(sha256.New, key, nil, "hora credentials", seal.MinSecret)
}

// makeSecrets writes new secrets, unless somebody else just did: the file is
// there whole or not at all.
func makeSecrets(dir string) error {
	s, err := newSecrets()
	if err != nil {
		return err
	}
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, secretsFile+".*") // only its owner may read it
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(b)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	err = os.Link(f.Name(), filepath.Join(dir, secretsFile))
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

func newSecrets() (s secrets, err error) {
	for _, k := range []*jose.JSONWebKey{&s.Issuer, &s.Wallet, &s.Guest, &s.Merchant} {
		private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			return s, err
		}
		k.Key = private
		thumbprint, err := k.Thumbprint(crypto.SHA256)
		if err != nil {
			return s, err
		}
		k.KeyID = base64.RawURLEncoding.EncodeToString(thumbprint[:9])
	}
	key := make([]byte, seal.MinSecret)
	rand.Read(key)
	s.Seal = jose.JSONWebKey{Key: key, KeyID: "local"}
	return s, nil
}

// published is the JWK Set in which others find a key.
func published(k jose.JSONWebKey) (string, error) {
	public := k.Public()
	public.Use, public.Algorithm = "sig", string(jose.ES256)
	b, err := json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{public}})
	return string(b), err
}
