package boot

import (
	"crypto/rand"

	"github.com/oklog/ulid/v2"

	"hora/canonical"
)

// IDs mints ULIDs: 48 bits of the clock and 80 of chance. Within a millisecond
// each is above the last by up to 48 bits of chance, so that the ids of one
// process are in the order of their making and none gives away the next.
//
// Most is one less than a power of two because the library draws until it has
// a number below it: from 1<<48 it would discard 255 draws of 256.
func IDs(clock canonical.Clock) canonical.IDs {
	const most = 1<<48 - 1
	chance := &ulid.LockedMonotonicReader{MonotonicReader: ulid.Monotonic(rand.Reader, most)}
	return func() string {
		ms := ulid.Timestamp(clock())
		id, err := ulid.New(ms, chance)
		if err != nil { // no room is left above the last one in this millisecond
			id = ulid.MustNew(ms, rand.Reader)
		}
		return id.String()
	}
}
