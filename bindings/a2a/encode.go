package a2a

import (
	"bytes"
	"strings"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/dialect"
	"hora/canonical"
)

// A reply answers one call, whatever its method and dialect.
type reply struct {
	*a2awire.Reply
	door         *Door
	method       a2awire.Method
	form         string // of the message
	part         int    // index of the part of it with the data that asks; -1: none has
	named        string // where it names its organisation; empty: the address does
	message      string // its id
	conversation string // contextId, as the caller gave it
	task         string // taskId of a message, or id of a query
	history      *int   // how many messages to show; nil: all
	artifacts    bool   // show them, in lists

	kept canonical.Utterance // the message, redacted, as a history keeps it
	said a2awire.OutMessage  // the same
}

// Encode answers with what the desk said.
func (r *reply) Encode(o canonical.Outcome) bindings.Outbound { return r.Answer(r.answer(&o)) }

func (r *reply) answer(o *canonical.Outcome) a2awire.Answer {
	if e := r.fault(o.Err); e != nil {
		return a2awire.Answer{Err: e}
	}
	switch result := o.Result.(type) {
	case canonical.Task:
		return r.stored(&result)
	case canonical.TaskPage:
		return r.page(&result)
	}
	said := r.door.speak(r.form)(o, r.part)
	if said.Err != nil {
		return a2awire.Answer{Err: said.Err}
	}
	if t := o.Meta.Task; t != nil {
		shown := r.show(t, o, said)
		return a2awire.Answer{Task: &shown}
	}
	context := o.Meta.Conversation
	if context == "" {
		context = r.conversation
	}
	return a2awire.Answer{Message: &a2awire.OutMessage{ID: o.Meta.ID, Role: a2awire.Agent, Context: context, Task: r.task, Parts: said.Parts, Metadata: said.Metadata}}
}

// speak finds the answer to what was said with a form, by the dialect's name
// in front of it.
func (b *Door) speak(form string) dialect.Answer {
	name, _, _ := strings.Cut(form, "/")
	for _, d := range b.dialects {
		if d.Name() == name {
			return d.Speak(form)
		}
	}
	return own{}.Speak(form)
}

// stored says a task again that was kept.
func (r *reply) stored(t *canonical.Task) a2awire.Answer {
	shown := r.again(t)
	return a2awire.Answer{Task: &shown}
}

func (r *reply) again(t *canonical.Task) a2awire.Task {
	if t.Outcome == nil {
		return r.show(t, &canonical.Outcome{}, dialect.Said{})
	}
	return r.show(t, t.Outcome, r.door.speak(t.Form)(t.Outcome, -1))
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

// show is a task with what was said of how it stands: an artifact once it is
// done, and a message while it waits.
func (r *reply) show(t *canonical.Task, o *canonical.Outcome, said dialect.Said) a2awire.Task {
	shown := a2awire.Task{
		ID: t.ID, Context: t.Conversation,
		Status:  a2awire.Status{State: dialect.StateNamed(t.State), Time: t.At},
		History: r.recent(t),
	}
	switch {
	case len(said.Parts) == 0, t.State == canonical.TaskCancelled && !left(o): // what it last asked is asked no more
	case t.State == canonical.TaskCompleted:
		shown.Artifacts = []a2awire.Artifact{{ID: o.Meta.ID, Parts: said.Parts, Metadata: said.Metadata}}
	default:
		shown.Status.Message = &a2awire.OutMessage{ID: o.Meta.ID, Role: a2awire.Agent, Context: t.Conversation, Task: t.ID, Parts: said.Parts, Metadata: said.Metadata}
	}
	return shown
}

// recent is as much of a task's history as was asked for. What cannot be read
// any more is left out.
func (r *reply) recent(t *canonical.Task) (all []a2awire.OutMessage) {
	kept := t.History
	if n := r.history; n != nil && *n < len(kept) {
		kept = kept[len(kept)-*n:]
	}
	for i := range kept {
		if m, ok := r.utterance(&kept[i]); ok {
			m.Task, m.Context = t.ID, t.Conversation
			all = append(all, m)
		}
	}
	return all
}

// utterance says one message of a history again, of either side.
func (r *reply) utterance(u *canonical.Utterance) (a2awire.OutMessage, bool) {
	if u.ID == r.kept.ID && r.kept.ID != "" && bytes.Equal(u.Parts, r.kept.Parts) {
		return r.said, true
	}
	if u.Outcome == nil {
		m, err := a2awire.ParseMessage(a2awire.V10, u.Parts)
		return m.Out(), err == nil
	}
	said := r.door.speak(u.Form)(u.Outcome, -1)
	return a2awire.OutMessage{ID: u.ID, Role: a2awire.Agent, Parts: said.Parts, Metadata: said.Metadata}, len(said.Parts) > 0
}
