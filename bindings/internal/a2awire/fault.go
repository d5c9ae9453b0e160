package a2awire

import (
	"errors"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A fault is something in the params that cannot be taken. It counts only if
// the method knows the member of the params that it is in.
type fault struct {
	top string
	Violation
}

// maxFaults bounds how many violations one refusal names.
const maxFaults = 16

// Invalid is an error for types that read themselves within a message. Its
// text reaches the caller, as in "must be a date".
type Invalid string

func (i Invalid) Error() string { return string(i) }

// describe says where in a value, and in which words, it does not fit. Of the
// JSON package's texts none is used.
func describe(err error) (at jsontext.Pointer, rule string) {
	var own Invalid
	var semantic *json.SemanticError
	if errors.As(err, &semantic) {
		at = semantic.JSONPointer
	}
	switch {
	case errors.As(err, &own):
		return at, string(own)
	case errors.Is(err, json.ErrUnknownName):
		return at, "is not a known member"
	}
	return at, "is not of the expected type"
}

// refuse steps over the next value and notes that it cannot be taken.
func (r *reader) refuse(rule string) {
	r.skip()
	r.fault(rule)
}

// fault notes that the value just read cannot be taken.
func (r *reader) fault(rule string) {
	if r.err == nil {
		r.note(r.dec.StackPointer(), rule)
	}
}

// wrong notes the same of a member of the object just left.
func (r *reader) wrong(name, rule string) {
	if r.err == nil {
		r.note(r.dec.StackPointer()+jsontext.Pointer("/"+name), rule)
	}
}

const required = "is required"

func (r *reader) note(at jsontext.Pointer, rule string) {
	if len(r.faults) == maxFaults {
		return
	}
	field := path(at)
	for _, f := range r.faults {
		if f.Field == field {
			return
		}
	}
	r.faults = append(r.faults, fault{r.top, Violation{field, rule}})
}

// path writes a pointer into a call as violations do: message.parts[0].text.
func path(p jsontext.Pointer) string {
	const most = 200 // bytes; names inside data are the caller's
	var b strings.Builder
	first := true
	for name := range p.Tokens() {
		switch {
		case first && name == "params":
		case digits(name) && b.Len() > 0:
			b.WriteString("[" + name + "]")
		default:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(name)
		}
		first = false
		if b.Len() > most {
			return b.String()[:most]
		}
	}
	if b.Len() == 0 {
		return "params"
	}
	return b.String()
}
