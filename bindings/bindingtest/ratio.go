package bindingtest

import (
	"testing"
	"time"
)

// Ratio measures a call and its floor by turns and reports how many times the
// floor the call takes, by the best times of both, which other load on the
// machine disturbs least; and beside it the most that it is to be: so many
// times the floor, and a grant for what is read beside the body.
func Ratio(b *testing.B, most float64, grant time.Duration, call, floor func()) {
	const batch = 100
	best := func(run func(), before time.Duration) time.Duration {
		began := time.Now()
		for range batch {
			run()
		}
		return min(before, time.Since(began))
	}
	theCall, theFloor := time.Hour, time.Hour
	for b.Loop() {
		theCall, theFloor = best(call, theCall), best(floor, theFloor)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(theCall)/float64(theFloor), "x-floor")
	b.ReportMetric(most+float64(grant)*batch/float64(theFloor), "x-floor-at-most")
}
