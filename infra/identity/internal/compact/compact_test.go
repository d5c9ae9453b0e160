package compact_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"hora/infra/identity/internal/compact"
)

func TestParts(t *testing.T) {
	for token, n := range map[string]int{"": 1, "..": 3, "....": 5, "YQ": 1, "YQ.YWI.YWJj": 3, "_-8.YQ": 2} {
		if !compact.Parts(token, n) {
			t.Errorf("%q has no %d parts", token, n)
		}
		if compact.Parts(token, n-1) || compact.Parts(token, n+1) {
			t.Errorf("%q has another number of parts", token)
		}
	}
	for _, part := range []string{"Y", "YR", "YWK", "YQ==", "YQ=", "+/8", "Y Q", "YQ\n", "\rYQ", "YQ\x00", "é"} {
		if compact.Parts(part, 1) {
			t.Errorf("%q passes", part)
		}
	}
}

// Two texts that pass stand for different bytes.
func FuzzParts(f *testing.F) {
	f.Add("YQ.YWI")
	f.Add("YR")
	f.Add("Y\nQ")
	f.Fuzz(func(t *testing.T, token string) {
		if !compact.Parts(token, strings.Count(token, ".")+1) {
			return
		}
		for part := range strings.SplitSeq(token, ".") {
			b, err := base64.RawURLEncoding.DecodeString(part)
			if again := base64.RawURLEncoding.EncodeToString(b); err != nil || again != part {
				t.Errorf("%q is %q, %v", part, again, err)
			}
		}
	})
}
