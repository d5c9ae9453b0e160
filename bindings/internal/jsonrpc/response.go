package jsonrpc

import (
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/wirejson"
)

type success[R any] struct {
	Version string         `json:"jsonrpc"`
	ID      jsontext.Value `json:"id"`
	Result  *R             `json:"result"`
}

type failure struct {
	Version string         `json:"jsonrpc"`
	ID      jsontext.Value `json:"id"`
	Error   *Fault         `json:"error"`
}

// Answer is the body of a response with a result, a wire struct.
func Answer[R any](id jsontext.Value, result *R) []byte {
	return wirejson.Marshal(&success[R]{"2.0", id, result})
}

// Refuse is the body of a response with a fault. No id is written as null.
func Refuse(id jsontext.Value, f *Fault) []byte {
	return wirejson.Marshal(&failure{"2.0", id, f})
}

// AppendResult appends a response up to its result, for a dialect that writes
// the result itself. It has to close the object behind it.
func AppendResult(b []byte, id jsontext.Value) []byte {
	b = append(b, `{"jsonrpc":"2.0","id":`...)
	if id == nil {
		id = jsontext.Value("null")
	}
	b = append(b, id...)
	return append(b, `,"result":`...)
}
