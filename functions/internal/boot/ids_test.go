package boot_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"hora/functions/internal/boot"
)

func TestIDs(t *testing.T) {
	now := time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC)
	mint := boot.IDs(func() time.Time { return now })
	var ids []string
	for range 10_000 { // all within one millisecond
		ids = append(ids, mint())
	}
	now = now.Add(time.Millisecond)
	ids = append(ids, mint())
	if !slices.IsSorted(ids) {
		t.Error("ids are not in the order of their making")
	}
	if n := len(slices.Compact(slices.Clone(ids))); n != len(ids) {
		t.Errorf("%d of %d are different", n, len(ids))
	}
	for _, id := range ids {
		if len(id) != 26 || strings.Trim(id, "0123456789ABCDEFGHJKMNPQRSTVWXYZ") != "" {
			t.Fatalf("%q is no ULID", id)
		}
	}
	if mint := boot.IDs(func() time.Time { return now }); mint()[10:] == ids[len(ids)-1][10:] {
		t.Error("the chance is the same in another process")
	}
}

func TestIDsSideBySide(t *testing.T) {
	mint := boot.IDs(boot.Clock)
	var wg sync.WaitGroup
	var mu sync.Mutex
	seen := map[string]bool{}
	for range 8 {
		wg.Go(func() {
			for range 500 {
				id := mint()
				mu.Lock()
				seen[id] = true
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if len(seen) != 4000 {
		t.Errorf("%d different ids of 4000", len(seen))
	}
}

func TestClockFrom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Date(2026, 3, 30, 9, 0, 0, 0, time.FixedZone("", -3*3600))
		clock := boot.ClockFrom(start)
		time.Sleep(90 * time.Second)
		if got := clock(); !got.Equal(start.Add(90 * time.Second)) {
			t.Errorf("after 90 seconds it is %v", got)
		}
		if d := time.Since(boot.Clock()); d != 0 {
			t.Errorf("the clock is off by %v", d)
		}
	})
}
