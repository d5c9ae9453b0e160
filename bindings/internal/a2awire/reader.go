package a2awire

import (
	"bytes"
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A reader walks the params of a call once. Text that is not JSON, or has a
// name twice, ends the walk (err). A value that is JSON but cannot be taken is
// noted (faults) and stepped over, so that one refusal names all that is
// wrong.
type reader struct {
	dec    *jsontext.Decoder
	body   []byte  // what dec reads
	v      Version // 1.0 input has ProtoJSON's leniency
	name   []byte  // of the member just met; until the next read
	buf    []byte
	top    string // the member of the params being read
	faults []fault
	closed bool // data with unknown members is refused
	stored bool // the message is one of ours
	err    error

	careful bool // see decode
}

// An object is one that is being walked.
type object struct {
	start   int64
	renamed bool // a name had ProtoJSON's other spelling
}

// object enters the object that comes next. Null is the same as absent;
// anything else is a fault.
func (r *reader) object() (o object, ok bool) {
	switch o.start = r.dec.InputOffset(); r.dec.PeekKind() {
	case '{':
		_, r.err = r.dec.ReadToken()
		return o, r.err == nil
	case 'n':
		r.skip()
	default:
		r.refuse("must be an object")
	}
	return o, false
}

// member steps to the next member and its name; false at the end.
func (r *reader) member(o *object) bool {
	if r.err != nil {
		return false
	}
	if r.dec.PeekKind() == '}' {
		_, r.err = r.dec.ReadToken()
		if o.renamed && r.err == nil {
			r.clash(r.span(o.start))
		}
		return false
	}
	raw := r.value()
	if r.err != nil {
		return false
	}
	r.name = r.unquote(raw)
	if r.v == V10 && bytes.IndexByte(r.name, '_') >= 0 {
		r.name = camel(r.name)
		o.renamed = true
	}
	return true
}

// span is the value that was read since start, as it stands in the body.
func (r *reader) span(start int64) jsontext.Value {
	return bytes.TrimLeft(r.body[start:r.dec.InputOffset()], ":, \t\r\n")
}

// unquote is the text of a string; until the next read.
func (r *reader) unquote(raw jsontext.Value) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	r.buf, _ = jsontext.AppendUnquote(r.buf[:0], raw)
	return r.buf
}

// array enters the array that comes next. Null is the same as empty.
func (r *reader) array() bool {
	switch r.dec.PeekKind() {
	case '[':
		_, r.err = r.dec.ReadToken()
		return r.err == nil
	case 'n':
		r.skip()
	default:
		r.refuse("must be an array")
	}
	return false
}

// element says whether there is another element; the end is stepped over.
func (r *reader) element() bool {
	if r.err != nil {
		return false
	}
	if r.dec.PeekKind() == ']' {
		_, r.err = r.dec.ReadToken()
		return false
	}
	return true
}

// value reads the next value as it stands; until the next read.
func (r *reader) value() (v jsontext.Value) {
	if r.err == nil {
		v, r.err = r.dec.ReadValue()
	}
	return v
}

func (r *reader) skip() {
	if r.err == nil {
		r.err = r.dec.SkipValue()
	}
}

// null steps over a null and says whether there was one.
func (r *reader) null() bool {
	if r.err == nil && r.dec.PeekKind() == 'n' {
		r.skip()
		return true
	}
	return false
}

// errAgain ends a walk that has to be made again with care.
var errAgain = errors.New("a2awire: data that does not fit")

// decode reads the next value into a type of the route, in the same pass as
// all else. What does not fit leaves the decoder nowhere, so then the walk is
// made again with care: value by value, whole numbers as such, noting what it
// is. Raw JSON always fits; it is copied, for the body is not ours to keep.
func decode[T any](r *reader, v *T, opts ...json.Options) {
	if r.err != nil {
		return
	}
	if raw, ok := any(v).(*jsontext.Value); ok {
		*raw = bytes.Clone(r.value())
		return
	}
	if !r.careful {
		if json.UnmarshalDecode(r.dec, v, opts...) != nil {
			r.err = errAgain
		}
		return
	}
	raw := integral(bytes.Clone(r.value()))
	if r.err != nil {
		return
	}
	if err := json.Unmarshal(raw, v, opts...); err != nil {
		at, rule := describe(err)
		r.note(r.dec.StackPointer()+at, rule)
	}
}
