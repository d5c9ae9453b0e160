package engine_test

import (
	"strings"
	"testing"
	"time"

	"hora/canonical"
)

// Which operation is possible from which state (USP 5.1.1), and that a refusal
// shows how the booking stands.
func TestOperationsByState(t *testing.T) {
	type to func(s shop) canonical.Booking
	paid := func(s shop) canonical.Booking {
		b := s.book(june("facial", "2026-04-02 10:00"))
		s.want("paying", "ok", s.as("p1", pay(b, 12000)))
		return s.booking(b.ID)
	}
	started := func(s shop) canonical.Booking {
		b := paid(s)
		s.want("check-in", "ok", s.as("", canonical.Advance{Booking: b.ID, Step: canonical.CheckIn}, business))
		return s.booking(b.ID)
	}
	states := map[string]to{
		"pending":         func(s shop) canonical.Booking { return s.book(june("trial", "2026-04-02 10:00")) },
		"requires_action": func(s shop) canonical.Booking { return s.book(june("facial", "2026-04-02 10:00")) },
		"scheduled": func(s shop) canonical.Booking {
			return s.book(canonical.Book{Service: "cut", Slot: slotID("ava", "c1", "2026-04-02 10:00")})
		},
		"confirmed":   paid,
		"in_progress": started,
		"completed": func(s shop) canonical.Booking {
			b := started(s)
			s.want("completing", "ok", s.as("", canonical.Advance{Booking: b.ID, Step: canonical.Complete}, business))
			return s.booking(b.ID)
		},
		"no_show": func(s shop) canonical.Booking {
			b := paid(s)
			s.travel(b.Start.Add(15 * time.Minute))
			s.want("no show", "ok", s.as("", canonical.Advance{Booking: b.ID, Step: canonical.NoShow}, business))
			return s.booking(b.ID)
		},
		"canceled": func(s shop) canonical.Booking {
			b := paid(s)
			s.want("cancelling", "ok", s.as("p1", canonical.Cancel{Booking: b.ID}))
			return s.booking(b.ID)
		},
	}
	notes := "ring twice"
	operations := map[string]func(s shop, b canonical.Booking) canonical.Outcome{
		"confirm": func(s shop, b canonical.Booking) canonical.Outcome {
			return s.as("", canonical.ConfirmBooking{Booking: b.ID}, business)
		},
		"cancel": func(s shop, b canonical.Booking) canonical.Outcome {
			return s.as("p1", canonical.Cancel{Booking: b.ID})
		},
		"reschedule": func(s shop, b canonical.Booking) canonical.Outcome {
			return s.as("p1", canonical.Reschedule{Booking: b.ID, Slot: slotID(b.Provider.ID, "", "2026-04-03 11:00")})
		},
		"pay": func(s shop, b canonical.Booking) canonical.Outcome { return s.as("p1", pay(b, 12000)) },
		"update": func(s shop, b canonical.Booking) canonical.Outcome {
			return s.as("p1", canonical.UpdateBooking{Booking: b.ID, Notes: &notes})
		},
	}
	table := `
		state            confirm        cancel             reschedule     pay            update
		pending          ok             ok                 ok             invalid_state  ok
		requires_action  invalid_state  ok                 ok             ok             ok
		scheduled        ok             ok                 ok             invalid_state  ok
		confirmed        ok             ok                 ok             ok             ok
		in_progress      invalid_state  invalid_state      invalid_state  ok             ok
		completed        invalid_state  invalid_state      invalid_state  ok             invalid_state
		no_show          invalid_state  already_cancelled  invalid_state  invalid_state  invalid_state
		canceled         invalid_state  already_cancelled  invalid_state  invalid_state  invalid_state`
	var head []string
	for line := range strings.Lines(table) {
		f := strings.Fields(line)
		switch {
		case len(f) == 0:
			continue
		case f[0] == "state":
			head = f
			continue
		}
		for i, want := range f[1:] {
			t.Run(f[0]+"/"+head[i+1], func(t *testing.T) {
				s := salon(t)
				b := states[f[0]](s)
				out := s.want(head[i+1], want, operations[head[i+1]](s, b))
				if out.Err != nil && (out.Meta.Standing == nil || out.Meta.Standing.Tag() != b.Tag() || out.Meta.Standing.Owner != "" || out.Meta.Standing.Claims != nil) {
					t.Errorf("it stands as %+v", out.Meta.Standing)
				}
				if after := s.booking(b.ID); out.Err != nil && after.Tag() != b.Tag() {
					t.Error("a refusal changed the booking")
				}
			})
		}
	}
}

