package engine_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"hora/canonical"
)

const shared = "a-context-that-nobody-guesses"

// What is said in one context builds on what was said before it, task or not.
func TestTalk(t *testing.T) {
	b := onBolt(t)
	n := 0
	say := func(c canonical.Converse, context string) canonical.Outcome {
		t.Helper()
		n++
		out := b.do(c, tracked(fmt.Sprint("m", n), context, ""), anonymous)
		if out.Err != nil {
			t.Fatalf("message %d: %v", n, out.Err)
		}
		return out
	}
	if out := say(canonical.Converse{}, shared); out.Meta.Task != nil || out.Meta.Conversation != shared {
		t.Errorf("a greeting: %+v", out.Meta)
	}
	list := say(canonical.Converse{Want: canonical.OpListServices, Language: canonical.English}, shared)
	if _, ok := list.Result.(canonical.Catalogue); !ok || list.Meta.Task != nil || list.Meta.Language != canonical.English {
		t.Fatalf("the catalogue: %+v", list)
	}
	free := say(canonical.Converse{Choice: 3}, shared) // of the services: its free hours
	slots, ok := free.Result.(canonical.Slots)
	if !ok || slots.Service.ID != "box" || free.Meta.Task != nil || free.Meta.Language != canonical.English {
		t.Fatalf("the third: %+v %+v", free.Result, free.Meta)
	}
	asked := say(canonical.Converse{Choice: 2}, shared) // of the starts: to book it
	if asked.Meta.Task == nil || needs(asked) != "email" || asked.Meta.Language != canonical.English {
		t.Fatalf("the second: %q, %+v", needs(asked), asked.Meta)
	}
	aside := say(canonical.Converse{Want: canonical.OpListServices, Language: canonical.Spanish}, shared)
	if aside.Meta.Task != nil || aside.Meta.Language != canonical.Spanish {
		t.Errorf("a question in between: %+v", aside.Meta)
	}
	shown := say(canonical.Converse{Client: canonical.Client{Email: "ana@mail.com"}}, shared)
	p := shown.Result.(canonical.Question).Proposal
	if p == nil || !p.Start.Equal(slots.Slots[1].Start) || p.Service != "box" {
		t.Fatalf("proposal %+v", p)
	}
	done := say(canonical.Converse{Answer: canonical.Yes}, shared)
	if made, ok := done.Result.(canonical.Booking); !ok || !made.Start.Equal(p.Start) {
		t.Fatalf("booked %+v", done.Result)
	}
	if again := say(canonical.Converse{Choice: 1}, shared); again.Meta.Task != nil {
		t.Errorf("something was left over: %+v", again.Result)
	}
}

// A question in between does not end the task that waits, nor lose its place.
func TestAsideOfATask(t *testing.T) {
	b := onBolt(t)
	task := b.do(canonical.Converse{Want: canonical.OpBook, Words: []string{"kinesiologia"}}, tracked("1", "", "")).Meta.Task
	for i, c := range []canonical.Command{
		canonical.Converse{Want: canonical.OpListServices},
		canonical.ListServices{},
		canonical.FindSlots{Service: "kine"},
	} {
		out := b.do(c, tracked(fmt.Sprint("aside", i), "", task.ID))
		if out.Err != nil || out.Meta.Task != nil || out.Meta.Conversation != task.Conversation {
			t.Errorf("%d: %v %+v", i, out.Err, out.Meta)
		}
	}
	out := b.do(canonical.Converse{Choice: 2}, tracked("2", "", task.ID))
	if q, ok := out.Result.(canonical.Question); !ok || q.Service == nil || q.Service.ID != "piso" || out.Meta.Task.ID != task.ID {
		t.Errorf("the second of the two that were offered before: %+v", out.Result)
	}
}

// Nor do the starts that were offered before it lose their numbers.
func TestAsideOfAnOffer(t *testing.T) {
	b := onBolt(t)
	offer := b.do(canonical.Converse{Want: canonical.OpBook, Words: []string{"masaje"}}, tracked("1", "", ""))
	task, starts := offer.Meta.Task, offer.Result.(canonical.Question).Offer
	b.do(canonical.Converse{Want: canonical.OpListServices}, tracked("2", "", task.ID))
	b.do(canonical.Converse{Choice: 3}, tracked("3", "", task.ID))
	shown := b.do(canonical.Converse{Client: canonical.Client{Email: "a@b.cl"}}, tracked("4", "", task.ID))
	if p := shown.Result.(canonical.Question).Proposal; p == nil || !p.Start.Equal(starts[2].Start) {
		t.Errorf("the third start was %v: %+v", starts[2].Start, p)
	}
}

