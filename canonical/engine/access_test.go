package engine_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"hora/canonical"
	"hora/canonical/engine"
)

// A booking is known to the platform that made it, to whoever holds its
// credential, and to the business; to anybody else there is no such booking.
func TestWhoKnowsABooking(t *testing.T) {
	s := salon(t)
	out := s.as("p1", canonical.Book{Service: "cut", Slot: slotID("ava", "c1", "2026-04-01 10:00"), Client: alice})
	b, grant := out.Result.(canonical.Booking), out.Meta.Grant
	if grant == nil || !strings.HasPrefix(grant.Value, "bsc_") || len(grant.Value) != 36 || !grant.Expires.After(b.End()) {
		t.Fatalf("granted %+v", grant)
	}
	notes := "x"
	acts := map[string]canonical.Command{
		"get": canonical.GetBooking{Booking: b.ID}, "cancel": canonical.Cancel{Booking: b.ID},
		"reschedule": canonical.Reschedule{Booking: b.ID, Slot: slotID("ava", "c1", "2026-04-01 11:00")},
		"pay":        pay(b, 1), "update": canonical.UpdateBooking{Booking: b.ID, Notes: &notes},
	}
	wrong := strings.Replace(grant.Value, grant.Value[5:6], "!", 1)
	for name, c := range acts {
		s.want(name+" by another platform", "unknown_booking", s.as("p2", c))
		s.want(name+" with a wrong credential", "unknown_booking", s.as("p1", c, presenting(wrong)))
		s.want(name+" by the business with a wrong credential", "unknown_booking", s.as("p1", c, business, presenting(wrong)))
		s.want(name+" by nobody", "unauthenticated", s.as("p1", c, anonymous))
		s.want(name+" by nobody with the credential", "unauthenticated", s.as("p1", c, anonymous, presenting(grant.Value)))
	}
	for name, out := range map[string]canonical.Outcome{
		"its maker":         s.as("p1", acts["get"]),
		"with a credential": s.as("p2", acts["get"], presenting(grant.Value)),
		"its maker, with":   s.as("p1", acts["get"], presenting(grant.Value)),
		"the business":      s.as("", acts["get"], business),
	} {
		got := s.want(name, "ok", out).Result.(canonical.Booking)
		if got.Client != alice || got.Owner != "" || got.Access != nil || got.Claims != nil || out.Meta.Grant != nil {
			t.Errorf("%s sees %+v", name, got)
		}
	}
	s.want("another organisation's business", "unknown_booking", s.as("", acts["get"], func(r *canonical.Request) {
		business(r)
		r.Principal.Organization = "clinica"
	}))
	s.want("cancelling with it", "ok", s.as("p2", acts["cancel"], presenting(grant.Value)))
	s.want("after the end", "unknown_booking", s.as("p2", acts["get"], presenting(grant.Value)))
	s.want("after the end, its maker", "ok", s.as("p1", acts["get"], presenting(grant.Value)))
}

// A credential is good until its end, and a booking that moves further than
// that prolongs it: the same credential, told again.
func TestCredentialsExpire(t *testing.T) {
	s := salon(t)
	out := s.as("p1", canonical.Book{Service: "trial", Slot: slotID("june", "", "2026-04-01 10:00"), Client: alice})
	b, grant := out.Result.(canonical.Booking), out.Meta.Grant
	s.want("confirming", "ok", s.as("", canonical.ConfirmBooking{Booking: b.ID}, business))
	s.travel(grant.Expires.Add(-time.Second))
	s.want("at its last second", "ok", s.as("p2", canonical.GetBooking{Booking: b.ID}, presenting(grant.Value)))
	s.travel(grant.Expires)
	s.want("after it", "unknown_booking", s.as("p2", canonical.GetBooking{Booking: b.ID}, presenting(grant.Value)))

	s = salon(t)
	out = s.as("p1", canonical.Book{Service: "trial", Slot: slotID("june", "", "2026-04-01 10:00"), Client: alice})
	b, grant = out.Result.(canonical.Booking), out.Meta.Grant
	later := canonical.Reschedule{Booking: b.ID, Slot: slotID("june", "", "2026-04-09 10:00")}
	first, replay := s.as("p1", later, message("m")), s.as("p1", later, message("m"))
	for _, moved := range []canonical.Outcome{first, replay} {
		if g := moved.Meta.Grant; g == nil || g.Value != grant.Value || !g.Expires.Equal(grant.Expires.AddDate(0, 0, 8)) {
			t.Errorf("granted %+v, before %+v", g, grant)
		}
	}
	s.want("confirming", "ok", s.as("", canonical.ConfirmBooking{Booking: b.ID}, business))
	s.travel(grant.Expires)
	s.want("after the first end", "ok", s.as("p2", canonical.GetBooking{Booking: b.ID}, presenting(grant.Value)))
	earlier := s.as("p1", canonical.Reschedule{Booking: b.ID, Slot: slotID("june", "", "2026-04-08 10:00")})
	if s.want("moving it back", "ok", earlier); earlier.Meta.Grant != nil {
		t.Error("a credential that lasts was told again")
	}
}

