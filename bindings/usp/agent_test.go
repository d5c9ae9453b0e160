package usp_test

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// An agent calls the salon over one transport, with what goes with its calls.
type agent struct {
	*salon
	via        string // 0.3, 1.0 or rest
	key        string // empty: anonymous
	profile    string // USP-Agent; empty: none
	credential string // of one booking or entry
	session    string // contextId
	match      string // If-Match
	once       string // idempotency key
	message    string // messageId; empty: a new one each time
}

// agent is the platform that the demonstration key belongs to.
func (s *salon) agent(via string) agent {
	return agent{salon: s, via: via, key: "demo-key", profile: "https://agent.example/profiles/scheduling-agent.json"}
}

// rival is another platform.
func (a agent) rival() agent {
	a.key, a.profile, a.session = "demo-platform-2", "https://rival.example/agent.json", ""
	return a
}

// boss is the business itself.
func (a agent) boss() agent {
	a.key, a.profile, a.session = "demo-business", "", ""
	return a
}

func (a agent) over(via string) agent         { a.via = via; return a }
func (a agent) with(credential string) agent  { a.credential = credential; return a }
func (a agent) ifMatch(revision string) agent { a.match = revision; return a }
func (a agent) keyed(key string) agent        { a.once = key; return a }
func (a agent) in(session string) agent       { a.session = session; return a }

// twins are the REST twins of the task types, and what only REST has. The id
// in a path is the member of the arguments that is named there.
var twins = map[string]string{
	"usp/services/list": "POST /services/list", "usp/services/get": "GET /services/{service_id}", "usp/services/feed": "GET /services/feed",
	"usp/availability/query": "POST /availability/query", "usp/availability/hold": "POST /availability/holds",
	"usp/availability/release": "DELETE /availability/holds/{hold_id}",
	"usp/bookings/create":      "POST /bookings", "usp/bookings/get": "GET /bookings/{booking_id}", "usp/bookings/cancel": "POST /bookings/{booking_id}/cancel",
	"usp/bookings/reschedule": "POST /bookings/{booking_id}/reschedule", "usp/bookings/confirm-payment": "POST /bookings/{booking_id}/confirm-payment",
	"usp/waitlist/join": "POST /waitlist",

	"lookup": "POST /services/lookup", "update": "PUT /bookings/{booking_id}", "confirm": "POST /bookings/{booking_id}/confirm",
	"entries": "POST /waitlist/list", "entry": "GET /waitlist/{entry_id}", "leave": "DELETE /waitlist/{entry_id}",
	"accept": "POST /waitlist/{entry_id}/accept", "decline": "POST /waitlist/{entry_id}/decline",
}

// ask asks for an operation, over the agent's transport.
func (a agent) ask(task, arguments string) *answer {
	a.t.Helper()
	if a.via == "rest" {
		return a.rest(task, arguments)
	}
	u := map[string]any{"version": "2026-08-20", "task_type": task}
	if a.once != "" {
		u["idempotency_key"] = a.once
	}
	if a.match != "" {
		u["if_match"] = a.match
	}
	if a.credential != "" {
		u["authorization"] = map[string]string{"mechanism": "booking_scoped_credential", "credential": a.credential}
	}
	p := map[string]any{"metadata": map[string]any{"usp": u}, "data": jsontext.Value(arguments)}
	m := map[string]any{"messageId": a.messageID(), "role": "ROLE_USER", "parts": []any{p}}
	method := "SendMessage"
	if a.via == "0.3" {
		p["kind"], m["kind"], m["role"], method = "data", "message", "user", "message/send"
	}
	if a.session != "" {
		m["contextId"] = a.session
	}
	return a.call(method, map[string]any{"message": m})
}

var messages int

func (a agent) messageID() string {
	if a.message != "" {
		return a.message
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	messages++
	return "m-" + strconv.Itoa(messages)
}

// call makes a JSON-RPC call.
func (a agent) call(method string, params any) *answer {
	a.t.Helper()
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		a.t.Fatal(err)
	}
	q := httptest.NewRequest("POST", "/usp/"+org+"/a2a", strings.NewReader(string(body)))
	if a.via == "1.0" {
		q.Header.Set("A2A-Version", "1.0")
	}
	return a.send(q)
}

