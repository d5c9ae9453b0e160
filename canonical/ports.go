package canonical

import "time"

// A Clock tells the time. It is given at construction, so that tests and the
// local desk can set it.
type Clock func() time.Time

// IDs mints names for new things: unguessable, ordered by time, made of
// [0-9A-Za-z_-] only.
type IDs func() string
