package usp

import (
	"strconv"
	"strings"

	"hora/bindings/internal/a2awire"
)

type (
	call    = a2awire.Call[arguments, metadata]
	message = a2awire.MessageOf[arguments, metadata]
	part    = a2awire.PartOf[arguments, metadata]
)

// A choice is the operation that a message asks for and the data part with its
// arguments; -1 if there is none.
type choice struct {
	op    *operation
	index int
	at    string // where the task type was found
}

// choose finds the task type. A2A has no place for one and the specification
// names none, so it is looked for wherever it has been seen: in the data part,
// in the message and in the request around it. All that name one must agree,
// and only one data part may.
func choose(c *call) (choice, *failure) {
	found := choice{index: -1}
	m := &c.Send.Message
	alone, several := -1, false // data parts that name no task type
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Kind != a2awire.DataPart {
			continue
		}
		at := partPath(i)
		u := &p.Metadata.USP
		names := [...]named{
			{u.TaskType, at + ".metadata.usp.task_type"},
			{u.TaskType2, at + ".metadata.usp.taskType"},
			{ours(p.Data.Type), at + ".data.type"},
		}
		if names[0].task == "" && names[1].task == "" && names[2].task == "" {
			several = several || alone >= 0
			alone = i
			continue
		}
		if found.index >= 0 {
			return found, invalidRequest(fieldError{at, "names a second task type: one message asks for one operation"})
		}
		found.index = i
		if f := found.see(names[:]); f != nil {
			return found, f
		}
	}
	u, v := &m.Metadata.USP, &c.Send.Metadata.USP
	if f := found.see([]named{
		{u.TaskType, "message.metadata.usp.task_type"}, {u.TaskType2, "message.metadata.usp.taskType"},
		{v.TaskType, "metadata.usp.task_type"}, {v.TaskType2, "metadata.usp.taskType"},
		{ours(m.Metadata.TaskType), "message.metadata.task_type"}, {ours(m.Metadata.TaskType2), "message.metadata.taskType"},
		{ours(m.Metadata.SkillID), "message.metadata.skillId"}, {ours(m.Metadata.Skill), "message.metadata.skill"},
	}); f != nil {
		return found, f
	}
	switch {
	case found.op == nil:
		return found, invalidRequest(fieldError{"message.parts", "need a data part that names a USP task type in metadata.usp.task_type"})
	case found.index < 0 && several:
		return found, invalidRequest(fieldError{"message.parts", "have several data parts, and none names the task type"})
	case found.index < 0:
		found.index = alone
	}
	return found, nil
}

// A named task type is one that a caller gave, and where.
type named struct{ task, at string }

// see takes notice of what some places name.
func (c *choice) see(names []named) *failure {
	for _, n := range names {
		if n.task == "" {
			continue
		}
		op := operationOf(n.task)
		switch {
		case op == nil:
			return unsupported(n.at)
		case c.op == nil:
			c.op, c.at = op, n.at
		case c.op != op:
			return invalidRequest(fieldError{n.at, "is another task type than " + c.at})
		}
	}
	return nil
}

// ours is a name that is meant as a USP task type; others use these members
// for names of their own.
func ours(w word) string {
	if s := string(w); strings.HasPrefix(s, "usp/") || strings.HasPrefix(s, "usp.") {
		return s
	}
	return ""
}

func partPath(i int) string { return "message.parts[" + strconv.Itoa(i) + "]" }
