package a2awire_test

import (
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/a2awire"
)

// replies are one in each version, to a send.
func replies(t *testing.T) map[a2awire.Version]*a2awire.Reply {
	t.Helper()
	all := map[a2awire.Version]*a2awire.Reply{}
	for v, body := range map[a2awire.Version]string{a2awire.V03: in03, a2awire.V10: in10} {
		_, reply, err := a2awire.Read[jsontext.Value, jsontext.Value](call(body, v), profile)
		if err != nil {
			t.Fatal(err)
		}
		all[v] = reply
	}
	return all
}

func result(t *testing.T, r *a2awire.Reply, a a2awire.Answer) string {
	t.Helper()
	const head, tail = `{"jsonrpc":"2.0","id":"r1","result":`, `}`
	body := string(r.Answer(a).Body)
	if len(body) < len(head)+len(tail) || body[:len(head)] != head || !jsontext.Value(body).IsValid() {
		t.Fatal(body)
	}
	return body[len(head) : len(body)-len(tail)]
}

func TestStates(t *testing.T) {
	for _, tt := range []struct {
		state    a2awire.State
		number   int
		v03, v10 string
	}{
		{a2awire.Submitted, 1, "submitted", "TASK_STATE_SUBMITTED"},
		{a2awire.Working, 2, "working", "TASK_STATE_WORKING"},
		{a2awire.Completed, 3, "completed", "TASK_STATE_COMPLETED"},
		{a2awire.Failed, 4, "failed", "TASK_STATE_FAILED"},
		{a2awire.Canceled, 5, "canceled", "TASK_STATE_CANCELED"},
		{a2awire.InputRequired, 6, "input-required", "TASK_STATE_INPUT_REQUIRED"},
		{a2awire.Rejected, 7, "rejected", "TASK_STATE_REJECTED"},
		{a2awire.AuthRequired, 8, "auth-required", "TASK_STATE_AUTH_REQUIRED"},
	} {
		if tt.state.Name(a2awire.V03) != tt.v03 || tt.state.Name(a2awire.V10) != tt.v10 || int(tt.state) != tt.number {
			t.Errorf("%d: %s, %s", tt.state, tt.state.Name(a2awire.V03), tt.state.Name(a2awire.V10))
		}
	}
	if a2awire.State(99).Name(a2awire.V10) != "TASK_STATE_UNSPECIFIED" || a2awire.Role(99).Name(a2awire.V10) != "ROLE_UNSPECIFIED" {
		t.Error("numbers beyond the enums have names")
	}
}

func TestMethods(t *testing.T) {
	seen := map[string]bool{}
	for m := a2awire.SendMessage; m <= a2awire.ExtendedCard; m++ {
		for _, v := range []a2awire.Version{a2awire.V03, a2awire.V10} {
			name := m.Name(v)
			if seen[name] {
				t.Errorf("%q names two methods", name)
			}
			seen[name] = true
		}
	}
	if a2awire.ListTasks.Name(a2awire.V03) != "" || len(seen) != 22 {
		t.Errorf("%d names", len(seen))
	}
}

func TestEvents(t *testing.T) {
	status := a2awire.Answer{Status: &a2awire.StatusEvent{Task: "T", Context: "C", Status: a2awire.Status{State: a2awire.Completed, Time: at}, Final: true, Metadata: &booked{}}}
	artifact := a2awire.Answer{Artifact: &a2awire.ArtifactEvent{Task: "T", Context: "C", Artifact: a2awire.Artifact{ID: "a", Parts: []a2awire.OutPart{a2awire.Text("x")}}, Last: true}}
	more := a2awire.Answer{Artifact: &a2awire.ArtifactEvent{Artifact: a2awire.Artifact{ID: "a", Parts: []a2awire.OutPart{a2awire.Text("y")}}, Append: true}}
	running := a2awire.Answer{Status: &a2awire.StatusEvent{Status: a2awire.Status{State: a2awire.Working}}}
	for _, tt := range []struct {
		name     string
		answer   a2awire.Answer
		v03, v10 string
	}{
		{"the end", status,
			`{"kind":"status-update","taskId":"T","contextId":"C","status":{"state":"completed","timestamp":"2026-08-01T10:00:00.123Z"},"final":true,"metadata":{"ok":false}}`,
			`{"statusUpdate":{"taskId":"T","contextId":"C","status":{"state":"TASK_STATE_COMPLETED","timestamp":"2026-08-01T10:00:00.123Z"},"metadata":{"ok":false}}}`},
		{"not the end", running,
			`{"kind":"status-update","taskId":"","contextId":"","status":{"state":"working"},"final":false}`,
			`{"statusUpdate":{"taskId":"","contextId":"","status":{"state":"TASK_STATE_WORKING"}}}`},
		{"an artifact", artifact,
			`{"kind":"artifact-update","taskId":"T","contextId":"C","artifact":{"artifactId":"a","parts":[{"kind":"text","text":"x"}]},"lastChunk":true}`,
			`{"artifactUpdate":{"taskId":"T","contextId":"C","artifact":{"artifactId":"a","parts":[{"text":"x"}]},"lastChunk":true}}`},
		{"more of it", more,
			`{"kind":"artifact-update","taskId":"","contextId":"","artifact":{"artifactId":"a","parts":[{"kind":"text","text":"y"}]},"append":true}`,
			`{"artifactUpdate":{"taskId":"","contextId":"","artifact":{"artifactId":"a","parts":[{"text":"y"}]},"append":true}}`},
	} {
		r := replies(t)
		if got := result(t, r[a2awire.V03], tt.answer); got != tt.v03 {
			t.Errorf("%s: 0.3 %s", tt.name, got)
		}
		if got := result(t, r[a2awire.V10], tt.answer); got != tt.v10 {
			t.Errorf("%s: 1.0 %s", tt.name, got)
		}
	}
}

