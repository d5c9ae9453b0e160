package a2awire

import "time"

// A Task is work with a state, as an answer shows it.
type Task struct {
	ID        string
	Context   string // always shown
	Status    Status
	Artifacts []Artifact
	History   []OutMessage // oldest first
	Metadata  any
}

// Status is where a task stands.
type Status struct {
	State   State
	Message *OutMessage // what the agent says to it; nil: nothing
	Time    time.Time   // shown in UTC with milliseconds
}

// An Artifact is what a task came to. It has at least one part.
type Artifact struct {
	ID          string
	Name        string
	Description string
	Parts       []OutPart
	Extensions  []string
	Metadata    any
}

// A TaskPage is the answer of ListTasks.
type TaskPage struct {
	Tasks []Task
	Next  string // page token; empty on the last page
	Size  int    // the page size that held
	Total int    // tasks that match, on all pages
}

// A StatusEvent says, in a stream, that a task's status changed.
type StatusEvent struct {
	Task, Context string
	Status        Status
	Final         bool // 0.3 only: nothing follows. In 1.0 the stream ends
	Metadata      any
}

// An ArtifactEvent brings, in a stream, an artifact or a piece of one.
type ArtifactEvent struct {
	Task, Context string
	Artifact      Artifact
	Append        bool // the parts belong behind those of the artifact of that id
	Last          bool
	Metadata      any
}

// An Answer is what a call is answered with. Exactly one member is set.
type Answer struct {
	Message  *OutMessage
	Task     *Task
	Page     *TaskPage
	Status   *StatusEvent
	Artifact *ArtifactEvent
	Err      *Error
}

// Recent is as much of a history as historyLength asks for: all of it when
// unset, at most the n newest otherwise, none for 0.
func Recent(history []OutMessage, n *int) []OutMessage {
	if n == nil || *n >= len(history) {
		return history
	}
	if *n <= 0 {
		return nil
	}
	return history[len(history)-*n:]
}

// State is where a task stands. The numbers are those of the proto enum.
type State uint8

const (
	Unspecified State = iota
	Submitted
	Working
	Completed
	Failed
	Canceled
	InputRequired
	Rejected
	AuthRequired
)

var stateNames = [][2]string{
	Unspecified:   {"unknown", "TASK_STATE_UNSPECIFIED"},
	Submitted:     {"submitted", "TASK_STATE_SUBMITTED"},
	Working:       {"working", "TASK_STATE_WORKING"},
	Completed:     {"completed", "TASK_STATE_COMPLETED"},
	Failed:        {"failed", "TASK_STATE_FAILED"},
	Canceled:      {"canceled", "TASK_STATE_CANCELED"},
	InputRequired: {"input-required", "TASK_STATE_INPUT_REQUIRED"},
	Rejected:      {"rejected", "TASK_STATE_REJECTED"},
	AuthRequired:  {"auth-required", "TASK_STATE_AUTH_REQUIRED"},
}

// Name is the state in that version.
func (s State) Name(v Version) string {
	if s > AuthRequired {
		s = Unspecified
	}
	return stateNames[s][v]
}
