package a2a_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
)

// method is an operation about tasks as the agent's version calls it.
func (a *agent) about(operation string) answered {
	a.Helper()
	names := map[string][2]string{"get": {"tasks/get", "GetTask"}, "cancel": {"tasks/cancel", "CancelTask"}}
	n := names[operation][0]
	if a.v1 {
		n = names[operation][1]
	}
	return a.call(n, `{"id":"`+a.task+`"}`)
}

// Nobody needs to say who they are to read, hold and book; to cancel and move
// they do, and to whom a key belongs is checked wherever one is presented.
func TestWhoMay(t *testing.T) {
	const servicialo = `{"intent":"list_services"}`
	operation := func(name, arguments string) string {
		return `{"operation":"` + name + `","arguments":` + arguments + `}`
	}
	versions(t, func(t *testing.T, v1 bool) {
		d := open(t)
		a := &agent{T: t, desk: d, v1: v1, path: "/orgs/clinica-demo/a2a"}
		booking := a.data(booked("2026-04-01T10:00:00-03:00", "ana@mail.com"))
		id := booking.at(t, "booking.id")
		a.data(operation("place_hold", `{"service":"`+kine+`","start":"2026-04-01T12:00:00-03:00"}`))
		for _, row := range []struct {
			name, key, data string
			status, code    int
		}{
			{"nobody reads", "", operation("get_booking", `{"booking":"`+id+`"}`), 200, 0},
			{"nobody cancels", "", operation("cancel", `{"booking":"`+id+`"}`), 401, -32000},
			{"nobody moves", "", operation("reschedule", `{"booking":"`+id+`","start":"2026-04-02T10:00:00-03:00"}`), 401, -32000},
			{"nobody cancels in Servicialo's words", "", `{"intent":"cancel_session","params":{"sessionId":"` + id + `"}}`, 401, -32000},
			{"a wrong key reads", "guess", operation("list_services", `{}`), 401, -32000},
			{"a wrong key reads in Servicialo's words", "guess", servicialo, 401, -32000},
			{"a wrong key books", "guess", booked("2026-04-01T15:00:00-03:00", "x@y.cl"), 401, -32000},
			{"a platform cancels", "demo-platform-2", operation("cancel", `{"booking":"`+id+`"}`), 403, -32000},
			{"a good key reads in Servicialo's words", "demo-key", servicialo, 200, 0},
			{"the business moves", "demo-business", operation("reschedule", `{"booking":"`+id+`","start":"2026-04-02T10:00:00-03:00"}`), 200, 0},
			{"the organisation cancels in Servicialo's words", "demo-key", `{"intent":"cancel_session","params":{"sessionId":"` + id + `"}}`, 200, 0},
		} {
			c := &agent{T: t, desk: d, v1: v1, path: "/orgs/clinica-demo/a2a", key: row.key}
			if got := c.data(row.data); got.status != row.status || got.code != row.code {
				t.Errorf("%s: HTTP %d: %s", row.name, got.status, got.body)
			}
		}
		for _, text := range []string{"Quiero cancelar mi hora", "I want to move my appointment to Friday at 10:00"} {
			if got := a.text(text); got.status != 401 {
				t.Errorf("%q: HTTP %d: %s", text, got.status, got.body)
			}
		}
	})
}

// A task is its owner's: for anybody else there is none. An anonymous caller's
// is reached by its id.
func TestWhoseTask(t *testing.T) {
	versions(t, func(t *testing.T, v1 bool) {
		d := open(t)
		caller := func(key, path string) *agent {
			return &agent{T: t, desk: d, v1: v1, path: path, key: key}
		}
		mine, nobodys := caller("demo-platform-2", "/orgs/clinica-demo/a2a"), caller("", "/orgs/clinica-demo/a2a")
		if got := mine.text("Quiero una hora de lactancia"); got.state != "task input-required" {
			t.Fatalf("%s", got.body)
		}
		nobodys.text("Quiero una hora de lactancia")
		for _, row := range []struct {
			name, key, path, task string
			code                  int
		}{
			{"the owner", "demo-platform-2", "/orgs/clinica-demo/a2a", mine.task, 0},
			{"the owner, at the door that names no organisation", "demo-platform-2", "/a2a", mine.task, 0},
			{"somebody else", "demo-business", "/orgs/clinica-demo/a2a", mine.task, -32001},
			{"nobody", "", "/orgs/clinica-demo/a2a", mine.task, -32001},
			{"the owner, at another organisation", "demo-platform-2", "/orgs/glamour-salon/a2a", mine.task, -32001},
			{"nobody, nobody's", "", "/a2a", nobodys.task, 0},
			{"somebody, nobody's", "demo-business", "/a2a", nobodys.task, -32001},
			{"a task that never was", "demo-platform-2", "/a2a", "task-1", -32001},
		} {
			a := caller(row.key, row.path)
			a.task = row.task
			if got := a.about("get"); got.code != row.code {
				t.Errorf("%s, get: %s", row.name, got.body)
			}
			if row.path == "/a2a" {
				a.metadata = `{"organization":"clinica-demo"}`
			}
			if row.code != 0 {
				a.task, a.waiting = row.task, true
				if got := a.text("mañana a las 10:00"); got.code != row.code {
					t.Errorf("%s, continue: %s", row.name, got.body)
				}
				if got := a.about("cancel"); got.code != row.code {
					t.Errorf("%s, cancel: %s", row.name, got.body)
				}
			}
		}
		before := mine.about("get")
		mine.context = "another-context-altogether"
		if got := mine.text("mañana a las 10:00"); got.code != -32602 {
			t.Errorf("another context: %s", got.body)
		}
		if after := mine.about("get"); string(after.body) != string(before.body) {
			t.Errorf("the task has changed: %s\nbefore: %s", after.body, before.body)
		}
		if got := mine.about("cancel"); got.state != "task canceled" {
			t.Errorf("cancel: %s", got.body)
		}
		if got := mine.about("cancel"); got.code != -32002 {
			t.Errorf("cancel again: %s", got.body)
		}
		mine.waiting = true
		if got := mine.text("mañana a las 10:00"); got.code != -32004 {
			t.Errorf("a message to what is over: %s", got.body)
		}
	})
}

