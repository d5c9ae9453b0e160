package storetest

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"hora/canonical"
)

// Run holds a store to the contract of canonical.Store. open answers an empty
// store that lasts as long as the test it is given.
func Run(t *testing.T, open func(t *testing.T) canonical.Store) {
	for _, c := range slices.Concat(versionCases, rangeCases, dropCases, limitCases, raceCases) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t, open(t))
		})
	}
}

// A testCase is one clause of the contract.
type testCase struct {
	name string
	run  func(*testing.T, canonical.Store)
}

func key(partition, sort string) canonical.StoreKey {
	return canonical.StoreKey{Partition: partition, Sort: sort}
}

// record is a record as it is given to a Put that makes it.
func record(partition, sort, body string) canonical.Record {
	return canonical.Record{StoreKey: key(partition, sort), Body: []byte(body)}
}

func put(r canonical.Record) canonical.Write { return canonical.Write{Record: r} }

func check(k canonical.StoreKey, version int64) canonical.Write {
	return canonical.Write{Kind: canonical.Check, Record: canonical.Record{StoreKey: k, Version: version}}
}

func remove(k canonical.StoreKey, version int64) canonical.Write {
	return canonical.Write{Kind: canonical.Delete, Record: canonical.Record{StoreKey: k, Version: version}}
}

func drop(k canonical.StoreKey, part string) canonical.Write {
	return canonical.Write{Kind: canonical.Drop, Record: canonical.Record{StoreKey: k}, Part: part}
}

// stored is a record as it is read after a Put.
func stored(r canonical.Record) canonical.Record {
	r.Version++
	return r
}

func mustCommit(t *testing.T, s canonical.Store, writes ...canonical.Write) {
	t.Helper()
	if err := s.Commit(t.Context(), writes...); err != nil {
		t.Fatalf("commit: %v", err)
	}
}

func mustLoad(t *testing.T, s canonical.Store, keys ...canonical.StoreKey) []canonical.Record {
	t.Helper()
	records, err := s.Load(t.Context(), keys...)
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	if len(records) != len(keys) {
		t.Fatalf("load: %d records for %d keys", len(records), len(keys))
	}
	return records
}

// wantStored says that these records are what the store has under their keys.
func wantStored(t *testing.T, s canonical.Store, want ...canonical.Record) {
	t.Helper()
	keys := make([]canonical.StoreKey, len(want))
	for i, r := range want {
		keys[i] = r.StoreKey
	}
	same(t, "stored", mustLoad(t, s, keys...), want)
}

// wantNone says that there is no record under any of these keys.
func wantNone(t *testing.T, s canonical.Store, keys ...canonical.StoreKey) {
	t.Helper()
	want := make([]canonical.Record, len(keys))
	for i, k := range keys {
		want[i].StoreKey = k
	}
	wantStored(t, s, want...)
}

// wantConflict says that the commit did nothing because of records that are
// now like these, in any order.
func wantConflict(t *testing.T, s canonical.Store, writes []canonical.Write, current ...canonical.Record) {
	t.Helper()
	err := s.Commit(t.Context(), writes...)
	var conflict *canonical.Conflict
	if !errors.As(err, &conflict) {
		t.Fatalf("commit: %v, want a conflict", err)
	}
	got := slices.SortedFunc(slices.Values(conflict.Current), func(a, b canonical.Record) int {
		return cmp.Or(cmp.Compare(a.Partition, b.Partition), cmp.Compare(a.Sort, b.Sort))
	})
	same(t, "current", got, current)
}

// wantRefused says that the commit is an error, and none that a caller would
// try again after.
func wantRefused(t *testing.T, s canonical.Store, writes ...canonical.Write) {
	t.Helper()
	err := s.Commit(t.Context(), writes...)
	var conflict *canonical.Conflict
	switch {
	case err == nil:
		t.Error("commit: done, want it refused")
	case errors.As(err, &conflict), errors.Is(err, canonical.ErrUnknown), errors.Is(err, canonical.ErrUnavailable):
		t.Errorf("commit: %v, want an error that repeating does not mend", err)
	}
}

// asStored takes no bytes for no body and no parts for no map, as stores do.
var asStored = gocmp.Options{gocmp.Comparer(bytes.Equal), gocmp.Comparer(maps.Equal[map[string]string, map[string]string])}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := gocmp.Diff(want, got, asStored); diff != "" {
		t.Errorf("%s: (-want +got)\n%s", what, diff)
	}
}
