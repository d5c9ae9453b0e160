package bolt

import (
	"context"
	"fmt"

	"go.etcd.io/bbolt"

	"hora/canonical"
)

// maxBatch bounds how many requests share one transaction of the file.
const maxBatch = 256

// A request is one change of the file, waiting for the writer. Its step looks
// and changes inside a transaction that it shares with other requests; should
// it fail half-way, having changed something, they all fail with it.
type request struct {
	step    func(*bbolt.Tx) (changed bool, err error)
	changed bool
	err     error
	done    chan struct{}
}

// Commit implements canonical.Store. It returns when the writes are on the
// disk. Commits that arrive while the disk is busy share the next wait for
// it, each still judged on its own, one after the other.
func (s *Store) Commit(ctx context.Context, writes ...canonical.Write) error {
	if err := check(writes); err != nil || len(writes) == 0 {
		return err
	}
	return s.change(ctx, func(tx *bbolt.Tx) (bool, error) { return apply(tx, writes) })
}

// change hands a step to the writer and waits for its end. The context counts
// until the writer has it; from then on the answer is only a disk write away,
// and knowing it is worth more than being early.
func (s *Store) change(ctx context.Context, step func(*bbolt.Tx) (bool, error)) error {
	if err := ctx.Err(); err != nil {
		return unavailable(err)
	}
	r := &request{step: step, done: make(chan struct{})}
	select {
	case s.requests <- r:
		<-r.done
		return r.err
	case <-ctx.Done():
		return unavailable(ctx.Err())
	case <-s.closing:
		return fmt.Errorf("%w: closed", canonical.ErrUnavailable)
	}
}

// serve is the one writer of the file.
func (s *Store) serve() {
	defer close(s.stopped)
	batch := make([]*request, 0, maxBatch)
	for {
		select {
		case r := <-s.requests:
			batch = s.gather(append(batch[:0], r))
		case <-s.closing:
			return
		}
		s.run(batch)
		for _, r := range batch {
			close(r.done)
		}
	}
}

// gather adds the requests that are waiting already.
func (s *Store) gather(batch []*request) []*request {
	for len(batch) < maxBatch {
		select {
		case r := <-s.requests:
			batch = append(batch, r)
		default:
			return batch
		}
	}
	return batch
}

// run does a batch in one transaction. No answer is given before the
// transaction has ended: a conflict may be with a request of the same batch.
func (s *Store) run(batch []*request) {
	tx, err := s.db.Begin(true)
	if err != nil {
		for _, r := range batch {
			r.err = unavailable(err)
		}
		return
	}
	changed := false
	for _, r := range batch {
		r.changed, r.err = r.step(tx)
		if changed = changed || r.changed; r.changed && r.err != nil {
			tx.Rollback()
			for _, other := range batch {
				other.err = r.err
			}
			return
		}
	}
	if !changed {
		tx.Rollback()
		return
	}
	if err := tx.Commit(); err != nil {
		for _, r := range batch {
			if r.err = unavailable(err); r.changed {
				r.err = fmt.Errorf("%w: %w", canonical.ErrUnknown, err)
			}
		}
	}
}

// apply looks at every condition, then writes.
func apply(tx *bbolt.Tx, writes []canonical.Write) (changed bool, err error) {
	records, expiry := tx.Bucket(recordsBucket), tx.Bucket(expiryBucket)
	var moved []canonical.Record
	drops := make(map[int]canonical.Record)
	for i, w := range writes {
		stored := records.Get(address(w.StoreKey))
		h, _, err := decodeHeader(stored)
		if err != nil {
			return false, err
		}
		if w.Kind != canonical.Drop && h.version == w.Version {
			continue
		}
		r, err := decode(w.StoreKey, stored)
		if err != nil {
			return false, err
		}
		if w.Kind != canonical.Drop {
			moved = append(moved, r)
		} else if _, ok := r.Parts[w.Part]; ok {
			delete(r.Parts, w.Part)
			drops[i] = r
		}
	}
	if moved != nil {
		return false, &canonical.Conflict{Current: moved}
	}
	for i, w := range writes {
		r, found := w.Record, w.Kind == canonical.Put
		if w.Kind == canonical.Drop {
			r, found = drops[i]
		}
		switch {
		case found:
			err = put(records, expiry, r)
		case w.Kind == canonical.Delete && w.Version > 0:
			err = remove(records, expiry, address(w.StoreKey))
		default:
			continue
		}
		if err != nil {
			return true, err
		}
		changed = true
	}
	return changed, nil
}

// put stores a record one version higher.
func put(records, expiry *bbolt.Bucket, r canonical.Record) error {
	r.Version++
	at := address(r.StoreKey)
	if err := forget(records, expiry, at); err != nil {
		return err
	}
	if e := unix(r.Expires); e != 0 {
		if err := expiry.Put(expiryAddress(e, at), nil); err != nil {
			return err
		}
	}
	return records.Put(at, encode(r))
}

// remove deletes a record.
func remove(records, expiry *bbolt.Bucket, at []byte) error {
	if err := forget(records, expiry, at); err != nil {
		return err
	}
	return records.Delete(at)
}

// forget takes the record at that address out of the expiry bucket.
func forget(records, expiry *bbolt.Bucket, at []byte) error {
	h, _, err := decodeHeader(records.Get(at))
	if err != nil || h.expiry == 0 {
		return err
	}
	return expiry.Delete(expiryAddress(h.expiry, at))
}
