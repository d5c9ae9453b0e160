package bolt

import (
	"fmt"
	"unicode/utf8"

	"hora/canonical"
)

// The limits are DynamoDB's, so that nothing passes here that would fail
// there.
const (
	maxWrites    = 100       // records a commit
	maxCommit    = 4 << 20   // bytes a commit
	maxRecord    = 400 << 10 // bytes a record
	maxPartition = 2048      // bytes
	maxSort      = 1024      // bytes
)

// addressable says whether a record can have this key at all.
func addressable(k canonical.StoreKey) bool {
	return k.Partition != "" && len(k.Partition) <= maxPartition && utf8.ValidString(k.Partition) &&
		k.Sort != "" && len(k.Sort) <= maxSort && utf8.ValidString(k.Sort)
}

// check refuses writes that no store could do. Its errors name no key: keys
// can hold what a caller sent.
func check(writes []canonical.Write) error {
	if len(writes) > maxWrites {
		return fmt.Errorf("bolt: %d writes in one commit; at most %d are possible", len(writes), maxWrites)
	}
	seen := make(map[canonical.StoreKey]bool, len(writes))
	total := 0
	for i, w := range writes {
		n := 0
		if w.Kind == canonical.Put {
			n = size(w.Record)
		}
		total += n
		switch {
		case w.Kind > canonical.Delete:
			return fmt.Errorf("bolt: write %d is of no known kind", i)
		case !addressable(w.StoreKey):
			return fmt.Errorf("bolt: write %d has a key that no record can have", i)
		case seen[w.StoreKey]:
			return fmt.Errorf("bolt: write %d names the key of another", i)
		case w.Version < 0:
			return fmt.Errorf("bolt: write %d has a negative version", i)
		case w.Kind == canonical.Drop && !nameable(w.Part):
			return fmt.Errorf("bolt: write %d drops what can be no part", i)
		case n > maxRecord:
			return fmt.Errorf("bolt: the record of write %d has %d bytes; at most %d are possible", i, n, maxRecord)
		case total > maxCommit:
			return fmt.Errorf("bolt: the commit is larger than %d bytes", maxCommit)
		}
		seen[w.StoreKey] = true
		if w.Kind == canonical.Put {
			for name, value := range w.Parts {
				if !nameable(name) || !utf8.ValidString(value) {
					return fmt.Errorf("bolt: write %d has a part that is no text", i)
				}
			}
		}
	}
	return nil
}

// nameable says whether a part can have this name.
func nameable(part string) bool { return part != "" && utf8.ValidString(part) }

// size is about what a record takes in a table.
func size(r canonical.Record) int {
	n := len(r.Partition) + len(r.Sort) + len(r.Body) + 32
	for name, value := range r.Parts {
		n += len(name) + len(value) + 1
	}
	return n
}
