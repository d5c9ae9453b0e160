package a2awire

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// integral writes the whole numbers in data without the fraction that they may
// come with: 3.0 becomes 3. To ProtoJSON, which knows doubles alone there, and
// to JSON Schema they are the same, and the official Python client sends every
// number so. It works in place; all else stays as it is.
func integral(v jsontext.Value) jsontext.Value {
	if bytes.IndexByte(v, '.') < 0 {
		return v
	}
	out := v[:0]
	for i := 0; i < len(v); {
		end := i + 1
		kept := end
		switch c := v[i]; {
		case c == '"':
			end = skipText(v, i)
			kept = end
		case c == '-' || digit(c):
			for end < len(v) && (digit(v[end]) || bytes.IndexByte(numeric, v[end]) >= 0) {
				end++
			}
			kept = end
			if point := bytes.IndexByte(v[i:end], '.'); point > 0 && len(bytes.Trim(v[i+point+1:end], "0")) == 0 {
				kept = i + point
			}
		}
		out = append(out, v[i:kept]...)
		i = end
	}
	return out
}

// numeric are the bytes of a number beside its digits.
var numeric = []byte("+-.eE")
