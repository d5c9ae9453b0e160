package dynamo_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"hora/canonical"
	"hora/infra/dynamo"
	"hora/infra/storetest"
)

// TestCommitFaults has a commit of two records meet each fault, for fewer
// attempts than the client makes and for as many.
func TestCommitFaults(t *testing.T) {
	const all = 3 // attempts of the client
	for _, c := range []struct {
		fault    string
		times    int
		want     ending
		written  bool
		attempts int
	}{
		{storetest.Throttle, 1, done, true, 2},
		{storetest.Throttle, all, unavailable, false, 3},
		{storetest.ThrottleItem, 1, readAgain, false, 1},
		{storetest.Conflict, 1, readAgain, false, 1},
		{storetest.FailBefore, 1, done, true, 2},
		{storetest.FailBefore, all, unknown, false, 3},
		{storetest.FailAfter, 1, done, true, 2},
		{storetest.FailAfter, all, unknown, true, 3},
		{storetest.DropBefore, 1, done, true, 2},
		{storetest.DropBefore, all, unknown, false, 3},
		{storetest.DropAfter, 1, done, true, 2},
		{storetest.DropAfter, all, unknown, true, 3},
		{storetest.InProgress, 1, done, true, 2},
		{storetest.InProgress, all, unknown, false, 3},
		{storetest.Garble, 1, unknown, true, 1},
		{storetest.Slow, 1, done, true, 2},
		{storetest.Slow, all, unknown, true, 3},
	} {
		t.Run(c.fault+times(c.times), func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, dynamo.Options{Attempts: all, Timeout: patience})
			f.fault(t, transact, c.fault, c.times)
			next := kept
			next.Body = []byte("next")
			fresh := canonical.Record{StoreKey: canonical.StoreKey{Partition: "B", Sort: "fresh"}, Body: []byte("fresh")}
			err := f.Commit(t.Context(), canonical.Write{Record: fresh}, canonical.Write{Record: next})
			if got := endingOf(err); got != c.want {
				t.Errorf("commit: %s (%v), want %s", got, err, c.want)
			}
			if got := f.seen.attempts(transact); got != c.attempts {
				t.Errorf("%d attempts, want %d", got, c.attempts)
			}
			wantFresh, wantNext := canonical.Record{StoreKey: fresh.StoreKey}, kept
			if c.written {
				wantFresh, wantNext = fresh, next
				wantFresh.Version, wantNext.Version = 1, 2
			}
			if c.fault == storetest.Slow { // attempts that were given up are still on their way
				waitFor(t, f, wantNext)
			}
			wantStored(t, f.Store, wantFresh, wantNext)
		})
	}
}

func waitFor(t *testing.T, s canonical.Store, want canonical.Record) {
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if got, err := s.Load(t.Context(), want.StoreKey); err == nil && got[0].Version == want.Version {
			return
		}
	}
}

func times(n int) string { return " x" + string(rune('0'+n)) }

// TestLostThenRefused has an attempt whose answer is lost, and then attempts
// that are refused: the first may have been done, so that is not a refusal.
func TestLostThenRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t, dynamo.Options{Attempts: 3})
	f.fault(t, transact, storetest.DropAfter, 1)
	f.fault(t, transact, storetest.Throttle, 2)
	next := kept
	next.Body = []byte("next")
	if got := endingOf(f.Commit(t.Context(), canonical.Write{Record: next})); got != unknown {
		t.Errorf("commit: %s, want unknown", got)
	}
	next.Version = 2
	wantStored(t, f.Store, next)
}

// TestConflictBesideBusy has one record in another transaction and another
// that moved: the second may have moved because of the first, so nothing is
// known and the caller reads again.
func TestConflictBesideBusy(t *testing.T) {
	t.Parallel()
	f := newFixture(t, dynamo.Options{})
	stale := kept
	stale.Version = 7
	other := canonical.Record{StoreKey: canonical.StoreKey{Partition: "A", Sort: "other"}}
	f.fault(t, transact, storetest.Conflict, 1)
	if got := endingOf(f.Commit(t.Context(), canonical.Write{Record: other}, canonical.Write{Record: stale})); got != readAgain {
		t.Errorf("commit: %s, want read again", got)
	}
	if got := endingOf(f.Commit(t.Context(), canonical.Write{Record: other}, canonical.Write{Record: stale})); got != moved {
		t.Errorf("commit: %s, want moved", got)
	}
	wantStored(t, f.Store, kept, other)
}

// TestDropFaults has the second round of a Drop of a missing part fail.
func TestDropFaults(t *testing.T) {
	t.Parallel()
	dropGone := canonical.Write{Kind: canonical.Drop, Record: canonical.Record{StoreKey: kept.StoreKey}, Part: "gone"}
	f := newFixture(t, dynamo.Options{Attempts: 2})
	if err := f.Commit(t.Context(), dropGone); err != nil {
		t.Fatal(err)
	}
	if got := f.seen.calls(transact); got != 2 {
		t.Errorf("%d transactions for a part that is gone, want 2", got)
	}
	f.seen.reset()
	if err := f.Commit(t.Context(), canonical.Write{Kind: canonical.Drop, Record: canonical.Record{StoreKey: kept.StoreKey}, Part: "p"}); err != nil {
		t.Fatal(err)
	}
	if got := f.seen.calls(transact); got != 1 {
		t.Errorf("%d transactions for a part that is there, want 1", got)
	}
	f.server.Fault(t, // the first round passes
		storetest.Fault{Table: f.table, Operation: transact, Kind: storetest.Slow},
		storetest.Fault{Table: f.table, Operation: transact, Kind: storetest.DropAfter, Times: 2})
	if got := endingOf(f.Commit(t.Context(), dropGone)); got != unknown {
		t.Errorf("commit: %s, want unknown", got)
	}
}

// TestDeadlineAfterSend has a commit's time run out while DynamoDB works.
func TestDeadlineAfterSend(t *testing.T) {
	t.Parallel()
	f := newFixture(t, dynamo.Options{})
	f.fault(t, transact, storetest.Slow, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	next := kept
	err := f.Commit(ctx, canonical.Write{Record: next})
	if endingOf(err) != unknown || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("commit: %v, want unknown because out of time", err)
	}
}
