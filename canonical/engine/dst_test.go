package engine_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/go-json-experiment/json"

	"hora/canonical"
)

// Around the clock in half hours: the two days on which a zone changes have
// 46 and 50 starts, and each is bookable.
func TestDaylightSaving(t *testing.T) {
	for _, row := range []struct {
		zone   string
		date   canonical.Date
		starts int
	}{
		{"America/Santiago", "2026-04-04", 50},
		{"America/Santiago", "2026-09-06", 46},
		{"America/New_York", "2026-11-01", 50},
		{"America/New_York", "2027-03-14", 46},
		{"America/New_York", "2026-10-31", 48},
	} {
		t.Run(fmt.Sprint(row.zone, row.date), func(t *testing.T) {
			b := onBolt(t)
			b.travel(row.date.Midnight().AddDate(0, 0, -3))
			slug := "siempre"
			docs := map[canonical.StoreKey]any{
				canonical.OrganizationKey(slug): canonical.Organization{Slug: slug, Timezone: row.zone, Public: true, Currency: "USD"},
				canonical.ServiceKey(slug, "s"): canonical.Service{ID: "s", Minutes: 30, Providers: []string{"p"}},
				canonical.ProviderKey(slug, "p"): canonical.Provider{ID: "p", Windows: []canonical.Window{
					{Days: []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}, From: "00:00", To: "24:00"}}},
			}
			for k, doc := range docs {
				body, _ := json.Marshal(doc)
				if err := b.store.Store.Commit(context.Background(), canonical.Write{Record: canonical.Record{StoreKey: k, Body: body}}); err != nil {
					t.Fatal(err)
				}
			}
			there := func(r *canonical.Request) { r.Organization = slug }
			s := b.do(canonical.FindSlots{Service: "s", From: row.date, Days: 1}, there).Result.(canonical.Slots)
			zone := canonical.Zone(row.zone)
			clocks := map[string]int{}
			for i, slot := range s.Slots {
				if i > 0 && !slot.Start.Equal(s.Slots[i-1].End) {
					t.Errorf("a hole before %v", slot.Start)
				}
				if canonical.DateOf(slot.Start, zone) != row.date {
					t.Errorf("%v is another day", slot.Start)
				}
				clocks[slot.Start.In(zone).Format("15:04")]++
				if got := b.do(canonical.Book{Service: "s", Start: slot.Start, Client: canonical.Client{Email: "a@b.cl"}}, there); got.Err != nil {
					t.Errorf("%v: %v", slot.Start, got.Err)
				}
			}
			twice := 0
			for _, n := range clocks {
				if n == 2 {
					twice++
				}
			}
			if want := max(0, row.starts-48); len(s.Slots) != row.starts || twice != want {
				t.Errorf("%d starts, %d clocks twice; want %d and %d", len(s.Slots), twice, row.starts, want)
			}
		})
	}
}
