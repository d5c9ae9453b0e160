package bolt_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/infra/bolt"
	"hora/infra/storetest"
)

var (
	ctx   = context.Background()
	never time.Time
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

func wantStored(t *testing.T, s canonical.Store, want canonical.Record) {
	t.Helper()
	got, err := s.Load(ctx, want.StoreKey)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got[0]); diff != "" {
		t.Errorf("stored: (-want +got)\n%s", diff)
	}
}

func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T) canonical.Store { return open(t) })
}
