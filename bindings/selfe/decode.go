package selfe

import (
	"maps"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/dialect"
	"hora/canonical"
)

func (b *binding) decodeA2A(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	in.Header = spelled(in.Header, in.Query)
	c, envelope, err := a2awire.Read[command, ignored](in, profile)
	r := &reply{Reply: envelope, binding: b, presented: bearer(in.Header) != ""}
	if c != nil && c.Method == a2awire.SendMessage {
		err = r.message(c, err)
	}
	if err != nil {
		return canonical.Request{}, r, err
	}
	r.method = c.Method
	catalogue, reason := b.catalogue(in.Query)
	switch {
	case reason != "":
		return canonical.Request{}, r, b.noCatalogue(reason)
	case c.Method != a2awire.SendMessage && !r.presented:
		return canonical.Request{}, r, b.unauthenticated(false)
	}
	req := canonical.Request{Meta: b.meta(&in, catalogue, "a2a", doorRegistry)}
	req.Tracked, req.Rules = true, canonical.KeepAnswers
	switch c.Method {
	case a2awire.GetTask:
		r.task, r.history = c.Query.ID, c.Query.HistoryLength
		req.Command = canonical.GetTask{Task: c.Query.ID}
	case a2awire.CancelTask:
		r.task = c.Query.ID
		req.Command = canonical.CancelTask{Task: c.Query.ID}
	case a2awire.ListTasks:
		req.Command = r.list(&c.Query)
	default:
		err = b.send(c, r, &req)
	}
	return req, r, err
}

// message judges the envelope of a message: what comes before its command. err
// is what else is wrong with it. A command for which the extension was not
// named is refused first, whatever is in it.
func (r *reply) message(c *call, err error) error {
	m := &c.Send.Message
	r.messageID, r.conversation, r.task = m.ID, m.Context, m.Task
	r.history = c.Send.Configuration.HistoryLength
	for i := range m.Parts {
		if m.Parts[i].Kind.File() {
			return a2awire.ContentTypeNotSupported()
		}
	}
	structured := len(m.Parts) > 0 && m.Parts[0].Kind == a2awire.DataPart
	switch {
	case structured && !named(c.Extensions):
		return a2awire.ExtensionRequired(Extension)
	case err != nil:
		return err
	case len(m.Parts) != 1:
		return a2awire.InvalidParams(a2awire.Violation{Field: "message.parts", Description: "must have exactly one element"})
	case !expected(m.Parts[0].Kind, m.Parts[0].MediaType):
		return a2awire.ContentTypeNotSupported()
	case c.Send.Configuration.ReturnImmediately:
		return a2awire.Unsupported()
	}
	return nil
}

// oldHeader names extensions in 0.3, whose callers may use the name of 1.0 too.
const oldHeader = "X-A2a-Extensions"

// spelled are the headers of a call without the name that its version does not
// have: what a caller of 1.0 says under it activates nothing.
func spelled(h http.Header, q url.Values) http.Header {
	if len(h[oldHeader]) == 0 {
		return h
	}
	if v, _ := a2awire.Negotiate(h, q); v != a2awire.V10 {
		return h
	}
	h = maps.Clone(h)
	delete(h, oldHeader)
	return h
}

func named(extensions []string) bool {
	for _, uri := range extensions {
		if uri == Extension {
			return true
		}
	}
	return false
}

// expected says whether a part is of the media type that its kind has.
func expected(k a2awire.Kind, media string) bool {
	want := "text/plain"
	if k == a2awire.DataPart {
		want = "application/json"
	}
	media, _, _ = strings.Cut(media, ";")
	media = strings.TrimSpace(media)
	return media == "" || strings.EqualFold(media, want)
}

// send reads the command of a message.
func (b *binding) send(c *call, r *reply, req *canonical.Request) error {
	const at = "message.parts[0].data"
	m := &c.Send.Message
	part := &m.Parts[0]
	var a asked
	var err error
	if part.Kind == a2awire.TextPart {
		a, err = b.question(part.Text)
	} else {
		if a, err = b.asked(&part.Data, at); err == nil {
			err = refuseNull(c.Version, c.Send.Source, at)
		}
	}
	if err != nil {
		return err
	}
	r.form = a.form
	req.Command, req.Form, req.Credential.Mandate = a.command, a.form, a.mandate
	req.Message, req.Conversation, req.Task = m.ID, m.Context, m.Task
	if r.presented {
		req.Said = func() *canonical.Utterance { return r.keep(&a) }
	}
	return nil
}

// refuseNull refuses a data part in which there is a null somewhere.
func refuseNull(v a2awire.Version, source jsontext.Value, at string) error {
	if _, found := null(source); !found {
		return nil
	}
	m, err := a2awire.ParseMessage(v, source)
	if err != nil || len(m.Parts) == 0 {
		return a2awire.Internal()
	}
	if p, found := null(m.Parts[0].Data); found {
		return a2awire.InvalidParams(a2awire.Violation{Field: path(at, p), Description: "must not be null"})
	}
	return nil
}

// list is the query for tasks. What was said and what came of it is read only
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
