package a2a

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/dialect"
	"hora/bindings/internal/intent"
	"hora/canonical"
)

type wireCall = a2awire.Call[jsontext.Value, jsontext.Value]

// Naming the extension of the operations changes nothing; it is echoed.
var profile = &a2awire.Profile{Extensions: []string{vocabulary}}

// decode reads a call. What is told of it before the message is looked at is
// the same for all dialects.
func (b *Door) decode(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	c, envelope, err := a2awire.Read[jsontext.Value, jsontext.Value](in, profile)
	r := &reply{Reply: envelope, door: b}
	if err != nil {
		return canonical.Request{}, r, err
	}
	req := canonical.Request{Meta: canonical.Meta{
		Organization: in.Path("org"), Binding: Name, Tasks: Name, Door: Name, Channel: "a2a",
		Remote: in.Remote, Credential: canonical.Credential{Key: credential(in.Header)},
	}}
	r.method, r.task = c.Method, c.Query.ID
	switch c.Method {
	case a2awire.GetTask:
		r.history = c.Query.HistoryLength
		req.Command = canonical.GetTask{Task: c.Query.ID}
	case a2awire.CancelTask:
		req.Command = canonical.CancelTask{Task: c.Query.ID}
	case a2awire.ListTasks:
		req.Command = r.list(&c.Query)
	default:
		err = b.message(in, c, &req, r)
	}
	return req, r, err
}

// astray answers for what is no address of the door's.
func (b *Door) astray(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	_, r, _ := b.decode(in)
	return canonical.Request{}, r, bindings.ErrNoRoute
}

// list is the query for tasks. What was said, and what came of it, is read only
// if it is to be shown.
func (r *reply) list(q *a2awire.Query) canonical.ListTasks {
	none := 0
	if r.history = q.HistoryLength; r.history == nil {
		r.history = &none
	}
	r.artifacts = q.Artifacts
	return canonical.ListTasks{
		Conversation: q.Context, State: dialect.StateOf(q.State), Since: q.After, Size: q.PageSize, After: canonical.Cursor(q.PageToken),
		Whole: q.Artifacts || *r.history > 0,
	}
}

// message reads a message in whichever dialect it is.
func (b *Door) message(in bindings.Inbound, c *wireCall, req *canonical.Request, r *reply) error {
	m := &c.Send.Message
	r.history, r.message, r.conversation, r.task = c.Send.Configuration.HistoryLength, m.ID, m.Context, m.Task
	if err := media(m); err != nil {
		return err
	}
	reading, guest, part, err := b.read(in, m)
	if err != nil {
		return err
	}
	if reading.Catalogue != "" {
		req.Organization, req.Tasks = "", ""
		req.Catalogue, req.Host = reading.Catalogue, reading.Host
	} else if err := r.organization(m, &reading, &req.Organization); err != nil {
		return err
	}
	r.form, r.part = reading.Form, part
	req.Command = reading.Command
	req.Binding, req.Form, req.Public = guest, reading.Form, reading.Public
	req.Language = language(in.Header, "")
	req.Rules, req.Agent, req.IfMatch, req.Credential.Scoped = reading.Rules, reading.Agent, reading.IfMatch, reading.Scoped
	req.Tracked, req.Message, req.Conversation, req.Task = true, m.ID, m.Context, m.Task
	if reading.Message != "" {
		req.Message, req.Operation = reading.Message, reading.Operation
	}
	req.Credential.Resource, req.Credential.Mandate = reading.Resource, reading.Mandate
	if becomesTask(req) {
		secret := reading.Secret
		req.Said = func() *canonical.Utterance { return r.keep(m, secret) }
	}
	return nil
}

// becomesTask says whether a task may come of a message, which is then in its
// history. What only looks something up is none.
func becomesTask(q *canonical.Request) bool {
	_, talks := q.Command.(canonical.Converse)
	return talks || canonical.OpOf(q.Command).Writes() || q.Rules.Has(canonical.KeepAnswers)
}

// keep is the message as a task's history keeps it. It is likely to be shown
// at once, so the reply keeps it too.
func (r *reply) keep(m *a2awire.Message, secret []string) *canonical.Utterance {
	r.said = a2awire.Redact(unnamed(m), append(secret, "reason")...)
	r.kept = canonical.Utterance{ID: m.ID, Parts: a2awire.MarshalMessage(&r.said)}
	return &r.kept
}

