package functions_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"

	"hora/canonical"
	"hora/infra/dynamo"
	"hora/infra/identity/oauth/issuer"
)

// An authority is an issuer of access tokens that the functions under test
// trust, with its keys in a file.
type authority struct {
	key  jose.JSONWebKey
	file string
}

var trusted = sync.OnceValues(func() (authority, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return authority{}, err
	}
	a := authority{key: jose.JSONWebKey{Key: private, KeyID: "test"}}
	dir, err := os.MkdirTemp("", "hora-functions")
	if err != nil {
		return authority{}, err
	}
	a.file = filepath.Join(dir, "jwks.json")
	b, err := json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{a.key.Public()}})
	if err != nil {
		return authority{}, err
	}
	return a, os.WriteFile(a.file, b, 0o600)
})

const idp = "https://id.example"

// issuers is the environment of who trusts it.
func issuers() string {
	a, err := trusted()
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`[{"issuer":%q,"jwks":%q,"guests":true,"client_id":"desk","authorization_endpoint":%q,"token_endpoint":%q}]`, idp, a.file, idp+"/authorize", idp+"/token")
}

// guestToken is a guest's access token for the desk under test.
func guestToken(subject string) (string, error) {
	a, err := trusted()
	if err != nil {
		return "", err
	}
	now := time.Now()
	return issuer.Token{
		Issuer: idp, Subject: subject, Audience: "https://desk.example", Client: "web", Scope: canonical.ScopeBook, ID: fmt.Sprint(now.UnixNano()),
		Issued: now, Expires: now.Add(time.Hour),
	}.Sign(a.key, jose.ES256)
}

// openGate lets offers of the demonstration's catalogue be booked, which is off
// until a curator says otherwise.
func openGate(t *testing.T, table string) {
	t.Helper()
	store := dynamo.New(reach(t), table)
	k := canonical.RegistryKey("visit-keswick")
	found, err := store.Load(context.Background(), k)
	if err != nil {
		t.Fatal(err)
	}
	var r canonical.Registry
	if err := json.Unmarshal(found[0].Body, &r); err != nil {
		t.Fatal(err)
	}
	r.Book = true
	w := canonical.Write{Record: found[0]}
	if w.Body, err = json.Marshal(r); err != nil {
		t.Fatal(err)
	}
	if err := store.Commit(context.Background(), w); err != nil {
		t.Fatal(err)
	}
}
