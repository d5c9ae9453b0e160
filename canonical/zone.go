package canonical

import (
	"sync"
	"time"
)

var zones sync.Map // name -> *time.Location

// Zone is the time zone of that IANA name, loaded once a process; UTC when
// there is none of that name.
func Zone(name string) *time.Location {
	if z, ok := zones.Load(name); ok {
		return z.(*time.Location)
	}
	z, err := time.LoadLocation(name)
	if err != nil || z == time.Local { // "Local" names no zone, but whatever the machine is set to
		return time.UTC
	}
	zones.Store(name, z)
	return z
}
