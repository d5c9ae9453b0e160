package usp_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// The requirements of the contract, section 7, by their numbers. TestRequirements
// says where each of them is held.

var taskTypes = []string{
	"usp/services/list", "usp/services/get", "usp/services/feed", "usp/availability/query", "usp/availability/hold", "usp/availability/release",
	"usp/bookings/create", "usp/bookings/get", "usp/bookings/cancel", "usp/bookings/reschedule", "usp/bookings/confirm-payment", "usp/waitlist/join",
}

// document reads what the salon publishes.
func (s *salon) document(path string, header ...string) *answer {
	s.t.Helper()
	q := httptest.NewRequest("GET", "/usp/"+org+path, nil)
	for i := 0; i < len(header); i += 2 {
		q.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.mux.ServeHTTP(w, q)
	return read(s.t, w)
}

const cardPath, profilePath = "/.well-known/agent-card.json", "/.well-known/usp"

func TestU01_card_lists_task_types(t *testing.T) {
	c := openSalon(t).document(cardPath)
	for i, name := range taskTypes {
		c.is(fmt.Sprintf("capabilities.tasks.%d", i), name, fmt.Sprintf("skills.%d.id", i), name,
			fmt.Sprintf("capabilities.extensions.0.params.tasks.%d", i), name)
	}
}

func TestU02_card_says_how_to_authenticate(t *testing.T) {
	s := openSalon(t)
	s.document(cardPath).is("authentication.schemes.0", "bearer", "securitySchemes.bearer.scheme", "bearer", "security.0.bearer", "[]")
	s.document(cardPath, "A2A-Version", "1.0").is("securitySchemes.bearer.httpAuthSecurityScheme.scheme", "bearer", "securityRequirements.0.schemes.bearer.list", "[]")
}

func TestU03_card_leads_to_profile(t *testing.T) {
	s := openSalon(t)
	at := s.document(cardPath).string("usp_profile")
	if want := "https://desk.example/usp/" + org + profilePath; at != want {
		t.Fatalf("usp_profile is %s, want %s", at, want)
	}
	s.document(profilePath).is("usp.version", "2026-08-20")
}

func TestU04_only_the_twelve_names(t *testing.T) {
	s := openSalon(t)
	if n := len(s.document(cardPath).list("capabilities.tasks")); n != len(taskTypes) {
		t.Errorf("the card lists %d task types", n)
	}
	for _, name := range taskTypes {
		if r := s.agent("1.0").ask(name, `{}`); r.number == -32004 {
			t.Errorf("%s: %s", name, r.raw)
		} else if r.task != nil && r.get(r.task, "artifacts.0.name") != name {
			t.Errorf("%s is answered as %v", name, r.get(r.task, "artifacts.0.name"))
		}
	}
}

func TestU05_no_names_for_the_unmapped(t *testing.T) {
	s := openSalon(t)
	for _, name := range []string{
		"usp/services/lookup", "usp/services/feed/subscribe", "usp/services/feed/subscriptions/create", "usp/services/feed/subscriptions/get",
		"usp/services/feed/subscriptions/pause", "usp/services/feed/subscriptions/resume", "usp/services/feed/subscriptions/cancel",
		"usp/bookings/update", "usp/bookings/confirm", "usp/waitlist/list", "usp/waitlist/get", "usp/waitlist/leave", "usp/waitlist/accept", "usp/waitlist/decline",
		"usp/registry/register", "usp/registry/search_business", "usp/registry/search_services", "usp/registry/get", "usp/registry/update", "usp/registry/delete",
		"usp.booking.confirm", "usp.waitlist.accept", "bookings/create",
	} {
		for _, via := range []string{"0.3", "1.0"} {
			s.agent(via).ask(name, `{"booking_id":"b1"}`).fails("invalid_request", 404, -32004)
		}
	}
}

func TestU06_media_type_by_version(t *testing.T) {
	s := openSalon(t)
	for via, names := range map[string][2]string{"0.3": {"mimeType", "mediaType"}, "1.0": {"mediaType", "mimeType"}} {
		r := s.agent(via).ask("usp/services/list", `{}`)
		p := r.get(r.task, "artifacts.0.parts.0")
		if r.get(p, names[0]) != "application/json" || r.get(p, names[1]) != nil {
			t.Errorf("%s: %s", via, r.raw)
		}
	}
}

func TestU07_data_and_envelope(t *testing.T) {
	s := openSalon(t)
	for _, via := range []string{"0.3", "1.0"} {
		r := s.agent(via).ask("usp/services/get", `{"service_id":"haircut"}`)
		r.is("service.id", "haircut", "usp", "null")
		if r.get(r.usp, "version") != "2026-08-20" || r.get(r.usp, "task_type") != "usp/services/get" || len(r.get(r.task, "artifacts").([]any)) != 1 {
			t.Errorf("%s: %s", via, r.raw)
		}
	}
}

func TestU08_outcomes_complete_the_task(t *testing.T) {
	s := openSalon(t)
	for via, state := range map[string]string{"0.3": "completed", "1.0": "TASK_STATE_COMPLETED"} {
		r := s.agent(via).ask("usp/bookings/get", `{"booking_id":"nobody"}`).says("booking_not_found")
		if r.number != 0 || r.get(r.task, "status.state") != state {
			t.Errorf("%s: %s", via, r.raw)
		}
	}
}

func TestU09_session_across_a_flow(t *testing.T) {
	for _, via := range []string{"0.3", "1.0"} {
		a := openSalon(t).agent(via)
		first := a.ask("usp/services/list", `{}`)
		a = a.in(first.get(first.task, "contextId").(string))
		for _, r := range []*answer{a.ask("usp/services/get", `{"service_id":"haircut"}`), a.hold("brow-shaping", slot("june-park", "", "2026-03-18 09:00")), a.ask("usp/services/list", `{}`)} {
			if r.says("").get(r.task, "contextId") != a.session || r.get(r.task, "metadata.sessionId") != a.session {
				t.Errorf("%s: %s", via, r.brief())
			}
		}
	}
}

func TestU10_session_in_the_first_answer(t *testing.T) {
	s := openSalon(t)
	for _, via := range []string{"0.3", "1.0"} {
		r := s.agent(via).ask("usp/services/list", `{}`)
		id, _ := r.get(r.task, "contextId").(string)
		if id == "" || r.get(r.task, "metadata.sessionId") != id {
			t.Errorf("%s: %s", via, r.raw)
		}
	}
}

func TestU11_session_lasts_half_an_hour(t *testing.T) {
	s := openSalon(t)
	a := s.agent("1.0").in("sess-1")
	a.hold("brow-shaping", slot("june-park", "", "2026-03-18 09:00")).says("session_expired") // nobody knows it yet
	s.wait(29*time.Minute + 59*time.Second)
	a.ask("usp/services/list", `{}`).says("")
	s.wait(31 * time.Minute)
	a.ask("usp/services/list", `{}`).says("session_expired")
}

// A session is no credential: another platform finds nothing in it.
func TestSessionOfAnother(t *testing.T) {
	for _, via := range []string{"0.3", "1.0"} {
		a := openSalon(t).agent(via)
		at := slot("june-park", "", "2026-03-18 09:00")
		first := a.hold("brow-shaping", at)
		a = a.in(first.get(first.task, "contextId").(string))
		b := a.rival().in(a.session)
		b.free(first.string("hold.id")).says("validation_error")
		b.hold("brow-shaping", at).says("slot_unavailable")
		a.book("brow-shaping", at, fmt.Sprintf(`"hold_id":%q,`, first.string("hold.id"))).says("").is("booking.status", "confirmed")
	}
}

func TestU12_session_expiry_frees_holds_and_no_bookings(t *testing.T) {
	s := openSalon(t)
	a := s.agent("0.3")
	at, booked := slot("june-park", "", "2026-03-18 09:00"), slot("june-park", "", "2026-03-18 10:00")
	first := a.hold("brow-shaping", at)
	a = a.in(first.get(first.task, "contextId").(string))
	made := a.book("brow-shaping", booked, "")
	if a.offers("brow-shaping", "2026-03-18", at) {
		t.Fatal("a held slot is offered")
	}
	s.wait(31 * time.Minute)
	if !a.offers("brow-shaping", "2026-03-18", at) {
		t.Error("the slot of an expired session is not free")
	}
	a.ask("usp/bookings/get", fmt.Sprintf(`{"booking_id":%q}`, made.string("booking.id"))).is("booking.status", "confirmed")
}

func TestU13_a2a_is_not_the_only_transport(t *testing.T) {
	p := openSalon(t).document(profilePath)
	var all []string
	for _, b := range p.get(p.data, "usp.services").(map[string]any)["dev.usp-protocol.services"].([]any) {
		all = append(all, p.get(b, "transport").(string)+" "+p.get(b, "endpoint").(string))
	}
	if want := []string{"rest https://desk.example/usp/" + org, "a2a https://desk.example/usp/" + org + cardPath}; !slices.Equal(all, want) {
		t.Errorf("bindings %q, want %q", all, want)
	}
}

func TestU14_correlation_is_echoed(t *testing.T) {
	s := openSalon(t)
	for path, body := range map[string]string{"/a2a": "{", "/bookings": "{}", "/bookings/b1/cancel": ""} {
		q := httptest.NewRequest("POST", "/usp/"+org+path, strings.NewReader(body))
		q.Header.Set("USP-Correlation-Id", "flow-1")
		w := httptest.NewRecorder()
		s.mux.ServeHTTP(w, q)
		if w.Header().Get("USP-Correlation-Id") != "flow-1" {
			t.Errorf("%s: %v", path, w.Header())
		}
	}
	if r := s.agent("1.0").ask("usp/services/list", `{}`); r.header.Get("USP-Correlation-Id") != "" || r.codes() != "" {
		t.Errorf("without one: %v", r.header)
	}
}

// Holds are always offered here, and say so.
func TestU15_holds_are_advertised_and_served(t *testing.T) {
	s := openSalon(t)
	p := s.document(profilePath)
	entry := p.get(p.data, "usp.capabilities").(map[string]any)["dev.usp-protocol.services.availability"].([]any)[0]
	if p.get(entry, "holds") != true {
		t.Errorf("%v", entry)
	}
	s.agent("rest").hold("brow-shaping", slot("june-park", "", "2026-03-18 09:00")).is("hold.status", "active")
}

func TestU16_waitlist_only_where_there_is_one(t *testing.T) {
	s := openAs(t, without(t, "waitlist"))
	if strings.Contains(s.document(cardPath).raw, "usp/waitlist/join") || strings.Contains(s.document(profilePath).raw, "services.waitlist") {
		t.Error("a waitlist is advertised")
	}
	a := s.agent("1.0")
	a.ask("usp/waitlist/join", `{"service_id":"braiding-class",`+alice+`}`).fails("invalid_request", 404, -32004)
	at := slot("lena-ortiz", "studio-north", "2026-03-19 18:00")
	for _, r := range a.ask("usp/availability/query", `{"service_id":"braiding-class","start_date":"2026-03-19","end_date":"2026-03-19"}`).list("slots") {
		at = r.(map[string]any)["id"].(string)
	}
	a.book("braiding-class", at, `"party_size":6,`).is("booking.status", "confirmed")
	a.ask("usp/availability/query", `{"service_id":"braiding-class","start_date":"2026-03-19","end_date":"2026-03-19"}`).is("slots", "[]")

	b := openSalon(t).agent("1.0")
	b.book("braiding-class", at, `"party_size":6,`)
	b.ask("usp/availability/query", `{"service_id":"braiding-class","start_date":"2026-03-19","end_date":"2026-03-19"}`).is("slots.0.state", "waitlist", "slots.0.capacity.remaining", "0")
}
