package a2a

import (
	"strings"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/dialect"
	"hora/canonical"
)

// mark is the member by which a data part is known as one of this dialect.
const mark = "operation"

// own is the dialect that the front door has itself.
type own struct{}

var _ dialect.Dialect = own{}

func (own) Name() string       { return Name }
func (own) Mark() dialect.Mark { return dialect.Mark{Data: mark} }

// Read reads a data part, {"operation": ..., "arguments": {...}}.
func (own) Read(in bindings.Inbound, m *a2awire.Message, part int) (dialect.Reading, error) {
	f := faults{part: part}
	data := m.Parts[part].Data
	o := operationOf(data)
	if o == nil {
		f.top(mark, "must be one of "+strings.Join(operationNames(), ", "))
		return dialect.Reading{}, f.err()
	}
	c, organization := o.read(data, &f)
	r := dialect.Reading{Command: c, Form: o.forms[language(in.Header, canonical.English)], Organization: organization}
	if organization != "" {
		r.Named = f.path("arguments.organization")
	}
	return r, f.err()
}

// text is the act's name in the form of what was said in plain words.
const text = "text"

// textForms are the forms of plain words.
var textForms = formsOf(text)

// formsOf are the forms of an act, by language: what the answer needs beside
// its outcome.
func formsOf(act string) map[canonical.Language]string {
	all := map[canonical.Language]string{}
	for _, l := range []canonical.Language{canonical.Spanish, canonical.English} {
		all[l] = Name + "/" + act + "/" + string(l)
	}
	return all
}

// Speak answers an act of this dialect, or plain words.
func (own) Speak(form string) dialect.Answer {
	_, rest, _ := strings.Cut(form, "/")
	act, l, _ := strings.Cut(rest, "/")
	return speaker{act, canonical.Language(l)}.answer
}
