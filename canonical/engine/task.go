package engine

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"hora/canonical"
)

// taskKept is how long a task is remembered after its last change.
const taskKept = 30 * 24 * time.Hour

// global says whether an act is about the caller's tasks rather than an
// organisation's appointments: it may come through a door that names none.
func global(req *canonical.Request) bool {
	switch canonical.OpOf(req.Command) {
	case canonical.OpGetTask, canonical.OpListTasks, canonical.OpCancelTask:
		return true
	}
	return false
}

// owner is whose a task is: a verified caller's at its door, or the task's own
// where nobody is known, so that its id alone leads to it.
func (v *view) owner(id string) string {
	if v.req.Caller == "" {
		return "~" + hash(v.door(), id)
	}
	return hash(v.door(), v.req.Caller)
}

// door is where the tasks and contexts of a call live. Those of a registry are
// one host's.
func (v *view) door() string {
	door := cmp.Or(v.req.Tasks, v.req.Binding)
	if v.req.Catalogue != "" {
		door += "\x00" + v.req.Host + "\x00" + v.req.Catalogue
	}
	return door
}

func hash(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// task reads a task of the caller's. ok is false while it has not been read.
func (v *view) task(id string) (t canonical.Task, ok bool, refusal *canonical.Error) {
	k := canonical.TaskKey(v.owner(id), id)
	if !v.want(k) {
		return t, false, nil
	}
	t, ok = document[canonical.Task](v, k)
	if !ok || v.req.Organization != "" && t.Organization != v.req.Organization {
		return t, true, canonical.Refuse(canonical.UnknownTask)
	}
	return t, true, nil
}

// resume looks up what a tracked message continues: its task must be the
// caller's, not over, and of the context it names; a context that is not known
// is adopted as new and empty.
func (v *view) resume() *canonical.Error {
	v.talk, v.adopted = canonical.Conversation{}, false
	switch {
	case global(v.req):
		return nil
	case v.req.Rules.Has(canonical.KeepAnswers):
		return v.resumeKept()
	case !v.req.Tracked:
		return nil
	}
	id := v.req.Conversation
	if v.req.Task != "" {
		t, ok, refusal := v.task(v.req.Task)
		ok = v.want(canonical.TaskOutcomeKey(v.req.Task)) && ok
		switch {
		case refusal != nil || !ok:
			return refusal
		case t.State.Over():
			return canonical.Refuse(canonical.TaskOver)
		case id != "" && id != t.Conversation:
			return &canonical.Error{Code: canonical.Invalid, Problems: []canonical.Problem{{Path: "contextId", Rule: canonical.RuleUnchanged}}}
		}
		id = t.Conversation
	}
	if id == "" {
		v.talk.ID = v.id("conversation")
		return nil
	}
	k := v.conversationKey(v.req.Organization, id, v.req.Task)
	if !v.want(k) {
		return nil
	}
	if talk, ok := document[canonical.Conversation](v, k); ok && v.now.Before(talk.Until) {
		v.talk = talk
	} else if v.req.Task == "" {
		v.adopted = !v.fresh(id)
	}
	v.talk.ID = id
	return nil
}

// fresh says whether the desk may have minted an id so lately that whatever it
// names need not have been written down yet: what only looks things up opens a
// conversation and stores nothing.
func (v *view) fresh(id string) bool {
	at, ok := mintedAt(id)
	return ok && !at.After(v.now.Add(talkTouched)) && v.now.Before(at.Add(talkKept))
}

// mintedAt is when an id was minted, if it tells: a ULID begins with the
// milliseconds since 1970 in ten digits of Crockford's base 32.
func mintedAt(id string) (at time.Time, ok bool) {
	const digits, length, clock = "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26, 10
	if len(id) != length {
		return at, false
	}
	var ms int64
	for i := range length {
		n := strings.IndexByte(digits, id[i])
		if n < 0 {
			return at, false
		}
		if i < clock {
			ms = ms<<5 | int64(n)
		}
	}
	return time.UnixMilli(ms), true
}

// track makes a tracked act's task and conversation part of its commit. What
// only looks something up is no task, and ends none.
func (v *view) track(c *change) {
	switch {
	case global(v.req):
		return
	case v.req.Rules.Has(canonical.KeepAnswers):
		v.keep(c)
		return
	case !v.req.Tracked:
		return
	}
	c.outcome.Meta.Conversation = v.talk.ID
	c.outcome.Meta.Language, c.outcome.Meta.Adopted = v.tongue, v.adopted
	question, asks := c.outcome.Result.(canonical.Question)
	if !asks && !v.waits && len(c.writes) == 0 || asks && v.req.Task == "" && (v.quits || question.Want == canonical.OpNone) {
		v.remember(c, v.req.Task, len(c.writes) == 0 && !v.quits)
		return
	}
	before, rest := v.stood()
	t := canonical.Task{
		ID: v.req.Task, Conversation: v.talk.ID, Organization: v.req.Organization, Form: v.req.Form,
		State: canonical.TaskCompleted, At: v.now,
	}
	if t.ID == "" {
		t.ID = v.id("task")
	}
	switch {
	case v.quits:
		t.State = canonical.TaskCancelled
	case asks, v.waits:
		t.State = canonical.TaskInputRequired
	}
	rest.said(before.Form, v.said())
	stands := c.outcome
	stands.Meta = canonical.OutcomeMeta{ID: c.outcome.Meta.ID, Language: c.outcome.Meta.Language}
	rest.Outcome = &stands
	c.writes = append(c.writes,
		until(put(v, canonical.TaskKey(v.owner(t.ID), t.ID), t), v.now.Add(taskKept)),
		until(put(v, canonical.TaskOutcomeKey(t.ID), rest), v.now.Add(taskKept)))
	t.History = rest.History
	c.outcome.Meta.Task = &t
	v.remember(c, t.ID, t.State == canonical.TaskInputRequired)
}

// stood is the task that a message continues, as it was before.
func (v *view) stood() (t canonical.Task, rest archived) {
	if v.req.Task != "" {
		t, _ = document[canonical.Task](v, canonical.TaskKey(v.owner(v.req.Task), v.req.Task))
		rest, _ = document[archived](v, canonical.TaskOutcomeKey(v.req.Task))
	}
	return t, rest
}

func until(w canonical.Write, t time.Time) canonical.Write {
	w.Expires = t
	return w
}
