package selfe

import (
	"bytes"
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/a2awire"
)

// A command is the data part of a message, {"skill": ..., "arguments": {...}}:
// the name of the skill and the arguments that are of it. Of a name that is no
// skill's there are none.
type command struct {
	named    bool   // there is a skill
	skill    string // one that there is, or none
	given    bool   // there are arguments
	discover *discoverArguments
	match    *matchArguments
	book     *bookArguments
	handoff  *handoffArguments
}

// The skills, by their ids.
const (
	skillDiscover = "discover"
	skillMatch    = "match"
	skillBook     = "book"
	skillHandoff  = "prepare_booking_handoff"
)

// skillNamed is the skill of that name; none for any other.
func skillNamed(name []byte) string {
	for _, s := range [...]string{skillDiscover, skillMatch, skillBook, skillHandoff} {
		if string(name) == s {
			return s
		}
	}
	return ""
}

var closed = json.RejectUnknownMembers(true)

// UnmarshalJSONFrom reads the data part in one pass: the arguments straight
// into the type of their skill, unless they come before its name.
func (c *command) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '{' {
		return errors.Join(d.SkipValue(), a2awire.Invalid("must be an object"))
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	var early jsontext.Value // arguments of a skill that is not known yet
	for d.PeekKind() != '}' {
		name, err := d.ReadValue()
		if err != nil {
			return err
		}
		switch string(unquoted(name)) {
		case "skill":
			err = c.readSkill(d)
		case "arguments":
			c.given = true
			into := c.arguments()
			if into == nil {
				early, err = d.ReadValue()
				early = early.Clone()
			} else {
				err = json.UnmarshalDecode(d, into, closed)
			}
		default:
			err = json.ErrUnknownName
		}
		if err != nil {
			return err
		}
	}
	if _, err := d.ReadToken(); err != nil || early == nil {
		return err
	}
	into := c.arguments()
	if into == nil {
		return nil
	}
	return below("arguments", json.Unmarshal(early, into, closed))
}

// readSkill reads the name of a skill.
func (c *command) readSkill(d *jsontext.Decoder) error {
	if d.PeekKind() != '"' {
		fault := &json.SemanticError{JSONPointer: d.StackPointer(), Err: a2awire.Invalid("must be a string")}
		if err := d.SkipValue(); err != nil {
			return err
		}
		return fault
	}
	name, err := d.ReadValue()
	if err == nil {
		c.named, c.skill = true, skillNamed(unquoted(name))
	}
	return err
}

// unquoted is the text of a string, which is mostly what stands in it.
func unquoted(v jsontext.Value) []byte {
	if bytes.IndexByte(v, '\\') < 0 {
		return v[1 : len(v)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, v)
	return text
}

// arguments is where those of the skill are read into; nil for no skill.
func (c *command) arguments() any {
	switch c.skill {
	case skillDiscover:
		c.discover = &discoverArguments{}
		return c.discover
	case skillMatch:
		c.match = &matchArguments{}
		return c.match
	case skillBook:
		c.book = &bookArguments{}
		return c.book
	case skillHandoff:
		c.handoff = &handoffArguments{}
		return c.handoff
	}
	return nil
}

// below places an error of a value that was read by itself: in the member of
// that name.
func below(name string, err error) error {
	if fault, ok := errors.AsType[*json.SemanticError](err); ok {
		fault.JSONPointer = jsontext.Pointer("/"+name) + fault.JSONPointer
		return fault
	}
	return err
}

// parse reads the data part of a message that nobody has typed yet. What does
// not fit is told as a violation, of a path below at.
func parse(data jsontext.Value, at string) (*command, error) {
	c := &command{}
	err := json.Unmarshal(data, c, closed)
	if err == nil {
		return c, nil
	}
	v := a2awire.Violation{Field: at, Description: "is not of the expected type"}
	if fault, ok := errors.AsType[*json.SemanticError](err); ok {
		v.Field = path(at, fault.JSONPointer)
	}
	if own, ok := errors.AsType[a2awire.Invalid](err); ok {
		v.Description = string(own)
	} else if errors.Is(err, json.ErrUnknownName) {
		v.Description = "is not a known member"
	}
	return nil, a2awire.InvalidParams(v)
}
