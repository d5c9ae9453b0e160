package bolt

import (
	"bytes"
	"context"
	"time"

	"go.etcd.io/bbolt"
)

// purgeStep is how many records go in one transaction, so that commits never
// wait long for a purge.
const purgeStep = 500

// Purge tidies away every record and counter whose Expires is not after now,
// and answers how many records that were. It does here what time to live does
// in DynamoDB; until it comes round, expired records are read like any other.
func (s *Store) Purge(ctx context.Context, now time.Time) (purged int, err error) {
	s.forgetCounters(now)
	for {
		n := 0
		err := s.change(ctx, func(tx *bbolt.Tx) (bool, error) {
			due := expired(tx, now)
			records, expiry := tx.Bucket(recordsBucket), tx.Bucket(expiryBucket)
			for _, at := range due {
				if err := remove(records, expiry, at); err != nil {
					return true, err
				}
				n++
			}
			return n > 0, nil
		})
		if err != nil {
			return purged, err
		}
		if purged += n; n < purgeStep {
			return purged, nil
		}
	}
}

// expired finds up to purgeStep addresses of records that expired by then.
func expired(tx *bbolt.Tx, now time.Time) (due [][]byte) {
	c := tx.Bucket(expiryBucket).Cursor()
	for entry, _ := c.First(); entry != nil && len(due) < purgeStep; entry, _ = c.Next() {
		expiry, at := expiryOf(entry)
		if expiry > now.Unix() {
			break
		}
		due = append(due, bytes.Clone(at))
	}
	return due
}
