package engine

import (
	"cmp"

	"hora/canonical"
)

// keeps says whether every answer to the caller is kept as a task.
func keeps(req *canonical.Request) bool {
	return req.Rules.Has(canonical.KeepAnswers) && req.Caller != "" && !global(req)
}

// resumeKept is resume where every answer is a task of its own: a context is no
// more than a name that tasks have in common, and no message continues a task.
func (v *view) resumeKept() *canonical.Error {
	v.talk.ID = cmp.Or(v.req.Conversation, v.id("conversation"))
	if v.req.Task == "" {
		return nil
	}
	if _, ok, refusal := v.task(v.req.Task); refusal != nil || !ok {
		return refusal
	}
	return canonical.Refuse(canonical.TaskOver)
}

// asItStands is the answer that an earlier task of the caller's is now.
func (v *view) asItStands(id string) (out canonical.Outcome, ok bool) {
	t, ok := v.standing(id)
	if !ok {
		return out, false
	}
	out = *t.Outcome
	out.Meta = canonical.OutcomeMeta{ID: out.Meta.ID, Conversation: t.Conversation}
	t.Outcome = nil
	out.Meta.Task = &t
	return out, true
}

// keep makes an answer to a known caller a task. One that is the answer of an
// earlier task is that task.
func (v *view) keep(c *change) {
	c.outcome.Meta.Conversation = v.talk.ID
	if !keeps(v.req) {
		return
	}
	if c.earlier != "" {
		c.outcome, _ = v.asItStands(c.earlier)
		return
	}
	t := canonical.Task{ID: v.id("task"), Conversation: v.talk.ID, Form: v.req.Form, State: cmp.Or(c.state, canonical.TaskCompleted), At: v.now}
	rest := archived{Claim: c.claim, State: t.State}
	rest.said("", v.said())
	stands := c.outcome
	stands.Meta = canonical.OutcomeMeta{ID: c.outcome.Meta.ID}
	rest.Outcome = &stands
	c.writes = append(c.writes,
		until(put(v, canonical.TaskKey(v.owner(t.ID), t.ID), t), v.now.Add(taskKept)),
		until(put(v, canonical.TaskOutcomeKey(t.ID), rest), v.now.Add(taskKept)))
	t.History = rest.History
	c.outcome.Meta.Task = &t
}
