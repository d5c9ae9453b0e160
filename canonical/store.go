package canonical

import (
	"context"
	"time"
)

// A Store keeps versioned records. Correctness rests on one rule: Commit
// writes all or nothing, and only if every record is still at the version
// that was read. Implementations are safe for concurrent use; each method is
// one wait on the network at most, however many requests go out side by side.
type Store interface {
	// Load reads the records of these keys, in the order of the keys, each
	// current (strongly consistent), the set no snapshot. A key with no record
	// yields version 0. Equal keys are read once.
	Load(ctx context.Context, keys ...StoreKey) ([]Record, error)

	// List reads one partition in sort order, strongly consistent. The cursor
	// is empty after the last page.
	List(ctx context.Context, r Range) ([]Record, Cursor, error)

	// Commit does all writes or none. A *Conflict means that nothing was
	// written and why; ErrUnknown that it may have been; any other error that
	// nothing was written. No two writes may name the same key.
	Commit(ctx context.Context, writes ...Write) error

	// Spend adds one to a counter that starts at zero and may be forgotten
	// after expires, and answers what it came to.
	Spend(ctx context.Context, key StoreKey, expires time.Time) (int64, error)
}

// A StoreKey addresses one record: a partition, and a place in its order.
type StoreKey struct{ Partition, Sort string }

// A Record is one versioned document.
type Record struct {
	StoreKey
	Version int64             // 0: there is none
	Body    []byte            // canonical JSON
	Parts   map[string]string // named parts that can be dropped unread, such as busy intervals
	Expires time.Time         // when the store may tidy it away; never the reason for a decision
}

// A Range is a stretch of one partition, both ends included.
type Range struct {
	Partition string
	From, To  string // sort keys; an empty To means to the end
	Limit     int    // records a page; 0: all of them
	After     Cursor
}

// A Cursor continues a List where it stopped.
type Cursor string

// WriteKind says what a Write does to its record.
type WriteKind uint8

const (
	Put    WriteKind = iota // writes the whole record, if its version is still the one given
	Check                   // writes nothing, if its version is still the one given
	Drop                    // removes one named part, whatever the version; no error if the part or record is gone
	Delete                  // removes the record, if its version is still the one given
)

// A Write is one change of a Commit. Record.Version is the version that was
// read, 0 for a record that must not exist; a Put stores it one higher.
type Write struct {
	Kind WriteKind
	Record
	Part string // of Drop
}

// A Conflict says that a Commit did nothing because records had moved.
// Current holds those that are known as they are now (version 0: gone); empty
// means read again.
type Conflict struct{ Current []Record }

func (*Conflict) Error() string { return "canonical: records moved" }

type storeError string

func (e storeError) Error() string { return string(e) }

// Errors of a Store. Both are temporary.
const (
	ErrUnknown     = storeError("canonical: the outcome of a commit is unknown")
	ErrUnavailable = storeError("canonical: the store cannot be reached")
)
