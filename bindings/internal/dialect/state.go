package dialect

import (
	"hora/bindings/internal/a2awire"
	"hora/canonical"
)

var states = []struct {
	task canonical.TaskState
	wire a2awire.State
}{
	{canonical.TaskCompleted, a2awire.Completed},
	{canonical.TaskInputRequired, a2awire.InputRequired},
	{canonical.TaskWorking, a2awire.Working},
	{canonical.TaskRejected, a2awire.Rejected},
	{canonical.TaskFailed, a2awire.Failed},
	{canonical.TaskCancelled, a2awire.Canceled},
}

// StateNamed is how A2A calls the state of a task.
func StateNamed(s canonical.TaskState) a2awire.State {
	for _, n := range states {
		if n.task == s {
			return n.wire
		}
	}
	return a2awire.Unspecified
}

// StateOf is the state that a list of tasks asks for; none for any. No task is
// ever in one that the desk does not have, so its name finds none.
func StateOf(s a2awire.State) canonical.TaskState {
	for _, n := range states {
		if n.wire == s {
			return n.task
		}
	}
	if s == a2awire.Unspecified {
		return ""
	}
	return canonical.TaskState(s.Name(a2awire.V03))
}
