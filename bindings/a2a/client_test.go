package a2a_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// An agent is a caller who speaks one version: small, and none of our own
// code, so that it hears what any other would.
type agent struct {
	*testing.T
	desk     *desk
	v1       bool
	path     string
	key      string
	metadata string // of its messages, as JSON; empty: none
	context  string
	task     string // the last one that was answered
	waiting  bool   // for its next message
}

// An answered is a response with what both versions have, whatever its shape.
type answered struct {
	status int
	body   []byte
	code   int // of an error; 0: none
	state  string
	task   string
	text   string
	data   jsontext.Value
}

type wirePart struct {
	Text *string        `json:"text"`
	Data jsontext.Value `json:"data"`
}

type wireMessage struct {
	Parts   []wirePart `json:"parts"`
	Context string     `json:"contextId"`
}

type wireTask struct {
	ID      string `json:"id"`
	Context string `json:"contextId"`
	Status  struct {
		State   string       `json:"state"`
		Message *wireMessage `json:"message"`
	} `json:"status"`
	Artifacts []wireMessage `json:"artifacts"`
}

// say sends a message with these parts, in 1.0's form, as the next of the
// conversation.
func (a *agent) say(part string) answered {
	a.Helper()
	return a.send(fmt.Sprint("message-", a.desk.messages.Add(1)), part)
}

func (a *agent) send(id, part string) answered {
	a.Helper()
	message := `"messageId":"` + id + `","parts":[` + part + `]`
	if a.context != "" {
		message += `,"contextId":"` + a.context + `"`
	}
	if a.waiting {
		message += `,"taskId":"` + a.task + `"`
	}
	if a.metadata != "" {
		message += `,"metadata":` + a.metadata
	}
	if a.v1 {
		return a.call("SendMessage", `{"message":{"role":"ROLE_USER",`+message+`}}`)
	}
	return a.call("message/send", `{"message":{"kind":"message","role":"user",`+message+`}}`)
}

func (a *agent) text(s string) answered {
	a.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		a.Fatal(err)
	}
	return a.say(a.part("text", string(b)))
}

func (a *agent) data(s string) answered {
	a.Helper()
	return a.say(a.part("data", s))
}

// part is one part in the agent's version.
func (a *agent) part(kind, value string) string {
	if a.v1 {
		return `{"` + kind + `":` + value + `}`
	}
	return `{"kind":"` + kind + `","` + kind + `":` + value + `}`
}

func (a *agent) call(method, params string) answered {
	a.Helper()
	q := httptest.NewRequest("POST", a.path, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+params+`}`))
	q.RemoteAddr = "192.0.2.7:40000"
	q.Header.Set("Content-Type", "application/json")
	if a.v1 {
		q.Header.Set("A2A-Version", "1.0")
	}
	if a.key != "" {
		q.Header.Set("Authorization", "Bearer "+a.key)
	}
	w := httptest.NewRecorder()
	a.desk.ServeHTTP(w, q)
	return a.read(w)
}

// read takes a response apart, in the agent's version alone.
func (a *agent) read(w *httptest.ResponseRecorder) answered {
	a.Helper()
	out := answered{status: w.Code, body: w.Body.Bytes()}
	var envelope struct {
		Result jsontext.Value `json:"result"`
		Error  *struct {
			Code int `json:"code"`
		} `json:"error"`
	}
	if err := json.Unmarshal(out.body, &envelope); err != nil {
		a.Fatalf("%v: %s", err, out.body)
	}
	if envelope.Error != nil {
		out.code = envelope.Error.Code
		return out
	}
	var kinds struct {
		Kind    string         `json:"kind"`
		ID      string         `json:"id"`
		Task    jsontext.Value `json:"task"`
		Message jsontext.Value `json:"message"`
		Tasks   jsontext.Value `json:"tasks"`
	}
	if err := json.Unmarshal(envelope.Result, &kinds); err != nil {
		a.Fatalf("%v: %s", err, out.body)
	}
	task, message := kinds.Task, kinds.Message
	switch {
	case kinds.Tasks != nil && a.v1:
		return out
	case kinds.Kind == "task" && !a.v1, kinds.ID != "" && a.v1:
		task = envelope.Result
	case kinds.Kind == "message" && !a.v1:
		message = envelope.Result
	case !a.v1:
		a.Fatalf("neither task nor message: %s", out.body)
	}
	if message != nil {
		out.state = "message"
		a.parts(&out, message)
		return out
	}
	var t wireTask
	if err := json.Unmarshal(task, &t); err != nil {
		a.Fatalf("%v: %s", err, out.body)
	}
	out.task, a.task, a.context = t.ID, t.ID, t.Context
	out.state = "task " + a.spelled(t.Status.State)
	a.waiting = out.state == "task input-required"
	if t.Status.Message != nil {
		out.text, out.data = read(t.Status.Message)
	} else if len(t.Artifacts) == 1 {
		out.text, out.data = read(&t.Artifacts[0])
	}
	return out
}

// spelled is a state as 0.3 has it; one in the other version's spelling is
// wrong.
func (a *agent) spelled(state string) string {
	if !a.v1 {
		return state
	}
	s, ok := strings.CutPrefix(state, "TASK_STATE_")
	if !ok {
		a.Fatalf("state %s", state)
	}
	return strings.ToLower(strings.ReplaceAll(s, "_", "-"))
}

func (a *agent) parts(out *answered, v jsontext.Value) {
	var m wireMessage
	if err := json.Unmarshal(v, &m); err != nil {
		a.Fatalf("%v: %s", err, v)
	}
	if m.Context != "" {
		a.context = m.Context
	}
	out.text, out.data = read(&m)
}

func read(m *wireMessage) (text string, data jsontext.Value) {
	for _, p := range m.Parts {
		if p.Text != nil {
			text += *p.Text
		} else {
			data = p.Data
		}
	}
	return text, data
}

// at is the text at a path of an answer's data, "slots.slots.0.id".
func (o *answered) at(t testing.TB, path string) string {
	t.Helper()
	v := o.data
	for name := range strings.SplitSeq(path, ".") {
		var next jsontext.Value
		if i, err := strconv.Atoi(name); err == nil {
			var all []jsontext.Value
			if json.Unmarshal(v, &all) == nil && i < len(all) {
				next = all[i]
			}
		} else {
			var all map[string]jsontext.Value
			if json.Unmarshal(v, &all) == nil {
				next = all[name]
			}
		}
		if v = next; v == nil {
			t.Fatalf("no %s in %s", path, o.body)
		}
	}
	var s string
	if err := json.Unmarshal(v, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// versions runs a test once in each version.
func versions(t *testing.T, f func(*testing.T, bool)) {
	for _, v := range slices.Sorted(slices.Values([]string{"0.3", "1.0"})) {
		t.Run(v, func(t *testing.T) { f(t, v == "1.0") })
	}
}
