package boot

import (
	"time"

	"hora/canonical"
)

// Clock is the time of day.
func Clock() time.Time { return time.Now() }

// ClockFrom stands at start now, and runs.
func ClockFrom(start time.Time) canonical.Clock {
	began := time.Now()
	return func() time.Time { return start.Add(time.Since(began)) }
}
