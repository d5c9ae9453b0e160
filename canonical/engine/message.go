package engine

import (
	"cmp"
	"context"
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
	kept   time.Duration
}

// kept is how long a message id is remembered, where answers are not kept for
// longer.
const kept = 24 * time.Hour

// said is the record of a message: how it was answered, or, where every answer
// is kept, by which task.
type said struct {
	Digest    string            `json:"digest"`
	Until     time.Time         `json:"until"`
	Outcome   canonical.Outcome `json:"outcome,omitzero"`
	Task      string            `json:"task,omitzero"`
	GrantHash string            `json:"grant_hash,omitzero"` // hash of the credential that went with the outcome
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
	m.id, m.digest, m.kept = req.Message, req.Digest(), kept
	if keeps(req) {
		m.kept = taskKept
	}
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
	names := []string{req.Binding, caller, contact, req.Operation, req.Message}
	if req.Catalogue != "" {
		names = append(names, req.Host)
	}
	h := sha256.New()
	for _, s := range names {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	m.key = canonical.MessageKey(cmp.Or(req.Organization, req.Catalogue), hex.EncodeToString(h.Sum(nil)))
	return m
}

// remembered says whether an act can change anything, or its answer is kept.
func remembered(req *canonical.Request) bool {
	if req.Rules.Has(canonical.KeepAnswers) {
		_, refused := req.Command.(canonical.Incomplete)
		return keeps(req) && !refused
	}
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
	switch {
	case before.Digest != m.digest:
		return canonical.Outcome{Err: canonical.Refuse(canonical.MessageReused)}, true
	case before.Task != "" && before.Task == v.mint["task"]: // this act's own, of its first commit
		return canonical.Outcome{}, false
	case before.Task != "":
		out, ok := v.asItStands(before.Task)
		out.Meta.Replayed = true
		return out, ok
	}
	before.Outcome.Meta.Replayed, v.grantHash = true, before.GrantHash
	return before.Outcome, true
}

// follow asks for the task that a message was answered by.
func (m *message) follow(v *view) {
	if m.id == "" {
		return
	}
	if before, ok := document[said](v, m.key); ok && before.Digest == m.digest && before.Task != "" && before.Task != v.mint["task"] {
		v.want(canonical.TaskKey(v.owner(""), before.Task), canonical.TaskOutcomeKey(before.Task))
	}
}

// A message that is being carried out gets a moment to end before its twin is
// told that it is at work.
const lingers = 60

// linger waits a little for a twin that is at work right now, so that it is
// read again. It answers false when there is none, or the wait has been long.
func (e *Engine) linger(ctx context.Context, p *patience, v *view, out *canonical.Outcome) bool {
	t := out.Meta.Task
	if t == nil || t.State != canonical.TaskWorking || v.lingered == lingers || !v.now.Before(t.At.Add(canonical.ClaimLease)) {
		return false
	}
	v.lingered++
	return e.again(ctx, p, v, &canonical.Conflict{})
}

// persists says whether what was begun is tried once more.
func (v *view) persists() bool {
	v.persisted++
	return v.persisted <= 2
}

// record writes down how the act ended.
func (m *message) record(v *view, out canonical.Outcome) canonical.Write {
	s := said{Digest: m.digest, Until: v.now.Add(m.kept), Outcome: out}
	if v.grant(&out) != nil {
		s.GrantHash = v.grantHash
	}
	if keeps(v.req) {
		s.Outcome, s.Task = canonical.Outcome{}, out.Meta.Task.ID
	}
	return until(put(v, m.key, s), s.Until)
}
