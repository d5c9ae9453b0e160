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
var own = dialect.Dialect{Name: Name, Mark: dialect.Mark{Data: mark}, Read: readOwn, Speak: speakOwn}

// readOwn reads a data part, {"operation": ..., "arguments": {...}}.
func readOwn(in bindings.Inbound, m *a2awire.Message, part int) (dialect.Reading, error) {
	f := faults{at: partPath(part) + ".data"}
	data := m.Parts[part].Data
	o := operationNamed(operationOf(data))
	if o == nil {
		f.top(mark, "must be one of "+strings.Join(operationNames(), ", "))
		return dialect.Reading{}, f.err()
	}
	c, organization := o.read(data, &f)
	return dialect.Reading{
		Command: c, Form: form(o.op.String(), language(in.Header, canonical.English)),
		Organization: organization, Named: f.at + ".arguments.organization",
	}, f.err()
}

// text is the act's name in the form of what was said in plain words.
const text = "text"

// form is what the answer to an act needs, beside its outcome.
func form(act string, l canonical.Language) string { return Name + "/" + act + "/" + string(l) }

// speakOwn answers an act of this dialect, or plain words.
func speakOwn(form string) dialect.Answer {
	_, rest, _ := strings.Cut(form, "/")
	act, l, _ := strings.Cut(rest, "/")
	return speaker{act, canonical.Language(l)}.answer
}
