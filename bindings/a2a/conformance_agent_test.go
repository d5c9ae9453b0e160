package a2a

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
)

// What the agent answers, as far as a kit looks.
type (
	kitResponse struct {
		Result kitResult `json:"result"`
		Error  struct {
			Code int `json:"code"`
		} `json:"error"`
	}
	// A kitResult is a task or message of 0.3, or the wrapped one of 1.0.
	kitResult struct {
		kitAnswer
		Task    *kitAnswer  `json:"task"`
		Message *kitAnswer  `json:"message"`
		Tasks   []kitAnswer `json:"tasks"`
		Next    string      `json:"nextPageToken"`
		Total   int         `json:"totalSize"`
	}
	kitAnswer struct {
		ID        string    `json:"id"`
		Context   string    `json:"contextId"`
		Parts     []kitPart `json:"parts"`
		Artifacts []struct {
			Parts []kitPart `json:"parts"`
		} `json:"artifacts"`
		History []kitTurn `json:"history"`
		Status  struct {
			State   string   `json:"state"`
			Message *kitTurn `json:"message"`
		} `json:"status"`
	}
	kitTurn struct {
		Role  string    `json:"role"`
		Parts []kitPart `json:"parts"`
	}
	kitPart struct {
		Text string `json:"text"`
		Raw  []byte `json:"raw"`
		URL  string `json:"url"`
		Data struct {
			Count int `json:"count"`
		} `json:"data"`
		File struct {
			Bytes []byte `json:"bytes"`
			URI   string `json:"uri"`
		} `json:"file"`
		Filename string `json:"filename"`
	}
)

// kit calls the agent as the kits do.
type kit struct {
	t     *testing.T
	agent http.Handler
}

func newKit(t *testing.T) *kit {
	now := time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC)
	return &kit{t, conformanceAgent("http://kit.example", func() time.Time {
		now = now.Add(time.Second)
		return now
	})}
}

func (k *kit) call(path, method, params string) kitResponse {
	k.t.Helper()
	q := httptest.NewRequest("POST", path, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+params+`}`))
	if !strings.Contains(method, "/") {
		q.Header.Set("A2A-Version", "1.0")
	}
	w := httptest.NewRecorder()
	k.agent.ServeHTTP(w, q)
	var r kitResponse
	if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil || w.Code != http.StatusOK {
		k.t.Fatalf("%s %s: HTTP %d %s: %v", method, params, w.Code, w.Body, err)
	}
	return r
}

// send sends a message in 1.0; rest are more of its members.
func (k *kit) send(id, rest string) *kitAnswer {
	k.t.Helper()
	r := k.call("/v1/", "SendMessage", `{"message":{"messageId":"`+id+`","role":"ROLE_USER","parts":[{"text":"Hello"}]`+rest+`}}`).Result
	switch {
	case r.Task != nil && r.Message == nil:
		return r.Task
	case r.Message != nil && r.Task == nil:
		return r.Message
	}
	k.t.Fatalf("%s is answered with neither a task nor a message, or with both", id)
	return nil
}

// TestConformanceScript sends what the kit for 1.0 sends, by its prefixes.
func TestConformanceScript(t *testing.T) {
	for _, c := range []struct {
		id, state string               // no state: a message
		check     func(p kitPart) bool // nil: nothing is said
	}{
		{"tck-complete-task-1", "TASK_STATE_COMPLETED", func(p kitPart) bool { return p.Text == "Hello from TCK" }},
		{"tck-whatever", "TASK_STATE_COMPLETED", func(p kitPart) bool { return p.Text == "Hello from TCK" }},
		{"tck-artifact-text-1", "TASK_STATE_COMPLETED", func(p kitPart) bool { return p.Text == "Generated text content" }},
		{"tck-artifact-file-1", "TASK_STATE_COMPLETED", func(p kitPart) bool { return len(p.Raw) > 0 && p.Filename == "output.txt" }},
		{"tck-artifact-file-url-1", "TASK_STATE_COMPLETED", func(p kitPart) bool { return p.URL == "https://example.com/output.txt" && p.Filename == "output.txt" }},
		{"tck-artifact-data-1", "TASK_STATE_COMPLETED", func(p kitPart) bool { return p.Data.Count == 42 }},
		{"tck-message-response-1", "", func(p kitPart) bool { return p.Text == "Direct message response" }},
		{"tck-input-required-1", "TASK_STATE_INPUT_REQUIRED", func(p kitPart) bool { return p.Text == "What else?" }},
		{"tck-reject-task-1", "TASK_STATE_REJECTED", func(p kitPart) bool { return p.Text == "rejected" }},
		{"test-state-message-id-1", "TASK_STATE_WORKING", nil},
		{"test-anything", "TASK_STATE_INPUT_REQUIRED", func(p kitPart) bool { return p.Text == "What else?" }},
	} {
		a := newKit(t).send(c.id, "")
		parts := a.Parts
		switch {
		case c.check == nil:
			parts, c.check = []kitPart{{}}, func(kitPart) bool { return len(a.Artifacts) == 0 && a.Status.Message == nil }
		case len(a.Artifacts) > 0:
			parts = a.Artifacts[0].Parts
		case a.Status.Message != nil:
			parts = a.Status.Message.Parts
		}
		if a.Status.State != c.state || a.Context == "" || len(parts) != 1 || !c.check(parts[0]) {
			t.Errorf("%s: %+v", c.id, a)
		}
	}
}

