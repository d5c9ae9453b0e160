package engine

import (
	"slices"

	"hora/canonical"
)

// archived is the larger part of a task, apart from what lists show.
type archived struct {
	History []canonical.Utterance `json:"history,omitzero"`
	Outcome *canonical.Outcome    `json:"outcome,omitzero"`
	Claim   string                `json:"claim,omitzero"` // of a task that is at work: the guest's claim it is about
	State   canonical.TaskState   `json:"state,omitzero"` // of the task whose outcome this is, where it changes by itself
}

// Of a task the newest messages are kept: so many, and so many bytes of the
// caller's. The record, which is written with each of them, has room for more.
const (
	historyKept  = 40
	historyBytes = 64 << 10
)

// said is the message of this act, as a history keeps it.
func (v *view) said() *canonical.Utterance {
	if v.req.Said == nil {
		return nil
	}
	return v.req.Said()
}

// said adds a message of the caller's to the history, after what the desk
// said last.
func (a *archived) said(form string, u *canonical.Utterance) {
	if a.Outcome != nil {
		a.History = append(a.History, canonical.Utterance{ID: a.Outcome.Meta.ID, Form: form, Outcome: quoted(*a.Outcome)})
	}
	if u != nil && len(u.Parts) <= historyBytes {
		a.History = append(a.History, *u)
	}
	first, room := len(a.History), historyBytes
	for first > 0 && len(a.History)-first < historyKept && len(a.History[first-1].Parts) <= room {
		first--
		room -= len(a.History[first].Parts)
	}
	a.History = a.History[first:]
}

// quoted is an outcome as a history keeps it: without contact data, and of a
// service no more than its name and price.
func quoted(o canonical.Outcome) *canonical.Outcome {
	if q, ok := o.Result.(canonical.Question); ok {
		if q.Proposal != nil {
			p := *q.Proposal
			p.Client = canonical.Client{}
			q.Proposal = &p
		}
		if q.Service != nil {
			q.Service = new(brief(*q.Service))
		}
		o.Result = q
	}
	o.Needs = slices.Clone(o.Needs)
	for i := range o.Needs {
		choices := o.Needs[i].Choices
		o.Needs[i].Choices = nil
		for _, s := range choices {
			o.Needs[i].Choices = append(o.Needs[i].Choices, brief(s))
		}
	}
	return &o
}

func brief(s canonical.Service) canonical.Service {
	return canonical.Service{ID: s.ID, Kind: s.Kind, Name: s.Name, Price: s.Price, Minutes: s.Minutes, Channel: s.Channel}
}