// A context id that two strangers could both think of is nobody's; with the
// task it leads where it should.
func TestGuessableContexts(t *testing.T) {
	b := onBolt(t)
	book := canonical.Converse{Want: canonical.OpBook, Words: []string{"masaje"}}
	more := canonical.Converse{Client: canonical.Client{Email: "a@b.cl"}}
	task := b.do(book, tracked("1", "ctx", ""), anonymous).Meta.Task
	if out := b.do(more, tracked("2", "ctx", ""), anonymous); out.Meta.Task != nil || out.Meta.Conversation != "ctx" {
		t.Errorf("a stranger with the same context: %+v", out)
	}
	if out := b.do(more, tracked("3", "ctx", task.ID), anonymous); needs(out) != "time date" && needs(out) != "date time" {
		t.Errorf("with its task: %q", needs(out))
	}
	b.do(book, tracked("4", shared, ""), anonymous)
	if out := b.do(more, tracked("5", shared, ""), anonymous); needs(out) != "time date" && needs(out) != "date time" {
		t.Errorf("a context that nobody guesses: %q", needs(out))
	}
}

// Giving a task up forgets what it had come to, and nothing else.
func TestCancelledTalk(t *testing.T) {
	b := onBolt(t)
	book := canonical.Converse{Want: canonical.OpBook, Words: []string{"masaje"}, When: canonical.When{Day: canonical.Day{Date: "2026-04-01"}, Clock: "10:00"}}
	first := b.do(book, tracked("1", "ctx", "")).Meta.Task
	second := b.do(canonical.Converse{When: canonical.When{Clock: "11:00"}}, tracked("2", "ctx", "")).Meta.Task
	more := canonical.Converse{Client: canonical.Client{Email: "a@b.cl"}}
	b.do(canonical.CancelTask{Task: first.ID})
	if out := b.do(more, tracked("3", "ctx", second.ID)); needs(out) != "confirm" {
		t.Errorf("after giving up an older task: %q", needs(out))
	}
	b.do(canonical.CancelTask{Task: second.ID}, func(r *canonical.Request) { r.Organization = "" })
	if out := b.do(more, tracked("4", "ctx", "")); out.Meta.Task != nil {
		t.Errorf("after giving it up: %q", needs(out))
	}
}

// A history has both sides, the newest of them, and no contact data.
func TestHistory(t *testing.T) {
	b := onBolt(t)
	c := canonical.Converse{Want: canonical.OpBook, Words: []string{"masaje"}, When: canonical.When{Day: canonical.Day{Date: "2026-04-01"}, Clock: "10:00"},
		Client: canonical.Client{Email: "ana@mail.com", Phone: "+56911111111"}}
	task := b.do(c, tracked("1", "", ""), func(r *canonical.Request) { r.Form = "first" }).Meta.Task
	for i := range 30 {
		b.do(canonical.Converse{When: canonical.When{Clock: fmt.Sprintf("1%d:00", i%6)}}, tracked(fmt.Sprint("m", i), "", task.ID))
	}
	got := b.do(canonical.GetTask{Task: task.ID}).Result.(canonical.Task)
	if len(got.History) != 40 || got.History[39].ID != "m29" || got.History[38].Outcome == nil {
		t.Fatalf("%d messages, the last %+v", len(got.History), got.History[len(got.History)-1])
	}
	for _, u := range got.History {
		text, err := json.Marshal(u)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("ana@mail")) || bytes.Contains(text, []byte("+569")) {
			t.Errorf("contact data in the history: %s", text)
		}
	}
	second := b.do(canonical.Converse{When: canonical.When{Clock: "11:00"}}, tracked("x", "", b.do(c, tracked("y", "other", ""), func(r *canonical.Request) { r.Form = "first" }).Meta.Task.ID))
	if h := second.Meta.Task.History; len(h) != 3 || h[1].Form != "first" || h[1].Outcome.Result.(canonical.Question).Proposal == nil {
		t.Errorf("history %+v", h)
	}
}

// A record has room for so much: of long messages fewer are kept, and of one
// that is longer than all of it none.
func TestLongMessages(t *testing.T) {
	b := onBolt(t)
	book := canonical.Converse{Want: canonical.OpBook, Words: []string{"masaje"}, When: canonical.When{Day: canonical.Day{Date: "2026-04-01"}, Clock: "10:00"}}
	say := func(c canonical.Converse, id, task string, bytes int) canonical.Outcome {
		return b.do(c, tracked(id, "", task), func(r *canonical.Request) {
			r.Said = saying(id, `[{"text":"`+strings.Repeat("x", bytes)+`"}]`)
		})
	}
	if out := say(book, "huge", "", 1_000_000); out.Err != nil || len(out.Meta.Task.History) != 0 {
		t.Fatalf("one long message: %+v", out)
	}
	task := say(book, "first", "", 10).Meta.Task
	for i := range 30 {
		out := say(canonical.Converse{When: canonical.When{Clock: fmt.Sprintf("1%d:00", i%6)}}, fmt.Sprint("m", i), task.ID, 15_000)
		if out.Err != nil {
			t.Fatalf("after %d messages: %v", i, out.Err)
		}
		task = out.Meta.Task
	}
	if n := len(task.History); n == 0 || n > 10 || task.History[n-1].ID != "m29" {
		t.Errorf("%d messages are kept", n)
	}
}
