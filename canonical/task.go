package canonical

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// A Task is an act, or a conversation towards one, that an A2A caller can come
// back to. It is made by the message that starts it and updated by those that
// continue it, always in the commit of the act itself; thirty days after its
// last change it is forgotten. Only its owner ever sees it; an anonymous
// caller's is reached by its unguessable id alone.
type Task struct {
	ID           string      `json:"id"`
	Conversation string      `json:"conversation"` // A2A contextId
	Organization string      `json:"organization,omitzero"`
	Form         string      `json:"form,omitzero"` // Meta.Form of the message that last moved it
	State        TaskState   `json:"state"`
	At           time.Time   `json:"at"` // when it came to that state
	History      []Utterance `json:"history,omitzero"`
	Outcome      *Outcome    `json:"outcome,omitzero"` // how it stands
}

// TaskState is where a task stands.
type TaskState string

const (
	TaskInputRequired TaskState = "input_required"
	TaskCompleted     TaskState = "completed"
	TaskCancelled     TaskState = "canceled"
	TaskWorking       TaskState = "working" // the outcome is not known yet; see OutcomeUnknown
	TaskFailed        TaskState = "failed"
	TaskRejected      TaskState = "rejected" // it was not done, and why is its outcome
)

// Over says whether nothing can move the task any more.
func (s TaskState) Over() bool {
	return s == TaskCompleted || s == TaskCancelled || s == TaskFailed || s == TaskRejected
}

// An Utterance is one message of a task's history: the caller's as the binding
// chose to keep it, or the desk's answer before it, to be said again by its
// form. Contact data, tokens and mandates are masked before they get here.
type Utterance struct {
	ID      string         `json:"id"`
	Parts   jsontext.Value `json:"parts,omitzero"`   // of the caller's: the binding's own form
	Form    string         `json:"form,omitzero"`    // of the desk's: as Task.Form
	Outcome *Outcome       `json:"outcome,omitzero"` // of the desk's
}

// GetTask asks for one task. Ends in a Task.
type GetTask struct {
	Task string `json:"task"`
}

// ListTasks asks for the caller's tasks, newest change first. Ends in a
// TaskPage.
type ListTasks struct {
	Conversation string    `json:"conversation,omitzero"`
	State        TaskState `json:"state,omitzero"`
	Since        time.Time `json:"since,omitzero"` // changed then or later
	Size         int       `json:"size,omitzero"`  // tasks a page; default 50
	After        Cursor    `json:"after,omitzero"`
	Whole        bool      `json:"whole,omitzero"` // with history and outcome
}

// CancelTask gives up a task that waits for its caller. It never cancels a
// booking. Ends in a Task.
type CancelTask struct {
	Task string `json:"task"`
}

// A TaskPage is one page of the caller's tasks.
type TaskPage struct {
	Tasks []Task `json:"tasks"`
	Size  int    `json:"size"`  // what a page may hold
	Total int    `json:"total"` // how many match in all
	Next  Cursor `json:"next,omitzero"`
}

func (GetTask) Op() Op    { return OpGetTask }
func (ListTasks) Op() Op  { return OpListTasks }
func (CancelTask) Op() Op { return OpCancelTask }

func (Task) result() string     { return "task" }
func (TaskPage) result() string { return "task_page" }

// A Conversation is what a desk remembers between the messages of one context:
// bound to whoever opened it, forgotten half an hour after its last message.
type Conversation struct {
	ID    string    `json:"id"`
	Task  string    `json:"task,omitzero"` // the task that waits for its next message
	Until time.Time `json:"until"`
	Draft *Converse `json:"draft,omitzero"` // what has been understood so far
	Asked Field     `json:"asked,omitzero"` // what the last answer asked for
	Offer []Slot    `json:"offer,omitzero"` // starts that the last answer offered
}
