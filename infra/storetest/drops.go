package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"hora/canonical"
)

var dropCases = []testCase{
	{"drop removes one part", dropRemovesOnePart},
	{"drop moves the version", dropMovesVersion},
	{"drop of what is gone", dropOfWhatIsGone},
	{"drop beside a conflict", dropBesideConflict},
	{"drops side by side", dropsSideBySide},
}

func withParts(sort string, parts ...string) canonical.Record {
	r := record("CAL", sort, "day")
	r.Parts = map[string]string{}
	for _, p := range parts {
		r.Parts[p] = "of " + p
	}
	return r
}

func dropRemovesOnePart(t *testing.T, s canonical.Store) {
	names := []string{"a", "b.c", "#d", "with space", "ñ[0]", "01M3A9S2K5"}
	r := withParts("1", names...)
	mustCommit(t, s, put(r))
	r = stored(r)
	for _, name := range names {
		mustCommit(t, s, drop(r.StoreKey, name))
		delete(r.Parts, name)
		r.Version++
		wantStored(t, s, r)
	}
}

// dropMovesVersion is what keeps a part gone: whoever read it before the drop
// must not write it back.
func dropMovesVersion(t *testing.T, s canonical.Store) {
	r := withParts("1", "a", "b")
	mustCommit(t, s, put(r))
	before := mustLoad(t, s, r.StoreKey)[0]
	mustCommit(t, s, drop(r.StoreKey, "a"))
	now := withParts("1", "b")
	now.Version = 2
	wantConflict(t, s, []canonical.Write{put(before)}, now)
}

// dropOfWhatIsGone also asks that nothing is made and no version moved, which
// would only get in the way of others.
func dropOfWhatIsGone(t *testing.T, s canonical.Store) {
	r, bare := withParts("1", "a"), record("CAL", "bare", "x")
	none, other := key("CAL", "none"), record("CAL", "other", "o")
	mustCommit(t, s, put(r), put(bare))
	mustCommit(t, s, drop(r.StoreKey, "z"))
	mustCommit(t, s, drop(none, "a"))
	mustCommit(t, s, drop(bare.StoreKey, "a"))
	mustCommit(t, s, drop(r.StoreKey, "z"), drop(none, "a"), drop(bare.StoreKey, "a"), put(other))
	wantStored(t, s, stored(r), stored(bare), canonical.Record{StoreKey: none}, stored(other))
	mustCommit(t, s, drop(r.StoreKey, "a"), drop(none, "a"))
	r.Parts, r.Version = nil, 2
	wantStored(t, s, r)
}

func dropBesideConflict(t *testing.T, s canonical.Store) {
	r, other := withParts("1", "a"), record("CAL", "other", "o")
	mustCommit(t, s, put(r), put(other))
	wantConflict(t, s, []canonical.Write{drop(r.StoreKey, "gone"), put(other), drop(key("CAL", "none"), "x")}, stored(other))
	wantConflict(t, s, []canonical.Write{drop(r.StoreKey, "a"), put(other)}, stored(other))
	wantStored(t, s, stored(r), stored(other))
}

func dropsSideBySide(t *testing.T, s canonical.Store) {
	const n = 24
	r := record("CAL", "1", "day")
	r.Parts = map[string]string{"kept": "k"}
	for i := range n {
		r.Parts[fmt.Sprint(i)] = "busy"
	}
	mustCommit(t, s, put(r))
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			persist(t, func() error { return s.Commit(t.Context(), drop(r.StoreKey, fmt.Sprint(i))) })
		})
	}
	wg.Wait()
	wantStored(t, s, canonical.Record{StoreKey: r.StoreKey, Version: n + 1, Body: r.Body, Parts: map[string]string{"kept": "k"}})
}

// persist commits again as long as the answer is to read again, which a Drop
// needs no reading for.
func persist(t *testing.T, commit func() error) {
	for {
		err := commit()
		if conflict := (*canonical.Conflict)(nil); errors.As(err, &conflict) && len(conflict.Current) == 0 {
			jitter()
			continue
		}
		if err != nil {
			t.Errorf("commit: %v", err)
		}
		return
	}
}
