package dynamo_test

import (
	"errors"
	"testing"
	"time"

	"hora/canonical"
	"hora/infra/dynamo"
	"hora/infra/storetest"
)

// fixture is a store on the shim, with one record in it, and what it saw.
type fixture struct {
	*dynamo.Store
	server *storetest.Server
	table  string
	seen   *operations
}

var kept = canonical.Record{StoreKey: canonical.StoreKey{Partition: "A", Sort: "kept"}, Version: 1, Body: []byte("kept"), Parts: map[string]string{"p": "q"}}

func newFixture(t *testing.T, o dynamo.Options) fixture {
	t.Helper()
	f := fixture{server: storetest.Shim(t), seen: &operations{}}
	o.Endpoint, o.Observe = f.server.Endpoint, f.seen.add
	f.Store, f.table = open(t, o)
	first := kept
	first.Version = 0
	if err := f.Commit(t.Context(), canonical.Write{Record: first}); err != nil {
		t.Fatal(err)
	}
	f.seen.reset()
	return f
}

// fault orders one for this table.
func (f fixture) fault(t *testing.T, operation, kind string, times int) {
	t.Helper()
	f.server.Fault(t, storetest.Fault{Table: f.table, Operation: operation, Kind: kind, Times: times, Millis: slowness[kind]})
}

// patience is how long an attempt may take where answers are slow; slowness is
// longer.
const patience = 500 * time.Millisecond

var slowness = map[string]int{storetest.Slow: 900}

const (
	transact = "TransactWriteItems"
	batch    = "BatchGetItem"
	get      = "GetItem"
	query    = "Query"
	update   = "UpdateItem"
)

// The ends of a commit, as a caller tells them apart.
type ending string

const (
	done        ending = "done"
	readAgain   ending = "conflict, read again"
	moved       ending = "conflict, current"
	unknown     ending = "unknown"
	unavailable ending = "unavailable"
	refused     ending = "refused"
)

func endingOf(err error) ending {
	var conflict *canonical.Conflict
	switch {
	case err == nil:
		return done
	case errors.As(err, &conflict) && len(conflict.Current) == 0:
		return readAgain
	case errors.As(err, &conflict):
		return moved
	case errors.Is(err, canonical.ErrUnknown) && errors.Is(err, canonical.ErrUnavailable):
		return "both unknown and unavailable"
	case errors.Is(err, canonical.ErrUnknown):
		return unknown
	case errors.Is(err, canonical.ErrUnavailable):
		return unavailable
	}
	return refused
}
