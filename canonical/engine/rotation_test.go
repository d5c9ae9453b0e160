package engine_test

import (
	"slices"
	"testing"

	"hora/canonical"
	"hora/canonical/engine"
)

// rotate is the desk started anew with another secret.
func (s shop) rotate(secret, former string) {
	c := s.Config
	c.Secret, c.Before = []byte(secret), []byte(former)
	s.bench.Engine = engine.New(c)
}

// Whatever becomes of the secret, a credential that was told stays good, and a
// replay never tells another: it tells the same, as long as the desk knows the
// secret that it was derived from, and none after that.
func TestCredentialsOutliveTheSecret(t *testing.T) {
	s := salon(t)
	first := string(s.Config.Secret)
	const second, third = "a second one, of thirty-two bytes", "a third one, of thirty-two bytes."
	books := canonical.Book{Service: "trial", Slot: slotID("june", "", "2026-04-01 10:00"), Client: alice}
	joins := canonical.JoinWaitlist{Service: "yoga", Client: alice}
	made := map[string]canonical.Command{"booking": books, "entry": joins}
	told, reads := map[string]*canonical.Grant{}, map[string]canonical.Command{}
	for name, c := range made {
		out := s.want(name, "ok", s.as("p1", c, message(name)))
		if told[name] = out.Meta.Grant; told[name] == nil {
			t.Fatalf("%s: no credential", name)
		}
		switch r := out.Result.(type) {
		case canonical.Booking:
			reads[name] = canonical.GetBooking{Booking: r.ID}
		case canonical.Entry:
			reads[name] = canonical.GetEntry{Entry: r.ID}
		}
	}
	for _, step := range []struct {
		secret, former string
		again          bool
	}{{second, first, true}, {second, "", false}, {third, second, false}, {first, third, true}} {
		s.rotate(step.secret, step.former)
		for name, c := range made {
			out := s.want(name+" again", "ok", s.as("p1", c, message(name)))
			g := out.Meta.Grant
			if !out.Meta.Replayed || (g != nil) != step.again || g != nil && *g != *told[name] {
				t.Errorf("%s with %q after %q: replayed %v, granted %v, want %v", name, step.secret, step.former, out.Meta.Replayed, g, told[name])
			}
			s.want(name+" by its credential", "ok", s.as("p2", reads[name], presenting(told[name].Value)))
			s.want(name+" by its maker", "ok", s.as("p1", reads[name]))
		}
	}
}

// A booking that moves beyond the life of its credential tells it again, if the
// desk can; where it cannot, the credential lasts longer all the same.
func TestProlongedCredentialsOutliveTheSecret(t *testing.T) {
	for _, keeps := range []bool{true, false} {
		s := salon(t)
		former := string(s.Config.Secret)
		if !keeps {
			former = ""
		}
		out := s.as("p1", canonical.Book{Service: "trial", Slot: slotID("june", "", "2026-04-01 10:00"), Client: alice})
		b, grant := out.Result.(canonical.Booking), out.Meta.Grant
		s.rotate("another one, of thirty-two bytes.", former)
		later := canonical.Reschedule{Booking: b.ID, Slot: slotID("june", "", "2026-04-09 10:00")}
		for _, moved := range []canonical.Outcome{s.as("p1", later, message("m")), s.as("p1", later, message("m"))} {
			if g := s.want("moving", "ok", moved).Meta.Grant; (g != nil) != keeps || g != nil && g.Value != grant.Value {
				t.Errorf("former secret %v: granted %+v, before %+v", keeps, g, grant)
			}
		}
		s.want("confirming", "ok", s.as("", canonical.ConfirmBooking{Booking: b.ID}, business))
		s.travel(grant.Expires)
		s.want("after the first end", "ok", s.as("p2", canonical.GetBooking{Booking: b.ID}, presenting(grant.Value)))
	}
}

// A hold that is a booking already answers with it, and with its credential if
// the desk can tell that: also one that was booked without.
func TestHoldsOutliveTheSecret(t *testing.T) {
	s := salon(t)
	first := string(s.Config.Secret)
	h := s.hold("p1", canonical.PlaceHold{Service: "cut", Slot: slotID("ava", "c1", "2026-04-01 10:00")})
	bare := s.hold("p1", canonical.PlaceHold{Service: "cut", Slot: slotID("ava", "c1", "2026-04-01 11:00")})
	grant := s.want("booking", "ok", s.as("p1", conversion(h))).Meta.Grant
	s.want("booking without", "ok", s.as("p1", conversion(bare), func(r *canonical.Request) { r.Rules &^= canonical.Credentials }))
	s.rotate("a second one, of thirty-two bytes", first)
	if g := s.want("with the secret before", "ok", s.as("p1", conversion(h))).Meta.Grant; g == nil || *g != *grant {
		t.Errorf("granted %+v, before %+v", g, grant)
	}
	if g := s.want("of one without", "ok", s.as("p1", conversion(bare))).Meta.Grant; g != nil {
		t.Errorf("granted %+v, and the booking knows none", g)
	}
	s.rotate("a second one, of thirty-two bytes", "")
	if g := s.want("without the secret before", "ok", s.as("p1", conversion(h))).Meta.Grant; g != nil {
		t.Errorf("granted %+v, before %+v", g, grant)
	}
}

// A page that was begun before the secret changed is gone on with after it.
func TestCursorsOutliveTheSecret(t *testing.T) {
	s := salon(t)
	first := string(s.Config.Secret)
	page := s.services(canonical.ListServices{Limit: 3})
	rest := canonical.ListServices{Limit: 3, After: page.Next}
	want := s.services(rest)
	s.rotate("a second one, of thirty-two bytes", first)
	if got := s.services(rest); !slices.EqualFunc(got.Services, want.Services, func(a, b canonical.Service) bool { return a.ID == b.ID }) {
		t.Errorf("after the change %v, before %v", got.Services, want.Services)
	}
	s.rotate("a second one, of thirty-two bytes", "")
	s.want("without the secret before", "invalid", s.as("p1", rest))
}
