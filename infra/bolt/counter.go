package bolt

import (
	"context"
	"errors"
	"time"

	"hora/canonical"
)

// A counter lives in memory only: a desk that starts again counts again from
// zero.
type counter struct {
	n       int64
	expires time.Time
}

// Spend implements canonical.Store. Purge forgets what has expired.
func (s *Store) Spend(ctx context.Context, key canonical.StoreKey, expires time.Time) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, unavailable(err)
	}
	if !key.Storable() {
		return 0, errors.New("bolt: a counter has a key that no record can have")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c, known := s.counters[key]
	if !known {
		c.expires = expires
	}
	c.n++
	s.counters[key] = c
	return c.n, nil
}

// forgetCounters drops the counters that expired by then.
func (s *Store) forgetCounters(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, c := range s.counters {
		if !c.expires.After(now) {
			delete(s.counters, key)
		}
	}
}
