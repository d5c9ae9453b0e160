package wirejson

import (
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
