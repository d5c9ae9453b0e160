package a2awire

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/wirejson"
)

// A writer appends one JSON text, in one version. Values of the route are
// marshalled into it once; all else it spells itself, so that the two versions
// are told apart where they differ and nowhere else.
type writer struct {
	b []byte
	v Version
}

// comma separates what comes next from what is there.
func (w *writer) comma() {
	if n := len(w.b); n > 0 {
		switch w.b[n-1] {
		case '{', '[', ':':
		default:
			w.b = append(w.b, ',')
		}
	}
}

func (w *writer) open(c byte)  { w.comma(); w.b = append(w.b, c) }
func (w *writer) close(c byte) { w.b = append(w.b, c) }

// name begins a member. It needs no escaping: names are ours.
func (w *writer) name(s string) {
	w.comma()
	w.b = append(w.b, '"')
	w.b = append(w.b, s...)
	w.b = append(w.b, '"', ':')
}

// text writes a string. Bytes that are not UTF-8 become replacement characters.
func (w *writer) text(s string) {
	w.comma()
	w.b, _ = jsontext.AppendQuote(w.b, s)
}

// member writes a member that is always there.
func (w *writer) member(name, value string) {
	w.name(name)
	w.text(value)
}

// optional writes a member that is absent when empty.
func (w *writer) optional(name, value string) {
	if value != "" {
		w.member(name, value)
	}
}

// list writes a list that is absent when empty.
func (w *writer) list(name string, values []string) {
	if len(values) == 0 {
		return
	}
	w.name(name)
	w.open('[')
	for _, s := range values {
		w.text(s)
	}
	w.close(']')
}

// flag writes a member that is absent when false.
func (w *writer) flag(name string, set bool) {
	if set {
		w.name(name)
		w.b = append(w.b, "true"...)
	}
}

// kind writes the discriminator, which only 0.3 has.
func (w *writer) kind(name string) {
	if w.v == V03 {
		w.member("kind", name)
	}
}

// metadata writes an object of the route's; what is no object is left out.
func (w *writer) metadata(v any) {
	if v == nil {
		return
	}
	before := len(w.b)
	w.name("metadata")
	if w.value(v) != '{' {
		w.b = w.b[:before]
	}
}

// ready is raw JSON that is known to be good, and that can be written as it
// is.
type ready []byte

// Constant is JSON of the program's own, for what is the same in many answers:
// it is written as it stands.
func Constant(json string) any { return ready(json) }

// value writes a value of the route and says of what kind it is; 0 when there
// is none, and then nothing is written. Raw JSON that is not there is none
// either, and such as could not be shorter is written as it stands.
func (w *writer) value(v any) jsontext.Kind {
	start := len(w.b)
	switch v := v.(type) {
	case nil:
		return 0
	case ready:
		w.b = append(w.b, v...)
		return jsontext.Value(v).Kind()
	case jsontext.Value:
		if len(v) == 0 {
			return 0
		}
		if compact(v) && v.IsValid() {
			w.b = append(w.b, v...)
			return v.Kind()
		}
	}
	w.b = wirejson.Append(w.b, v)
	return jsontext.Value(w.b[start:]).Kind()
}

// compact says whether JSON has no white space but in its texts.
func compact(v []byte) bool {
	for i := 0; i < len(v); i++ {
		switch v[i] {
		case '"':
			i = skipText(v, i) - 1
		case ' ', '\n', '\t', '\r':
			return false
		}
	}
	return true
}

// instant writes a time as both versions want it (1.0, 5.6.1); zero is absent.
func (w *writer) instant(name string, t time.Time) {
	if !t.IsZero() {
		w.name(name)
		w.b = t.UTC().AppendFormat(w.b, `"2006-01-02T15:04:05.000Z"`)
	}
}
