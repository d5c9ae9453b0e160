package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"hora/canonical"
)

// A message makes an act happen once: its record is written in the same
// commit as the act and holds how it ended. Acts that change nothing, and
// messages without an id, have none.
type message struct {
	id     string
	key    canonical.StoreKey
	digest string
}

// kept is how long a message id is remembered.
const kept = 24 * time.Hour

// said is the record of a message.
type said struct {
	Digest  string            `json:"digest"`
	Until   time.Time         `json:"until"`
	Outcome canonical.Outcome `json:"outcome"`
}

// newMessage names the record: by organisation, dialect, caller and id. A
// REST idempotency key names its operation too. Nobody owns an anonymous
// caller's id, or one of an act that is public, so it is told apart by the
// contact it books for or, where it names none, by its content.
func newMessage(req *canonical.Request) *message {
	m := &message{}
	if req.Message == "" || !remembered(req) {
		return m
	}
	m.id, m.digest = req.Message, req.Digest()
	caller, contact := req.Caller, ""
	if req.Public {
		caller = ""
	}
	if caller == "" {
		contact = contactOf(req)
		if contact == "" {
			contact = m.digest
		}
	}
	h := sha256.New()
	for _, s := range []string{req.Binding, caller, contact, req.Operation, req.Message} {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	m.key = canonical.MessageKey(req.Organization, hex.EncodeToString(h.Sum(nil)))
	return m
}

// remembered says whether an act can change anything.
func remembered(req *canonical.Request) bool {
	if t, ok := req.Command.(canonical.Converse); ok {
		return req.Tracked || t.Want.Writes()
	}
	op := canonical.OpOf(req.Command)
	return op.Writes() && op != canonical.OpCancelTask
}

// contactOf names whom an act is for; empty when it does not say.
func contactOf(req *canonical.Request) string {
	var who canonical.Client
	switch c := req.Command.(type) {
	case canonical.Book:
		who = c.Client
	case canonical.Converse:
		who = c.Client
	}
	if who.Email == "" {
		return ""
	}
	return who.Hash()
}

// replay answers for a message that has been answered: with the same outcome,
// or, if it now says something else, that its id was used before.
func (m *message) replay(v *view) (canonical.Outcome, bool) {
	if m.id == "" {
		return canonical.Outcome{}, false
	}
	before, ok := document[said](v, m.key)
	if !ok || !v.now.Before(before.Until) {
		return canonical.Outcome{}, false
	}
	if before.Digest != m.digest {
		return canonical.Outcome{Err: canonical.Refuse(canonical.MessageReused)}, true
	}
	before.Outcome.Meta.Replayed = true
	return before.Outcome, true
}

// record writes down how the act ended.
func (m *message) record(v *view, out canonical.Outcome) canonical.Write {
	until := v.now.Add(kept)
	w := put(v, m.key, said{m.digest, until, out})
	w.Expires = until
	return w
}
