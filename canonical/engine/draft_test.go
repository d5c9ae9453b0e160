package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"hora/canonical"
)

// A talker says things in one conversation.
type talker struct {
	*testing.T
	*bench
	context, task string
	n             int
}

func (k *talker) say(c canonical.Converse) canonical.Outcome {
	k.Helper()
	k.n++
	out := k.do(c, tracked(fmt.Sprint("m", k.n), k.context, k.task), anonymous)
	if out.Err != nil {
		k.Fatalf("message %d: %v", k.n, out.Err)
	}
	k.context, k.task = out.Meta.Conversation, ""
	if t := out.Meta.Task; t != nil && !t.State.Over() {
		k.task = t.ID
	}
	return out
}

func (k *talker) asks(c canonical.Converse) canonical.Question {
	k.Helper()
	q, ok := k.say(c).Result.(canonical.Question)
	if !ok {
		k.Fatalf("message %d came to no question", k.n)
	}
	return q
}

// starts are the local times of some slots.
func starts(slots []canonical.Slot) string {
	var all []string
	for _, s := range slots {
		all = append(all, s.Start.In(canonical.Zone("America/Santiago")).Format("02 15:04"))
	}
	return strings.Join(all, ", ")
}

// What bounds the time of day bounds what is offered, and which half of the
// day a clock is in.
func TestTimesOfDay(t *testing.T) {
	k := &talker{T: t, bench: onBolt(t)}
	q := k.asks(canonical.Converse{Want: canonical.OpBook, Words: []string{"musculoesqueletica"}, When: canonical.When{Day: canonical.Day{Weekday: "wed"}, After: "15:00"}})
	if got := starts(q.Offer); got != "01 15:00, 01 16:00, 01 17:00" {
		t.Errorf("after three: %s", got)
	}
	if q = k.asks(canonical.Converse{When: canonical.When{Clock: "04:00"}}); !q.Start.Equal(at("2026-04-01 16:00")) {
		t.Errorf("at four: %v", q.Start)
	}
	if q = k.asks(canonical.Converse{When: canonical.When{Day: canonical.Day{Weekday: "thu"}}}); !q.Start.Equal(at("2026-04-02 16:00")) {
		t.Errorf("on another day: %v", q.Start)
	}
	if q = k.asks(canonical.Converse{When: canonical.When{Before: "11:00"}}); starts(q.Offer) != "02 09:00, 02 10:00" {
		t.Errorf("before eleven, which four is not: %s", starts(q.Offer))
	}
	if q = k.asks(canonical.Converse{When: canonical.When{Clock: "03:00"}}); !q.Start.Equal(at("2026-04-02 15:00")) {
		t.Errorf("at three, which is not before eleven: %v", q.Start)
	}
	out := k.say(canonical.Converse{When: canonical.When{Clock: "08:00", Exact: true}})
	if q = out.Result.(canonical.Question); len(q.Offer) == 0 || out.Notices[0].Code != "outside_hours" {
		t.Errorf("at eight in the morning, which is no eight in the evening: %+v", q)
	}
	k = &talker{T: t, bench: k.bench}
	q = k.asks(canonical.Converse{Want: canonical.OpBook, Words: []string{"masaje"}, When: canonical.When{Day: canonical.Day{Date: "2026-04-02"}, Until: &canonical.Day{Date: "2026-04-06"}, After: "17:00"}})
	if got := starts(q.Offer); got != "02 17:00, 02 17:30, 06 17:00, 06 17:30" {
		t.Errorf("after five on several days: %s", got)
	}
}

// An hour without a day is offered on the days that have it free; what is the
// soonest of what is offered is the first of it.
func TestHourOfAnyDay(t *testing.T) {
	k := &talker{T: t, bench: onBolt(t)}
	k.do(booking("kine", "2026-03-31 15:00"))
	q := k.asks(canonical.Converse{Want: canonical.OpBook, Words: []string{"musculoesqueletica"}, When: canonical.When{Clock: "03:00"}})
	if got := starts(q.Offer); got != "30 15:00, 01 15:00, 02 15:00" {
		t.Errorf("at three: %s", got)
	}
	if q = k.asks(canonical.Converse{Soonest: true}); !q.Start.Equal(at("2026-03-30 15:00")) {
		t.Errorf("the soonest: %v", q.Start)
	}
	k = &talker{T: t, bench: k.bench}
	if q = k.asks(canonical.Converse{Want: canonical.OpBook, Words: []string{"musculoesqueletica"}, When: canonical.When{Clock: "22:00"}}); len(q.Offer) != 5 {
		t.Errorf("at an hour that no day has: %s", starts(q.Offer))
	}
}

