package selfe_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const extension = "https://selfe.ai/a2a/extensions/registry/v1"

// A caller speaks one version of A2A to a registry. It is anonymous unless it
// has a token.
type caller struct {
	*world
	v1        bool
	host      string
	catalogue string
	token     string
	remote    string
	message   string // the id of the next message; empty: one of its own
	context   string
	task      string
	headers   map[string]string // instead of those that a caller sends
}

// both runs a test in either version, each in a world of its own.
func both(t *testing.T, test func(*testing.T, *caller)) {
	t.Helper()
	for _, v1 := range []bool{true, false} {
		name := "0.3"
		if v1 {
			name = "1.0"
		}
		t.Run(name, func(t *testing.T) { test(t, open(t).caller(v1)) })
	}
}

func (w *world) caller(v1 bool) *caller {
	return &caller{world: w, v1: v1, host: public, catalogue: catalogue, remote: "192.0.2.7"}
}

// as is the same caller with something changed.
func (c *caller) as(change func(*caller)) *caller {
	d := *c
	change(&d)
	return &d
}

// guest is the caller with a guest's token that may book.
func (c *caller) guest(name string) *caller {
	return c.as(func(c *caller) { c.token = c.world.token(subject(name)) })
}

// An answer is what came back, whichever version it is in.
type answer struct {
	status int
	header http.Header
	body   string

	kind    string // message, task, page or error
	id      string
	context string
	state   string // as 0.3 has it
	parts   string // kinds of the parts, in order
	data    string
	text    string
	history []string // of each message, the data or text
	tasks   []answer
	next    string // page token
	size    int
	total   int

	code   int
	reason string
	fields string // of the violations
	about  map[string]string
}

func (a answer) String() string {
	if a.kind == "error" {
		return fmt.Sprintf("HTTP %d, %d %s %s", a.status, a.code, a.reason, a.fields)
	}
	return fmt.Sprintf("HTTP %d, %s %s [%s] %s", a.status, a.kind, a.state, a.parts, a.body)
}

// wire has the members of both versions.
type (
	wireObject struct {
		Kind      string         `json:"kind"`
		ID        string         `json:"id"`
		MessageID string         `json:"messageId"`
		Context   string         `json:"contextId"`
		Role      string         `json:"role"`
		Parts     []wirePart     `json:"parts"`
		Status    *wireStatus    `json:"status"`
		Artifacts []wireArtifact `json:"artifacts"`
		History   []wireObject   `json:"history"`

		Message *wireObject   `json:"message"` // 1.0
		Task    *wireObject   `json:"task"`
		Tasks   *[]wireObject `json:"tasks"`
		Next    string        `json:"nextPageToken"`
		Size    int           `json:"pageSize"`
		Total   int           `json:"totalSize"`
	}
	wirePart struct {
		Kind string         `json:"kind"`
		Data jsontext.Value `json:"data"`
		Text *string        `json:"text"`
	}
	wireStatus struct {
		State   string      `json:"state"`
		Message *wireObject `json:"message"`
	}
	wireArtifact struct {
		ID    string     `json:"artifactId"`
		Name  string     `json:"name"`
		Parts []wirePart `json:"parts"`
	}
	wireError struct {
		Code int            `json:"code"`
		Data jsontext.Value `json:"data"`
	}
	wireDetail struct {
		Reason     string            `json:"reason"`
		Metadata   map[string]string `json:"metadata"`
		Mandate    string            `json:"mandate"` // 0.3
		MessageID  string            `json:"messageId"`
		Violations []struct {
			Field string `json:"field"`
		} `json:"fieldViolations"`
	}
)

// send posts a body and reads what comes back.
func (c *caller) send(body string) answer {
	c.Helper()
	target := c.host + "/registry/a2a"
	if c.catalogue != "" {
		target += "?catalogue=" + c.catalogue
	}
	q := httptest.NewRequest("POST", target, strings.NewReader(body))
	q.RemoteAddr = c.remote + ":40000"
	q.Header.Set("Content-Type", "application/json")
	if c.v1 {
		q.Header.Set("A2A-Version", "1.0")
		q.Header.Set("A2A-Extensions", extension)
	} else {
		q.Header.Set("X-A2A-Extensions", extension)
	}
	if c.token != "" {
		q.Header.Set("Authorization", "Bearer "+c.token)
	}
	for name, value := range c.headers {
		if value == "" {
			q.Header.Del(name)
		} else {
			q.Header.Set(name, value)
		}
	}
	w := httptest.NewRecorder()
	c.hosts[c.host].ServeHTTP(w, q)
	return c.read(w)
}

