package engine_test

import (
	"fmt"
	"testing"
	"time"

	"hora/canonical"
)

func TestTasks(t *testing.T) {
	b := onBolt(t)
	var ids []string
	for i := range 5 {
		b.travel(now.Add(time.Duration(i) * time.Minute))
		c := booking("kine", fmt.Sprintf("2026-04-01 1%d:00", i))
		out := b.do(c, tracked(fmt.Sprint("m", i), "ctx", ""))
		if out.Err != nil || out.Meta.Task == nil || out.Meta.Task.State != canonical.TaskCompleted {
			t.Fatal(out.Err, out.Meta)
		}
		ids = append(ids, out.Meta.Task.ID)
	}
	open := b.do(canonical.Converse{Want: canonical.OpBook}, tracked("q", "other", "")).Meta.Task

	got := b.do(canonical.GetTask{Task: ids[0]}).Result.(canonical.Task)
	if got.Outcome == nil || got.Outcome.Result.(canonical.Booking).Service.ID != "kine" || len(got.History) != 1 {
		t.Errorf("got %+v", got)
	}
	for name, who := range map[string]func(*canonical.Request){
		"another caller":       func(r *canonical.Request) { r.Caller = "key:2" },
		"another dialect":      func(r *canonical.Request) { r.Binding = "usp" },
		"another organisation": func(r *canonical.Request) { r.Organization = "otra" },
		"nobody known":         anonymous,
	} {
		for _, c := range []canonical.Command{canonical.GetTask{Task: ids[0]}, canonical.CancelTask{Task: open.ID}} {
			if got := code(b.do(c, who)); got != "unknown_task" {
				t.Errorf("%s, %s: %s", name, c.Op(), got)
			}
		}
		if got := code(b.do(canonical.Converse{}, tracked("x", "", open.ID), who)); got != "unknown_task" {
			t.Errorf("%s, continuing: %s", name, got)
		}
	}
	if got := b.do(canonical.GetTask{Task: ids[0]}, func(r *canonical.Request) { r.Organization = "" }); got.Err != nil {
		t.Errorf("through the door without an organisation: %v", got.Err)
	}
	for task, want := range map[string]string{ids[0]: "task_over", open.ID: "ok", "none": "unknown_task"} {
		if got := code(b.do(canonical.CancelTask{Task: task})); got != want {
			t.Errorf("cancelling %s: %s, want %s", task, got, want)
		}
	}
	if got := code(b.do(canonical.CancelTask{Task: open.ID})); got != "task_over" {
		t.Errorf("cancelling twice: %s", got)
	}
	if got := code(b.do(canonical.GetBooking{Booking: got.Outcome.Result.(canonical.Booking).ID})); got != "ok" {
		t.Errorf("the booking: %s", got)
	}
	if out := b.do(canonical.Converse{}, tracked("y", "wrong", ids[0])); code(out) != "task_over" {
		t.Errorf("a finished task: %s", code(out))
	}
	again := b.do(canonical.Converse{Want: canonical.OpBook}, tracked("z", "c1", "")).Meta.Task
	if out := b.do(canonical.Converse{}, tracked("zz", "c2", again.ID)); code(out) != "invalid" || out.Err.Problems[0].Path != "contextId" {
		t.Errorf("a task of another context: %+v", out.Err)
	}
}

func TestListTasks(t *testing.T) {
	b := onBolt(t)
	for i := range 5 {
		b.travel(now.Add(time.Duration(i) * time.Minute))
		b.do(booking("kine", fmt.Sprintf("2026-04-01 1%d:00", i)), tracked(fmt.Sprint("m", i), fmt.Sprint("ctx", i%2), ""))
	}
	b.do(canonical.Converse{Want: canonical.OpBook}, tracked("q", "ctx0", ""))
	list := func(c canonical.ListTasks) canonical.TaskPage {
		t.Helper()
		out := b.do(c)
		if out.Err != nil {
			t.Fatal(out.Err)
		}
		return out.Result.(canonical.TaskPage)
	}
	for _, row := range []struct {
		name  string
		c     canonical.ListTasks
		total int
	}{
		{"all", canonical.ListTasks{}, 6},
		{"of a context", canonical.ListTasks{Conversation: "ctx0"}, 4},
		{"completed", canonical.ListTasks{State: canonical.TaskCompleted}, 5},
		{"waiting", canonical.ListTasks{State: canonical.TaskInputRequired}, 1},
		{"since", canonical.ListTasks{Since: now.Add(3 * time.Minute)}, 3},
		{"none", canonical.ListTasks{Conversation: "x"}, 0},
	} {
		if got := list(row.c); got.Total != row.total || len(got.Tasks) != row.total || got.Next != "" || got.Size != 50 {
			t.Errorf("%s: %d of %d, want %d", row.name, len(got.Tasks), got.Total, row.total)
		}
	}
	var seen []canonical.Task
	after := canonical.Cursor("")
	for pages := 0; ; pages++ {
		page := list(canonical.ListTasks{Size: 2, After: after, Whole: true})
		seen = append(seen, page.Tasks...)
		if page.Total != 6 || pages > 3 {
			t.Fatalf("page %d of %d", pages, page.Total)
		}
		if after = page.Next; after == "" {
			break
		}
	}
	if len(seen) != 6 || seen[0].Outcome == nil || len(seen[0].History) != 1 {
		t.Fatalf("paged to %d", len(seen))
	}
	for i := 1; i < len(seen); i++ {
		if seen[i].At.After(seen[i-1].At) {
			t.Error("not newest first")
		}
	}
	first := list(canonical.ListTasks{Size: 2})
	for name, req := range map[string]func(*canonical.Request){
		"another owner's": func(r *canonical.Request) { r.Caller = "key:2" },
		"tampered": func(r *canonical.Request) {
			c := r.Command.(canonical.ListTasks)
			c.After = "x" + c.After[1:]
			r.Command = c
		},
	} {
		if got := b.do(canonical.ListTasks{Size: 2, After: first.Next}, req); code(got) != "invalid" {
			t.Errorf("%s token: %s", name, code(got))
		}
	}
	if got := code(b.do(canonical.ListTasks{}, anonymous)); got != "unauthenticated" {
		t.Errorf("nobody known: %s", got)
	}
}

// Every answer tells when it was given, also a refusal, and a replay when it was
// given again.
func TestAnswersTellWhen(t *testing.T) {
	s := salon(t)
	c := canonical.Book{Service: "cut", Slot: slotID("ava", "c1", "2026-04-01 10:00"), Client: alice}
	s.want("booking", "ok", s.as("p1", c, message("m")))
	s.travel(now.Add(time.Minute))
	for name, out := range map[string]canonical.Outcome{
		"a replay": s.as("p1", c, message("m")), "a refusal": s.as("p2", c), "a question": s.as("p1", canonical.FindSlots{Service: "cut"}),
		"nobody": s.as("", canonical.GetBooking{Booking: "none"}, anonymous),
	} {
		if !out.Meta.At.Equal(now.Add(time.Minute)) {
			t.Errorf("%s: at %v", name, out.Meta.At)
		}
	}
}