// What a dialect may put into a part, and what a stored text may hold.
func TestParts(t *testing.T) {
	stamp := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name     string
		part     a2awire.OutPart
		v03, v10 string
	}{
		{"text that is no text", a2awire.Text("a\xff\u2028<\x00\"\\"), `{"kind":"text","text":"a�` + "\u2028" + `<\u0000\"\\"}`, `{"text":"a�` + "\u2028" + `<\u0000\"\\"}`},
		{"a struct", a2awire.Data(booked{true}), `{"kind":"data","data":{"ok":true}}`, `{"data":{"ok":true}}`},
		{"a map", a2awire.Data(map[string]int{"b": 1, "a": 2}), `{"kind":"data","data":{"a":2,"b":1}}`, `{"data":{"a":2,"b":1}}`},
		{"nothing", a2awire.Data(nil), `{"kind":"data","data":{"value":null},"metadata":{"data_part_compat":true}}`, `{"data":null}`},
		{"no pointer", a2awire.Data((*booked)(nil)), `{"kind":"data","data":{"value":null},"metadata":{"data_part_compat":true}}`, `{"data":null}`},
		{"no raw JSON", a2awire.Data(jsontext.Value(nil)), `{"kind":"data","data":{"value":null},"metadata":{"data_part_compat":true}}`, `{"data":null}`},
		{"raw JSON", a2awire.Data(jsontext.Value(` { "a" : [ 1.0 , "\u00e9" ] } `)), `{"kind":"data","data":{"a":[1.0,"\u00e9"]}}`, `{"data":{"a":[1.0,"\u00e9"]}}`},
		{"a struct that writes itself as text", a2awire.Data(stamp), `{"kind":"data","data":{"value":"2026-01-02T00:00:00Z"},"metadata":{"data_part_compat":true}}`, `{"data":"2026-01-02T00:00:00Z"}`},
		{"a list with metadata", a2awire.OutPart{Kind: a2awire.DataPart, Data: []int{1}, Metadata: &booked{}}, `{"kind":"data","data":{"value":[1]},"metadata":{"data_part_compat":true,"ok":false}}`, `{"data":[1],"metadata":{"ok":false}}`},
		{"metadata that has the mark", a2awire.OutPart{Kind: a2awire.DataPart, Data: 1, Metadata: jsontext.Value(`{"data_part_compat":false,"x":1}`)}, `{"kind":"data","data":{"value":1},"metadata":{"data_part_compat":true,"x":1}}`, `{"data":1,"metadata":{"data_part_compat":false,"x":1}}`},
		{"metadata that is no object", a2awire.OutPart{Kind: a2awire.TextPart, Metadata: jsontext.Value(`[1]`)}, `{"kind":"text","text":""}`, `{"text":""}`},
		{"metadata that is null", a2awire.OutPart{Kind: a2awire.TextPart, Metadata: jsontext.Value(`null`)}, `{"kind":"text","text":""}`, `{"text":""}`},
		{"metadata that is not there", a2awire.OutPart{Kind: a2awire.TextPart, Metadata: jsontext.Value(nil)}, `{"kind":"text","text":""}`, `{"text":""}`},
		{"no kind", a2awire.OutPart{}, `{"kind":"text","text":""}`, `{"text":""}`},
		{"an empty file", a2awire.OutPart{Kind: a2awire.RawPart}, `{"kind":"file","file":{"bytes":""}}`, `{"raw":""}`},
		{"mimeType beside data", a2awire.OutPart{Kind: a2awire.DataPart, Data: &booked{}, MimeType: "application/json", MediaType: "application/json"}, `{"kind":"data","data":{"ok":false},"mimeType":"application/json"}`, `{"data":{"ok":false},"mediaType":"application/json"}`},
	} {
		r := replies(t)
		a := a2awire.Answer{Message: &a2awire.OutMessage{ID: "m", Role: a2awire.Agent, Parts: []a2awire.OutPart{tt.part}}}
		if got := result(t, r[a2awire.V03], a); got != `{"kind":"message","messageId":"m","role":"agent","parts":[`+tt.v03+`]}` {
			t.Errorf("%s: 0.3 %s", tt.name, got)
		}
		if got := result(t, r[a2awire.V10], a); got != `{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[`+tt.v10+`]}}` {
			t.Errorf("%s: 1.0 %s", tt.name, got)
		}
	}
}

func TestRecent(t *testing.T) {
	history := []a2awire.OutMessage{{ID: "1"}, {ID: "2"}, {ID: "3"}}
	for n, want := range map[int]string{-1: "", 0: "", 1: "3", 2: "23", 3: "123", 9: "123"} {
		got := ""
		for _, m := range a2awire.Recent(history, &n) {
			got += m.ID
		}
		if got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
	if len(a2awire.Recent(history, nil)) != 3 {
		t.Error("no length cuts the history")
	}
}
