package wirejson

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var written = json.JoinOptions(
	jsontext.PreserveRawStrings(true),
	jsontext.AllowInvalidUTF8(true),
	json.Deterministic(true),
)

// Marshal writes a wire struct. It panics on a value that JSON cannot express
// (a channel, an infinite float), which no wire struct holds; Translate turns
// that into the dialect's internal error.
func Marshal(v any) []byte {
	b, err := json.Marshal(v, written)
	if err != nil {
		panic(err)
	}
	return b
}

// Append is Marshal onto what is there already.
func Append(b []byte, v any) []byte {
	buffer := bytes.NewBuffer(b)
	if err := json.MarshalWrite(buffer, v, written); err != nil {
		panic(err)
	}
	return buffer.Bytes()
}
