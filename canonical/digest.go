package canonical

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Digest says whether two messages ask for the same thing: the SHA-256 of the
// RFC 8785 form of the command as decoded, before any default, with the task
// and conversation it names. It is equal over dialect versions and transports.
func (r Request) Digest() string {
	lax := jsontext.AllowInvalidUTF8(true)
	v, err := json.Marshal(r.Command, lax)
	if err == nil {
		err = (*jsontext.Value)(&v).Canonicalize(lax)
	}
	if err != nil { // an instant that JSON cannot write: any two such texts still differ
		v = fmt.Appendf(nil, "%#v", r.Command)
	}
	h := sha256.New()
	h.Write([]byte(OpOf(r.Command).String()))
	h.Write([]byte{0})
	h.Write(v)
	h.Write([]byte{0})
	h.Write([]byte(r.Task))
	h.Write([]byte{0})
	h.Write([]byte(r.Conversation))
	return hex.EncodeToString(h.Sum(nil))
}
