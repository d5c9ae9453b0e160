package canonical_test

import (
	"strings"
	"testing"

	"hora/canonical"
)

func TestIsSlug(t *testing.T) {
	for s, want := range map[string]bool{
		"clinica-demo": true, "abc": true, "24h": true, "a--b": true, strings.Repeat("a", 48): true,
		"": false, "ab": false, strings.Repeat("a", 49): false, "-ab": false, "ab-": false,
		"Clinica": false, "clínica": false, "a_b": false, "a b": false, "a#b": false, "a/b": false, "a\x00b": false,
	} {
		if got := canonical.IsSlug(s); got != want {
			t.Errorf("IsSlug(%q) = %v", s, got)
		}
	}
}

func TestIsID(t *testing.T) {
	for s, want := range map[string]bool{
		"x": true, "clx1abc123": true, "A_b-9": true, strings.Repeat("z", 64): true,
		"": false, strings.Repeat("z", 65): false, "a.b": false, "a b": false, "ñ": false, "@": false, "[": false, "`": false, "{": false, "a#b": false,
	} {
		if got := canonical.IsID(s); got != want {
			t.Errorf("IsID(%q) = %v", s, got)
		}
	}
}
