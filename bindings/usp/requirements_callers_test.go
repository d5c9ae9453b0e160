package usp_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

const wrongCredential = "bsc_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

func TestU65_privileged_operations_need_a_caller(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		known := a.book("brow-shaping", slot("june-park", "", "2026-03-18 09:00"), "")
		id, credential := known.string("booking.id"), known.string("booking_scoped_credential.value")
		nobody, wrong := a, a
		nobody.key, wrong.key = "", "not-a-key"
		for _, c := range []agent{nobody, wrong, nobody.with(credential)} {
			for _, r := range []*answer{
				c.hold("brow-shaping", slot("june-park", "", "2026-03-18 10:00")), c.free("h1"), c.book("brow-shaping", slot("june-park", "", "2026-03-18 10:00"), ""),
				c.get(id), c.cancel(id), c.move(id, slot("june-park", "", "2026-03-18 10:00")), c.pay(id, 1),
				c.ask("usp/waitlist/join", `{"service_id":"braiding-class",`+alice+`}`),
			} {
				if r.fails("authentication_required", 401, -32000).status != 401 {
					t.Errorf("HTTP %d", r.status)
				}
			}
			for _, r := range []*answer{
				c.over("rest").ask("update", fmt.Sprintf(`{"booking_id":%q}`, id)), c.over("rest").ask("confirm", fmt.Sprintf(`{"booking_id":%q}`, id)), c.over("rest").ask("entries", `{}`),
				c.over("rest").ask("entry", `{"entry_id":"e"}`), c.over("rest").ask("leave", `{"entry_id":"e"}`), c.over("rest").ask("accept", `{"entry_id":"e"}`), c.over("rest").ask("decline", `{"entry_id":"e"}`),
			} {
				r.fails("authentication_required", 401, 0)
			}
		}
		nobody.ask("usp/services/list", `{}`).says("")
		nobody.ask("usp/services/get", `{"service_id":"haircut"}`).says("")
		nobody.ask("usp/services/feed", `{}`).says("")
		nobody.ask("usp/availability/query", `{"service_id":"haircut","start_date":"2026-03-18","end_date":"2026-03-18"}`).says("")
		wrong.ask("usp/services/list", `{}`).fails("authentication_required", 401, -32000) // a wrong key is never nobody's
		a.get(id).is("booking.status", "confirmed", "booking.revision", known.string("booking.revision"))
	})
}

// A registered key goes by its own address alone. Any other address is the
// first caller's that writes something under it, and a platform without one is
// not served.
func TestU66_platforms_say_who_they_are(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		at := func(hour string) string { return slot("june-park", "", "2026-03-18 "+hour) }
		silent := a
		silent.profile = ""
		silent.hold("brow-shaping", at("09:00")).is("hold.status", "active") // its key is registered
		other := a
		other.profile = "https://other.example/agent.json"
		other.hold("brow-shaping", at("10:00")).fails("profile_not_trusted", 403, -32000)

		rival := a.rival()
		silent = rival
		silent.profile = ""
		r := silent.hold("brow-shaping", at("10:00")).fails("invalid_request", 400, -32602)
		if !strings.Contains(r.raw, "USP-Agent") {
			t.Errorf("%s", r.brief())
		}
		rival.profile = a.profile // somebody else's
		rival.hold("brow-shaping", at("10:00")).fails("profile_not_trusted", 403, -32000)
		rival.profile = "https://new.example/agent.json"
		rival.hold("brow-shaping", at("10:00")).is("hold.status", "active")
		third := agent{salon: s, via: a.via, key: "demo-platform-3", profile: rival.profile}
		s.admit("demo-platform-3")
		third.hold("brow-shaping", at("11:00")).fails("profile_not_trusted", 403, -32000)
		rival.profile = "http://new.example/agent.json"
		rival.hold("brow-shaping", at("11:00")).fails("invalid_profile_url", 400, -32602)
	})
}

