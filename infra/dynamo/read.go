package dynamo

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"hora/canonical"
)

// maxBatch is how many keys one BatchGetItem takes.
const maxBatch = 100

// Load implements canonical.Store. Up to 100 keys are one request, more go
// out side by side.
func (s *Store) Load(ctx context.Context, keys ...canonical.StoreKey) ([]canonical.Record, error) {
	found := make(map[canonical.StoreKey]canonical.Record, len(keys))
	wanted := make([]item, 0, len(keys))
	for _, k := range keys {
		if _, seen := found[k]; seen {
			continue
		}
		found[k] = canonical.Record{StoreKey: k}
		if k.Storable() {
			wanted = append(wanted, keyOf(k))
		}
	}
	if err := s.fetch(ctx, wanted, found); err != nil {
		return nil, failed("load", err)
	}
	records := make([]canonical.Record, len(keys))
	for i, k := range keys {
		records[i] = found[k]
	}
	return records, nil
}

// fetch reads the items of different keys into found.
func (s *Store) fetch(ctx context.Context, keys []item, found map[canonical.StoreKey]canonical.Record) error {
	switch {
	case len(keys) == 0:
		return nil
	case len(keys) == 1:
		m, err := s.get(ctx, keys[0])
		if err != nil || m == nil {
			return err
		}
		return add(found, m)
	case len(keys) <= maxBatch:
		items, err := s.batch(ctx, keys)
		if err != nil {
			return err
		}
		return add(found, items...)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	chunks := make([][]item, (len(keys)+maxBatch-1)/maxBatch)
	for i := range chunks {
		wg.Go(func() {
			var err error
			if chunks[i], err = s.batch(ctx, keys[i*maxBatch:min((i+1)*maxBatch, len(keys))]); err != nil {
				cancel(err) // the others are of no use now
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	for _, items := range chunks {
		if err := add(found, items...); err != nil {
			return err
		}
	}
	return nil
}

func add(found map[canonical.StoreKey]canonical.Record, items ...item) error {
	for _, m := range items {
		r, err := fromItem(m)
		if err != nil {
			return err
		}
		found[r.StoreKey] = r
	}
	return nil
}

// get reads one item; nil is none.
func (s *Store) get(ctx context.Context, key item) (item, error) {
	out, err := s.client.GetItem(ctx, &dynamodb.GetItemInput{TableName: &s.table, Key: key, ConsistentRead: aws.Bool(true)})
	if err != nil {
		return nil, err
	}
	return out.Item, nil
}

var errUnprocessed = errors.New("keys stayed unprocessed")

// batch reads up to 100 items. Keys that DynamoDB leaves undone, because it
// is throttling or the answer would be too large, are asked for again, after
// the waits of the client's retries and as often; only rounds that read
// nothing count.
func (s *Store) batch(ctx context.Context, keys []item) (items []item, err error) {
	request := map[string]types.KeysAndAttributes{s.table: {Keys: keys, ConsistentRead: aws.Bool(true)}}
	for barren := 0; ; {
		out, err := s.client.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{RequestItems: request})
		if err != nil {
			return nil, err
		}
		got := out.Responses[s.table]
		items = append(items, got...)
		if request = out.UnprocessedKeys; len(request) == 0 {
			return items, nil
		}
		if barren++; len(got) > 0 {
			barren = 0
		}
		if limit := s.retryer.MaxAttempts(); limit > 0 && barren >= limit {
			return nil, fmt.Errorf("%w: %w", canonical.ErrUnavailable, errUnprocessed)
		}
		delay, err := s.retryer.RetryDelay(barren+1, errUnprocessed)
		if err != nil {
			return nil, err
		}
		if err := sleep(ctx, delay); err != nil {
			return nil, err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
