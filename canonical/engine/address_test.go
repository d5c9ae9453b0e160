package engine_test

import (
	"strings"
	"testing"

	"hora/canonical"
)

// Ids that nothing could be stored under are unknown, whatever the store
// would say to them.
func TestImpossibleIDs(t *testing.T) {
	for _, open := range []func(testing.TB) *bench{onBolt, onDynamo} {
		b := open(t)
		for _, id := range []string{"", strings.Repeat("x", 3000), "\xff\xfe", "a#b", "a\x00b"} {
			for want, c := range map[string]canonical.Command{
				"unknown_booking": canonical.Cancel{Booking: id},
				"unknown_hold":    canonical.ReleaseHold{Hold: id},
				"unknown_task":    canonical.GetTask{Task: id},
			} {
				if got := code(b.do(c)); got != want {
					t.Errorf("%.8q: %s: got %s", id, c.Op(), got)
				}
			}
			if got := code(b.do(canonical.ListServices{}, func(r *canonical.Request) { r.Organization = id })); got != "unknown_organization" {
				t.Errorf("%.8q as an organisation: %s", id, got)
			}
		}
	}
}
