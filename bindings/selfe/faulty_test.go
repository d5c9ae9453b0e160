package selfe_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"hora/canonical"
)

// A faulty store does what it is told before, or instead of, what it is asked.
type faulty struct {
	canonical.Store

	mu      sync.Mutex
	loads   error // of every read
	spends  error // of every count
	commits func([]canonical.Write) (lose bool, err error)
	written []string        // partitions, of all commits since forget
	all     strings.Builder // every row of every commit, as it was written
}

func (f *faulty) set(change func(*faulty)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(f)
}

// loseSecond lets the first commit of an act pass and has the second go without
// an answer, made or not; nothing can be read after it.
func (f *faulty) loseSecond(made bool) {
	n := 0
	f.set(func(f *faulty) {
		f.commits = func([]canonical.Write) (bool, error) {
			if n++; n < 2 {
				return false, nil
			}
			f.loads = canonical.ErrUnavailable
			return made, canonical.ErrUnknown
		}
	})
}

// heal ends all faults.
func (f *faulty) heal() {
	f.set(func(f *faulty) { f.loads, f.spends, f.commits = nil, nil, nil })
}

func (f *faulty) Load(ctx context.Context, keys ...canonical.StoreKey) ([]canonical.Record, error) {
	f.mu.Lock()
	err := f.loads
	f.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return f.Store.Load(ctx, keys...)
}

func (f *faulty) Spend(ctx context.Context, k canonical.StoreKey, until time.Time) (int64, error) {
	f.mu.Lock()
	err := f.spends
	f.mu.Unlock()
	if err != nil {
		return 0, err
	}
	return f.Store.Spend(ctx, k, until)
}

// Commit loses an answer where it was told to: what was to be written is, and
// nobody hears of it.
func (f *faulty) Commit(ctx context.Context, writes ...canonical.Write) error {
	f.mu.Lock()
	for _, w := range writes {
		f.written = append(f.written, w.Partition)
		fmt.Fprintf(&f.all, "%s %s %s %v\n", w.Partition, w.Sort, w.Body, w.Parts)
	}
	hook := f.commits
	f.mu.Unlock()
	if hook == nil {
		return f.Store.Commit(ctx, writes...)
	}
	lose, err := hook(writes)
	if lose {
		if e := f.Store.Commit(ctx, writes...); e != nil {
			return e
		}
	}
	if err != nil || lose {
		return err
	}
	return f.Store.Commit(ctx, writes...)
}

// wrote counts what was written below a prefix.
func (f *faulty) wrote(prefix string) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.written {
		if strings.HasPrefix(p, prefix) {
			n++
		}
	}
	return n
}

// writes is how many writes there were.
func (f *faulty) writes() int { return f.wrote("") }

func (f *faulty) forget() { f.set(func(f *faulty) { f.written = nil }) }

// everything is all that was ever written.
func (w *world) everything() string {
	w.store.mu.Lock()
	defer w.store.mu.Unlock()
	return w.store.all.String()
}
