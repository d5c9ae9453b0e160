package canonical_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"hora/canonical"
)

func TestSlotID(t *testing.T) {
	start := time.Date(2026, 3, 30, 9, 0, 0, 0, time.FixedZone("", -3*60*60))
	for _, c := range []struct {
		ref  canonical.SlotRef
		want string
	}{
		{canonical.SlotRef{Provider: "clx1abc123", Start: start}, "clx1abc123..20260330T120000Z"},
		{canonical.SlotRef{Provider: "clx1abc123", Resource: "room-1", Start: start}, "clx1abc123.room-1.20260330T120000Z"},
		{canonical.SlotRef{Resource: "court_2", Start: start}, ".court_2.20260330T120000Z"},
	} {
		if got := c.ref.String(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.ref, got, c.want)
		}
	}
}

func TestParseSlot(t *testing.T) {
	for _, id := range []string{
		"", ".", "..", "a", "a.b", "a.b.", "..20260330T120000Z",
		"a..20260330T120000", "a..20260330T120000z", "a..20260330T1200Z", "a..2026-03-30T12:00:00Z",
		"a..20260330T120000,5Z", "a..20260330T120000.5Z", "a..20260330T120000+0000", "a..20260230T120000Z", "a..20260330T250000Z",
		"a..20260330T120060Z", "a..20260330T120000Z.", "a.b.c.20260330T120000Z", "a..20260330T120000Z ", "a.. 20260330T120000Z", "a..２０２６0330T120000Z",
	} {
		if ref, err := canonical.ParseSlot(id); err == nil || ref != (canonical.SlotRef{}) {
			t.Errorf("ParseSlot(%q) = %+v, %v", id, ref, err)
		}
	}
}

// Whatever is read writes itself again, and the other way round.
func TestSlotIDRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ref := canonical.SlotRef{
			Provider: rapid.StringMatching(`[0-9A-Za-z_-]{1,8}`).Draw(t, "provider"),
			Resource: rapid.StringMatching(`[0-9A-Za-z_-]{0,8}`).Draw(t, "resource"),
			Start:    time.Unix(rapid.Int64Range(0, 1<<32).Draw(t, "start"), 0).UTC(),
		}
		if got, err := canonical.ParseSlot(ref.String()); err != nil || got != ref {
			t.Fatalf("%+v came back as %+v, %v", ref, got, err)
		}
		id := rapid.OneOf(
			rapid.StringMatching(`[a.]{0,4}\.[0-9]{8}T[0-9]{4,6}[.,0-9]{0,2}Z?`),
			rapid.String(),
		).Draw(t, "id")
		if got, err := canonical.ParseSlot(id); err == nil && got.String() != id {
			t.Fatalf("%q was read as %q", id, got)
		}
	})
}
