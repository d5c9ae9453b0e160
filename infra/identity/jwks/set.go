// Package jwks keeps the public keys of somebody who signs: a JWK Set
// (RFC 7517) that is read from where it is published, read again when it is
// old or lacks a key, and believed for a while when it cannot be read.
package jwks

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"

	"hora/canonical"
)

// How long things last. A key that its owner has withdrawn is believed no
// longer than Fresh; than Fresh and Stale while the set cannot be read.
const (
	Fresh = 10 * time.Minute // a set is used without reading it again
	Stale = time.Hour        // and then, while it cannot be read
	Pause = time.Minute      // between two readings for the sake of keys that the set lacks
	Retry = 10 * time.Second // after a reading that failed
)

// patience is how long a reading may take, whatever its source does.
const patience = 4 * time.Second

// ErrUnknown says that whoever signs has no such key.
var ErrUnknown = errors.New("jwks: no such key")

// A Source reads a JWK Set as it is now.
type Source func(context.Context) ([]byte, error)

// A Set is the keys of one signer. It is safe for concurrent use; however many
// calls need it, it is read once at a time.
type Set struct {
	source Source
	clock  canonical.Clock

	mu      sync.Mutex
	keys    map[string][]jose.JSONWebKey
	read    time.Time     // when keys were last read
	tried   time.Time     // when the last reading began
	failure error         // how it ended
	reading chan struct{} // closed when the reading that is under way ends; nil: there is none
}

// New makes a Set. Nothing is read before the first key is asked for.
func New(source Source, clock canonical.Clock) *Set {
	return &Set{source: source, clock: clock}
}

// Keys are the keys of that kid that are good for that algorithm, at least
// one. The error is ErrUnknown, or a canonical.ErrUnverifiable when it cannot
// be told whether there is such a key.
func (s *Set) Keys(ctx context.Context, kid string, alg jose.SignatureAlgorithm) ([]jose.JSONWebKey, error) {
	return s.find(ctx, alg, func(keys map[string][]jose.JSONWebKey) []jose.JSONWebKey {
		if kid == "" {
			return nil
		}
		return keys[kid]
	})
}

// Only is the one key of a signer who names none, if it is good for that
// algorithm and passes the test. OpenID Connect Core 1.0 (section 10.1) lets a
// signature go without a kid where the set has a single key; of several, none is
// taken. One that fails the test is looked for again as one that the set lacks:
// its owner may have changed it. Errors are those of Keys.
func (s *Set) Only(ctx context.Context, alg jose.SignatureAlgorithm, test func(jose.JSONWebKey) bool) (jose.JSONWebKey, error) {
	found, err := s.find(ctx, alg, func(keys map[string][]jose.JSONWebKey) []jose.JSONWebKey {
		if one := usable(keys); len(one) == 1 && test(one[0]) {
			return one
		}
		return nil
	})
	if err != nil {
		return jose.JSONWebKey{}, err
	}
	return found[0], nil
}

// find picks keys from the set, which is read for that if it must be.
func (s *Set) find(ctx context.Context, alg jose.SignatureAlgorithm, pick func(map[string][]jose.JSONWebKey) []jose.JSONWebKey) ([]jose.JSONWebKey, error) {
	for {
		keys, wait, err := s.look(ctx, pick)
		if wait == nil {
			if err != nil {
				return nil, err
			}
			return suited(keys, alg)
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", canonical.ErrUnverifiable, ctx.Err())
		}
	}
}

// look answers from what has been read, or with what to wait for.
func (s *Set) look(ctx context.Context, pick func(map[string][]jose.JSONWebKey) []jose.JSONWebKey) (keys []jose.JSONWebKey, wait <-chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock()
	age := now.Sub(s.read)
	keys = pick(s.keys)
	known := len(keys) > 0
	if known && age < Fresh {
		return keys, nil, nil
	}
	usable := known && age < Fresh+Stale
	if s.reading == nil && s.due(now) {
		s.begin(ctx, now)
		return nil, s.reading, nil
	}
	switch {
	case usable:
		return keys, nil, nil
	case s.reading != nil:
		return nil, s.reading, nil
	case s.failure != nil:
		return nil, nil, fmt.Errorf("%w: %w", canonical.ErrUnverifiable, s.failure)
	}
	return nil, nil, ErrUnknown
}

// due says whether the set may be read again.
func (s *Set) due(now time.Time) bool {
	pause := Pause
	if s.failure != nil {
		pause = Retry
	}
	since := now.Sub(s.tried)
	return since < 0 || since >= pause
}

// begin reads the set, for everybody who waits: it goes on if the caller who
// began it gives up.
func (s *Set) begin(ctx context.Context, now time.Time) {
	done := make(chan struct{})
	s.tried, s.reading = now, done
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), patience)
	go func() {
		defer stop()
		keys, err := s.load(ctx)
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.failure = err; err == nil {
			s.keys, s.read = keys, now
		}
		s.reading = nil
		close(done)
	}()
}

func (s *Set) load(ctx context.Context) (keys map[string][]jose.JSONWebKey, err error) {
	defer func() {
		if recover() != nil {
			keys, err = nil, errors.New("jwks: the reading broke down")
		}
	}()
	b, err := s.source(ctx)
	if err != nil {
		return nil, fmt.Errorf("jwks: %w", err)
	}
	return parse(b)
}