// unnamed is the message without the name that a text says the appointment is
// for.
func unnamed(m *a2awire.Message) *a2awire.Message {
	for i := range m.Parts {
		if p := &m.Parts[i]; p.Kind == a2awire.TextPart {
			if text := intent.Unnamed(p.Text, a2awire.Redacted); text != p.Text {
				other := *m
				other.Parts = slices.Clone(m.Parts)
				other.Parts[i].Text = text
				m = &other
			}
		}
	}
	return m
}

// read reads a message in the dialect whose mark it bears, or as plain words. It
// tells the dialect, and which part has the data, if any has.
func (b *Door) read(in bindings.Inbound, m *a2awire.Message) (r dialect.Reading, name string, part int, err error) {
	d, part, err := b.recognize(m)
	if err != nil {
		return r, "", -1, err
	}
	if d != nil {
		r, err := d.Read(in, m, part)
		return r, d.Name(), part, err
	}
	words, err := b.words(m)
	if err != nil {
		return r, "", -1, err
	}
	meant := intent.Read(words)
	said := meant.Converse()
	said.Language = intent.Told(words)
	if meant.About && (said.Want == canonical.OpNone || said.Want == canonical.OpFindSlots) {
		said.Want = canonical.OpDescribe
	}
	return dialect.Reading{Command: said, Form: textForms[cmp.Or(said.Language, language(in.Header, canonical.Spanish))]}, Name, -1, nil
}

// words are the text parts of a message; a data part that is nobody's does not
// matter beside them.
func (b *Door) words(m *a2awire.Message) (string, error) {
	var all []string
	unknown := -1
	for i := range m.Parts {
		if p := &m.Parts[i]; p.Kind == a2awire.TextPart {
			all = append(all, p.Text)
		} else if unknown < 0 {
			unknown = i
		}
	}
	if all == nil {
		return "", a2awire.InvalidParams(a2awire.Violation{Field: partPath(unknown) + ".data", Description: "must have one of the members " + b.marks()})
	}
	return strings.Join(all, "\n"), nil
}

// media refuses content that no dialect takes: files, and text and data that
// are of another type than they could be. Nothing is ever fetched.
func media(m *a2awire.Message) error {
	for i := range m.Parts {
		p := &m.Parts[i]
		expected := "text/plain"
		if p.Kind == a2awire.DataPart {
			expected = "application/json"
		}
		if p.Kind.File() || p.MediaType != "" && !isMedia(p.MediaType, expected) {
			return a2awire.ContentTypeNotSupported()
		}
	}
	return nil
}

// isMedia says whether a media type, its parameters aside, is the one wanted.
func isMedia(s, want string) bool {
	s, _, _ = strings.Cut(s, ";")
	return strings.EqualFold(strings.TrimSpace(s), want)
}

// organization finds out whom a message is for: the address says it, else the
// message's metadata, else the dialect has its own way.
func (r *reply) organization(m *a2awire.Message, reading *dialect.Reading, slug *string) error {
	switch {
	case *slug != "":
		return nil
	case hasOrganization(m.Metadata):
		r.named = "message.metadata.organization"
		*slug = organizationIn(m.Metadata)
		if *slug == "" {
			return a2awire.InvalidParams(a2awire.Violation{Field: r.named, Description: "must be the slug of an organization"})
		}
	case reading.Organization != "":
		r.named = reading.Named
		*slug = reading.Organization
	default:
		return a2awire.InvalidParams(a2awire.Violation{Field: "message.metadata.organization", Description: "is required: the slug of the organization that the message is for"})
	}
	return nil
}

func hasOrganization(metadata jsontext.Value) bool {
	for name := range a2awire.Names(metadata) {
		if string(name) == "organization" {
			return true
		}
	}
	return false
}

func organizationIn(metadata jsontext.Value) string {
	var m struct {
		Organization string `json:"organization"`
	}
	json.Unmarshal(metadata, &m)
	return m.Organization
}

func partPath(i int) string { return "message.parts[" + strconv.Itoa(i) + "]" }
