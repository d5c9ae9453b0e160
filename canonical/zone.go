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
	rules, ok := zoneRules(name)
	if !ok || name == time.UTC.String() {
		return time.UTC
	}
	z, err := zoneOf(name, rules)
	if err != nil {
		return time.UTC
	}
	zones.Store(name, z)
	return z
}

// IsZone says whether there is a time zone of that IANA name.
func IsZone(name string) bool {
	_, ok := zoneRules(name)
	return ok
}