func TestU67_bookings_are_their_callers(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		made := a.book("facial", slot("june-park", "cabin-1", "2026-03-18 09:00"), "")
		id, credential := made.string("booking.id"), made.string("booking_scoped_credential.value")
		gone := func(r *answer) {
			t.Helper()
			if r.via() == "rest" {
				r.fails("booking_not_found", 404, 0)
			} else {
				r.says("booking_not_found").is("booking", "null")
			}
		}
		for _, c := range []agent{a.rival(), a.rival().with(wrongCredential), a.with(wrongCredential), a.boss().with(wrongCredential)} {
			gone(c.get(id))
			gone(c.cancel(id))
			gone(c.move(id, slot("june-park", "cabin-1", "2026-03-18 11:00")))
			gone(c.pay(id, 12000))
			c.over("rest").ask("update", fmt.Sprintf(`{"booking_id":%q,"notes":"mine"}`, id)).fails("booking_not_found", 404, 0)
		}
		for _, c := range []agent{a, a.with(credential), a.rival().with(credential), a.boss()} {
			c.get(id).is("booking.id", id)
		}
		a.rival().with(credential).pay(id, 12000).is("booking.status", "confirmed")

		entry := a.ask("usp/waitlist/join", `{"service_id":"braiding-class",`+alice+`}`)
		rest := a.rival().over("rest")
		rest.ask("entry", fmt.Sprintf(`{"entry_id":%q}`, entry.string("entry.id"))).fails("entry_not_found", 404, 0)
		rest.with(entry.string("booking_scoped_credential.value")).ask("entry", fmt.Sprintf(`{"entry_id":%q}`, entry.string("entry.id"))).is("entry.status", "waiting")
		rest.ask("entries", `{}`).is("entries", "[]", "pagination.total", "0")
		a.over("rest").ask("entries", `{}`).is("entries.0.id", entry.string("entry.id"), "pagination.total", "1")
	})
}

func TestU68_profile_says_how_to_authenticate(t *testing.T) {
	openSalon(t).document(profilePath).is("authorization.privileged_operations_require_authentication", "true",
		"authorization.accepted_mechanisms.0", "api_key", "authorization.accepted_mechanisms.1", "booking_scoped_credential")
}

// The vector 007 in our words: a credential with a confirmation key and no
// proof, whatever mechanism is declared.
func TestU69_bound_credentials_need_a_proof(t *testing.T) {
	s := openSalon(t)
	a := s.agent("1.0")
	made := a.book("brow-shaping", slot("june-park", "", "2026-03-18 09:00"), "")
	id, value := made.string("booking.id"), made.string("booking_scoped_credential.value")
	for _, mechanism := range []string{"booking_scoped_credential", "platform_key_pop", "api_key", ""} {
		u := map[string]any{"task_type": "usp/bookings/get", "authorization": map[string]any{
			"mechanism": mechanism, "proof": nil, "credential": map[string]any{"value": value, "expires_at": "2026-06-14T18:00:00Z", "cnf": map[string]string{"jkt": "UDDReOZl1ipXAfp9wYsm13sDBMK5og--QWdBjzuf6o4"}}}}
		a.call("SendMessage", map[string]any{"message": map[string]any{"messageId": "m", "role": "ROLE_USER",
			"parts": []any{map[string]any{"metadata": map[string]any{"usp": u}, "data": map[string]string{"booking_id": id}}}}}).fails("pop_proof_missing", 401, -32000)
	}
	q := httptest.NewRequest("GET", "/usp/"+org+"/bookings/"+id, nil)
	q.Header.Add("Authorization", "DPoP "+value)
	a.send(q).fails("pop_proof_missing", 401, 0)
}