func (a agent) rest(task, arguments string) *answer {
	a.t.Helper()
	method, path, ok := strings.Cut(twins[task], " ")
	var members map[string]jsontext.Value
	if err := json.Unmarshal([]byte(arguments), &members); err != nil || !ok {
		a.t.Fatalf("%s %s: %v", task, arguments, err)
	}
	if i := strings.IndexByte(path, '{'); i >= 0 {
		name := path[i+1 : strings.IndexByte(path, '}')]
		id, _ := jsontext.AppendUnquote(nil, members[name])
		path = strings.Replace(path, "{"+name+"}", string(id), 1)
		delete(members, name)
	}
	var body string
	if method == "GET" {
		for name, v := range members {
			path += map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")] + name + "=" + strings.Trim(string(v), `"`)
		}
	} else if b, _ := json.Marshal(members); len(members) > 0 {
		body = string(b)
	}
	q := httptest.NewRequest(method, "/usp/"+org+path, strings.NewReader(body))
	if a.once != "" {
		q.Header.Set("Idempotency-Key", a.once)
	}
	if a.match != "" {
		q.Header.Set("If-Match", `"`+a.match+`"`)
	}
	if a.credential != "" {
		q.Header.Add("Authorization", "Bearer "+a.credential)
	}
	return a.send(q)
}

func (a agent) send(q *http.Request) *answer {
	a.t.Helper()
	q.Header.Set("Content-Type", "application/json")
	if a.key != "" {
		q.Header.Add("Authorization", "Bearer "+a.key)
	}
	if a.profile != "" {
		q.Header.Set("USP-Agent", `profile="`+a.profile+`"`)
	}
	w := httptest.NewRecorder()
	a.mux.ServeHTTP(w, q)
	return read(a.t, w)
}

// An answer is what came back: a response object, or a failure.
type answer struct {
	t        testing.TB
	status   int
	header   http.Header
	raw      string
	envelope any // the whole body
	data     any // the USP response object; nil for a failure
	text     string
	usp      any // the envelope's own envelope
	task     any // over A2A
	code     string
	number   int
}

func read(t testing.TB, w *httptest.ResponseRecorder) *answer {
	t.Helper()
	r := &answer{t: t, status: w.Code, header: w.Header(), raw: w.Body.String()}
	if err := json.Unmarshal(w.Body.Bytes(), &r.envelope); err != nil && w.Code != http.StatusNotModified {
		t.Fatalf("%d: %v\n%s", w.Code, err, w.Body)
	}
	if strings.HasPrefix(w.Header().Get("Content-Type"), "application/problem") {
		slug, _ := r.get(r.envelope, "type").(string)
		r.code = strings.ReplaceAll(strings.TrimPrefix(slug, "https://usp-protocol.dev/errors/"), "-", "_")
		return r
	}
	if failure := r.get(r.envelope, "error"); failure != nil {
		n, _ := r.get(failure, "code").(float64)
		r.number = int(n)
		r.code, _ = r.get(failure, "data.code").(string)
		if r.code == "" {
			r.code, _ = r.get(failure, "data.0.metadata.code").(string)
		}
		return r
	}
	result := r.get(r.envelope, "result")
	if result == nil { // REST, or a document
		r.data, r.usp = r.envelope, r.get(r.envelope, "usp")
		return r
	}
	if r.task = r.get(result, "task"); r.task == nil {
		r.task = result
	}
	r.data = r.get(r.task, "artifacts.0.parts.0.data")
	r.usp = r.get(r.task, "artifacts.0.parts.0.metadata.usp")
	b, _ := json.Marshal(r.data, json.Deterministic(true))
	r.text = string(b)
	return r
}

// get follows a path of names and indices; nil where it leads nowhere.
func (r *answer) get(v any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(x) {
				return nil
			}
			v = x[i]
		default:
			return nil
		}
	}
	return v
}

// at is a member of the response object.
func (r *answer) at(path string) any { return r.get(r.data, path) }

// string is a member that is text; it must be there.
func (r *answer) string(path string) string {
	r.t.Helper()
	s, ok := r.at(path).(string)
	if !ok {
		r.t.Fatalf("no %s in\n%s", path, r.brief())
	}
	return s
}

// brief is the answer as far as anybody would read it.
func (r *answer) brief() string { return r.raw[:min(len(r.raw), 1500)] }

// via tells REST from A2A.
func (r *answer) via() string {
	if strings.Contains(r.raw, `"jsonrpc"`) {
		return "a2a"
	}
	return "rest"
}

// codes are those of messages[].
func (r *answer) codes() string {
	var all []string
	list, _ := r.at("messages").([]any)
	for _, m := range list {
		code, _ := r.get(m, "code").(string)
		all = append(all, code)
	}
	return strings.Join(all, " ")
}

// list is a member that is a list.
func (r *answer) list(path string) []any {
	all, _ := r.at(path).([]any)
	return all
}

// is holds members of the response object against values, written alike.
func (r *answer) is(want ...string) *answer {
	r.t.Helper()
	for i := 0; i < len(want); i += 2 {
		b, _ := json.Marshal(r.at(want[i]), json.Deterministic(true))
		if got := strings.Trim(string(b), `"`); got != want[i+1] {
			r.t.Errorf("%s is %s, want %s, in\n%s", want[i], got, want[i+1], r.brief())
		}
	}
	return r
}

// says holds messages[] against codes.
func (r *answer) says(codes string) *answer {
	r.t.Helper()
	if r.data == nil || r.codes() != codes {
		r.t.Errorf("messages %q, want %q, in\n%s", r.codes(), codes, r.brief())
	}
	return r
}

// fails holds a failure against its code.
func (r *answer) fails(code string, status, number int) *answer {
	r.t.Helper()
	if r.code != code || r.task == nil && r.number == 0 && r.status != status || r.number != 0 && r.number != number {
		r.t.Errorf("%d %d %q, want %q (%d over REST, %d over A2A), in\n%s", r.status, r.number, r.code, code, status, number, r.brief())
	}
	return r
}
