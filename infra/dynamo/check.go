package dynamo

import (
	"fmt"
	"unicode/utf8"

	"hora/canonical"
)

// Limits of DynamoDB that a request would only fail at. Those on the size of
// items and transactions are left to it.
const (
	maxWrites    = 100  // items a transaction
	maxPartition = 2048 // bytes of a key
	maxSort      = 1024 // bytes of a key
)

// addressable says whether a record can have this key at all. Invalid UTF-8
// must not be sent: the SDK would mend it, and two keys could become one.
func addressable(k canonical.StoreKey) bool {
	return k.Partition != "" && len(k.Partition) <= maxPartition && utf8.ValidString(k.Partition) &&
		k.Sort != "" && len(k.Sort) <= maxSort && utf8.ValidString(k.Sort)
}

// check refuses writes that no store could do. Its errors name no key: keys
// can hold what a caller sent.
func check(writes []canonical.Write) error {
	if len(writes) > maxWrites {
		return fmt.Errorf("dynamo: %d writes in one commit; at most %d are possible", len(writes), maxWrites)
	}
	seen := make(map[canonical.StoreKey]bool, len(writes))
	for i, w := range writes {
		switch {
		case w.Kind > canonical.Delete:
			return fmt.Errorf("dynamo: write %d is of no known kind", i)
		case !addressable(w.StoreKey):
			return fmt.Errorf("dynamo: write %d has a key that no record can have", i)
		case seen[w.StoreKey]:
			return fmt.Errorf("dynamo: write %d names the key of another", i)
		case w.Version < 0:
			return fmt.Errorf("dynamo: write %d has a negative version", i)
		case w.Kind == canonical.Drop && !nameable(w.Part):
			return fmt.Errorf("dynamo: write %d drops what can be no part", i)
		}
		seen[w.StoreKey] = true
		if w.Kind != canonical.Put {
			continue
		}
		for name, value := range w.Parts {
			if !nameable(name) || !utf8.ValidString(value) {
				return fmt.Errorf("dynamo: write %d has a part that is no text", i)
			}
		}
	}
	return nil
}

// nameable says whether a part can have this name.
func nameable(part string) bool { return part != "" && utf8.ValidString(part) }
