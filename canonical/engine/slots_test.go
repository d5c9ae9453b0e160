package engine_test

import (
	"testing"

	"hora/canonical"
)

func TestFindSlots(t *testing.T) {
	b := onBolt(t)
	b.do(booking("kine", "2026-04-01 10:00"))
	for _, row := range []struct {
		name   string
		c      canonical.FindSlots
		slots  int
		first  string
		reason canonical.Emptiness
	}{
		{"today, from now on", canonical.FindSlots{Service: "kine"}, 9, "2026-03-30 09:00", ""},
		{"a day with one taken", canonical.FindSlots{Service: "kine", From: "2026-04-01", Days: 1}, 8, "2026-04-01 09:00", ""},
		{"of the other provider", canonical.FindSlots{Service: "kine", Provider: "pedro", From: "2026-04-01", Days: 1}, 9, "2026-04-01 09:00", ""},
		{"a week with a closed day", canonical.FindSlots{Service: "kine", From: "2026-03-30", Days: 7}, 35, "2026-03-30 09:00", ""},
		{"the next three", canonical.FindSlots{Service: "kine", Days: 90, Limit: 3}, 3, "2026-03-30 09:00", ""},
		{"a sunday", canonical.FindSlots{Service: "kine", From: "2026-04-05", Days: 1}, 0, "", canonical.Closed},
		{"a past day", canonical.FindSlots{Service: "kine", From: "2026-03-27", Days: 1}, 0, "", canonical.Closed},
		{"past and coming days", canonical.FindSlots{Service: "kine", From: "2026-03-27", Days: 4}, 9, "2026-03-30 09:00", ""},
		{"beyond the horizon", canonical.FindSlots{Service: "kine", From: "2026-06-29", Days: 1}, 0, "", canonical.Closed},
		{"nobody's hours", canonical.FindSlots{Service: "never", From: "2026-04-01", Days: 1}, 0, "", canonical.NotConfigured},
		{"with a buffer", canonical.FindSlots{Service: "box", From: "2026-04-02", Days: 1}, 18, "2026-04-02 09:00", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := b.do(row.c)
			if got.Err != nil {
				t.Fatal(got.Err)
			}
			s := got.Result.(canonical.Slots)
			if len(s.Slots) != row.slots || s.Reason != row.reason {
				t.Fatalf("%d slots (%q), want %d (%q)", len(s.Slots), s.Reason, row.slots, row.reason)
			}
			if len(s.Slots) > 0 && !s.Slots[0].Start.Equal(at(row.first)) {
				t.Errorf("first %v, want %s", s.Slots[0].Start, row.first)
			}
		})
	}
	for name, row := range map[string]struct {
		c    canonical.FindSlots
		want string
	}{
		"no such service":  {canonical.FindSlots{Service: "x"}, "unknown_service"},
		"nobody assigned":  {canonical.FindSlots{Service: "orphan"}, "unknown_provider"},
		"not assigned":     {canonical.FindSlots{Service: "piso", Provider: "pedro"}, "unknown_provider"},
		"no such resource": {canonical.FindSlots{Service: "box", Resource: "x"}, "unknown_resource"},
	} {
		if got := code(b.do(row.c)); got != row.want {
			t.Errorf("%s: got %s, want %s", name, got, row.want)
		}
	}
}

func TestFullyBooked(t *testing.T) {
	b := onBolt(t)
	day := canonical.FindSlots{Service: "kine", From: "2026-04-02", Days: 1}
	for _, s := range b.do(day).Result.(canonical.Slots).Slots {
		if got := b.do(canonical.Book{Service: "kine", Slot: s.ID, Client: canonical.Client{Email: "a@b.cl"}}); got.Err != nil {
			t.Fatalf("%s was shown and cannot be booked: %v", s.ID, got.Err)
		}
	}
	if s := b.do(day).Result.(canonical.Slots); len(s.Slots) != 0 || s.Reason != canonical.FullyBooked {
		t.Errorf("%d slots, %q", len(s.Slots), s.Reason)
	}
}

// Every slot that is shown can be booked at that instant: through rooms,
// buffers, holds and providers.
func TestShownIsBookable(t *testing.T) {
	b := onBolt(t)
	for _, service := range []string{"kine", "box"} {
		for _, provider := range []string{"maria", "pedro"} {
			for {
				s := b.do(canonical.FindSlots{Service: service, Provider: provider, From: "2026-03-31", Days: 2, Limit: 1}).Result.(canonical.Slots)
				if len(s.Slots) == 0 {
					break
				}
				c := canonical.Book{Service: service, Provider: provider, Start: s.Slots[0].Start, Client: canonical.Client{Email: "a@b.cl"}}
				if got := b.do(c); got.Err != nil {
					t.Fatalf("%s at %v with %s was shown: %v", service, c.Start, provider, got.Err)
				}
			}
		}
	}
}