func TestU70_credentials_are_told_once(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		made := a.keyed("k-1").book("facial", slot("june-park", "cabin-1", "2026-03-18 09:00"), "")
		value := made.string("booking_scoped_credential.value")
		if !strings.HasPrefix(value, "bsc_") || len(value) < 26 || made.at("booking_scoped_credential.expires_at") == nil || len(made.at("booking_scoped_credential").(map[string]any)) != 2 {
			t.Errorf("%v", made.at("booking_scoped_credential"))
		}
		a.keyed("k-1").book("facial", slot("june-park", "cabin-1", "2026-03-18 09:00"), "").is("booking_scoped_credential.value", value) // the same creation
		id := made.string("booking.id")
		for _, r := range []*answer{a.get(id), a.pay(id, 12000), a.move(id, slot("june-park", "cabin-1", "2026-03-17 11:00")), a.cancel(id), a.hold("brow-shaping", slot("june-park", "", "2026-03-18 14:00"))} {
			if strings.Contains(r.raw, "bsc_") {
				t.Errorf("told again: %s", r.brief())
			}
		}
		later := a.book("brow-shaping", slot("june-park", "", "2026-03-18 15:00"), "")
		a.move(later.string("booking.id"), slot("june-park", "", "2026-03-20 15:00")). // beyond its life: the same one, prolonged
												is("booking_scoped_credential.value", later.string("booking_scoped_credential.value"), "booking_scoped_credential.expires_at", "2026-03-21T19:30:00Z")
		if a.via != "rest" {
			task := map[string]any{"id": made.get(made.task, "id")}
			r := a.call(map[string]string{"0.3": "tasks/get", "1.0": "GetTask"}[a.via], task)
			if strings.Contains(r.raw, "bsc_") || r.at("booking.id") != id {
				t.Errorf("the task tells it: %s", r.brief())
			}
		}
		if strings.Contains(fmt.Sprint(made.at("booking")), "bsc_") {
			t.Error("the booking has it inside")
		}
	})
}

func TestU71_credentials_end_with_the_booking(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		made := a.book("brow-shaping", slot("june-park", "", "2026-03-18 09:00"), "")
		id, credential := made.string("booking.id"), made.string("booking_scoped_credential.value")
		bearer := a.rival().with(credential)
		bearer.get(id).is("booking.status", "confirmed")
		bearer.cancel(id).is("booking.status", "canceled")
		if r := bearer.get(id); a.via == "rest" {
			r.fails("booking_not_found", 404, 0)
		} else {
			r.says("booking_not_found")
		}
		a.get(id).is("booking.status", "canceled")
		s.wait(24 * time.Hour)
	})
}

// A mechanism that nobody here accepts opens nothing.
func TestU72_unknown_mechanisms_fail_closed(t *testing.T) {
	s := openSalon(t)
	a := s.agent("1.0")
	made := a.book("brow-shaping", slot("june-park", "", "2026-03-18 09:00"), "")
	u := map[string]any{"task_type": "usp/bookings/get", "novelty": true, "authorization": map[string]any{"mechanism": "com.example.magic", "credential": made.string("booking_scoped_credential.value")}}
	a.call("SendMessage", map[string]any{"message": map[string]any{"messageId": "m", "role": "ROLE_USER",
		"parts": []any{map[string]any{"metadata": map[string]any{"usp": u}, "data": map[string]string{"booking_id": made.string("booking.id")}}}}}).fails("authentication_required", 401, -32000)
	q := httptest.NewRequest("GET", "/usp/"+org+"/bookings/"+made.string("booking.id"), nil)
	q.Header.Set("Authorization", "Magic demo-key")
	a.key = ""
	a.send(q).fails("authentication_required", 401, 0)
}

func TestU73_profile_hosting(t *testing.T) {
	s := openSalon(t)
	r := s.document(profilePath)
	if cache := r.header.Get("Cache-Control"); r.status != 200 || r.header.Get("Content-Type") != "application/json" || cache != "public, max-age=300" {
		t.Errorf("%d %v", r.status, r.header)
	}
	again := s.document(profilePath, "If-None-Match", r.header.Get("Etag"))
	if again.status != http.StatusNotModified || again.raw != "" {
		t.Errorf("%d %q", again.status, again.raw)
	}
}