// TestConformanceTasks walks tasks through their lives: those of the kit for
// 0.3 wait, ids come twice with different content, and lists have pages.
func TestConformanceTasks(t *testing.T) {
	k := newKit(t)
	send03 := func(rest string) kitResponse {
		return k.call("/", "message/send", `{"message":{"messageId":"m","role":"user","parts":[{"kind":"text","text":"Hello"}]`+rest+`}}`)
	}
	first, second := send03("").Result, send03("").Result
	if first.Status.State != "input-required" || first.ID == second.ID || first.Context == second.Context {
		t.Fatalf("one id twice: %+v and %+v", first, second)
	}
	more := send03(`,"taskId":"` + first.ID + `"`).Result
	if more.ID != first.ID || len(more.History) != 3 || more.History[1].Role != "agent" {
		t.Errorf("continued: %+v", more)
	}
	if done := k.send("tck-complete-task", `,"taskId":"`+first.ID+`","contextId":"`+first.Context+`"`); done.ID != first.ID || done.Status.State != "TASK_STATE_COMPLETED" {
		t.Errorf("completed in the other version: %+v", done)
	}
	if cancelled := k.call("/", "tasks/cancel", `{"id":"`+second.ID+`"}`).Result; cancelled.Status.State != "canceled" {
		t.Errorf("cancelled: %+v", cancelled)
	}
	for _, c := range []struct {
		method, params string
		code           int
	}{
		{"tasks/get", `{"id":"nobody's"}`, -32001},
		{"tasks/cancel", `{"id":"nobody's"}`, -32001},
		{"tasks/cancel", `{"id":"` + second.ID + `"}`, -32002},
		{"message/send", `{"message":{"messageId":"m","role":"user","taskId":"nobody's","parts":[{"kind":"text","text":""}]}}`, -32001},
		{"message/send", `{"message":{"messageId":"m","role":"user","taskId":"` + second.ID + `","parts":[{"kind":"text","text":""}]}}`, -32004},
		{"message/send", `{"message":{"messageId":"m","role":"user","taskId":"` + second.ID + `","contextId":"` + first.Context + `","parts":[{"kind":"text","text":""}]}}`, -32602},
		{"ListTasks", `{"pageToken":"nobody's"}`, -32602},
	} {
		if r := k.call("/", c.method, c.params); r.Error.Code != c.code {
			t.Errorf("%s %s: error %d, want %d", c.method, c.params, r.Error.Code, c.code)
		}
	}
	page := k.call("/v1", "ListTasks", `{"pageSize":1}`).Result
	if len(page.Tasks) != 1 || page.Tasks[0].ID != second.ID || page.Total != 2 || page.Next == "" || page.Tasks[0].History != nil {
		t.Errorf("the first page: %+v", page)
	}
	page = k.call("/v1", "ListTasks", `{"pageSize":1,"historyLength":1,"pageToken":"`+page.Next+`"}`).Result
	if len(page.Tasks) != 1 || page.Tasks[0].ID != first.ID || page.Next != "" || len(page.Tasks[0].History) != 1 {
		t.Errorf("the last page: %+v", page)
	}
	if page = k.call("/v1", "ListTasks", `{"contextId":"`+first.Context+`","status":"TASK_STATE_CANCELED"}`).Result; page.Total != 0 {
		t.Errorf("nothing matches both: %+v", page)
	}
}

// TestConformanceCards looks for the members that only one version has.
func TestConformanceCards(t *testing.T) {
	k := newKit(t)
	for path, union := range map[string]bool{"/": true, "/.well-known/agent-card.json": true, "/v1": false, "/v1/": false, "/v1/.well-known/agent-card.json": false} {
		w := httptest.NewRecorder()
		k.agent.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		var card struct {
			URL        string `json:"url"`
			Interfaces []struct {
				URL string `json:"url"`
			} `json:"supportedInterfaces"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &card); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		want := map[bool]string{true: "http://kit.example", false: "http://kit.example/v1"}[union]
		if len(card.Interfaces) == 0 || card.Interfaces[0].URL != want || (card.URL == want) != union {
			t.Errorf("%s: %s", path, w.Body)
		}
		for _, name := range []string{"Cache-Control", "Etag", "Last-Modified"} {
			if w.Header().Get(name) == "" {
				t.Errorf("%s has no %s", path, name)
			}
		}
	}
}

// TestConformanceServes holds the agent to its word: it says where it is, and
// ends with its input.
func TestConformanceServes(t *testing.T) {
	in, stop := io.Pipe()
	said, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- serveConformance("127.0.0.1:0", in, out) }()
	line := make([]byte, 256)
	n, err := said.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	_, url, _ := bytes.Cut(bytes.TrimSpace(line[:n]), []byte("1.0: "))
	response, err := http.Get(string(url) + "/.well-known/agent-card.json")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("the card: %s", response.Status)
	}
	stop.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Get(string(url)); err == nil {
		t.Error("it still serves")
	}
}
