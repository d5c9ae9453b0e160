package bolt_test

import (
	"path/filepath"
	"testing"

	"hora/canonical"
	"hora/infra/bolt"
	"hora/infra/storetest"
)

func open(t testing.TB) *bolt.Store {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "data", "hora.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T) canonical.Store { return open(t) })
}
