package usp

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A caller is an agent at a desk, over REST or A2A. Whatever is answered is
// held against the contract before it is looked at.
type caller struct {
	*testing.T
	*contract
	via      string // rest, 0.3 or 1.0
	business string // URL of the business
	key      string
	keys     *int // that made calls their own so far
}

// operations are the task types, and names of ours for what only REST has, with
// their places in the OpenAPI document.
var operations = map[string]string{
	"usp/services/list": "POST /services/list", "usp/services/get": "GET /services/{service_id}", "usp/services/feed": "GET /services/feed",
	"usp/availability/query": "POST /availability/query", "usp/availability/hold": "POST /availability/holds",
	"usp/availability/release": "DELETE /availability/holds/{hold_id}", "usp/bookings/create": "POST /bookings",
	"usp/bookings/get": "GET /bookings/{booking_id}", "usp/bookings/cancel": "POST /bookings/{booking_id}/cancel",
	"usp/bookings/reschedule": "POST /bookings/{booking_id}/reschedule", "usp/bookings/confirm-payment": "POST /bookings/{booking_id}/confirm-payment",
	"usp/waitlist/join": "POST /waitlist",

	"lookup": "POST /services/lookup", "update": "PUT /bookings/{booking_id}", "confirm": "POST /bookings/{booking_id}/confirm",
	"entries": "POST /waitlist/list", "entry": "GET /waitlist/{entry_id}", "leave": "DELETE /waitlist/{entry_id}",
	"accept": "POST /waitlist/{entry_id}/accept", "decline": "POST /waitlist/{entry_id}/decline",
}

type object = map[string]any

// do asks for an operation, over REST where A2A lacks it, and answers with the
// response object.
func (c caller) do(operation string, arguments object) answer {
	c.Helper()
	*c.keys++
	if c.via == "rest" || !strings.HasPrefix(operation, "usp/") {
		return c.rest(operation, maps.Clone(arguments))
	}
	part := object{"metadata": object{"usp": object{"version": "2026-08-20", "task_type": operation}}, "data": arguments}
	message := object{"messageId": "m" + strconv.Itoa(*c.keys), "role": "ROLE_USER", "parts": []any{part}}
	method := "SendMessage"
	if c.via == "0.3" {
		part["kind"], message["kind"], message["role"], method = "data", "message", "user", "message/send"
	}
	_, body := c.send("POST", "/a2a", object{"jsonrpc": "2.0", "id": 1, "method": method, "params": object{"message": message}})
	response := c.unwrap(operation, body)
	c.hold(operation, 200, response)
	return answer{c.T, 200, response}
}

// unwrap is what a completed task has to say, with its envelope put back where
// REST has it.
func (c caller) unwrap(operation string, body any) any {
	c.Helper()
	result := at(body, "result")
	if task := at(result, "task"); task != nil {
		result = task
	}
	if state := at(result, "status.state"); state != "completed" && state != "TASK_STATE_COMPLETED" || at(result, "artifacts.0.name") != operation || at(result, "artifacts.1") != nil {
		c.Fatalf("%s: %s", operation, text(body))
	}
	envelope, _ := at(result, "artifacts.0.parts.0.metadata.usp").(object)
	response, _ := at(result, "artifacts.0.parts.0.data").(object)
	if envelope["task_type"] != operation || response["messages"] == nil {
		c.Errorf("%s: %s", operation, text(body))
	}
	response = maps.Clone(response)
	response["usp"] = maps.Clone(envelope)
	return response
}

func (c caller) rest(operation string, arguments object) answer {
	c.Helper()
	method, template, ok := strings.Cut(operations[operation], " ")
	if !ok {
		c.Fatalf("no %s", operation)
	}
	path := template
	for name, v := range arguments {
		if filled := strings.Replace(path, "{"+name+"}", fmt.Sprint(v), 1); filled != path {
			path = filled
			delete(arguments, name)
		}
	}
	var body any = arguments
	if method == "GET" || method == "DELETE" {
		for i, name := range slices.Sorted(maps.Keys(arguments)) {
			path += []string{"?", "&"}[min(i, 1)] + name + "=" + fmt.Sprint(arguments[name])
		}
		body = nil
	}
	status, response := c.send(method, path, body)
	c.hold(operation, status, response)
	return answer{c.T, status, response}
}

func (c caller) hold(operation string, status int, response any) {
	c.Helper()
	method, template, _ := strings.Cut(operations[operation], " ")
	c.holds(c.T, method, template, status, []byte(text(response)))
}

// send makes one call, with a key of its own for doing it only once.
func (c caller) send(method, path string, body any) (int, any) {
	c.Helper()
	q, err := http.NewRequestWithContext(c.Context(), method, c.business+path, bytes.NewReader([]byte(text(body))))
	if err != nil {
		c.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Authorization", "Bearer "+c.key)
	q.Header.Set("Idempotency-Key", "k"+strconv.Itoa(*c.keys))
	if c.key == platformKey {
		q.Header.Set("USP-Agent", `profile="https://agent.example/profiles/scheduling-agent.json"`)
	}
	if c.via == "1.0" {
		q.Header.Set("A2A-Version", "1.0")
	}
	return receive(c.T, q)
}

// receive sends a request and reads the JSON that is answered.
func receive(t *testing.T, q *http.Request) (int, any) {
	t.Helper()
	r, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatalf("%s %s: %d %v\n%s", q.Method, q.URL, r.StatusCode, err, b)
	}
	return r.StatusCode, v
}

// An answer is a response object, or a problem.
type answer struct {
	t      *testing.T
	status int
	body   any
}

// string is a member that is text; it must be there.
func (a answer) string(path string) string {
	a.t.Helper()
	s, ok := at(a.body, path).(string)
	if !ok {
		a.t.Fatalf("no %s in %s", path, text(a.body))
	}
	return s
}

// is holds members against what is expected of them.
func (a answer) is(want ...string) answer {
	a.t.Helper()
	for i := 0; i < len(want); i += 2 {
		if got := strings.Trim(text(at(a.body, want[i])), `"`); got != want[i+1] {
			a.t.Errorf("%s is %s, want %s, in %s", want[i], got, want[i+1], text(a.body))
		}
	}
	return a
}

// at is the value at a path such as slots.0.id; nil if there is none.
func at(v any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case object:
			v = in[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}