func TestAdvance(t *testing.T) {
	s := salon(t)
	b := s.book(june("facial", "2026-04-02 10:00"))
	advance := func(step canonical.Step, who ...func(*canonical.Request)) canonical.Outcome {
		return s.as("p1", canonical.Advance{Booking: b.ID, Step: step}, who...)
	}
	s.want("a platform", "forbidden", advance(canonical.CheckIn))
	s.want("nobody", "unauthenticated", advance(canonical.CheckIn, anonymous))
	s.want("unpaid", "invalid_state", advance(canonical.CheckIn, business))
	s.as("p1", pay(b, 12000))
	s.want("done before begun", "invalid_state", advance(canonical.Complete, business))
	s.want("absent before it began", "invalid_state", advance(canonical.NoShow, business))
	s.travel(b.Start.Add(15*time.Minute - time.Second))
	s.want("absent within the grace", "invalid_state", advance(canonical.NoShow, business))
	s.travel(b.Start.Add(15 * time.Minute))
	got := s.want("absent", "ok", advance(canonical.NoShow, business)).Result.(canonical.Booking)
	if f := got.Cancellation; got.State() != canonical.Cancelled || !f.NoShow || f.Fee != dollars(6000) || f.Refund != dollars(6000) || got.Lifecycle.Exceptions[0].Type != "no_show" {
		t.Errorf("%s %+v %+v", got.State(), f, got.Lifecycle.Exceptions)
	}
	s.want("no such step", "invalid_state", advance("dance", business))
}

// What cancelling costs and gives back, by who cancels and when.
func TestCancelTerms(t *testing.T) {
	for _, row := range []struct {
		name        string
		before      time.Duration // until the start
		business    bool
		by          string
		unpaid      bool
		want        string
		fee, refund int64
		told        string
	}{
		{name: "a day ahead", before: 24 * time.Hour, want: "ok", refund: 12000, told: "client"},
		{name: "later", before: 24*time.Hour - time.Second, want: "ok", fee: 6000, refund: 6000, told: "client"},
		{name: "an hour ahead", before: time.Hour, want: "ok", fee: 6000, refund: 6000, told: "client"},
		{name: "too late", before: time.Hour - time.Second, want: "too_late_to_cancel"},
		{name: "the business, late", before: time.Minute, business: true, want: "ok", refund: 12000, told: "admin"},
		{name: "the business, for a provider", before: time.Minute, business: true, by: "provider", want: "ok", refund: 12000, told: "provider"},
		{name: "a platform, as the client", before: 48 * time.Hour, by: "client", want: "ok", refund: 12000, told: "client"},
		{name: "a platform, as the business", before: 48 * time.Hour, by: "admin", want: "invalid"},
		{name: "a platform, as the system", before: 48 * time.Hour, by: "system", want: "invalid"},
		{name: "nothing was paid", before: 2 * time.Hour, unpaid: true, want: "ok", fee: 4000, told: "client"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := salon(t)
			c := june("facial", "2026-04-03 10:00")
			if row.unpaid {
				c = canonical.Book{Service: "cut", Slot: slotID("ava", "c1", "2026-04-03 10:00")}
			}
			b := s.book(c)
			if !row.unpaid {
				s.as("p1", pay(b, 12000))
			}
			s.travel(b.Start.Add(-row.before))
			var who []func(*canonical.Request)
			if row.business {
				who = append(who, business)
			}
			out := s.want("cancelling", row.want, s.as("p1", canonical.Cancel{Booking: b.ID, By: row.by, Reason: "a cold"}, who...))
			after := s.booking(b.ID)
			if out.Err != nil {
				if after.State() == canonical.Cancelled {
					t.Error("it was cancelled all the same")
				}
				return
			}
			fact := canonical.CancelledFact{By: row.told, Reason: "a cold", At: b.Start.Add(-row.before), Fee: dollars(row.fee), Refund: dollars(row.refund)}
			for _, seen := range []canonical.Booking{out.Result.(canonical.Cancellation).Booking, after} {
				if seen.Cancellation == nil || *seen.Cancellation != fact || seen.Billing.Refund != row.refund {
					t.Errorf("%+v, want %+v", seen.Cancellation, fact)
				}
			}
			s.travel(b.Start.Add(time.Hour))
			if again := s.booking(b.ID); !again.Cancellation.At.Equal(fact.At) || again.Tag() != after.Tag() {
				t.Error("reading it later tells another story")
			}
		})
	}
}

