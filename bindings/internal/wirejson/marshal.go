package wirejson

import (
	"bytes"
	"sync"

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
	scratch := scratches.Get().(*bytes.Buffer)
	scratch.Reset()
	if err := json.MarshalWrite(scratch, v, written); err != nil {
		panic(err)
	}
	b = append(b, scratch.Bytes()...)
	if scratch.Cap() <= maxScratch {
		scratches.Put(scratch)
	}
	return b
}

// scratches are where values are written first, since only then is it known
// how long they are. A very large one is left to the collector.
var scratches = sync.Pool{New: func() any { return new(bytes.Buffer) }}

const maxScratch = 64 << 10 // bytes
