package engine_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
)

// Who is known has every answer as a task; who is not has nothing kept.
func TestAnswersAreKept(t *testing.T) {
	b := atLakes(t, onBolt(t))
	said := func(r *canonical.Request) { r.Said = saying(r.Message, `["asked"]`) }
	for name, c := range map[string]canonical.Command{
		"discover": canonical.Discover{Text: "quiet", Stay: dates("2026-04-14", "2026-04-16")},
		"match":    canonical.Match{Places: []canonical.PlaceRef{{Name: "nowhere"}}},
		"handoff":  canonical.PrepareHandoff{Venue: entity(hidden)},
	} {
		before := b.store.writes
		open := b.ask(c, message(name), said)
		if open.Err != nil || open.Meta.Task != nil || b.store.writes != before {
			t.Errorf("%s, of nobody: %s, %+v", name, code(open), open.Meta.Task)
		}
		first := b.ask(c, message(name), said, robot("bot", ""))
		task := first.Meta.Task
		if task == nil || task.State != canonical.TaskCompleted || len(task.History) != 1 || first.Meta.Replayed {
			t.Errorf("%s: %+v", name, task)
			continue
		}
		b.travel(now.Add(29 * 24 * time.Hour))
		again := b.ask(c, message(name), said, robot("bot", ""))
		if !again.Meta.Replayed || again.Meta.Task.ID != task.ID || again.Meta.ID != first.Meta.ID {
			t.Errorf("%s, again: %+v", name, again.Meta)
		}
		if diff := cmp.Diff(first.Result, again.Result); diff != "" {
			t.Errorf("%s, again: %s", name, diff)
		}
		kept, ok := b.ask(canonical.GetTask{Task: task.ID}, robot("bot", "")).Result.(canonical.Task)
		if !ok || kept.Outcome == nil || len(kept.History) != 1 || kept.Conversation != first.Meta.Conversation {
			t.Errorf("%s, kept: %+v", name, kept)
		} else if diff := cmp.Diff(first.Result, kept.Outcome.Result); diff != "" {
			t.Errorf("%s, kept: %s", name, diff)
		}
		b.travel(now.Add(31 * 24 * time.Hour))
		if late := b.ask(c, message(name), said, robot("bot", "")); late.Meta.Replayed {
			t.Errorf("%s is remembered for too long", name)
		}
		b.travel(now)
	}
	// a refused call leaves nothing
	before := b.store.writes
	out := b.ask(canonical.Incomplete{Want: canonical.OpMatch, Problems: []canonical.Problem{{Path: "places", Rule: canonical.RuleRequired}}}, message("i"), robot("bot", ""))
	if fault(out) != "invalid places required" || b.store.writes != before {
		t.Errorf("%s", fault(out))
	}
}