func TestNoCancellationAtAll(t *testing.T) {
	s := salon(t)
	s.load(strings.Replace(salonFile, `"no_cancellation_after": 60,`, `"no_cancellation": true,`, 1), now)
	b := s.book(june("trial", "2026-04-03 10:00"))
	s.want("the client", "too_late_to_cancel", s.as("p1", canonical.Cancel{Booking: b.ID}))
	s.want("the business", "ok", s.as("", canonical.Cancel{Booking: b.ID}, business))
}

// Only the allowed members change, and only those that are given.
func TestUpdateBooking(t *testing.T) {
	s := salon(t)
	b := s.book(canonical.Book{Service: "home", Slot: slotID("june", "", "2026-04-03 10:00"), Notes: "bell", Address: &canonical.Address{Line1: "1 Main St", City: "New York", Country: "US"}})
	s.travel(now.Add(time.Hour))
	notes := "no bell"
	changed := alice
	changed.Phone = "+12125550199"
	out := s.want("update", "ok", s.as("p1", canonical.UpdateBooking{Booking: b.ID, Client: &changed, Recipient: &canonical.Client{Name: "Bob"}, Notes: &notes}))
	got := out.Result.(canonical.Booking)
	if got.Client != changed || got.Recipient.Name != "Bob" || got.Notes != notes || got.Address.Line1 != "1 Main St" || got.Tag() == b.Tag() || !got.Changed().Equal(now.Add(time.Hour)) {
		t.Errorf("%+v", got)
	}
	other := alice
	other.Email = "bob@example.com"
	out = s.want("another address", "invalid", s.as("p1", canonical.UpdateBooking{Booking: b.ID, Client: &other}))
	if p := out.Err.Problems[0]; p.Path != "client.email" || p.Rule != canonical.RuleUnchanged {
		t.Errorf("%+v", p)
	}
	s.want("where to come", "ok", s.as("p1", canonical.UpdateBooking{Booking: b.ID, Address: &canonical.Address{Line1: "2 Main St", City: "New York", Country: "US"}}))
	if got := s.booking(b.ID); got.Address.Line1 != "2 Main St" || got.Notes != notes {
		t.Errorf("%+v", got)
	}
}

// What is peculiar to a booking of an agent: the address of a visit, the
// resource that it means, its party, and the client as this agent knows it.
func TestAgentBookings(t *testing.T) {
	s := salon(t)
	home := canonical.Book{Service: "home", Slot: slotID("june", "", "2026-04-03 10:00"), Client: alice}
	out := s.want("a visit nowhere", "invalid", s.as("p1", home))
	if p := out.Err.Problems[0]; p.Path != "address" || p.Rule != canonical.RuleRequired {
		t.Errorf("%+v", p)
	}
	cut := func(resource string) canonical.Outcome {
		return s.as("p1", canonical.Book{Service: "cut", Slot: slotID("ava", "c1", "2026-04-03 10:00"), Resource: resource, Client: alice})
	}
	s.want("another chair", "invalid", cut("c2"))
	s.want("another person", "invalid", cut("noor"))
	s.want("a table", "invalid", cut("t2"))
	s.want("nothing there is", "unknown_resource", cut("x"))
	s.want("the chair", "ok", cut("c1"))
	named := s.book(canonical.Book{Service: "cut", Start: ny("2026-04-03 11:00"), Resource: "noor"})
	if named.Provider.ID != "noor" {
		t.Errorf("with %s", named.Provider.ID)
	}
	s.want("an unreadable slot", "slot_taken", s.as("p1", canonical.Book{Service: "cut", Slot: "slot_20260316_1400", Client: alice}))
	s.want("two on one chair", "capacity_exceeded", s.as("p1", canonical.Book{Service: "cut", Slot: slotID("ava", "c2", "2026-04-03 12:00"), Party: 2, Client: alice}))

	other := canonical.Client{Email: "Alice@Example.com", Name: "A.", Surname: "W."}
	b := s.as("p2", canonical.Book{Service: "cut", Slot: slotID("ava", "c2", "2026-04-03 12:00"), Client: other}).Result.(canonical.Booking)
	if b.Client.Name != "A." || b.Client.Phone != "" || b.Client.Email != "alice@example.com" {
		t.Errorf("another platform is told what the first one said: %+v", b.Client)
	}
}
