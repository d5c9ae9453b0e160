package usp_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"hora/bindings"
	"hora/bindings/usp"
	"hora/canonical"
	"hora/infra/identity"
)

// golden are all answers in the files that bindingtest holds the dialect to:
// what it makes of every way an act may end badly, and its quirks.
func golden(t *testing.T) (all []*answer) {
	t.Helper()
	paths, _ := filepath.Glob("../../testdata/quirks/usp/*.txtar")
	for _, path := range append(paths, "../../testdata/errors/usp.txtar") {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			text := string(f.Data)
			if f.Name != "response" && !strings.HasSuffix(path, "errors/usp.txtar") || !strings.Contains(text, "json\n") {
				continue
			}
			w := httptest.NewRecorder()
			head, body, _ := strings.Cut(text, "\n\n")
			lines := strings.Split(head, "\n")
			for _, l := range lines[1:] {
				name, value, _ := strings.Cut(l, ": ")
				w.Header().Add(name, value)
			}
			status := 0
			for _, c := range strings.Fields(lines[0])[1] {
				status = status*10 + int(c-'0')
			}
			w.WriteHeader(status)
			w.WriteString(body)
			all = append(all, read(t, w))
		}
	}
	if len(all) < 300 {
		t.Fatalf("%d answers", len(all))
	}
	return all
}

func TestU17_messages_are_complete(t *testing.T) {
	seen := 0
	for _, r := range golden(t) {
		for _, m := range r.list("messages") {
			seen++
			kind, code, content := r.get(m, "type"), r.get(m, "code"), r.get(m, "content")
			if kind != "error" && kind != "warning" && kind != "info" || code == nil || code == "" || content == nil || content == "" {
				t.Errorf("%v", m)
			}
		}
	}
	if seen < 100 {
		t.Errorf("%d messages", seen)
	}
}

// Over one transport a code is of one family: an outcome or a protocol error.
// The seven that the revisions moved differ by transport (contract 4.5).
func TestU18_families_are_disjoint(t *testing.T) {
	family := map[string]string{}
	for _, r := range golden(t) {
		transport := "rest"
		if strings.Contains(r.raw, `"jsonrpc"`) {
			transport = "a2a"
		}
		see := func(code, kind string) {
			if code == "" {
				return
			}
			if before := family[transport+code]; before != "" && before != kind {
				t.Errorf("%s: %s is an outcome and a protocol error", transport, code)
			}
			family[transport+code] = kind
		}
		see(r.code, "protocol")
		for _, m := range r.list("messages") {
			if r.get(m, "type") == "error" {
				see(r.get(m, "code").(string), "outcome")
			}
		}
	}
	for code, kind := range map[string]string{
		"a2abooking_not_found": "outcome", "restbooking_not_found": "protocol", "a2avalidation_error": "outcome", "restvalidation_error": "protocol",
		"a2aslot_unavailable": "outcome", "restslot_unavailable": "outcome", "a2aidempotency_conflict": "protocol", "restidempotency_conflict": "protocol",
		"restentry_not_found": "protocol", "a2arange_too_wide": "protocol", "restrange_too_wide": "protocol",
	} {
		if family[code] != kind {
			t.Errorf("%s is %q, want %s", code, family[code], kind)
		}
	}
}

func TestU19_every_rpc_error_has_a_code(t *testing.T) {
	seen := 0
	for _, r := range golden(t) {
		if r.number == 0 {
			continue
		}
		if seen++; r.code == "" {
			t.Errorf("%s", r.brief())
		}
		if old, _ := r.get(r.envelope, "error.data.code").(string); old != "" {
			if r.get(r.envelope, "error.data.content") == nil || r.get(r.envelope, "error.data.type") == nil || r.get(r.envelope, "error.data.status") == nil {
				t.Errorf("0.3: %s", r.brief())
			}
		} else if r.get(r.envelope, "error.data.0.@type") != "type.googleapis.com/google.rpc.ErrorInfo" || r.get(r.envelope, "error.data.0.metadata.type") == nil {
			t.Errorf("1.0: %s", r.brief())
		}
	}
	if seen < 100 {
		t.Errorf("%d errors", seen)
	}
}

func TestU20_problems_of_RFC_9457(t *testing.T) {
	kebab := regexp.MustCompile(`^https://usp-protocol\.dev/errors/[a-z]+(-[a-z]+)*$`)
	seen := 0
	for _, r := range golden(t) {
		if r.header.Get("Content-Type") != "application/problem+json" {
			if r.status >= 400 && r.number == 0 && r.header.Get("Vary") == "" {
				t.Errorf("%d without a problem: %s", r.status, r.brief())
			}
			continue
		}
		seen++
		kind, _ := r.get(r.envelope, "type").(string)
		if !kebab.MatchString(kind) || r.get(r.envelope, "title") == "" || r.get(r.envelope, "status") != float64(r.status) || r.get(r.envelope, "detail") == "" {
			t.Errorf("%d: %s", r.status, r.brief())
		}
	}
	if seen < 50 {
		t.Errorf("%d problems", seen)
	}
}

