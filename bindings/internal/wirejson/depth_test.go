package wirejson

import (
	"strings"
	"testing"
)

func TestDeeper(t *testing.T) {
	nested := func(n int) string { return strings.Repeat(`{"a":[`, n/2) + strings.Repeat(`]}`, n/2) }
	for name, tt := range map[string]struct {
		in   string
		most int
		want bool
	}{
		"nothing":              {"", 0, false},
		"a number":             {"1", 0, false},
		"an object":            {"{}", 0, true},
		"as deep as may be":    {nested(4), 4, false},
		"deeper":               {nested(6), 5, true},
		"much, and not deep":   {"[" + strings.Repeat("{},", 99) + "{}]", 2, false},
		"in a text":            {`["[[[[[[{{{{"]`, 1, false},
		"in a text of escapes": {`["\\\"[[[[[[","\\","{{{"]`, 1, false},
		"behind such a text":   {`["\\",[["[[["]]]`, 2, true},
		"a text without end":   {`["[[[[[`, 1, false},
		"an escape at the end": {`["[[[[[\`, 1, false},
		"not closed":           {strings.Repeat("[", 33), 32, true},
		"closed too often":     {"]]]" + nested(4), 1, false},
	} {
		if got := Deeper([]byte(tt.in), tt.most); got != tt.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
