package selfe

import (
	"cmp"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/dialect"
	"hora/canonical"
)

// A reply answers one call at the registry's door: a Message for who is not
// known, a Task for who is.
type reply struct {
	*a2awire.Reply
	*binding
	method       a2awire.Method
	presented    bool   // a credential was
	form         string // of the message
	messageID    string
	conversation string // contextId, as the caller gave it
	task         string // taskId of a message, or id of a query
	history      *int   // how many messages to show; nil: all
	artifacts    bool   // show them, in lists

	said a2awire.OutMessage  // the message, redacted
	kept canonical.Utterance // the same as it is stored
}

// Encode answers with what the desk said.
func (r *reply) Encode(o canonical.Outcome) bindings.Outbound { return r.Answer(r.answer(&o)) }

func (r *reply) answer(o *canonical.Outcome) a2awire.Answer {
	if o.Err != nil {
		return a2awire.Answer{Err: r.fault(o.Err)}
	}
	switch t := o.Result.(type) {
	case canonical.Task:
		shown := r.again(&t)
		return a2awire.Answer{Task: &shown}
	case canonical.TaskPage:
		return r.page(&t)
	}
	t := o.Meta.Task
	s, ok := r.say(r.form, o.Result, t != nil)
	switch {
	case !ok:
		return a2awire.Answer{Err: a2awire.Internal()}
	case t != nil:
		shown := r.show(t, o.Meta.ID, &s)
		return a2awire.Answer{Task: &shown}
	}
	m := &a2awire.OutMessage{ID: o.Meta.ID, Role: a2awire.Agent, Context: cmp.Or(o.Meta.Conversation, r.conversation), Parts: s.parts()}
	if r.form != formText {
		m.Extensions = profile.Extensions
	}
	return a2awire.Answer{Message: m}
}

// again says a task that was kept.
func (r *reply) again(t *canonical.Task) a2awire.Task {
	if t.Outcome == nil {
		return r.show(t, "", nil)
	}
	s, ok := r.say(t.Form, t.Outcome.Result, true)
	if !ok {
		return r.show(t, "", nil)
	}
	return r.show(t, t.Outcome.Meta.ID, &s)
}

func (r *reply) page(p *canonical.TaskPage) a2awire.Answer {
	out := &a2awire.TaskPage{Next: string(p.Next), Size: p.Size, Total: p.Total, Tasks: make([]a2awire.Task, len(p.Tasks))}
	for i := range p.Tasks {
		out.Tasks[i] = r.again(&p.Tasks[i])
		if !r.artifacts {
			out.Tasks[i].Artifacts = nil
		}
	}
	return a2awire.Answer{Page: out}
}

// artifactID names the one artifact that a task has.
const artifactID = "result"

// show is a task with what it came to as an artifact; while that is open, it is
// said with the status.
func (r *reply) show(t *canonical.Task, answer string, s *said) a2awire.Task {
	out := a2awire.Task{
		ID: t.ID, Context: t.Conversation, Status: a2awire.Status{State: dialect.StateNamed(t.State), Time: t.At}, History: r.recent(t),
	}
	switch {
	case s == nil, t.State == canonical.TaskCancelled:
	case t.State.Over():
		out.Artifacts = []a2awire.Artifact{{ID: artifactID, Name: skillOf(t.Form), Parts: s.parts()}}
	default:
		out.Status.Message = &a2awire.OutMessage{ID: answer, Role: a2awire.Agent, Context: t.Conversation, Task: t.ID, Parts: s.parts()}
	}
	return out
}
