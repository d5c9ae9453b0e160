package model

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"hora/canonical"
)

// Weather is a store as the network makes it. Reads of several records are no
// snapshot; and in bad weather reads and commits are throttled, commits
// conflict with nobody, and their answers are lost, made or not.
type weather struct {
	canonical.Store
	mu     sync.Mutex
	chance *rand.Rand
	bad    bool
	crowd  bool // several calls at once: reads take long enough for others to come between
	met    tally
	whole  bool // the store below makes no snapshots by itself
}

// A tally counts what the weather has done.
type tally struct{ throttled, conflicts, lost, unmade int }

func (t tally) String() string {
	return fmt.Sprintf("%d throttled, %d conflicts with nobody, %d answers lost, %d commits lost", t.throttled, t.conflicts, t.lost, t.unmade)
}

// turn changes the weather; the seed says what it will do.
func (w *weather) turn(bad bool, seed uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bad, w.crowd, w.chance = bad, false, rand.New(rand.NewPCG(seed, 7))
}

// gather says that several calls go at once.
func (w *weather) gather() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.crowd = true
}

// one says whether the one in n happens, and counts it.
func (w *weather) one(n int, counter *int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.bad || w.chance.IntN(n) > 0 {
		return false
	}
	*counter++
	return true
}

func (w *weather) order(n int) []int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.chance.Perm(n)
}

// dawdle lets others be faster, now and then.
func (w *weather) dawdle() {
	w.mu.Lock()
	wait := time.Duration(0)
	if w.crowd && w.chance.IntN(3) == 0 {
		wait = time.Duration(w.chance.IntN(400)) * time.Microsecond
	}
	w.mu.Unlock()
	if wait > 0 {
		time.Sleep(wait)
	}
}

var errThrottled = fmt.Errorf("throttled: %w", canonical.ErrUnavailable)

// Load reads the records one after the other, in any order, if the store below
// does not.
func (w *weather) Load(ctx context.Context, keys ...canonical.StoreKey) ([]canonical.Record, error) {
	if w.one(30, &w.met.throttled) {
		return nil, errThrottled
	}
	if w.whole {
		return w.Store.Load(ctx, keys...)
	}
	records := make([]canonical.Record, len(keys))
	for _, i := range w.order(len(keys)) {
		found, err := w.Store.Load(ctx, keys[i])
		if err != nil {
			return nil, err
		}
		records[i] = found[0]
		w.dawdle()
	}
	return records, nil
}

func (w *weather) List(ctx context.Context, r canonical.Range) ([]canonical.Record, canonical.Cursor, error) {
	if w.one(30, &w.met.throttled) {
		return nil, "", errThrottled
	}
	return w.Store.List(ctx, r)
}

func (w *weather) Commit(ctx context.Context, writes ...canonical.Write) error {
	switch {
	case w.one(12, &w.met.throttled):
		return errThrottled
	case w.one(6, &w.met.conflicts):
		return &canonical.Conflict{}
	case w.one(12, &w.met.unmade):
		return fmt.Errorf("no answer: %w", canonical.ErrUnknown)
	case w.one(8, &w.met.lost):
		if err := w.Store.Commit(ctx, slices.Clone(writes)...); err != nil {
			return err
		}
		return fmt.Errorf("no answer: %w", canonical.ErrUnknown)
	}
	return w.Store.Commit(ctx, writes...)
}

func (w *weather) Spend(ctx context.Context, k canonical.StoreKey, expires time.Time) (int64, error) {
	return w.Store.Spend(ctx, k, expires)
}
