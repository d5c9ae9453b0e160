package jsonrpc

import (
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/wirejson"
)

// An Envelope is what every call has around its params.
type Envelope struct {
	Version string         `json:"jsonrpc"`
	ID      jsontext.Value `json:"id"` // as it came; nil: none, or not one that can be answered to
	Method  string         `json:"method"`
}

// A Request is one call, its params typed by the dialect.
type Request[P any] struct {
	Envelope
	Params P `json:"params"`

	// Mistyped names, from the root of the body, the members of the params
	// that have another JSON type than P wants; their fields are zero.
	Mistyped []jsontext.Pointer `json:"-"`
}

// Parse reads a body into q, which it overwrites. The fault is nil, or what to
// answer to q.ID:
//
//   - ParseError: not one JSON text; see package wirejson
//   - InvalidRequest: a batch or no object, a version other than 2.0, an id
//     that is absent or no string, number or null, no method
//   - what check says of the envelope; it is asked before the params are
//     judged and knows the dialect's methods
//   - InvalidParams: some params are mistyped. All others are filled, and
//     Mistyped tells which are not, for a dialect that has a better answer
func Parse[P any](body []byte, q *Request[P], check func(*Envelope) *Fault) *Fault {
	mistyped, err := wirejson.Unmarshal(body, q)
	if err != nil {
		return ParseError
	}
	if fault := q.judge(); fault != nil {
		return fault
	}
	if fault := check(&q.Envelope); fault != nil {
		return fault
	}
	if len(mistyped) > 0 {
		q.Mistyped = mistyped
		return InvalidParams
	}
	return nil
}

// judge says whether this is a call at all. An id that cannot be answered to
// is dropped.
func (e *Envelope) judge() *Fault {
	if !answerable(e.ID) {
		e.ID = nil
		return InvalidRequest
	}
	if e.Version != "2.0" || e.Method == "" {
		return InvalidRequest
	}
	return nil
}

// answerable says whether an id is one that JSON-RPC allows.
func answerable(id jsontext.Value) bool {
	if len(id) == 0 {
		return false
	}
	switch id.Kind() {
	case '"', '0', 'n':
		return true
	}
	return false
}