// Whom somebody asks for is whom they get, and choosing another keeps the time.
func TestWhomWith(t *testing.T) {
	k := &talker{T: t, bench: onBolt(t)}
	email := canonical.Client{Email: "ana@mail.com"}
	q := k.asks(canonical.Converse{Want: canonical.OpBook, Words: []string{"musculoesqueletica"}, With: []string{"pedro"}, When: canonical.When{Day: canonical.Day{Weekday: "fri"}}, Client: email})
	if len(q.Offer) == 0 || q.Offer[0].Provider != "pedro" {
		t.Fatalf("offered %+v", q.Offer)
	}
	if q = k.asks(canonical.Converse{Choice: 2}); q.Proposal == nil || q.Proposal.Provider != "pedro" || !q.Proposal.Start.Equal(at("2026-04-03 10:00")) {
		t.Fatalf("proposed %+v", q.Proposal)
	}
	k.asks(canonical.Converse{When: canonical.When{Day: canonical.Day{Weekday: "thu"}}})
	if q = k.asks(canonical.Converse{With: []string{"maria"}}); q.Proposal == nil || q.Proposal.Provider != "maria" || !q.Proposal.Start.Equal(at("2026-04-02 10:00")) {
		t.Fatalf("proposed %+v", q.Proposal)
	}
	if q = k.asks(canonical.Converse{With: []string{"gracias"}}); q.Proposal == nil || q.Proposal.Provider != "maria" {
		t.Errorf("with thanks: %+v", q.Proposal)
	}
}

// A message that does not say what it wants goes on from what was said; a yes
// counts as one also when it says again what was shown.
func TestOnward(t *testing.T) {
	k := &talker{T: t, bench: onBolt(t), context: shared}
	if _, ok := k.say(canonical.Converse{Words: []string{"masage"}}).Result.(canonical.Slots); !ok { // misspelt
		t.Error("a service: when is it free?")
	}
	if out := k.say(canonical.Converse{Words: []string{"gracias"}}); out.Meta.Task != nil {
		t.Errorf("a word of thanks: %+v", out.Result)
	}
	if _, ok := k.say(canonical.Converse{When: canonical.When{Day: canonical.Day{Weekday: "wed"}}}).Result.(canonical.Slots); !ok {
		t.Error("a day: when is it free then?")
	}
	q := k.asks(canonical.Converse{When: canonical.When{Clock: "10:00"}})
	if q.Want != canonical.OpBook || !q.Start.Equal(at("2026-04-01 10:00")) {
		t.Errorf("an hour: %+v", q)
	}
	k.asks(canonical.Converse{Client: canonical.Client{Email: "ana@mail.com"}})
	again := canonical.Converse{Answer: canonical.Yes, When: canonical.When{Day: canonical.Day{Weekday: "wed"}, Clock: "10:00"}}
	if _, ok := k.say(again).Result.(canonical.Booking); !ok {
		t.Error("yes, on Wednesday at ten")
	}
}

// A number is one of what was shown last.
func TestNumbers(t *testing.T) {
	k := &talker{T: t, bench: onBolt(t), context: shared}
	k.say(canonical.Converse{Want: canonical.OpFindSlots, Words: []string{"masaje"}})
	k.say(canonical.Converse{Want: canonical.OpListServices})
	if found, ok := k.say(canonical.Converse{Choice: 1}).Result.(canonical.Slots); !ok || found.Service.ID != "kine" {
		t.Errorf("the first of the services: %+v", found)
	}
	k.say(canonical.Converse{Want: canonical.OpListServices, Words: []string{"kinesiologia"}})
	if found, ok := k.say(canonical.Converse{Choice: 2}).Result.(canonical.Slots); !ok || found.Service.ID != "piso" {
		t.Errorf("the second of those that were named: %+v", found)
	}
	k.say(canonical.Converse{Want: canonical.OpFindSlots, Words: []string{"masaje"}, When: canonical.When{Day: canonical.Day{Weekday: "thu"}}})
	if q := k.asks(canonical.Converse{Choice: 11}); !q.Start.Equal(at("2026-04-02 11:00")) { // of nine: an hour
		t.Errorf("eleven: %+v", q)
	}
}