func TestU21_too_many_says_when(t *testing.T) {
	for _, r := range golden(t) {
		if (r.status == 429 || r.status == 503) && r.header.Get("Retry-After") == "" {
			t.Errorf("%d without Retry-After: %s", r.status, r.brief())
		}
	}
	s := openSalon(t)
	s.allow(canonical.Allowance{Door: "usp-catalog", Minute: 2}, canonical.Allowance{Door: "usp-rest", Minute: 1})
	for _, via := range transports {
		a := s.agent(via)
		a.ask("usp/services/list", `{}`)
		r := a.ask("usp/services/list", `{}`)
		if via != "0.3" && (r.fails("rate_limited", 429, -32000).status != 429 || r.header.Get("Retry-After") != "60") {
			t.Errorf("%s: %d %v", via, r.status, r.header)
		}
	}
}

func TestU22_unauthenticated_says_how(t *testing.T) {
	for _, r := range golden(t) {
		if r.status == 401 && !strings.HasPrefix(r.header.Get("WWW-Authenticate"), "Bearer") {
			t.Errorf("401 without WWW-Authenticate: %s", r.brief())
		}
	}
}

// What is personal is named in an error and never repeated, nor written to the
// log, whatever is wrong with it.
func TestU23_errors_hold_no_personal_data(t *testing.T) {
	var log bytes.Buffer
	s := openSalon(t)
	s.logTo(&log)
	secrets := []string{"+1-212-555-0000-secret", "nobody at example", "Zebulon", "14 Hidden Lane", "allergic to lye"}
	for _, via := range transports {
		a := s.agent(via)
		for _, r := range []*answer{
			a.ask("usp/bookings/create", `{"service_id":"haircut","slot_id":"x","buyer":{"first_name":"Zebulon","last_name":"Zebulon","email":"nobody at example","phone_number":"+1-212-555-0000-secret`+strings.Repeat("5", 50)+`"},"notes":"allergic to lye","delivery_address":{"line1":"14 Hidden Lane","city":"x","country":"Zebulon"}}`),
			a.ask("usp/bookings/create", `{"service_id":"haircut","slot_id":"x","buyer":"Zebulon","notes":["allergic to lye"]}`),
			a.ask("usp/bookings/create", `{"service_id":"haircut","slot_id":"x","buyer":{"first_name":{"Zebulon":1},"email":["nobody at example"]}}`),
			a.ask("usp/bookings/create", `{"service_id":"haircut","slot_id":"x","buyer":{},"post_payment_return_request":{"url":"https://agent.example/","params":{"Zebulon":5}}}`),
		} {
			if !strings.Contains(r.raw, "buyer") {
				t.Errorf("%s: the field is not named: %s", via, r.brief())
			}
			for _, secret := range secrets {
				if strings.Contains(r.raw, secret) || strings.Contains(log.String(), secret) {
					t.Errorf("%s: %q is told\n%s\n%s", via, secret, r.brief(), log.String())
				}
			}
		}
	}
}

// TestU80: nothing of a call but its route, status and length is logged.
func TestU80_personal_data_is_not_logged(t *testing.T) {
	var log bytes.Buffer
	s := openSalon(t)
	s.logTo(&log)
	for _, via := range transports {
		a := s.agent(via)
		made := a.book("brow-shaping", slot("june-park", "", "2026-03-18 09:00"), `"notes":"allergic to lye",`)
		if made.data != nil && made.at("booking") != nil {
			a.with("bsc_wrong").get(made.string("booking.id"))
			a.get(made.string("booking.id"))
			a.cancel(made.string("booking.id"))
		}
	}
	if log.Len() == 0 {
		t.Fatal("nothing is logged at all")
	}
	for _, secret := range []string{"Alice", "Williams", "alice@example.com", "2125551234", "lye", "demo-key", "bsc_"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log has %q:\n%s", secret, log.String())
		}
	}
}

// allow puts allowances before the desk.
func (s *salon) allow(all ...canonical.Allowance) { s.serve(identity.Allowances(s.engine, all, s.now)) }

// logTo serves the routes with a log.
func (s *salon) logTo(w *bytes.Buffer) {
	log := slog.New(slog.NewJSONHandler(w, nil))
	mux := http.NewServeMux()
	for _, r := range usp.New("https://desk.example").Routes() {
		mux.Handle(r.Method+" "+r.Pattern, bindings.Handler(r, identity.New(s.engine), log))
	}
	s.mux = mux
}
