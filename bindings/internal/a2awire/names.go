package a2awire

import (
	"bytes"
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// Names yields the names at the top of an object, in order, without decoding
// anything else; nothing for a value that is no object. The value has been
// read once and is JSON: this only looks for where its members begin. Each
// name holds until the next.
func Names(v jsontext.Value) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for name := range members(v) {
			if !yield(name) {
				return
			}
		}
	}
}

// Member is the value of the member of that name at the top of an object; nil
// if there is none.
func Member(v jsontext.Value, name string) jsontext.Value {
	for n, value := range members(v) {
		if string(n) == name {
			return value
		}
	}
	return nil
}

// members yields the members at the top of an object, as Names does.
func members(v jsontext.Value) iter.Seq2[[]byte, jsontext.Value] {
	return func(yield func([]byte, jsontext.Value) bool) {
		var buf []byte
		i := skipSpace(v, 0)
		if i == len(v) || v[i] != '{' {
			return
		}
		for i = skipSpace(v, i+1); i < len(v) && v[i] == '"'; i = skipSpace(v, i+1) {
			end := skipText(v, i)
			name := v[i:end]
			if bytes.IndexByte(name, '\\') < 0 && len(name) >= 2 {
				name = name[1 : len(name)-1]
			} else {
				buf, _ = jsontext.AppendUnquote(buf[:0], name)
				name = buf
			}
			i = skipMember(v, end) // at the comma or the end of the object
			if !yield(name, bytes.Trim(v[end:i], ": \t\r\n")) || i == len(v) || v[i] != ',' {
				return
			}
		}
	}
}

// named says whether an object has a member of that name.
func named(v jsontext.Value, name string) bool {
	for n := range Names(v) {
		if string(n) == name {
			return true
		}
	}
	return false
}

// skipSpace is where what is no white space begins.
func skipSpace(v []byte, i int) int {
	for i < len(v) && (v[i] == ' ' || v[i] == '\n' || v[i] == '\t' || v[i] == '\r') {
		i++
	}
	return i
}

// skipText is where the string that begins at i ends.
func skipText(v []byte, i int) int {
	for i++; i < len(v); i++ {
		switch v[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return len(v)
}

// skipMember is where the member whose name ends at i ends.
func skipMember(v []byte, i int) int {
	for depth := 0; i < len(v); {
		switch v[i] {
		case '"':
			i = skipText(v, i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i
			}
			depth--
		case ',':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return len(v)
}

// camel is the lowerCamelCase of a proto field name: ProtoJSON readers take
// both spellings.
func camel(name []byte) []byte {
	out := make([]byte, 0, len(name))
	up := false
	for _, c := range name {
		switch {
		case c == '_':
			up = true
		case up && 'a' <= c && c <= 'z':
			out, up = append(out, c-'a'+'A'), false
		default:
			out, up = append(out, c), false
		}
	}
	return out
}

// clash notes a member that has both spellings in one object: two readers
// would see two values.
func (r *reader) clash(object jsontext.Value) {
	seen := map[string]bool{}
	for name := range Names(object) {
		c := string(camel(name))
		if seen[c] {
			r.wrong(c, "is given in both spellings")
		}
		seen[c] = true
	}
}
