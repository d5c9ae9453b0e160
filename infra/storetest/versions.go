package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"hora/canonical"
)

var versionCases = []testCase{
	{"put makes and replaces", putMakesAndReplaces},
	{"record keeps every field", recordKeepsEveryField},
	{"put at another version", putAtAnotherVersion},
	{"check writes nothing", checkWritesNothing},
	{"delete", deleteRemoves},
	{"all or nothing", allOrNothing},
	{"conflict carries what moved", conflictCarriesWhatMoved},
	{"load in the order of the keys", loadInOrder},
	{"load reads equal keys once", loadEqualKeys},
	{"load of nothing", loadNothing},
	{"expired is read like any other", expiredIsRead},
	{"what is read is the caller's own", readIsOwn},
}

func putMakesAndReplaces(t *testing.T, s canonical.Store) {
	r := record("A", "1", `{"n":1}`)
	wantNone(t, s, r.StoreKey)
	mustCommit(t, s, put(r))
	wantStored(t, s, stored(r))
	next := stored(r)
	next.Body, next.Parts = []byte(`{"n":2}`), map[string]string{"p": "q"}
	mustCommit(t, s, put(next))
	last := stored(next)
	wantStored(t, s, last)
	last.Body, last.Parts = nil, nil
	mustCommit(t, s, put(last))
	wantStored(t, s, stored(last))
}

func recordKeepsEveryField(t *testing.T, s canonical.Store) {
	records := []canonical.Record{
		{StoreKey: key("A", "full"), Body: []byte(`{"a":"ñ, 🙂"}`), Parts: map[string]string{"i": "1 2", "a.b": "", "ñ": "\x00", "#": "["}, Expires: time.Unix(1775048400, 0).UTC()},
		{StoreKey: key("A", "bytes"), Body: []byte{0, 0xff, 0xfe, '\n'}},
		{StoreKey: key("A", "none")},
		{StoreKey: key("A#\x00\n", "\x00 ñ")},
	}
	for i, r := range records {
		mustCommit(t, s, put(r))
		records[i] = stored(r)
	}
	wantStored(t, s, records...)
	moved := records[0]
	moved.Version = 7
	wantConflict(t, s, []canonical.Write{put(moved)}, records[0])
}

func putAtAnotherVersion(t *testing.T, s canonical.Store) {
	r := record("A", "1", "one")
	mustCommit(t, s, put(r))
	now := stored(r)
	for _, version := range []int64{0, 2, 1 << 60} {
		r.Version = version
		wantConflict(t, s, []canonical.Write{put(r)}, now)
	}
	missing := record("A", "2", "two")
	missing.Version = 1
	wantConflict(t, s, []canonical.Write{put(missing)}, canonical.Record{StoreKey: missing.StoreKey})
	wantStored(t, s, now, canonical.Record{StoreKey: missing.StoreKey})
}

func checkWritesNothing(t *testing.T, s canonical.Store) {
	r := record("A", "1", "one")
	mustCommit(t, s, put(r))
	now, none := stored(r), key("A", "none")
	mustCommit(t, s, check(r.StoreKey, 1), check(none, 0))
	wantStored(t, s, now, canonical.Record{StoreKey: none})
	wantConflict(t, s, []canonical.Write{check(r.StoreKey, 2)}, now)
	wantConflict(t, s, []canonical.Write{check(r.StoreKey, 0)}, now)
	wantConflict(t, s, []canonical.Write{check(none, 1)}, canonical.Record{StoreKey: none})
}

func deleteRemoves(t *testing.T, s canonical.Store) {
	r := record("A", "1", "one")
	mustCommit(t, s, put(r))
	wantConflict(t, s, []canonical.Write{remove(r.StoreKey, 2)}, stored(r))
	mustCommit(t, s, remove(r.StoreKey, 1))
	wantNone(t, s, r.StoreKey)
	wantConflict(t, s, []canonical.Write{remove(r.StoreKey, 1)}, canonical.Record{StoreKey: r.StoreKey})
	mustCommit(t, s, remove(r.StoreKey, 0))
	mustCommit(t, s, put(r))
	wantStored(t, s, stored(r))
}

