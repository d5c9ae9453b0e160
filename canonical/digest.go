package canonical

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Digest says whether two messages ask for the same thing: the SHA-256 of the
// RFC 8785 form of the command as decoded, before any default, with the task
// and conversation it names. It is equal over dialect versions and transports.
func (r Request) Digest() string {
	b, err := json.Marshal(r.Command, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return ""
	}
	v := jsontext.Value(b)
	if err := v.Canonicalize(jsontext.AllowInvalidUTF8(true)); err != nil {
		return ""
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
