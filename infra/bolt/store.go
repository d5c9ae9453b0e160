// Package bolt keeps records in one file on the local disk. It is the store
// of the desk that runs on a laptop or on a single machine: one process, no
// server, every acknowledged commit on the disk before Commit returns.
//
// It is not for several processes: the file is locked while a Store is open.
package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"hora/canonical"
)

// ErrInUse says that another process, most likely a running desk, has the
// file open.
var ErrInUse = errors.New("bolt: the data folder is in use by a running desk")

// lockWait is how long Open waits for the file: enough for a process that is
// just going away, short enough that a person sees the answer at once.
const lockWait = 200 * time.Millisecond

var (
	recordsBucket = []byte("records") // address -> record
	expiryBucket  = []byte("expiry")  // expiry and address -> nothing: what Purge walks
)

// Store is a canonical.Store on one file. It lives from Open to Close; after
// that every method answers canonical.ErrUnavailable.
type Store struct {
	db       *bbolt.DB
	requests chan *request // to the writer
	closing  chan struct{} // closed by Close
	stopped  chan struct{} // closed by the writer when it has gone
	close    sync.Once

	mu       sync.Mutex
	counters map[canonical.StoreKey]counter
}

var _ canonical.Store = (*Store)(nil)

// Open opens the file, and makes it and its folder if there is none. When
// another process has it, the error is ErrInUse.
func Open(path string) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("bolt: %w", err)
	}
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: lockWait, FreelistType: bbolt.FreelistMapType})
	if errors.Is(err, bbolterrors.ErrTimeout) {
		return nil, fmt.Errorf("%w (%s)", ErrInUse, filepath.Dir(path))
	}
	if err != nil {
		return nil, fmt.Errorf("bolt: %s: %w", path, err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{recordsBucket, expiryBucket} {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("bolt: %s: %w", path, err)
	}
	s := &Store{
		db:       db,
		requests: make(chan *request),
		closing:  make(chan struct{}),
		stopped:  make(chan struct{}),
		counters: map[canonical.StoreKey]counter{},
	}
	go s.serve()
	return s, nil
}

// Close lets the commits that were accepted finish, then frees the file.
func (s *Store) Close() error {
	s.close.Do(func() { close(s.closing) })
	<-s.stopped
	return s.db.Close()
}

// Load implements canonical.Store. Here the set is a snapshot, which no
// caller may rely on.
func (s *Store) Load(ctx context.Context, keys ...canonical.StoreKey) ([]canonical.Record, error) {
	records := make([]canonical.Record, len(keys))
	err := s.view(ctx, func(tx *bbolt.Tx) (err error) {
		b := tx.Bucket(recordsBucket)
		for i, k := range keys {
			if records[i], err = decode(k, b.Get(address(k))); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return records, nil
}

// List implements canonical.Store. A cursor is the sort key of the last
// record of the page before.
func (s *Store) List(ctx context.Context, r canonical.Range) (records []canonical.Record, next canonical.Cursor, err error) {
	if !r.Storable() {
		return nil, "", errors.New("bolt: a range ends at what no sort key can be")
	}
	prefix := address(canonical.StoreKey{Partition: r.Partition})
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		c := tx.Bucket(recordsBucket).Cursor()
		for k, v := c.Seek(append(bytes.Clone(prefix), max(r.From, string(r.After))...)); k != nil; k, v = c.Next() {
			sort, ours := bytes.CutPrefix(k, prefix)
			key := canonical.StoreKey{Partition: r.Partition, Sort: string(sort)}
			switch {
			case !ours || r.To != "" && key.Sort > r.To:
				return nil
			case r.After != "" && key.Sort <= string(r.After):
				continue
			case r.Limit > 0 && len(records) == r.Limit:
				next = canonical.Cursor(records[r.Limit-1].Sort)
				return nil
			}
			record, err := decode(key, v)
			if err != nil {
				return err
			}
			records = append(records, record)
		}
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	return records, next, nil
}

// view runs a read, which never waits for the disk's writes.
func (s *Store) view(ctx context.Context, read func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return unavailable(err)
	}
	err := s.db.View(read)
	if errors.Is(err, bbolterrors.ErrDatabaseNotOpen) {
		return unavailable(err)
	}
	return err
}

func unavailable(err error) error { return fmt.Errorf("%w: %w", canonical.ErrUnavailable, err) }