// A replay tells the credential again, though nothing that is stored tells it;
// and without a secret there is none.
func TestCredentialsAreNotStored(t *testing.T) {
	s := salon(t)
	c := canonical.Book{Service: "cut", Slot: slotID("ava", "c1", "2026-04-01 10:00"), Client: alice}
	tracking := func(r *canonical.Request) { r.Tracked = true }
	first := s.as("p1", c, message("m"), tracking)
	again := s.as("p1", c, message("m"), tracking)
	if first.Meta.Grant == nil || again.Meta.Grant == nil || *first.Meta.Grant != *again.Meta.Grant || !again.Meta.Replayed || first.Meta.Task.ID != again.Meta.Task.ID {
		t.Fatalf("%+v %+v", first.Meta.Grant, again.Meta.Grant)
	}
	task := s.as("p1", canonical.GetTask{Task: first.Meta.Task.ID}, tracking)
	if s.want("its task", "ok", task); task.Meta.Grant != nil || task.Meta.Directory == nil || task.Result.(canonical.Task).Outcome.Meta.Grant != nil {
		t.Errorf("reading the task tells %+v, directory %v", task.Meta.Grant, task.Meta.Directory != nil)
	}
	secret := []byte(first.Meta.Grant.Value)
	for _, k := range []canonical.StoreKey{canonical.BookingKey(first.Result.(canonical.Booking).ID), canonical.TaskOutcomeKey(first.Meta.Task.ID)} {
		found, err := s.store.Store.Load(t.Context(), k)
		if err != nil || found[0].Version == 0 || bytes.Contains(found[0].Body, secret) {
			t.Errorf("%v: version %d, %v", k, found[0].Version, err)
		}
	}
	other := s.as("p1", canonical.Book{Service: "cut", Slot: slotID("ava", "c1", "2026-04-01 11:00"), Client: alice})
	if other.Meta.Grant.Value == first.Meta.Grant.Value {
		t.Error("two bookings have one credential")
	}
	bare := engine.New(engine.Config{Acts: []engine.Acts{engine.Appointments, engine.Tasks, engine.Agents}, Store: s.store, Clock: s.Clock, IDs: s.IDs})
	out := bare.Do(context.Background(), canonical.Request{Meta: canonical.Meta{Organization: "salon", Binding: "usp", Caller: "key:p1", Rules: agentRules,
		Principal: canonical.Principal{Role: canonical.RolePlatform, ID: "p1", Organization: "salon"}},
		Command: canonical.Book{Service: "cut", Slot: slotID("ava", "c1", "2026-04-02 11:00"), Client: alice}})
	if s.want("without a secret", "ok", out); out.Meta.Grant != nil {
		t.Error("a credential without a secret")
	}
}

