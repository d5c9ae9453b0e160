package canonical_test

import (
	"strings"
	"testing"

	"hora/canonical"
)

// lines splits a table into the fields of its non-empty lines.
func lines(s string) (out [][]string) {
	for line := range strings.Lines(s) {
		if f := strings.Fields(line); len(f) > 0 {
			out = append(out, f)
		}
	}
	return out
}

// Every act can fail for reasons of our own or of the way to it, and every
// code is the end of some act.
func TestEndsIsTotal(t *testing.T) {
	always := []canonical.Code{canonical.Internal, canonical.Unavailable, canonical.RateLimited, canonical.Unauthenticated, canonical.UnknownOrganization}
	if canonical.Ends[canonical.OpNone] != 0 {
		t.Error("no act ends badly")
	}
	used := canonical.Continuing | canonical.Conditional
	for op := canonical.OpNone + 1; op < canonical.NumOps; op++ {
		ends := canonical.Ends[op]
		used |= ends
		for _, c := range always {
			if !ends.Has(c) {
				t.Errorf("%s never ends in %s", op, c)
			}
		}
		if ends>>canonical.NumCodes != 0 {
			t.Errorf("%s ends in codes that do not exist", op)
		}
		if op.Writes() && !ends.Has(canonical.OutcomeUnknown) {
			t.Errorf("%s writes, and its outcome is never unknown", op)
		}
	}
	for c := range canonical.NumCodes {
		if !used.Has(c) {
			t.Errorf("no act ends in %s", c)
		}
	}
}

// A conversation ends as any act that it can come to.
func TestEndsOfConverse(t *testing.T) {
	for op := canonical.OpNone + 1; op < canonical.OpConverse; op++ {
		if missing := canonical.Ends[op] &^ canonical.Ends[canonical.OpConverse]; missing != 0 {
			t.Errorf("%s ends in codes %b that converse does not", op, missing)
		}
	}
}

func TestCodes(t *testing.T) {
	set := canonical.Of(canonical.Internal, canonical.SlotTaken, canonical.NumCodes-1)
	for c := range canonical.NumCodes {
		want := c == canonical.Internal || c == canonical.SlotTaken || c == canonical.NumCodes-1
		if got := set.Has(c); got != want {
			t.Errorf("has %s: %v", c, got)
		}
	}
	if canonical.NumCodes > 64 {
		t.Error("a set holds 64 codes")
	}
}

// Names are stored and published: each is there, is like no other, and is read
// back as what it names.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for c := range canonical.NumCodes {
		var back canonical.Code
		text, err := c.MarshalText()
		if err != nil || len(text) == 0 || seen[string(text)] || back.UnmarshalText(text) != nil || back != c {
			t.Errorf("code %d is called %q and read as %d", c, text, back)
		}
		seen[string(text)] = true
	}
	clear(seen)
	for op := range canonical.NumOps {
		var back canonical.Op
		text, err := op.MarshalText()
		if err != nil || (len(text) == 0) != (op == canonical.OpNone) || seen[string(text)] || back.UnmarshalText(text) != nil || back != op {
			t.Errorf("act %d is called %q and read as %d", op, text, back)
		}
		seen[string(text)] = true
	}
	for _, s := range []string{"Internal", "slot taken", " book", "none"} {
		if new(canonical.Code).UnmarshalText([]byte(s)) == nil || new(canonical.Op).UnmarshalText([]byte(s)) == nil {
			t.Errorf("%q names something", s)
		}
	}
	if new(canonical.Code).UnmarshalText(nil) == nil {
		t.Error("no name names a code")
	}
	if canonical.OpOf(nil) != canonical.OpNone {
		t.Error("no command is an act")
	}
}
