package usp

import (
	"strconv"
	"strings"

	"hora/bindings/internal/a2awire"
)

type (
	call = a2awire.Call[arguments, metadata]
	part = a2awire.PartOf[arguments, metadata]
)

// A place is where in a call something is said: the index of a part, or one of
// those below. It is put into words only when something is wrong.
type place int

const (
	inMessage place = -1 - iota
	inRequest       // around the message
	inHeader
	inBody // of a REST call, which holds nothing else
)

// member is the path of a member at the place; none of what follows the dot is
// the caller's.
func (p place) member(name string) string {
	switch p {
	case inMessage:
		return "message." + name
	case inHeader, inRequest, inBody:
		return name
	}
	return "message.parts[" + strconv.Itoa(int(p)) + "]." + name
}

// A choice is the operation that a message asks for and the data part with its
// arguments; -1 if there is none.
type choice struct {
	op    *operation
	index int
	at    place // where the task type was found, and in which member
	name  string
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
		u := &p.Metadata.USP
		own := ours(p.Data.Type)
		if u.TaskType == "" && u.TaskType2 == "" && own == "" {
			several = several || alone >= 0
			alone = i
			continue
		}
		if found.index >= 0 {
			return found, invalidRequest(fieldError{place(i).member("metadata"), "names a second task type: one message asks for one operation"})
		}
		found.index = i
		if f := found.see(place(i), named{u.TaskType, "metadata.usp.task_type"}, named{u.TaskType2, "metadata.usp.taskType"}, named{own, "data.type"}); f != nil {
			return found, f
		}
	}
	u, v := &m.Metadata.USP, &c.Send.Metadata.USP
	if f := found.see(inMessage, named{u.TaskType, "metadata.usp.task_type"}, named{u.TaskType2, "metadata.usp.taskType"}); f != nil {
		return found, f
	}
	if f := found.see(inRequest, named{v.TaskType, "metadata.usp.task_type"}, named{v.TaskType2, "metadata.usp.taskType"}); f != nil {
		return found, f
	}
	if f := found.see(inMessage, named{ours(m.Metadata.TaskType), "metadata.task_type"}, named{ours(m.Metadata.TaskType2), "metadata.taskType"},
		named{ours(m.Metadata.SkillID), "metadata.skillId"}, named{ours(m.Metadata.Skill), "metadata.skill"}); f != nil {
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

// A named task type is one that a caller gave, and the member it is in.
type named struct{ task, member string }

// see takes notice of what is named at a place.
func (c *choice) see(at place, names ...named) *failure {
	for _, n := range names {
		if n.task == "" {
			continue
		}
		op := operationOf(n.task)
		switch {
		case op == nil:
			return unsupported(at.member(n.member))
		case c.op == nil:
			c.op, c.at, c.name = op, at, n.member
		case c.op != op:
			return invalidRequest(fieldError{at.member(n.member), "is another task type than " + c.at.member(c.name)})
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
