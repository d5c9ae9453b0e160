package servicialo

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/dialect"
	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// Dialect is Servicialo in the messages of the front door: a data part with an
// intent, answered by the same text and data as on the dialect's own route.
// Free text is the front door's own matter.
var Dialect dialect.Dialect = guest{}

type guest struct{}

func (guest) Name() string       { return Name }
func (guest) Mark() dialect.Mark { return dialect.Mark{Data: "intent"} }

func (guest) Read(in bindings.Inbound, m *a2awire.Message, index int) (dialect.Reading, error) {
	var d data
	pointers, err := wirejson.Unmarshal(m.Parts[index].Data, &d)
	r := &a2aReply{call: call{op: act(d.Intent)}, language: canonical.Spanish}
	if err != nil || r.op == canonical.OpNone {
		return dialect.Reading{}, a2awire.InvalidParams(a2awire.Violation{
			Field: "message.parts[" + strconv.Itoa(index) + "].data.intent", Description: "is not supported",
		})
	}
	if english(in.Header) {
		r.language = canonical.English
	}
	for i, p := range pointers {
		if inner, ok := strings.CutPrefix(string(p), "/params/"); ok {
			pointers[i] = jsontext.Pointer("/" + inner)
		}
	}
	c := r.read(&d, pointers)
	return dialect.Reading{Command: c, Form: r.form(), Rules: rules, Public: !protected(r.op)}, nil
}

// protected says whether an act needs the organisation's key.
func protected(op canonical.Op) bool { return op == canonical.OpCancel || op == canonical.OpReschedule }

// singleDay ends the form of an answer about a single day, which has a body of
// its own.
const singleDay = "/day"

// form is what it takes to answer again later: intent, language, and whether a
// single day was asked for.
func (r *a2aReply) form() string {
	f := Name + "/" + intentName(r.op) + "/" + string(r.language)
	if r.single {
		f += singleDay
	}
	return f
}

func (guest) Speak(form string) dialect.Answer {
	f, single := strings.CutSuffix(form, singleDay)
	_, f, _ = strings.Cut(f, "/")
	name, language, _ := strings.Cut(f, "/")
	r := &a2aReply{call: call{op: act(name), single: single}, language: canonical.Language(language)}
	return func(o *canonical.Outcome, _ int) dialect.Said {
		b := r.body(o)
		if o.Err == nil && b.status >= 500 { // no outcome of this act
			return dialect.Said{Err: a2awire.Internal()}
		}
		return dialect.Said{Parts: []a2awire.OutPart{a2awire.Text(r.say(o)), a2awire.Data(r.carried(b))}}
	}
}
