package engine_test

import (
	"testing"
	"time"

	"hora/canonical"
)

func TestMessagesHappenOnce(t *testing.T) {
	b := onBolt(t)
	c := booking("kine", "2026-04-01 10:00")
	first := b.do(c, message("m1"))
	again := b.do(c, message("m1"))
	if first.Err != nil || again.Err != nil || first.Result.(canonical.Booking).ID != again.Result.(canonical.Booking).ID {
		t.Fatalf("replay: %v %v", first.Err, again.Err)
	}
	if first.Meta.Replayed || !again.Meta.Replayed || first.Meta.ID != again.Meta.ID {
		t.Errorf("answers %+v and %+v", first.Meta, again.Meta)
	}
	other := c
	other.Notes = "otra cosa"
	if got := code(b.do(other, message("m1"))); got != "message_reused" {
		t.Errorf("changed content: %s", got)
	}
	for name, who := range map[string]func(*canonical.Request){
		"another caller":    func(r *canonical.Request) { r.Message, r.Caller = "m1", "key:2" },
		"another dialect":   func(r *canonical.Request) { r.Message, r.Binding = "m1", "usp" },
		"another operation": func(r *canonical.Request) { r.Message, r.Operation = "m1", "book" },
		"nobody known":      func(r *canonical.Request) { r.Message = "m1"; anonymous(r) },
	} {
		if got := code(b.do(c, who)); got != "slot_taken" {
			t.Errorf("%s: %s", name, got)
		}
	}
	b.travel(now.Add(24 * time.Hour))
	c.Start = at("2026-04-02 10:00")
	if got := code(b.do(c, message("m1"))); got != "ok" {
		t.Errorf("a day later the id is new: %s", got)
	}
}

func TestAnonymousMessagesBelongToTheirContact(t *testing.T) {
	b := onBolt(t)
	c := booking("kine", "2026-04-01 10:00")
	if got := code(b.do(c, message("1"), anonymous)); got != "ok" {
		t.Fatal(got)
	}
	c.Client.Email, c.Start = "otra@mail.com", at("2026-04-01 12:00")
	if got := code(b.do(c, message("1"), anonymous)); got != "ok" {
		t.Errorf("somebody else with the same id: %s", got)
	}
}

func TestRefusalsAreNotRemembered(t *testing.T) {
	b := onBolt(t)
	taken := b.do(booking("kine", "2026-04-01 10:00")).Result.(canonical.Booking)
	if got := code(b.do(booking("kine", "2026-04-01 10:00"), message("m"))); got != "slot_taken" {
		t.Fatal(got)
	}
	b.do(canonical.Cancel{Booking: taken.ID})
	if got := code(b.do(booking("kine", "2026-04-01 10:00"), message("m"))); got != "ok" {
		t.Errorf("after the slot came free: %s", got)
	}
}