type taskPage struct {
	Result struct {
		Tasks []struct {
			ID        string        `json:"id"`
			History   []wireMessage `json:"history"`
			Artifacts []wireMessage `json:"artifacts"`
		} `json:"tasks"`
		Next  *string `json:"nextPageToken"`
		Size  *int    `json:"pageSize"`
		Total *int    `json:"totalSize"`
	} `json:"result"`
}

func (a *agent) list(params string) (p taskPage) {
	a.Helper()
	got := a.call("ListTasks", params)
	if got.code != 0 {
		a.Fatalf("%s", got.body)
	}
	if err := json.Unmarshal(got.body, &p); err != nil {
		a.Fatal(err)
	}
	return p
}

func TestListTasks(t *testing.T) {
	d := open(t)
	a := &agent{T: t, desk: d, v1: true, path: "/orgs/clinica-demo/a2a", key: "demo-platform-2"}
	for _, hour := range []string{"10", "11", "12"} {
		a.context = ""
		a.data(booked("2026-04-01T"+hour+":00:00-03:00", "ana@mail.com"))
	}
	a.context = ""
	a.text("Quiero una hora de lactancia")
	anywhere := &agent{T: t, desk: d, v1: true, path: "/a2a", key: "demo-platform-2"}
	all := anywhere.list(`{}`).Result
	if len(all.Tasks) != 4 || *all.Total != 4 || *all.Size != 50 || *all.Next != "" || all.Tasks[0].ID != a.task || all.Tasks[1].Artifacts != nil || all.Tasks[1].History != nil {
		t.Errorf("all: %+v", all)
	}
	var seen []string
	token := ""
	for range 4 {
		p := anywhere.list(`{"pageSize":1,"includeArtifacts":true,"historyLength":1,"status":"TASK_STATE_COMPLETED","pageToken":"` + token + `"}`).Result
		for _, task := range p.Tasks {
			seen = append(seen, task.ID)
			if len(task.Artifacts) != 1 || len(task.History) != 1 {
				t.Errorf("%+v", task)
			}
		}
		if *p.Total != 3 {
			t.Errorf("%d in all", *p.Total)
		}
		if token = *p.Next; token == "" {
			break
		}
	}
	if diff := cmp.Diff(sorted(all.Tasks[1].ID, all.Tasks[2].ID, all.Tasks[3].ID), sorted(seen...)); diff != "" {
		t.Error(diff)
	}
	if p := a.list(`{"contextId":"` + a.context + `"}`).Result; len(p.Tasks) != 1 {
		t.Errorf("of a context: %+v", p)
	}
	first := *a.list(`{"pageSize":1}`).Result.Next
	other := &agent{T: t, desk: d, v1: true, path: "/a2a", key: "demo-business"}
	for name, call := range map[string]answered{
		"another owner's token": other.call("ListTasks", `{"pageToken":"`+first+`"}`),
		"a tampered token":      a.call("ListTasks", `{"pageToken":"`+strings.ToUpper(first)+`"}`),
	} {
		if call.code != -32602 {
			t.Errorf("%s: %s", name, call.body)
		}
	}
	if empty := other.call("ListTasks", `{}`); string(empty.body) != `{"jsonrpc":"2.0","id":1,"result":{"tasks":[],"nextPageToken":"","pageSize":50,"totalSize":0}}` {
		t.Errorf("none: %s", empty.body)
	}
	nobody := &agent{T: t, desk: d, v1: true, path: "/a2a"}
	if got := nobody.call("ListTasks", `{}`); got.status != 401 || got.code != -32000 {
		t.Errorf("nobody: HTTP %d %s", got.status, got.body)
	}
	guess := &agent{T: t, desk: d, v1: true, path: "/a2a", key: "guess"}
	for _, m := range []string{"ListTasks", "GetTask"} {
		if got := guess.call(m, `{"id":"`+a.task+`"}`); got.status != 401 {
			t.Errorf("a wrong key, %s: HTTP %d %s", m, got.status, got.body)
		}
	}
}