func (c *caller) read(w *httptest.ResponseRecorder) answer {
	c.Helper()
	a := answer{status: w.Code, header: w.Header(), body: w.Body.String()}
	var r struct {
		Result *wireObject `json:"result"`
		Error  *wireError  `json:"error"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil {
		c.Fatalf("%v: %s", err, w.Body)
	}
	switch {
	case r.Error != nil && r.Result == nil:
		a.kind, a.code = "error", r.Error.Code
		details := []wireDetail{{}}
		if r.Error.Data.Kind() == '[' {
			json.Unmarshal(r.Error.Data, &details)
		} else if r.Error.Data != nil {
			json.Unmarshal(r.Error.Data, &details[0])
		}
		for _, d := range details {
			if d.Reason != "" {
				a.reason = d.Reason
			}
			if d.Metadata != nil {
				a.about = d.Metadata
			} else if d.Mandate != "" {
				a.about = map[string]string{"mandate": d.Mandate}
			}
			for _, v := range d.Violations {
				a.fields = strings.TrimPrefix(a.fields+" "+v.Field, " ")
			}
		}
	case r.Result != nil && r.Error == nil:
		a.result(r.Result)
	default:
		c.Fatalf("neither result nor error, or both: %s", w.Body)
	}
	return a
}

func (a *answer) result(o *wireObject) {
	switch {
	case o.Tasks != nil:
		a.kind, a.next, a.size, a.total = "page", o.Next, o.Size, o.Total
		for i := range *o.Tasks {
			var t answer
			t.object(&(*o.Tasks)[i])
			a.tasks = append(a.tasks, t)
		}
	case o.Task != nil:
		a.object(o.Task)
	case o.Message != nil:
		a.object(o.Message)
	default:
		a.object(o)
	}
}

func (a *answer) object(o *wireObject) {
	a.context = o.Context
	if o.Status == nil {
		a.kind, a.id = "message", o.MessageID
		a.take(o.Parts)
		return
	}
	a.kind, a.id = "task", o.ID
	a.state = strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(o.Status.State, "TASK_STATE_")), "_", "-")
	if m := o.Status.Message; m != nil {
		a.take(m.Parts)
	}
	for _, x := range o.Artifacts {
		a.take(x.Parts)
	}
	for _, m := range o.History {
		var said answer
		said.take(m.Parts)
		a.history = append(a.history, said.data+said.text)
	}
}

func (a *answer) take(parts []wirePart) {
	for _, p := range parts {
		kind := "text"
		if p.Data != nil {
			kind, a.data = "data", string(p.Data)
		}
		if p.Text != nil {
			a.text = *p.Text
		}
		a.parts = strings.TrimPrefix(a.parts+" "+kind, " ")
	}
}

// part is a part of a message in the caller's version.
func (c *caller) part(kind, content string) string {
	if c.v1 {
		return `{"` + kind + `":` + content + `}`
	}
	return `{"kind":"` + kind + `","` + kind + `":` + content + `}`
}

// ask sends a message with these parts, and with whatever is to stand beside
// the message.
func (c *caller) ask(parts, beside string) answer {
	c.Helper()
	id := c.message
	if id == "" {
		id = fmt.Sprintf("m-%d", c.messages.Add(1))
	}
	role, kind, method := "ROLE_USER", "", "SendMessage"
	if !c.v1 {
		role, kind, method = "user", `"kind":"message",`, "message/send"
	}
	more := ""
	if c.context != "" {
		more += `,"contextId":"` + c.context + `"`
	}
	if c.task != "" {
		more += `,"taskId":"` + c.task + `"`
	}
	return c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":%q,"params":{"message":{%s"messageId":%q,"role":%q,"parts":[%s]%s}%s}}`, method, kind, id, role, parts, more, beside))
}

// do sends a command.
func (c *caller) do(skill, arguments string) answer {
	c.Helper()
	return c.ask(c.part("data", `{"skill":"`+skill+`","arguments":`+arguments+`}`), "")
}

// say sends plain words.
func (c *caller) say(words string) answer {
	c.Helper()
	b, err := json.Marshal(words)
	c.must(err)
	return c.ask(c.part("text", string(b)), "")
}

// about sends a call about tasks: get, cancel or list.
func (c *caller) about(what, params string) answer {
	c.Helper()
	names := map[string][2]string{"get": {"tasks/get", "GetTask"}, "cancel": {"tasks/cancel", "CancelTask"}, "list": {"tasks/list", "ListTasks"}}
	method := names[what][0]
	if c.v1 {
		method = names[what][1]
	}
	return c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":8,"method":%q,"params":%s}`, method, params))
}

func byID(id string) string { return fmt.Sprintf(`{"id":%q}`, id) }

// refused checks that an answer is that error.
func (c *caller) refused(a answer, code int, reason string) {
	c.Helper()
	if a.kind != "error" || a.code != code || reason != "" && a.reason != reason {
		c.Errorf("%v, want error %d %s", a, code, reason)
	}
}

// get fetches a document of a host.
func (w *world) get(host, path string, header ...string) *httptest.ResponseRecorder {
	q := httptest.NewRequest("GET", host+path, nil)
	q.RemoteAddr = "192.0.2.99:40000"
	for i := 0; i+1 < len(header); i += 2 {
		q.Header.Set(header[i], header[i+1])
	}
	r := httptest.NewRecorder()
	w.hosts[host].ServeHTTP(r, q)
	return r
}

// read reads JSON into a value.
func read[T any](t testing.TB, b []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(bytes.TrimSpace(b), &v); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	return v
}
