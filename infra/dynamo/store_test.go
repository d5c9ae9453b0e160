package dynamo_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/infra/dynamo"
	"hora/infra/storetest"
)

// open makes a store on a table of its own.
func open(t testing.TB, o dynamo.Options) (s *dynamo.Store, table string) {
	t.Helper()
	if o.Endpoint == "" {
		o.Endpoint = storetest.Dynamo(t)
	}
	o.Region, o.AccessKeyID, o.SecretAccessKey = "us-east-1", "local", "local"
	table = storetest.Table(t)
	s = dynamo.New(dynamo.Dial(o), table)
	if err := s.CreateTable(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s, table
}

func wantStored(t *testing.T, s canonical.Store, want ...canonical.Record) {
	t.Helper()
	keys := make([]canonical.StoreKey, len(want))
	for i, r := range want {
		keys[i] = r.StoreKey
	}
	got, err := s.Load(t.Context(), keys...)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stored: (-want +got)\n%s", diff)
	}
}

func TestContract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) canonical.Store {
		s, _ := open(t, dynamo.Options{})
		return s
	})
}