// An act with a precondition happens only on the state that its caller saw;
// its replay asks no more.
func TestPreconditions(t *testing.T) {
	s := salon(t)
	c := june("trial", "2026-04-02 10:00")
	b := s.book(c)
	notes, stale := "x", b.Tag()
	out := s.want("on what was seen", "ok", s.as("p1", canonical.UpdateBooking{Booking: b.ID, Notes: &notes}, ifMatch(stale), message("m")))
	updated := out.Result.(canonical.Booking)
	fresh := updated.Tag()
	if fresh == stale {
		t.Fatal("a change kept its tag")
	}
	s.want("its replay", "ok", s.as("p1", canonical.UpdateBooking{Booking: b.ID, Notes: &notes}, ifMatch(stale), message("m")))
	for name, act := range map[string]func(...func(*canonical.Request)) canonical.Outcome{
		"update": func(m ...func(*canonical.Request)) canonical.Outcome {
			return s.as("p1", canonical.UpdateBooking{Booking: b.ID, Notes: &notes}, m...)
		},
		"cancel": func(m ...func(*canonical.Request)) canonical.Outcome {
			return s.as("p1", canonical.Cancel{Booking: b.ID}, m...)
		},
		"reschedule": func(m ...func(*canonical.Request)) canonical.Outcome {
			return s.as("p1", canonical.Reschedule{Booking: b.ID, Slot: slotID("june", "", "2026-04-03 10:00")}, m...)
		},
		"pay": func(m ...func(*canonical.Request)) canonical.Outcome { return s.as("p1", pay(b, 1), m...) },
		"confirm": func(m ...func(*canonical.Request)) canonical.Outcome {
			return s.as("p1", canonical.ConfirmBooking{Booking: b.ID}, append(m, business)...)
		},
		"advance": func(m ...func(*canonical.Request)) canonical.Outcome {
			return s.as("p1", canonical.Advance{Booking: b.ID, Step: canonical.CheckIn}, append(m, business)...)
		},
	} {
		s.want(name+" on a stale state", "stale_revision", act(ifMatch(stale)))
	}
	if now := s.booking(b.ID); now.Tag() != fresh {
		t.Error("a refused act changed the booking")
	}
	s.want("on the state it has", "ok", s.as("p1", canonical.Cancel{Booking: b.ID}, ifMatch(fresh)))
	h := s.hold("p1", canonical.PlaceHold{Service: "facial", Slot: slotID("june", "", "2026-04-02 12:00")})
	s.want("a release minds no precondition", "ok", s.as("p1", canonical.ReleaseHold{Hold: h.ID}, ifMatch(stale)))
}

// Ids that come without a context are known for as long as a conversation
// lasts; others are adopted, and the answer says so, also a refusal.
func TestAdoptedConversations(t *testing.T) {
	s := salon(t)
	talking := func(id string) func(*canonical.Request) {
		return func(r *canonical.Request) { r.Tracked, r.Conversation = true, id }
	}
	const minted, old, future = "01KMZ9HRH0ABCDEFGHJKMNPQRS", "01KMZ83ZP0ABCDEFGHJKMNPQRS", "01KMZV07M0ABCDEFGHJKMNPQRS"
	search := canonical.FindSlots{Service: "cut", Every: true}
	for name, row := range map[string]struct {
		id      string
		adopted bool
	}{
		"none":                      {"", false},
		"a stranger's":              {"sess_abc123", true},
		"one of ours, of just now":  {minted, false},
		"one of ours, of long ago":  {old, true},
		"one of a time to come":     {future, true},
		"one of ours in lower case": {strings.ToLower(minted), true},
	} {
		out := s.as("p1", search, talking(row.id))
		if out.Meta.Adopted != row.adopted || row.id != "" && out.Meta.Conversation != row.id || out.Meta.Conversation == "" {
			t.Errorf("%s: adopted %v, %q", name, out.Meta.Adopted, out.Meta.Conversation)
		}
	}
	refused := s.as("p1", canonical.ReleaseHold{Hold: "none"}, talking("sess_abc123"))
	if !refused.Meta.Adopted || refused.Meta.Conversation != "sess_abc123" {
		t.Errorf("a refusal: %+v", refused.Meta)
	}
	s.want("writing in it", "ok", s.as("p1", canonical.PlaceHold{Service: "facial", Slot: slotID("june", "", "2026-04-02 12:00")}, talking("sess_abc123")))
	if out := s.as("p1", search, talking("sess_abc123")); out.Meta.Adopted {
		t.Error("it is known now, and adopted again")
	}
	if out := s.as("p2", search, talking("sess_abc123")); !out.Meta.Adopted {
		t.Error("another platform is in the conversation of the first")
	}
	s.travel(now.Add(30*time.Minute - time.Second))
	if out := s.as("p1", search, talking("sess_abc123")); out.Meta.Adopted {
		t.Error("forgotten too early")
	}
	s.travel(now.Add(30 * time.Minute))
	if out := s.as("p1", search, talking("sess_abc123")); !out.Meta.Adopted {
		t.Error("remembered too long")
	}
}
