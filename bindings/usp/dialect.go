package usp

import (
	"strings"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/dialect"
	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// Dialect is USP in the messages of the front door: a data part whose metadata
// has the member usp, answered by the same data part as on the dialect's own
// route. publicURL is as in New.
func Dialect(publicURL string) dialect.Dialect {
	return guest{strings.TrimSuffix(publicURL, "/")}
}

type guest struct{ public string }

func (guest) Name() string       { return Name }
func (guest) Mark() dialect.Mark { return dialect.Mark{Metadata: "usp"} }

func (g guest) Speak(form string) dialect.Answer {
	return func(o *canonical.Outcome, part int) dialect.Said { return speak(g.public, form, o, part) }
}

func (guest) Read(in bindings.Inbound, m *a2awire.Message, part int) (dialect.Reading, error) {
	c, err := typed(m)
	if err != nil {
		return dialect.Reading{}, err
	}
	f := faults{at: inBody}
	var g given
	g.headers(in.Header, &f)
	r := &a2aReply{view: view{op: aboutTasks}}
	command, err := r.message(c, nil, &g, &f)
	if err == nil {
		err = f.err()
	}
	if err != nil {
		return dialect.Reading{}, failureOf(err).wire()
	}
	reading := dialect.Reading{Command: command, Form: r.op.task, Rules: rules, Agent: g.profile, IfMatch: g.match, Scoped: g.scoped}
	if g.key != "" {
		reading.Message, reading.Operation = g.key, r.op.op.String()
	}
	return reading, nil
}

// typed is a message of the front door's with its data and metadata read into
// the types that they have here.
func typed(m *a2awire.Message) (*call, error) {
	c := &call{}
	out := &c.Send.Message
	out.ID, out.Context, out.Task = m.ID, m.Context, m.Task
	var f faults
	read := func(b []byte, into *metadata, at place) {
		if len(b) == 0 {
			return
		}
		mistyped, _ := wirejson.Unmarshal(b, into) // it is JSON: it has been read once
		for _, p := range mistyped {
			f.wrong(at.member("metadata."+dotted(p)), ofAnotherType)
		}
	}
	read(m.Metadata, &out.Metadata, inMessage)
	for i := range m.Parts {
		p := &m.Parts[i]
		q := part{Kind: p.Kind, MediaType: p.MediaType, MimeType: p.MimeType}
		read(p.Metadata, &q.Metadata, place(i))
		if p.Kind == a2awire.DataPart {
			mistyped, _ := wirejson.Unmarshal(p.Data, &q.Data)
			f.at = place(i)
			f.mistyped(mistyped)
		}
		out.Parts = append(out.Parts, q)
	}
	if err := f.err(); err != nil {
		return nil, failureOf(err).wire()
	}
	return c, nil
}

// speak answers what was asked for with that task type.
func speak(public, form string, o *canonical.Outcome, part int) dialect.Said {
	op := operationOf(form)
	if op == nil {
		return dialect.Said{Err: serverError.wire()}
	}
	v := view{op: op, public: public, at: inMessage}
	if part >= 0 {
		v.at = place(part)
	}
	s := v.say(o)
	if s.failure != nil {
		return dialect.Said{Err: s.failure.wire()}
	}
	return dialect.Said{Parts: []a2awire.OutPart{dataPart(op, s.body)}}
}
