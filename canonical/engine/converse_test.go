package engine_test

import (
	"strings"
	"testing"

	"hora/canonical"
)

func n(i int) *int { return &i }

// tracked marks a message as part of an A2A conversation.
func tracked(id, conversation, task string) func(*canonical.Request) {
	return func(r *canonical.Request) {
		r.Tracked, r.Message, r.Conversation, r.Task = true, id, conversation, task
		r.Said = saying(id, `[]`)
	}
}

// saying is a message as its history keeps it.
func saying(id, parts string) func() *canonical.Utterance {
	return func() *canonical.Utterance { return &canonical.Utterance{ID: id, Parts: []byte(parts)} }
}

func needs(o canonical.Outcome) string {
	var all []string
	for _, n := range o.Needs {
		all = append(all, string(n.Field))
	}
	return strings.Join(all, " ")
}

// A text that stands alone is done or asked about at once.
func TestConverseAlone(t *testing.T) {
	b := onBolt(t)
	email := canonical.Client{Email: "a@b.cl"}
	for _, row := range []struct {
		name  string
		c     canonical.Converse
		needs string // of a question
		did   string // name of the act it came to
	}{
		{"nothing understood", canonical.Converse{}, "", "question"},
		{"the catalogue", canonical.Converse{Want: canonical.OpListServices}, "", "catalogue"},
		{"hours of what could be two", canonical.Converse{Want: canonical.OpFindSlots, Words: []string{"kinesiologia"}}, "service", "question"},
		{"hours of one", canonical.Converse{Want: canonical.OpFindSlots, Words: []string{"musculoesqueletica"}}, "", "slots"},
		{"hours of one, said short", canonical.Converse{Want: canonical.OpFindSlots, Words: []string{"musculo"}}, "", "slots"},
		{"hours of a day that no year has", canonical.Converse{Want: canonical.OpFindSlots, Words: []string{"masaje"}, When: canonical.When{Day: canonical.Day{Yearly: "02-30"}}}, "date", "question"},
		{"a booking on a day that no year has", canonical.Converse{Want: canonical.OpBook, Words: []string{"masaje"}, When: canonical.When{Day: canonical.Day{Yearly: "02-30"}, Clock: "10:00"}, Client: email}, "date", "question"},
		{"a booking without anything", canonical.Converse{Want: canonical.OpBook}, "service date time email", "question"},
		{"a booking this week", canonical.Converse{Want: canonical.OpBook, Words: []string{"kinesiologia"}, When: canonical.When{Day: canonical.Day{Week: n(0)}}}, "service date time email", "question"},
		{"a day without a clock", canonical.Converse{Want: canonical.OpBook, Words: []string{"masaje"}, When: canonical.When{Day: canonical.Day{Weekday: "wed"}}, Client: email}, "time", "question"},
		{"a clock without a day", canonical.Converse{Want: canonical.OpBook, Words: []string{"masaje"}, When: canonical.When{Clock: "10:00"}, Client: email}, "date", "question"},
		{"all there", canonical.Converse{Want: canonical.OpBook, Words: []string{"masaje"}, When: canonical.When{Day: canonical.Day{Weekday: "wed"}, Clock: "10:00"}, Client: email}, "", "booking"},
		{"a cancellation of what", canonical.Converse{Want: canonical.OpCancel}, "booking", "question"},
		{"a move of what and when", canonical.Converse{Want: canonical.OpReschedule}, "booking date time", "question"},
	} {
		t.Run(row.name, func(t *testing.T) {
			out := b.do(row.c)
			if out.Err != nil {
				t.Fatal(out.Err)
			}
			got := ""
			switch r := out.Result.(type) {
			case canonical.Question:
				got = "question"
			case canonical.Catalogue:
				got = "catalogue"
			case canonical.Slots:
				got = "slots"
			case canonical.Booking:
				got = "booking"
				if !r.Start.Equal(at("2026-04-01 10:00")) {
					t.Errorf("booked for %v", r.Start)
				}
			}
			if got != row.did || needs(out) != row.needs {
				t.Errorf("came to %s needing %q, want %s needing %q", got, needs(out), row.did, row.needs)
			}
			if out.Meta.Task != nil || out.Meta.Conversation != "" {
				t.Error("a text that stands alone left a task behind")
			}
		})
	}
	if got := code(b.do(canonical.Converse{Want: canonical.OpCancel, Booking: "x"}, anonymous)); got != "unauthenticated" {
		t.Errorf("cancelling without a key: %s", got)
	}
}