// A question that waits as a task goes on waiting with what was found, until
// something comes of it.
func TestAnsweredTask(t *testing.T) {
	k := &talker{T: t, bench: onBolt(t)}
	k.asks(canonical.Converse{Want: canonical.OpFindSlots, Words: []string{"kinesiologia"}})
	task := k.task
	found := k.say(canonical.Converse{Choice: 1})
	if _, ok := found.Result.(canonical.Slots); !ok || found.Meta.Task == nil || found.Meta.Task.ID != task || found.Meta.Task.State != canonical.TaskInputRequired {
		t.Fatalf("%+v %+v", found.Result, found.Meta.Task)
	}
	k.asks(canonical.Converse{Choice: 2, Client: canonical.Client{Email: "ana@mail.com"}})
	done := k.say(canonical.Converse{Answer: canonical.Yes})
	if made, ok := done.Result.(canonical.Booking); !ok || done.Meta.Task.ID != task || !made.Start.Equal(found.Result.(canonical.Slots).Slots[1].Start) {
		t.Errorf("%+v %+v", done.Result, done.Meta.Task)
	}
}

// What is given up is forgotten, and its task with it; where nothing was begun
// it is another matter.
func TestLeave(t *testing.T) {
	k := &talker{T: t, bench: onBolt(t), context: shared}
	k.asks(canonical.Converse{Want: canonical.OpBook, Words: []string{"masaje"}, When: canonical.When{Day: canonical.Day{Ahead: n(1)}, Clock: "10:00"}})
	task := k.task
	out := k.say(canonical.Converse{Want: canonical.OpCancel, Answer: canonical.Leave})
	if out.Meta.Task == nil || out.Meta.Task.ID != task || out.Meta.Task.State != canonical.TaskCancelled || len(out.Notices) != 1 || out.Notices[0].Code != "left" {
		t.Fatalf("%+v %+v", out, out.Meta.Task)
	}
	if got := k.do(canonical.GetTask{Task: task}, anonymous).Result.(canonical.Task); got.State != canonical.TaskCancelled || got.Outcome.Notices[0].Code != "left" {
		t.Errorf("%+v", got)
	}
	if out := k.say(canonical.Converse{Client: canonical.Client{Email: "ana@mail.com"}}); out.Meta.Task != nil {
		t.Errorf("something was left over: %+v", out.Result)
	}
	k.say(canonical.Converse{Want: canonical.OpFindSlots, Words: []string{"masaje"}})
	if out := k.say(canonical.Converse{Answer: canonical.Leave}); out.Meta.Task != nil || out.Notices[0].Code != "left" {
		t.Errorf("a question given up: %+v", out)
	}
	if out := k.say(canonical.Converse{Choice: 1}); out.Meta.Task != nil {
		t.Errorf("its answers were left over: %+v", out.Result)
	}
	if got := code(k.do(canonical.Converse{Want: canonical.OpCancel, Answer: canonical.Leave}, tracked("x", "", ""), anonymous)); got != "unauthenticated" {
		t.Errorf("cancelling a booking: %s", got)
	}
}

// A booking that is to be moved is named and given its time one after the other.
func TestMoveByWords(t *testing.T) {
	b := onBolt(t)
	made := b.do(booking("kine", "2026-04-01 10:00")).Result.(canonical.Booking)
	task := b.do(canonical.Converse{Want: canonical.OpReschedule}, tracked("1", "", "")).Meta.Task
	if out := b.do(canonical.Converse{Want: canonical.OpBook, Booking: made.ID}, tracked("2", "", task.ID)); needs(out) != "date time" {
		t.Fatalf("%+v needs %q", out.Result, needs(out))
	}
	out := b.do(canonical.Converse{When: canonical.When{Day: canonical.Day{Weekday: "thu"}, Clock: "04:00"}}, tracked("3", "", task.ID))
	if moved, ok := out.Result.(canonical.Booking); !ok || moved.ID != made.ID || !moved.Start.Equal(at("2026-04-02 16:00")) {
		t.Errorf("%+v, %v", out.Result, out.Err)
	}
}

// The answer is in the language of the words, else of the caller, else of the
// place.
func TestLanguages(t *testing.T) {
	b := onBolt(t)
	for i, row := range []struct {
		told, prefers canonical.Language
		want          canonical.Language
	}{
		{canonical.English, canonical.Spanish, canonical.English}, {"", canonical.English, canonical.English}, {"", "", canonical.Spanish},
	} {
		out := b.do(canonical.Converse{Want: canonical.OpBook, Language: row.told}, tracked(fmt.Sprint(i), "", ""), func(r *canonical.Request) { r.Language = row.prefers })
		if q := out.Result.(canonical.Question); q.Language != row.want || out.Meta.Language != row.want {
			t.Errorf("%+v: %s, %s", row, q.Language, out.Meta.Language)
		}
	}
}