func allOrNothing(t *testing.T, s canonical.Store) {
	kept := canonical.Record{StoreKey: key("A", "kept"), Body: []byte("kept"), Parts: map[string]string{"p": "1"}}
	doomed := record("A", "doomed", "doomed")
	mustCommit(t, s, put(kept), put(doomed))
	fresh := record("B", "fresh", "fresh")
	stale := record("C", "stale", "stale")
	stale.Version = 3
	wantConflict(t, s, []canonical.Write{put(fresh), drop(kept.StoreKey, "p"), remove(doomed.StoreKey, 1), put(stale)}, canonical.Record{StoreKey: stale.StoreKey})
	wantStored(t, s, canonical.Record{StoreKey: fresh.StoreKey}, stored(kept), stored(doomed))
	stale.Version = 0
	mustCommit(t, s, put(fresh), drop(kept.StoreKey, "p"), remove(doomed.StoreKey, 1), put(stale))
	kept.Version, kept.Parts = 2, nil
	wantStored(t, s, stored(fresh), kept, canonical.Record{StoreKey: doomed.StoreKey}, stored(stale))
}

func conflictCarriesWhatMoved(t *testing.T, s canonical.Store) {
	a, b, c := record("A", "1", "a"), record("A", "2", "b"), record("A", "3", "c")
	a.Parts = map[string]string{"x": "y"}
	mustCommit(t, s, put(a), put(b), put(c))
	b = stored(b)
	none := record("A", "4", "d")
	none.Version = 9
	wantConflict(t, s, []canonical.Write{check(c.StoreKey, 5), put(b), put(none), put(a)},
		stored(a), stored(c), canonical.Record{StoreKey: none.StoreKey})
}

func loadInOrder(t *testing.T, s canonical.Store) {
	const n = 230 // more than two requests' worth
	var writes []canonical.Write
	var want []canonical.Record
	for i := range n {
		r := record(fmt.Sprintf("P%d", i%7), fmt.Sprintf("%03d", i), fmt.Sprint(i))
		if i%3 != 0 {
			writes = append(writes, put(r))
			r = stored(r)
		} else {
			r.Body = nil
		}
		want = append(want, r)
	}
	for chunk := range slices.Chunk(writes, 100) {
		mustCommit(t, s, chunk...)
	}
	slices.Reverse(want)
	wantStored(t, s, want...)
	wantStored(t, s, want[:100]...)
	wantStored(t, s, want[:1]...)
}

func loadEqualKeys(t *testing.T, s canonical.Store) {
	a, b := record("A", "1", "a"), record("A", "2", "b")
	mustCommit(t, s, put(a), put(b))
	a, b = stored(a), stored(b)
	none := canonical.Record{StoreKey: key("A", "none")}
	wantStored(t, s, b, a, a, none, b, none)
	many := make([]canonical.Record, 150)
	for i := range many {
		many[i] = a
	}
	wantStored(t, s, many...)
}

func loadNothing(t *testing.T, s canonical.Store) {
	if records, err := s.Load(t.Context()); err != nil || len(records) != 0 {
		t.Errorf("load of no keys: %v, %v", records, err)
	}
	mustCommit(t, s)
}

func expiredIsRead(t *testing.T, s canonical.Store) {
	r := record("A", "1", "old")
	r.Expires = time.Unix(1000, 0).UTC()
	mustCommit(t, s, put(r))
	wantStored(t, s, stored(r))
	wantConflict(t, s, []canonical.Write{put(r)}, stored(r))
	mustCommit(t, s, put(stored(r)))
	records, _, err := s.List(t.Context(), canonical.Range{Partition: "A"})
	if err != nil || len(records) != 1 || records[0].Version != 2 {
		t.Errorf("list: %v, %v", records, err)
	}
}

// readIsOwn changes what was given and what was read, neither of which may
// reach the store.
func readIsOwn(t *testing.T, s canonical.Store) {
	r := canonical.Record{StoreKey: key("A", "1"), Body: []byte("body"), Parts: map[string]string{"p": "1"}}
	mustCommit(t, s, put(r))
	r.Body[0], r.Parts["p"] = 'X', "X"
	got := mustLoad(t, s, r.StoreKey)[0]
	got.Body[0], got.Parts["q"] = 'Y', "Y"
	wantStored(t, s, canonical.Record{StoreKey: r.StoreKey, Version: 1, Body: []byte("body"), Parts: map[string]string{"p": "1"}})
}
