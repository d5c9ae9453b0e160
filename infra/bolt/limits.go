package bolt

import (
	"fmt"

	"hora/canonical"
)

// Limits of size, which are DynamoDB's: it needs nobody to check them.
const (
	maxCommit = 4 << 20   // bytes a commit
	maxRecord = 400 << 10 // bytes a record
)

// check refuses writes that no store could do.
func check(writes []canonical.Write) error {
	if err := canonical.CheckWrites(writes); err != nil {
		return fmt.Errorf("bolt: %w", err)
	}
	total := 0
	for i, w := range writes {
		if w.Kind != canonical.Put {
			continue
		}
		n := size(w.Record)
		if total += n; n > maxRecord {
			return fmt.Errorf("bolt: the record of write %d has %d bytes; at most %d are possible", i, n, maxRecord)
		}
	}
	if total > maxCommit {
		return fmt.Errorf("bolt: the commit is larger than %d bytes", maxCommit)
	}
	return nil
}

// size is about what a record takes in a table.
func size(r canonical.Record) int {
	n := len(r.Partition) + len(r.Sort) + len(r.Body) + 32
	for name, value := range r.Parts {
		n += len(name) + len(value) + 1
	}
	return n
}
