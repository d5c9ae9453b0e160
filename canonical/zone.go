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
	z := time.UTC
	if rules, ok := zoneRules(name); ok && name != z.String() {
		var err error
		if z, err = time.LoadLocationFromTZData(name, tzif(rules)); err != nil {
			return time.UTC
		}
		zones.Store(name, z)
	}
	return z
}

// IsZone says whether there is a time zone of that IANA name.
func IsZone(name string) bool {
	_, ok := zoneRules(name)
	return ok
}