// A message id is its caller's, at its host and registry; with other content it
// is refused, whoever's door it comes through.
func TestMessageIDsOfRegistries(t *testing.T) {
	b := atLakes(t, onBolt(t))
	quiet, lake := canonical.Discover{Text: "quiet"}, canonical.Discover{Text: "lake"}
	first := b.ask(quiet, message("m"), robot("bot", "")).Meta.Task.ID
	other := func(host, catalogue string) func(*canonical.Request) {
		return func(r *canonical.Request) { r.Host, r.Catalogue = host, catalogue }
	}
	for name, c := range map[string]struct {
		who    func(*canonical.Request)
		change func(*canonical.Request)
		ask    canonical.Command
		want   string
	}{
		"the same":                {robot("bot", ""), other("agents.example", "lakes"), quiet, "the same task"},
		"other content":           {robot("bot", ""), other("agents.example", "lakes"), lake, "message_reused"},
		"another act":             {robot("bot", ""), other("agents.example", "lakes"), canonical.Match{}, "message_reused"},
		"another context":         {robot("bot", ""), func(r *canonical.Request) { r.Conversation = "c" }, quiet, "message_reused"},
		"another caller":          {robot("other", ""), other("agents.example", "lakes"), lake, "another task"},
		"another host":            {robot("bot", ""), other("elsewhere.example", "lakes"), lake, "another task"},
		"another registry":        {robot("bot", ""), other("agents.example", "dales"), lake, "another task"},
		"another version's words": {robot("bot", ""), func(r *canonical.Request) { r.Channel, r.Form = "rest", "0.3" }, quiet, "the same task"},
	} {
		out := b.ask(c.ask, message("m"), c.who, c.change)
		got := code(out)
		if task := out.Meta.Task; task != nil && task.ID == first {
			got = "the same task"
		} else if task != nil {
			got = "another task"
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// A task is its owner's, at its host and registry: to anybody else it does not
// exist, whatever is done with it.
func TestTasksOfRegistries(t *testing.T) {
	b := atLakes(t, onBolt(t))
	id := b.ask(canonical.Discover{Text: "quiet"}, guest("ann"), message("m")).Meta.Task.ID
	other := func(host, catalogue string) func(*canonical.Request) {
		return func(r *canonical.Request) { r.Host, r.Catalogue = host, catalogue }
	}
	own := other("agents.example", "lakes")
	for name, c := range map[string]struct {
		who, where func(*canonical.Request)
		want       string
		listed     int
	}{
		"its owner":        {guest("ann"), own, "ok", 1},
		"another guest":    {guest("eve"), own, "unknown_task", 0},
		"an agent":         {robot("ann", ""), own, "ok", 1}, // of the same subject: it is the caller that counts
		"another host":     {guest("ann"), other("elsewhere.example", "lakes"), "unknown_task", 0},
		"another registry": {guest("ann"), other("agents.example", "dales"), "unknown_task", 0},
		"nobody":           {func(*canonical.Request) {}, own, "unauthenticated", -1},
	} {
		if got := code(b.ask(canonical.GetTask{Task: id}, c.who, c.where)); got != c.want {
			t.Errorf("%s gets: %s, want %s", name, got, c.want)
		}
		cancelled := c.want
		if cancelled == "ok" {
			cancelled = "task_over"
		}
		if got := code(b.ask(canonical.CancelTask{Task: id}, c.who, c.where)); got != cancelled {
			t.Errorf("%s cancels: %s, want %s", name, got, cancelled)
		}
		if got := code(b.ask(canonical.Discover{Text: "x"}, c.who, c.where, func(r *canonical.Request) { r.Task = id })); got != cancelled && c.listed >= 0 {
			t.Errorf("%s goes on: %s, want %s", name, got, cancelled)
		}
		page, ok := b.ask(canonical.ListTasks{}, c.who, c.where).Result.(canonical.TaskPage)
		if ok != (c.listed >= 0) || ok && len(page.Tasks) != c.listed {
			t.Errorf("%s lists %+v", name, page)
		}
	}
	if got := code(b.ask(canonical.GetTask{Task: "made-up"}, guest("ann"))); got != "unknown_task" {
		t.Error(got)
	}
	// a cursor is its owner's too
	for n := range 3 {
		b.ask(canonical.Discover{Text: fmt.Sprint(n)}, guest("ann"))
	}
	page := b.ask(canonical.ListTasks{Size: 2}, guest("ann")).Result.(canonical.TaskPage)
	if page.Next == "" || page.Tasks[0].Outcome != nil {
		t.Fatalf("%+v", page)
	}
	for name, c := range map[string][2]func(*canonical.Request){
		"its owner": {guest("ann"), own}, "another guest": {guest("eve"), own}, "another host": {guest("ann"), other("elsewhere.example", "lakes")},
	} {
		out := b.ask(canonical.ListTasks{Size: 2, After: page.Next}, c[0], c[1])
		if got := code(out); (got == "ok") != (name == "its owner") {
			t.Errorf("%s goes on: %s", name, got)
		}
	}
}
