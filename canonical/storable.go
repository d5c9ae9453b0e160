package canonical

import (
	"fmt"
	"unicode/utf8"
)

// Limits that hold in every store, so that nothing passes in one that would
// fail in another. They are DynamoDB's.
const (
	maxWrites    = 100  // records a commit
	maxPartition = 2048 // bytes
	maxSort      = 1024 // bytes
)

// Storable says whether a record can have this key at all. Invalid UTF-8 has no
// place in one: what mends it would make two keys one.
func (k StoreKey) Storable() bool {
	return k.Partition != "" && len(k.Partition) <= maxPartition && utf8.ValidString(k.Partition) &&
		k.Sort != "" && len(k.Sort) <= maxSort && utf8.ValidString(k.Sort)
}

// Storable says whether a range can be listed: whether its bounds could be sort
// keys.
func (r Range) Storable() bool {
	for _, bound := range []string{r.From, r.To, string(r.After)} {
		if len(bound) > maxSort || !utf8.ValidString(bound) {
			return false
		}
	}
	return true
}

// CheckWrites refuses writes that no store could do in one commit. Its errors
// name no key: keys can hold what a caller sent.
func CheckWrites(writes []Write) error {
	if len(writes) > maxWrites {
		return fmt.Errorf("%d writes in one commit; at most %d are possible", len(writes), maxWrites)
	}
	seen := make(map[StoreKey]bool, len(writes))
	for i, w := range writes {
		switch {
		case w.Kind > Delete:
			return fmt.Errorf("write %d is of no known kind", i)
		case !w.StoreKey.Storable():
			return fmt.Errorf("write %d has a key that no record can have", i)
		case seen[w.StoreKey]:
			return fmt.Errorf("write %d names the key of another", i)
		case w.Version < 0:
			return fmt.Errorf("write %d has a negative version", i)
		case w.Kind == Drop && !nameable(w.Part):
			return fmt.Errorf("write %d drops what can be no part", i)
		}
		seen[w.StoreKey] = true
		if w.Kind != Put {
			continue
		}
		for name, value := range w.Parts {
			if !nameable(name) || !utf8.ValidString(value) {
				return fmt.Errorf("write %d has a part that is no text", i)
			}
		}
	}
	return nil
}

// nameable says whether a part can have this name.
func nameable(part string) bool { return part != "" && utf8.ValidString(part) }
