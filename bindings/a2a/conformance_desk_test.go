package a2a

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"hora/canonical"
)

// A scriptedDesk has nothing to book. It keeps tasks as the engine does, does
// with a message what the script says, and knows neither callers nor message
// ids: the kits send one id with different content, and expect two tasks.
type scriptedDesk struct {
	clock canonical.Clock
	mu    sync.Mutex
	ids   int
	tasks []*canonical.Task // oldest first
}

func (d *scriptedDesk) Do(_ context.Context, req canonical.Request) canonical.Outcome {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch c := req.Command.(type) {
	case canonical.GetTask:
		return d.get(c.Task)
	case canonical.ListTasks:
		return d.list(c)
	case canonical.CancelTask:
		return d.cancel(c.Task)
	}
	return d.message(&req.Meta)
}

// id mints an id. Nobody else's tasks are here, so it may be guessed.
func (d *scriptedDesk) id(of string) string {
	d.ids++
	return of + "-" + strconv.Itoa(d.ids)
}

func (d *scriptedDesk) find(id string) *canonical.Task {
	for _, t := range d.tasks {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// snapshot is the task as it stands: later messages do not change it.
func snapshot(t *canonical.Task) *canonical.Task {
	now := *t
	now.History = slices.Clone(t.History)
	return &now
}

func refusing(c canonical.Code) canonical.Outcome {
	return canonical.Outcome{Err: canonical.Refuse(c)}
}

func invalid(path string) canonical.Outcome {
	return canonical.Outcome{Err: &canonical.Error{Code: canonical.Invalid, Problems: []canonical.Problem{{Path: path, Rule: canonical.RuleOneOf}}}}
}

func (d *scriptedDesk) get(id string) canonical.Outcome {
	t := d.find(id)
	if t == nil {
		return refusing(canonical.UnknownTask)
	}
	return canonical.Outcome{Result: *snapshot(t)}
}

func (d *scriptedDesk) cancel(id string) canonical.Outcome {
	t := d.find(id)
	switch {
	case t == nil:
		return refusing(canonical.UnknownTask)
	case t.State.Over():
		return refusing(canonical.TaskOver)
	}
	t.State, t.At = canonical.TaskCancelled, d.clock()
	return canonical.Outcome{Result: *snapshot(t)}
}

// list shows everybody's tasks to everybody.
func (d *scriptedDesk) list(c canonical.ListTasks) canonical.Outcome {
	var found []canonical.Task
	for _, t := range slices.Backward(d.tasks) {
		if (c.Conversation == "" || t.Conversation == c.Conversation) && (c.State == "" || t.State == c.State) && !t.At.Before(c.Since) {
			found = append(found, *snapshot(t))
		}
	}
	slices.SortStableFunc(found, func(a, b canonical.Task) int { return b.At.Compare(a.At) })
	page := canonical.TaskPage{Size: cmp.Or(c.Size, 50), Total: len(found)}
	if c.After != "" {
		last := slices.IndexFunc(found, func(t canonical.Task) bool { return t.ID == string(c.After) })
		if last < 0 {
			return invalid("after")
		}
		found = found[last+1:]
	}
	page.Tasks = found[:min(page.Size, len(found))]
	if n := len(page.Tasks); n > 0 && n < len(found) {
		page.Next = canonical.Cursor(page.Tasks[n-1].ID)
	}
	if !c.Whole {
		for i := range page.Tasks {
			page.Tasks[i].History, page.Tasks[i].Outcome = nil, nil
		}
	}
	return canonical.Outcome{Result: page}
}

// message starts a task or continues one, unless it is to be answered with a
// message.
func (d *scriptedDesk) message(m *canonical.Meta) canonical.Outcome {
	t := &canonical.Task{Conversation: m.Conversation}
	if m.Task != "" {
		t = d.find(m.Task)
		switch {
		case t == nil:
			return refusing(canonical.UnknownTask)
		case m.Conversation != "" && m.Conversation != t.Conversation:
			return invalid("contextId")
		case t.State.Over():
			return refusing(canonical.TaskOver)
		}
	}
	if t.Conversation == "" {
		t.Conversation = d.id("context")
	}
	s := stepFor(m.Message)
	out := canonical.Outcome{
		Meta:    canonical.OutcomeMeta{ID: d.id("answer"), Conversation: t.Conversation},
		Result:  canonical.Question{},
		Notices: []canonical.Notice{{Code: s.prefix}},
	}
	if s.state == "" {
		return out
	}
	if t.ID == "" {
		t.ID = d.id("task")
		d.tasks = append(d.tasks, t)
	} else {
		t.History = append(t.History, canonical.Utterance{ID: t.Outcome.Meta.ID, Form: t.Form, Outcome: t.Outcome})
	}
	t.History = append(t.History, *m.Said())
	t.State, t.At, t.Form = s.state, d.clock().Truncate(time.Millisecond), m.Form
	kept := out
	t.Outcome = &kept
	out.Meta.Task = snapshot(t)
	return out
}
