package wirejson

import "bytes"

var (
	brace   = []byte{'{'}
	bracket = []byte{'['}
)

// Deeper says whether objects and arrays lie more than so many levels within
// each other, the outermost counting as one. It looks at no more than that: b
// need not be JSON. Most texts have too few of them to be looked at at all.
func Deeper(b []byte, most int) bool {
	if bytes.Count(b, brace)+bytes.Count(b, bracket) <= most {
		return false
	}
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '{', '[':
			if depth++; depth > most {
				return true
			}
		case '}', ']':
			depth--
		case '"':
			i = closing(b, i+1)
		}
	}
	return false
}

// closing is where the string ends whose text begins at i; where b does, if it
// has no end.
func closing(b []byte, i int) int {
	for ; i < len(b) && b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i
}
