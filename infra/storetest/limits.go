package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"hora/canonical"
)

var limitCases = []testCase{
	{"big bodies", bigBodies},
	{"many parts", manyParts},
	{"a hundred writes", hundredWrites},
	{"impossible keys", impossibleKeys},
	{"impossible writes", impossibleWrites},
	{"a context that has ended", contextEnded},
	{"spend", spendCounts},
}

func bigBodies(t *testing.T, s canonical.Store) {
	var writes []canonical.Write
	var want []canonical.Record
	for i := range 9 {
		r := record("BIG", fmt.Sprint(i), "")
		r.Body = bytes.Repeat([]byte{byte(i)}, 390<<10)
		writes, want = append(writes, put(r)), append(want, stored(r))
	}
	mustCommit(t, s, writes...)
	wantStored(t, s, want...)
	over := record("BIG", "over", "")
	over.Body = make([]byte, 410<<10)
	wantRefused(t, s, put(over), put(record("BIG", "beside", "x")))
	wantNone(t, s, over.StoreKey, key("BIG", "beside"))
	var much []canonical.Write // each small enough, together more than four megabytes
	for i := range 11 {
		r := record("MUCH", fmt.Sprint(i), "")
		r.Body = make([]byte, 390<<10)
		much = append(much, put(r))
	}
	wantRefused(t, s, much...)
	wantNone(t, s, key("MUCH", "0"))
}

func manyParts(t *testing.T, s canonical.Store) {
	r := record("CAL", "1", "")
	r.Parts = map[string]string{}
	for i := range 2000 {
		r.Parts[fmt.Sprintf("01M3A9S2K5WQ7V0C8N4XJ6%04d", i)] = "1775048400 1775052000 0"
	}
	mustCommit(t, s, put(r))
	wantStored(t, s, stored(r))
	mustCommit(t, s, drop(r.StoreKey, "01M3A9S2K5WQ7V0C8N4XJ60777"))
	delete(r.Parts, "01M3A9S2K5WQ7V0C8N4XJ60777")
	r.Version = 2
	wantStored(t, s, r)
}

func hundredWrites(t *testing.T, s canonical.Store) {
	var writes []canonical.Write
	for i := range 101 {
		writes = append(writes, put(record("A", fmt.Sprintf("%03d", i), "x")))
	}
	wantRefused(t, s, writes...)
	wantNone(t, s, key("A", "000"))
	mustCommit(t, s, writes[:100]...)
	records, _, err := s.List(t.Context(), canonical.Range{Partition: "A"})
	if err != nil || len(records) != 100 {
		t.Errorf("%d records, %v", len(records), err)
	}
}

// impossibleKeys can come from a caller, as the id of what it asks for: they
// name nothing, and nothing can be written there.
func impossibleKeys(t *testing.T, s canonical.Store) {
	long, longSort := strings.Repeat("p", 2048), strings.Repeat("s", 1024)
	r := record(long, longSort, "long")
	mustCommit(t, s, put(r))
	wantStored(t, s, stored(r))
	for _, k := range []canonical.StoreKey{
		key("", "a"), key("a", ""), {},
		key(long+"p", "a"), key("a", longSort+"s"),
		key("a\xff", "a"), key("a", "\xc3("),
	} {
		wantNone(t, s, k)
		wantNone(t, s, k, key("a", "b"))
		wantRefused(t, s, put(canonical.Record{StoreKey: k}))
		wantRefused(t, s, put(record("a", "b", "beside")), check(k, 0))
		if _, err := s.Spend(t.Context(), k, time.Unix(2000000000, 0)); err == nil {
			t.Errorf("spend: a counter at %+q", k)
		}
	}
	wantNone(t, s, key("a", "b"))
	// U+FFFD is a character like any other, and not what stands for a bad one.
	mustCommit(t, s, put(record("a�", "a", "fffd")))
	wantNone(t, s, key("a\xff", "a"))
}

func impossibleWrites(t *testing.T, s canonical.Store) {
	r := record("A", "1", "x")
	bad := func(name, value string) canonical.Record {
		r := r
		r.Parts = map[string]string{name: value}
		return r
	}
	negative := r
	negative.Version = -1
	for name, writes := range map[string][]canonical.Write{
		"one key twice":     {put(r), put(r)},
		"put and check":     {put(r), check(r.StoreKey, 0)},
		"drop twice":        {drop(r.StoreKey, "a"), drop(r.StoreKey, "b")},
		"unknown kind":      {{Kind: canonical.Delete + 1, Record: r}},
		"negative version":  {put(negative)},
		"no part":           {drop(r.StoreKey, "")},
		"part not text":     {drop(r.StoreKey, "\xff")},
		"part without name": {put(bad("", "v"))},
		"part name no text": {put(bad("\xff", "v"))},
		"part value":        {put(bad("p", "\xff"))},
	} {
		t.Run(name, func(t *testing.T) { wantRefused(t, s, writes...) })
	}
	wantNone(t, s, r.StoreKey)
}

func contextEnded(t *testing.T, s canonical.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := record("A", "1", "x")
	_, load := s.Load(ctx, r.StoreKey)
	_, loads := s.Load(ctx, r.StoreKey, key("A", "2"))
	_, _, list := s.List(ctx, canonical.Range{Partition: "A"})
	_, spend := s.Spend(ctx, r.StoreKey, time.Unix(2000000000, 0))
	for name, err := range map[string]error{"load": load, "loads": loads, "list": list, "spend": spend, "commit": s.Commit(ctx, put(r))} {
		if !errors.Is(err, canonical.ErrUnavailable) || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want unavailable because cancelled", name, err)
		}
	}
	wantNone(t, s, r.StoreKey)
}

func spendCounts(t *testing.T, s canonical.Store) {
	expires := time.Unix(2000000000, 0)
	for i := range int64(3) {
		if n, err := s.Spend(t.Context(), key("ALLOW", "a"), expires); err != nil || n != i+1 {
			t.Errorf("spend: %d, %v, want %d", n, err, i+1)
		}
	}
	if n, err := s.Spend(t.Context(), key("ALLOW", "b"), expires); err != nil || n != 1 {
		t.Errorf("spend: %d, %v: counters are not apart", n, err)
	}
}
