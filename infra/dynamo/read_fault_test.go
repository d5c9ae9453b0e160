package dynamo_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"hora/canonical"
	"hora/infra/dynamo"
	"hora/infra/storetest"
)

// TestReadFaults has each read, and Spend, meet each fault.
func TestReadFaults(t *testing.T) {
	other := canonical.StoreKey{Partition: "A", Sort: "other"}
	for operation, read := range map[string]func(context.Context, canonical.Store) error{
		get: func(ctx context.Context, s canonical.Store) error { _, err := s.Load(ctx, kept.StoreKey); return err },
		batch: func(ctx context.Context, s canonical.Store) error {
			_, err := s.Load(ctx, kept.StoreKey, other)
			return err
		},
		query: func(ctx context.Context, s canonical.Store) error {
			_, _, err := s.List(ctx, canonical.Range{Partition: "A"})
			return err
		},
		update: func(ctx context.Context, s canonical.Store) error {
			_, err := s.Spend(ctx, canonical.StoreKey{Partition: "ALLOW", Sort: "a"}, time.Unix(2000000000, 0))
			return err
		},
	} {
		t.Run(operation, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, dynamo.Options{Attempts: 3, Timeout: patience})
			for _, fault := range []string{storetest.Throttle, storetest.FailBefore, storetest.DropBefore, storetest.Slow} {
				f.seen.reset()
				f.fault(t, operation, fault, 1)
				if got := endingOf(read(t.Context(), f)); got != done || f.seen.attempts(operation) != 2 {
					t.Errorf("%s once: %s in %d attempts, want done in 2", fault, got, f.seen.attempts(operation))
				}
				f.fault(t, operation, fault, 3)
				if got := endingOf(read(t.Context(), f)); got != unavailable {
					t.Errorf("%s every time: %s, want unavailable", fault, got)
				}
			}
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			f.fault(t, operation, storetest.Slow, 1)
			if err := read(ctx, f); endingOf(err) != unavailable || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("out of time: %v, want unavailable", err)
			}
			f.fault(t, operation, storetest.Garble, 1)
			if got := endingOf(read(t.Context(), f)); got != refused {
				t.Errorf("garbled: %s, want an error", got)
			}
		})
	}
}

func TestUnprocessedKeys(t *testing.T) {
	t.Parallel()
	f := newFixture(t, dynamo.Options{Attempts: 3})
	var writes []canonical.Write
	var want []canonical.Record
	for i := range 90 {
		r := canonical.Record{StoreKey: canonical.StoreKey{Partition: "U", Sort: string(rune('0' + i))}, Body: []byte{byte(i)}}
		writes = append(writes, canonical.Write{Record: r})
		r.Version = 1
		want = append(want, r)
	}
	if err := f.Commit(t.Context(), writes...); err != nil {
		t.Fatal(err)
	}
	f.fault(t, batch, storetest.Unprocessed, 5) // more rounds than attempts, but each reads some
	wantStored(t, f.Store, want...)
	if got := f.seen.calls(batch); got != 6 {
		t.Errorf("%d batches, want 6", got)
	}
	missing := make([]canonical.StoreKey, 10) // a round that finds nothing counts, so this gives up
	for i := range missing {
		missing[i] = canonical.StoreKey{Partition: "none", Sort: string(rune('0' + i))}
	}
	f.fault(t, batch, storetest.Unprocessed, 4)
	if _, err := f.Load(t.Context(), missing...); endingOf(err) != unavailable {
		t.Errorf("load: %v, want unavailable", err)
	}
}

// TestOneChunkFails has one of several batches fail for good.
func TestOneChunkFails(t *testing.T) {
	t.Parallel()
	f := newFixture(t, dynamo.Options{Attempts: 1})
	keys := []canonical.StoreKey{kept.StoreKey}
	for i := range 250 {
		keys = append(keys, canonical.StoreKey{Partition: "none", Sort: string(rune('0' + i))})
	}
	f.fault(t, batch, storetest.FailBefore, 1)
	if _, err := f.Load(t.Context(), keys...); endingOf(err) != unavailable {
		t.Errorf("load: %v, want unavailable", err)
	}
	if _, err := f.Load(t.Context(), keys...); err != nil {
		t.Errorf("load: %v", err)
	}
}

func TestNobodyThere(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	for _, endpoint := range []string{"http://" + address, "http://nobody.invalid"} {
		s := dynamo.New(dynamo.Dial(dynamo.Options{Region: "us-east-1", Endpoint: endpoint, AccessKeyID: "a", SecretAccessKey: "b", Attempts: 2}), "none")
		if err := s.Commit(t.Context(), canonical.Write{Record: kept}); endingOf(err) != unavailable {
			t.Errorf("%s: commit: %v, want unavailable", endpoint, err)
		}
		if _, err := s.Load(t.Context(), kept.StoreKey); endingOf(err) != unavailable {
			t.Errorf("%s: load: %v, want unavailable", endpoint, err)
		}
	}
}

// TestNoSuchTable is a mistake of whoever set the desk up, not of the network.
func TestNoSuchTable(t *testing.T) {
	s := dynamo.New(dynamo.Dial(dynamo.Options{Region: "us-east-1", Endpoint: storetest.Dynamo(t), AccessKeyID: "a", SecretAccessKey: "b"}), "no-such-table")
	_, load := s.Load(t.Context(), kept.StoreKey)
	for name, err := range map[string]error{"commit": s.Commit(t.Context(), canonical.Write{Record: kept}), "load": load} {
		if endingOf(err) != refused || !strings.Contains(err.Error(), "ResourceNotFound") {
			t.Errorf("%s: %v, want that the table is not there", name, err)
		}
	}
}

// TestNoCredentials sends nothing.
func TestNoCredentials(t *testing.T) {
	s := dynamo.New(dynamo.Dial(dynamo.Options{Region: "us-east-1", Endpoint: storetest.Dynamo(t)}), "any")
	if err := s.Commit(t.Context(), canonical.Write{Record: kept}); endingOf(err) != refused {
		t.Errorf("commit: %v, want it refused", err)
	}
}