// Where clocks are put forward, a time that none of them shows is no time.
func TestSkippedClock(t *testing.T) {
	b := onBolt(t)
	b.travel(at("2026-09-01 12:00"))
	out := b.do(canonical.Converse{Want: canonical.OpBook, Words: []string{"masaje"}, When: canonical.When{Day: canonical.Day{Date: "2026-09-06"}, Clock: "00:30"}, Client: canonical.Client{Email: "a@b.cl"}})
	if needs(out) != "time" {
		t.Errorf("came to %v %v needing %q", out.Result, out.Err, needs(out))
	}
}

// The times people say, from Monday 30 March 2026, 09:00.
func TestWhen(t *testing.T) {
	b := onBolt(t)
	for _, row := range []struct {
		name string
		w    canonical.When
		want string
	}{
		{"an instant", canonical.When{At: at("2026-04-01 10:00")}, "2026-04-01 10:00"},
		{"a date", canonical.When{Day: canonical.Day{Date: "2026-04-02"}, Clock: "16:30"}, "2026-04-02 16:30"},
		{"a day of the year", canonical.When{Day: canonical.Day{Yearly: "04-02"}, Clock: "10:00"}, "2026-04-02 10:00"},
		{"today", canonical.When{Day: canonical.Day{Ahead: n(0)}, Clock: "10:00"}, "2026-03-30 10:00"},
		{"tomorrow", canonical.When{Day: canonical.Day{Ahead: n(1)}, Clock: "10:00"}, "2026-03-31 10:00"},
		{"monday is today", canonical.When{Day: canonical.Day{Weekday: "mon"}, Clock: "12:00"}, "2026-03-30 12:00"},
		{"thursday", canonical.When{Day: canonical.Day{Weekday: "thu"}, Clock: "12:00"}, "2026-04-02 12:00"},
		{"thursday next week", canonical.When{Day: canonical.Day{Weekday: "thu", Week: n(1)}, Clock: "12:00"}, "2026-04-09 12:00"},
		{"next monday is not today", canonical.When{Day: canonical.Day{Weekday: "mon", Later: true}, Clock: "12:00"}, "2026-04-06 12:00"},
		{"today's day of the month", canonical.When{Day: canonical.Day{Monthly: 30}, Clock: "13:00"}, "2026-03-30 13:00"},
		{"a day of the next month", canonical.When{Day: canonical.Day{Monthly: 2}, Clock: "13:00"}, "2026-04-02 13:00"},
		{"a weekday and its day of the month", canonical.When{Day: canonical.Day{Weekday: "thu", Monthly: 9}, Clock: "13:00"}, "2026-04-09 13:00"},
		{"a weekday and an hour", canonical.When{Day: canonical.Day{Weekday: "mon", Monthly: 16, Later: true}}, "2026-04-06 16:00"},
		{"the first of several days", canonical.When{Day: canonical.Day{Date: "2026-04-02"}, Until: &canonical.Day{Date: "2026-04-07"}, Clock: "14:00"}, "2026-04-02 14:00"},
		{"three in the afternoon", canonical.When{Day: canonical.Day{Date: "2026-04-07"}, Clock: "03:00", After: "12:00"}, "2026-04-07 15:00"},
		{"half past two, between two and four", canonical.When{Day: canonical.Day{Date: "2026-04-08"}, Clock: "02:30", After: "14:00", Before: "16:00"}, "2026-04-08 14:30"},
	} {
		out := b.do(canonical.Converse{Want: canonical.OpBook, Words: []string{"masaje"}, When: row.w, Client: canonical.Client{Email: "a@b.cl"}})
		made, ok := out.Result.(canonical.Booking)
		if !ok || !made.Start.Equal(at(row.want)) {
			t.Errorf("%s: %v %v, want %s", row.name, made.Start, out.Err, row.want)
		}
	}
}

