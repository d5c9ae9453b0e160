package storetest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hora/canonical"
)

var raceCases = []testCase{
	{"one winner", oneWinner},
	{"no update is lost", noUpdateLost},
	{"records only move forward", onlyForward},
	{"spend side by side", spendSideBySide},
}

const racers = 64

// together runs f from that many goroutines, as nearly at once as can be.
func together(n int, f func(i int)) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-start
			f(i)
		})
	}
	close(start)
	wg.Wait()
}

// jitter keeps racers that were told to read again from meeting once more.
func jitter() { time.Sleep(rand.N(5 * time.Millisecond)) }

// oneWinner has many write the same two records. All but one are told of the
// winner's, in the conflict or when they read again.
func oneWinner(t *testing.T, s canonical.Store) {
	for round := range 5 {
		a, b := key("RACE", fmt.Sprint("a", round)), key("RACE", fmt.Sprint("b", round))
		var won, lost atomic.Int64
		together(racers, func(i int) {
			body := []byte(strconv.Itoa(i))
			for {
				err := s.Commit(t.Context(), put(canonical.Record{StoreKey: a, Body: body}), put(canonical.Record{StoreKey: b, Body: body}))
				var conflict *canonical.Conflict
				switch {
				case err == nil:
					won.Add(1)
					return
				case !errors.As(err, &conflict):
					t.Errorf("commit: %v", err)
					return
				case len(conflict.Current) > 0:
					lost.Add(1)
					for _, r := range conflict.Current {
						if r.Version != 1 {
							t.Errorf("a loser is told of version %d", r.Version)
						}
					}
					return
				}
				if records, err := s.Load(t.Context(), a); err != nil {
					t.Errorf("load: %v", err)
					return
				} else if records[0].Version > 0 {
					lost.Add(1)
					return
				}
				jitter()
			}
		})
		if won.Load() != 1 || lost.Load() != racers-1 {
			t.Fatalf("round %d: %d winners, %d losers", round, won.Load(), lost.Load())
		}
		got := mustLoad(t, s, a, b)
		if got[0].Version != 1 || got[1].Version != 1 || string(got[0].Body) != string(got[1].Body) {
			t.Fatalf("round %d: the records are of two writers: %+v", round, got)
		}
	}
}

// noUpdateLost has many add one to the same record, each as often as it takes.
func noUpdateLost(t *testing.T, s canonical.Store) {
	const writers, each = 16, 4
	k := key("SUM", "1")
	mustCommit(t, s, put(canonical.Record{StoreKey: k, Body: binary.BigEndian.AppendUint64(nil, 0)}))
	together(writers, func(int) {
		for range each {
			var seen []canonical.Record
			for {
				if seen == nil {
					var err error
					if seen, err = s.Load(t.Context(), k); err != nil {
						t.Errorf("load: %v", err)
						return
					}
				}
				next := seen[0]
				next.Body = binary.BigEndian.AppendUint64(nil, binary.BigEndian.Uint64(next.Body)+1)
				err := s.Commit(t.Context(), put(next))
				if err == nil {
					break
				}
				var conflict *canonical.Conflict
				if !errors.As(err, &conflict) {
					t.Errorf("commit: %v", err)
					return
				}
				if seen = conflict.Current; len(seen) == 0 {
					seen = nil
					jitter()
				}
			}
		}
	})
	got := mustLoad(t, s, k)[0]
	if sum := binary.BigEndian.Uint64(got.Body); sum != writers*each || got.Version != writers*each+1 {
		t.Errorf("sum %d at version %d, want %d", sum, got.Version, writers*each)
	}
}

// onlyForward reads two records, always written together, while they move. A
// reader may see one before and the other after a commit, but never half a
// record, and never one that goes back.
func onlyForward(t *testing.T, s canonical.Store) {
	a, b := key("PAIR", "a"), key("PAIR", "b")
	version := func(k canonical.StoreKey, n int64) canonical.Record {
		text := strconv.FormatInt(n+1, 10)
		return canonical.Record{StoreKey: k, Version: n, Body: []byte(text), Parts: map[string]string{"n": text}}
	}
	const moves = 40
	var done atomic.Bool
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			var last [2]int64
			for !done.Load() {
				records, err := s.Load(t.Context(), a, b)
				if err != nil {
					t.Errorf("load: %v", err)
					return
				}
				listed, _, err := s.List(t.Context(), canonical.Range{Partition: "PAIR"})
				if err != nil {
					t.Errorf("list: %v", err)
					return
				}
				for _, set := range [][]canonical.Record{records, listed} {
					for i, r := range set {
						if want := strconv.FormatInt(r.Version, 10); r.Version > 0 && (string(r.Body) != want || r.Parts["n"] != want) {
							t.Errorf("half a record: %+v", r)
						}
						if r.Version < last[i] {
							t.Errorf("record %d went back from %d to %d", i, last[i], r.Version)
						}
						last[i] = r.Version
					}
				}
			}
		})
	}
	for n := range int64(moves) {
		mustCommit(t, s, put(version(a, n)), put(version(b, n)))
		wantStored(t, s, stored(version(a, n)), stored(version(b, n)))
	}
	done.Store(true)
	wg.Wait()
}

func spendSideBySide(t *testing.T, s canonical.Store) {
	var counts sync.Map
	together(racers, func(int) {
		n, err := s.Spend(t.Context(), key("ALLOW", "x"), time.Unix(2000000000, 0))
		if err != nil {
			t.Errorf("spend: %v", err)
		}
		if _, twice := counts.LoadOrStore(n, true); twice || n < 1 || n > racers {
			t.Errorf("spend: %d, out of turn", n)
		}
	})
}
