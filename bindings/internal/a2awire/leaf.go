package a2awire

import (
	"bytes"
	"encoding/base64"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// text reads a string. Null is the same as absent.
func (r *reader) text() string {
	v := r.value()
	switch v.Kind() {
	case '"':
		return intern(r.unquote(v))
	case 'n', 0:
	default:
		r.fault("must be a string")
	}
	return ""
}

// intern is the string, without a copy of what nearly every message has.
func intern(b []byte) string {
	switch string(b) {
	case "application/json":
		return "application/json"
	case "text/plain":
		return "text/plain"
	}
	return string(b)
}

// id reads an identifier.
func (r *reader) id() string {
	s := r.text()
	if len(s) > MaxID {
		r.fault("must not be longer than " + strconv.Itoa(MaxID) + " bytes")
		return ""
	}
	return s
}

// ids reads a list of identifiers.
func (r *reader) ids() (all []string) {
	if !r.array() {
		return nil
	}
	for n := 0; r.element(); n++ {
		switch {
		case n < MaxParts:
			all = append(all, r.id())
		case n == MaxParts:
			r.refuse("is one too many")
		default:
			r.skip()
		}
	}
	return all
}

// boolean reads true or false.
func (r *reader) boolean() bool {
	switch r.value().Kind() {
	case 't':
		return true
	case 'f', 'n', 0:
	default:
		r.fault("must be true or false")
	}
	return false
}

// integer reads a whole number of 32 bits; nil when there is none. ProtoJSON
// also takes one in a string.
func (r *reader) integer() *int {
	v := r.value()
	digits := []byte(v)
	switch k := v.Kind(); {
	case k == 'n' || k == 0:
		return nil
	case k == '"' && r.v == V10:
		digits = r.unquote(v)
	case k != '0':
		r.fault("must be a whole number")
		return nil
	}
	n, ok := whole(digits)
	if !ok {
		r.fault("must be a whole number")
		return nil
	}
	return &n
}

// natural reads a whole number that is not negative.
func (r *reader) natural() *int {
	n := r.integer()
	if n != nil && *n < 0 {
		r.fault("must not be negative")
		return nil
	}
	return n
}

// whole reads 5, and 5.0 or 5e0, which some encoders write for it.
func whole(b []byte) (int, bool) {
	if !jsontext.Value(b).IsValid() || jsontext.Value(b).Kind() != '0' {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(b), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > math.MaxInt32 {
		return 0, false
	}
	return int(f), true
}

// instant reads an RFC 3339 time; zero when there is none.
func (r *reader) instant() time.Time {
	s := r.text()
	if s == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, strings.ToUpper(s)) // T and Z may be small
	if err != nil {
		r.fault("must be a date and time with offset")
	}
	return t
}

// bytes reads base64: of either alphabet, padded or not, as ProtoJSON takes it.
func (r *reader) bytes() []byte {
	v := r.value()
	if v.Kind() != '"' {
		if r.err == nil {
			r.fault("must be a string")
		}
		return nil
	}
	text := bytes.TrimRight(bytes.Clone(r.unquote(v)), "=")
	for i, c := range text {
		switch c {
		case '-':
			text[i] = '+'
		case '_':
			text[i] = '/'
		}
	}
	n, err := base64.RawStdEncoding.Decode(text, text)
	if err != nil {
		r.fault("must be base64")
		return nil
	}
	return text[:n]
}

// enum reads an enum value by its name in this version. ProtoJSON also takes
// the number. 0 is unspecified, as is null.
func (r *reader) enum(names [][2]string) int {
	v := r.value()
	switch k := v.Kind(); {
	case k == 'n' || k == 0:
		return 0
	case k == '"':
		text := r.unquote(v)
		for i, n := range names {
			if n[r.v] != "" && n[r.v] == string(text) {
				return i
			}
		}
	case k == '0' && r.v == V10:
		if n, ok := whole(v); ok && 0 <= n && n < len(names) {
			return n
		}
	}
	r.fault("is none of the known values")
	return 0
}
