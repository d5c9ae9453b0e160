package jsonrpc

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/wirejson"
)

// ParseInto is Parse for params that read themselves, from what was set in
// q.Params before: which version of a dialect they are in, say. They are read
// whatever the method is, so that one pass does, and keep for themselves what
// they cannot use of it, also when that ends their reading.
//
// The fault is nil, ParseError or InvalidRequest; method and params are judged
// by the dialect. With a fault q.Params are not to be used.
func ParseInto[P json.UnmarshalerFrom](body []byte, q *Request[P]) *Fault {
	if json.Unmarshal(body, q) != nil {
		if !jsontext.Value(body).IsValid() {
			q.Envelope = Envelope{}
			return ParseError
		}
		var e Request[struct{}]
		wirejson.Unmarshal(body, &e)
		q.Envelope = e.Envelope
	}
	return q.judge()
}
