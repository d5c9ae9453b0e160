package storetest

import (
	"path/filepath"
	"testing"

	"hora/canonical"
	"hora/infra/bolt"
	"hora/infra/dynamo"
)

// Each runs a test on every store there is, each time on an empty one.
func Each(t *testing.T, run func(t *testing.T, s canonical.Store)) {
	t.Run("bolt", func(t *testing.T) { run(t, Bolt(t)) })
	t.Run("dynamo", func(t *testing.T) { run(t, NewDynamo(t, nil)) })
}

// Bolt is an empty store on a file of the test's own.
func Bolt(t testing.TB) *bolt.Store {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "hora.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// NewDynamo is an empty store on a table of the test's own. observe, which may
// be nil, hears of each operation.
func NewDynamo(t testing.TB, observe func(dynamo.Operation)) *dynamo.Store {
	t.Helper()
	client := dynamo.Dial(dynamo.Options{Region: "us-east-1", Endpoint: Dynamo(t), AccessKeyID: "local", SecretAccessKey: "local", Observe: observe})
	s := dynamo.New(client, Table(t))
	if err := s.CreateTable(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}