func TestConversationToABooking(t *testing.T) {
	b := onBolt(t)
	b.do(booking("kine", "2026-04-01 10:00"))

	first := b.do(canonical.Converse{Want: canonical.OpBook, Words: []string{"kinesiologia"}, Language: canonical.Spanish}, tracked("1", "", ""), anonymous)
	task := first.Meta.Task
	if task == nil || task.State != canonical.TaskInputRequired || needs(first) != "service date time email" || task.Conversation != first.Meta.Conversation {
		t.Fatalf("first answer: %+v, needs %q", first.Meta, needs(first))
	}
	say := func(id string, c canonical.Converse) canonical.Outcome {
		t.Helper()
		out := b.do(c, tracked(id, task.Conversation, task.ID), anonymous)
		if out.Err != nil {
			t.Fatalf("%s: %v", id, out.Err)
		}
		return out
	}
	offer := say("2", canonical.Converse{Choice: 1}) // the first of the two kinesiologies
	q := offer.Result.(canonical.Question)
	if q.Service == nil || q.Service.ID != "kine" || len(q.Offer) != 5 || needs(offer) != "time date email" {
		t.Fatalf("after choosing: %+v needing %q", q, needs(offer))
	}
	taken := say("3", canonical.Converse{When: canonical.When{Day: canonical.Day{Date: "2026-04-01"}, Clock: "10:00"}})
	if q := taken.Result.(canonical.Question); len(q.Offer) == 0 || len(taken.Notices) != 1 || taken.Notices[0].Code != "slot_taken" {
		t.Fatalf("a taken time: %+v %+v", q, taken.Notices)
	}
	if still := say("3b", canonical.Converse{Client: canonical.Client{Name: "Ana"}}); needs(still) != "time email" {
		t.Fatalf("the day was lost with the hour: %q", needs(still))
	}
	lacking := say("4", canonical.Converse{When: canonical.When{Clock: "11:00"}}) // one of the times that were offered
	if needs(lacking) != "email" {
		t.Fatalf("needing %q after the time", needs(lacking))
	}
	shown := say("5", canonical.Converse{Client: canonical.Client{Email: "ana@mail.com", Name: "Ana"}})
	p := shown.Result.(canonical.Question).Proposal
	if needs(shown) != "confirm" || p == nil || !p.Start.Equal(at("2026-04-01 11:00")) || shown.Result.(canonical.Question).Provider.Name != "Dra. María" {
		t.Fatalf("proposal %+v needing %q", p, needs(shown))
	}
	if again := say("6", canonical.Converse{Answer: canonical.Yes, When: canonical.When{Clock: "12:00"}}); needs(again) != "confirm" {
		t.Fatalf("a yes that changes the time was taken for a yes: %q", needs(again))
	}
	say("7", canonical.Converse{Answer: canonical.No})
	say("8", canonical.Converse{When: canonical.When{Clock: "15:00"}})
	done := say("9", canonical.Converse{Answer: canonical.Yes})
	made, ok := done.Result.(canonical.Booking)
	if !ok || !made.Start.Equal(at("2026-04-01 15:00")) || made.Client.Email != "ana@mail.com" || done.Meta.Task.State != canonical.TaskCompleted || done.Meta.Task.ID != task.ID {
		t.Fatalf("done: %+v %+v", done.Result, done.Meta.Task)
	}
	if n := len(done.Meta.Task.History); n != 19 {
		t.Errorf("history of %d messages, want 10 of the caller's and the 9 answers between them", n)
	}
	if replay := b.do(canonical.Converse{Answer: canonical.Yes}, tracked("9", task.Conversation, task.ID), anonymous); !replay.Meta.Replayed || replay.Result.(canonical.Booking).ID != made.ID {
		t.Errorf("the last message again: %+v", replay)
	}
	if got := code(b.do(canonical.Converse{Answer: canonical.Yes}, tracked("10", task.Conversation, task.ID), anonymous)); got != "task_over" {
		t.Errorf("a message to a finished task: %s", got)
	}
}

func TestConversationIsForgottenAndPrivate(t *testing.T) {
	b := onBolt(t)
	ask := canonical.Converse{Want: canonical.OpBook, Words: []string{"musculoesqueletica"}}
	b.do(ask, tracked("1", "ctx", ""))
	more := canonical.Converse{Want: canonical.OpBook, When: canonical.When{Day: canonical.Day{Ahead: n(1)}, Clock: "10:00"}}
	if out := b.do(more, tracked("2", "ctx", "")); needs(out) != "email" || out.Meta.Conversation != "ctx" {
		t.Errorf("the draft was not kept: %q", needs(out))
	}
	other := func(r *canonical.Request) { r.Caller = "key:2" }
	if out := b.do(more, tracked("3", "ctx", ""), other); needs(out) != "service email" {
		t.Errorf("somebody else's context: %q", needs(out))
	}
	b.travel(now.Add(31 * 60 * 1e9))
	if out := b.do(more, tracked("4", "ctx", "")); needs(out) != "service email" {
		t.Errorf("after half an hour: %q", needs(out))
	}
}
