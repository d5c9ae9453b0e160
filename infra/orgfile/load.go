package orgfile

import (
	"context"
	"errors"
	"fmt"

	"hora/canonical"
)

const (
	// perCommit keeps a commit within what a DynamoDB transaction takes: 100
	// records and 4 MiB.
	perCommit      = 90
	bytesPerCommit = 3 << 20

	// attempts bounds how often a load starts over because records moved under
	// it: another load, or payment intents being spent.
	attempts = 8
)

// Change counts what a load did to the records of a document.
type Change struct{ Written, Removed, Unchanged int }

// ErrBusy says that the records of the document kept moving. What was written
// is right, and loading again completes it.
var ErrBusy = errors.New("orgfile: the records keep changing; load again")

// Load makes the store hold what the file says. It may be cut off anywhere and
// run again: readers keep to the old revision of the organisation, or registry,
// until its own record moves, which is in its last commit, and exactly when
// something changed. A catalogue's organisations are loaded before it, and those
// that it tells no more are removed after it. Progress, if not nil, hears after
// each commit how many writes are done, of each organisation and registry.
func Load(ctx context.Context, store canonical.Store, f *File, progress func(done, total int)) (Change, error) {
	all, err := f.Document.contents()
	if err != nil {
		return Change{}, fmt.Errorf("orgfile: %s: %w", f.Name, err)
	}
	var change Change
	now := map[string]bool{}
	for _, want := range all {
		want.at = f.At.UTC()
		now[want.head.Partition] = true
		if err := change.load(ctx, store, f, want, progress); err != nil {
			return change, err
		}
	}
	former, err := partsOf(ctx, store, f.Document.Partition())
	if err != nil {
		return change, fmt.Errorf("orgfile: reading what %s was: %w", f.Document.Title(), err)
	}
	for _, partition := range former {
		if now[partition] {
			continue
		}
		none := content{head: canonical.Record{StoreKey: canonical.StoreKey{Partition: partition, Sort: canonical.OrganizationKey("").Sort}}, gone: true}
		if err := change.load(ctx, store, f, none, progress); err != nil {
			return change, err
		}
	}
	return change, nil
}

// load makes the store hold one content, and adds what that took.
func (change *Change) load(ctx context.Context, store canonical.Store, f *File, want content, progress func(done, total int)) error {
	for n := range attempts {
		plan, err := compare(ctx, store, want)
		if err != nil {
			return fmt.Errorf("orgfile: reading what %s holds now: %w", f.Document.Title(), err)
		}
		if n == 0 {
			change.Written += plan.change.Written
			change.Removed += plan.change.Removed
			change.Unchanged += plan.change.Unchanged
		}
		var moved *canonical.Conflict
		switch err := plan.carryOut(ctx, store, progress); {
		case err == nil:
			return nil
		case !errors.As(err, &moved) && !errors.Is(err, canonical.ErrUnknown):
			return fmt.Errorf("orgfile: writing %s: %w", f.Document.Title(), err)
		}
	}
	return ErrBusy
}

// carryOut commits the plan: in one piece if that is small enough. Otherwise
// the manifest of everything old and new goes first, so that a load cut off
// halfway leaves nothing behind that the next one does not know of, and the
// head last.
func (p *plan) carryOut(ctx context.Context, store canonical.Store, progress func(done, total int)) error {
	all := append(p.writes[:len(p.writes):len(p.writes)], p.last()...)
	commits := pieces(all)
	if len(commits) > 1 {
		begin, err := p.manifest.begin()
		if err != nil {
			return err
		}
		commits = append(pieces(append([]canonical.Write{begin}, p.writes...)), p.last())
	}
	total, done := 0, 0
	for _, c := range commits {
		total += len(c)
	}
	for _, c := range commits {
		if err := store.Commit(ctx, c...); err != nil {
			return err
		}
		done += len(c)
		if progress != nil {
			progress(done, total)
		}
	}
	return nil
}

// pieces cuts writes into commits, keeping their order.
func pieces(writes []canonical.Write) [][]canonical.Write {
	var commits [][]canonical.Write
	size := 0
	for i, w := range writes {
		size += len(w.Body)
		if n := len(commits) - 1; n >= 0 && len(commits[n]) < perCommit && size <= bytesPerCommit {
			commits[n] = append(commits[n], writes[i])
			continue
		}
		commits, size = append(commits, writes[i:i+1:i+1]), len(w.Body)
	}
	return commits
}
