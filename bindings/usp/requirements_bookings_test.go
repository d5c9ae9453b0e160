package usp_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hora/canonical"
)

func TestU43_a_hold_makes_one_booking(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		at := slot("june-park", "", "2026-03-18 09:00")
		held := fmt.Sprintf(`"hold_id":%q,`, a.hold("brow-shaping", at).string("hold.id"))
		id := a.book("brow-shaping", at, held).string("booking.id")
		a.book("brow-shaping", at, held).says("").is("booking.id", id)
		a.book("brow-shaping", at, held+`"notes":"another request",`).fails("idempotency_conflict", 409, -32602)
	})
}

func TestU44_visits_need_an_address(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		at := slot("ava-brooks", "", "2026-03-18 12:00")
		if r := a.book("home-styling", at, ""); a.via == "rest" {
			r.fails("validation_error", 422, 0)
		} else {
			r.says("validation_error").is("messages.0.path", "$.delivery_address")
		}
		a.book("home-styling", at, `"delivery_address":{"line1":"350 5th Ave","city":"New York","country":"US"},`).
			is("booking.delivery_address.line1", "350 5th Ave", "booking.delivery_address.country", "US")
	})
}

// statusAndActions checks the invariant of 5.1 on every answer with a booking.
func (r *answer) statusAndActions() *answer {
	r.t.Helper()
	pending := false
	for _, a := range r.list("booking.actions") {
		pending = pending || r.get(a, "status") == "pending"
	}
	if pending != (r.at("booking.status") == "requires_action") {
		r.t.Errorf("status and actions disagree: %s", r.brief())
	}
	return r
}

func TestU45_requires_action_while_one_is_pending(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		made := a.book("facial", slot("june-park", "cabin-1", "2026-03-18 09:00"), "").statusAndActions()
		id := made.string("booking.id")
		if at := made.string("booking.expires_at"); at != made.string("booking.actions.0.expires_at") || at != "2026-03-16T12:15:00Z" {
			t.Errorf("it lapses at %s", at)
		}
		a.get(id).statusAndActions()
		a.pay(id, 12000).statusAndActions().is("booking.status", "confirmed")
		other := a.book("facial", slot("june-park", "cabin-1", "2026-03-18 11:00"), "").string("booking.id")
		a.cancel(other).statusAndActions().is("booking.status", "canceled")
		a.book("bridal-trial", slot("noor-haddad", "chair-window", "2026-03-18 12:00"), "").statusAndActions().is("booking.status", "pending")
	})
}

// inStatus brings a booking of the salon's where a test wants it.
func (a agent) inStatus(status, at string) string {
	a.t.Helper()
	advance := func(id string, steps ...canonical.Step) string {
		for _, step := range steps {
			if o := a.engine.Do(a.t.Context(), canonical.Request{Command: canonical.Advance{Booking: id, Step: step}, Meta: canonical.Meta{
				Organization: org, Binding: "usp", Principal: canonical.Principal{Role: canonical.RoleBusiness, ID: "boss", Organization: org},
			}}); o.Err != nil {
				a.t.Fatalf("%s: %v", step, o.Err)
			}
		}
		return id
	}
	book := func(service, resource string) string {
		provider := "june-park"
		if service == "bridal-trial" {
			provider = "noor-haddad"
		}
		r := a.book(service, slot(provider, resource, at), "")
		return r.string("booking.id")
	}
	switch status {
	case "pending":
		return book("bridal-trial", "chair-window")
	case "requires_action":
		return book("facial", "cabin-1")
	case "confirmed":
		return book("brow-shaping", "")
	case "in_progress":
		return advance(book("brow-shaping", ""), canonical.CheckIn)
	case "completed":
		return advance(book("brow-shaping", ""), canonical.CheckIn, canonical.Complete)
	case "canceled":
		id := book("brow-shaping", "")
		a.cancel(id)
		return id
	}
	a.t.Fatal(status)
	return ""
}

// Every operation from every status, as the table of 5.1.1 has it.
func TestU46_transitions(t *testing.T) {
	no, yes := "invalid_transition", ""
	table := map[string][5]string{ // confirm, cancel, reschedule, confirm-payment, update
		"pending":         {yes, yes, yes, no, yes},
		"requires_action": {no, yes, yes, yes, yes},
		"confirmed":       {yes, yes, yes, no, yes},
		"in_progress":     {no, no, no, no, yes},
		"completed":       {no, no, no, no, no},
		"no_show":         {no, no, no, no, no},
		"canceled":        {no, no, no, no, no},
	}
	for status, row := range table {
		for op, want := range row {
			s := openSalon(t)
			a := s.agent(transports[op%3])
			at, other := "2026-03-18 12:00", "2026-03-18 15:00"
			id := ""
			if status == "no_show" {
				id = a.book("brow-shaping", slot("june-park", "", "2026-03-16 10:00"), "").string("booking.id")
				s.wait(3 * time.Hour)
				a.engine.Do(t.Context(), canonical.Request{Command: canonical.Advance{Booking: id, Step: canonical.NoShow}, Meta: canonical.Meta{
					Organization: org, Binding: "usp", Principal: canonical.Principal{Role: canonical.RoleBusiness, ID: "boss", Organization: org}}})
			} else {
				id = a.inStatus(status, at)
			}
			before := a.get(id).is("booking.status", status)
			var r *answer
			switch op {
			case 0:
				r = a.boss().over("rest").ask("confirm", fmt.Sprintf(`{"booking_id":%q}`, id))
			case 1:
				r = a.cancel(id)
			case 2:
				to := slot("june-park", "", other)
				switch status {
				case "pending":
					to = slot("noor-haddad", "chair-window", other)
				case "requires_action":
					to = slot("june-park", "cabin-1", other)
				}
				r = a.move(id, to)
			case 3:
				r = a.pay(id, 12000)
			case 4:
				r = a.over("rest").ask("update", fmt.Sprintf(`{"booking_id":%q,"notes":"Ring twice"}`, id))
			}
			if r.data == nil || r.codes() != want {
				t.Errorf("%s, operation %d over %s: %q, want %q: %s", status, op, a.via, r.codes(), want, r.brief())
				continue
			}
			if want == no {
				r.is("messages.0.severity", "unrecoverable", "booking.id", id, "booking.status", status, "booking.revision", before.string("booking.revision"))
				if r.status != 200 {
					t.Errorf("status %d", r.status)
				}
			}
		}
	}
}

func TestU47_confirm(t *testing.T) {
	s := openSalon(t)
	a := s.agent("rest")
	id := a.inStatus("pending", "2026-03-18 12:00")
	confirm := fmt.Sprintf(`{"booking_id":%q}`, id)
	a.ask("confirm", confirm).fails("profile_not_trusted", 403, 0) // business only
	first := a.boss().ask("confirm", confirm).is("booking.status", "confirmed", "booking.expires_at", "null")
	a.boss().ask("confirm", confirm).is("booking.status", "confirmed", "booking.revision", first.string("booking.revision"))
	// what needs no approval has none: vector 105, confirmation mode
	a.boss().ask("confirm", fmt.Sprintf(`{"booking_id":%q}`, a.inStatus("requires_action", "2026-03-18 12:00"))).says("invalid_transition")
}

func TestU48_unpaid_and_unconfirmed_bookings_lapse(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		unpaid, at := a.inStatus("requires_action", "2026-03-18 12:00"), slot("june-park", "cabin-1", "2026-03-18 12:00")
		pending := a.inStatus("pending", "2026-03-18 15:00")
		if a.offers("facial", "2026-03-18", at) {
			t.Error("an unpaid slot is offered")
		}
		s.wait(15 * time.Minute)
		a.get(unpaid).is("booking.status", "canceled", "booking.cancellation.canceled_by", "system", "booking.actions", "null")
		s.sweep()
		a.rival().book("facial", at, "").is("booking.status", "requires_action")
		s.wait(24 * time.Hour)
		a.get(pending).is("booking.status", "canceled", "booking.cancellation.canceled_by", "system")
	})
}

func TestU49_cancel_frees_the_slot(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		at := slot("june-park", "", "2026-03-18 12:00")
		a.cancel(a.inStatus("confirmed", "2026-03-18 12:00")).is("booking.status", "canceled")
		a.rival().book("brow-shaping", at, "").is("booking.status", "confirmed")
	})
}

func TestU50_reschedule_is_atomic(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		from, to := slot("june-park", "", "2026-03-18 12:00"), slot("june-park", "", "2026-03-18 13:00")
		id := a.inStatus("confirmed", "2026-03-18 12:00")
		a.rival().book("brow-shaping", to, "")
		a.move(id, to).says("slot_unavailable")
		a.get(id).is("booking.slot.id", from)
		if a.offers("brow-shaping", "2026-03-18", from) {
			t.Error("the old slot was let go before the new one was had")
		}
		free := slot("june-park", "", "2026-03-18 14:00")
		a.move(id, free).is("booking.id", id, "booking.slot.id", free, "booking.status", "confirmed")
		if !a.offers("brow-shaping", "2026-03-18", from) || a.offers("brow-shaping", "2026-03-18", free) {
			t.Error("the slots were not exchanged")
		}
		a.move(id, slot("june-park", "", "2026-03-18 15:00"))
		a.move(id, slot("june-park", "", "2026-03-18 16:00")).says("")
		a.move(id, from).says("reschedule_limit_reached").is("messages.0.severity", "requires_buyer_review")
	})
}

func TestU51_a_dearer_time_is_to_be_paid(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		at := slot("", "studio-north", "2026-03-18 09:00")
		id := a.book("photo-studio", at+".60", "").is("booking.payment.amount_due", "6000").string("booking.id")
		a.pay(id, 6000).is("booking.status", "confirmed")
		a.move(id, at+".180").statusAndActions().is("booking.status", "requires_action", "booking.payment.amount", "18000", "booking.payment.amount_due", "12000",
			"booking.actions.0.payment_context.amount_due", "12000")
		a.pay(id, 12000).statusAndActions().is("booking.status", "confirmed", "booking.payment.status", "paid")
	})
}

func TestU52_payment_follows_the_service(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		a.book("consultation", slot("june-park", "", "2026-03-18 09:00"), "").is("booking.payment", "null")
		a.book("facial", slot("june-park", "cabin-1", "2026-03-18 10:00"), "").is("booking.payment.status", "pending", "booking.payment.timing", "at_booking", "booking.payment.amount_due", "12000")
		a.book("color", slot("noor-haddad", "chair-window", "2026-03-18 12:00"), "").is("booking.payment.timing", "deposit_required", "booking.payment.amount_due", "3000", "booking.payment.deposit_amount", "3000", "booking.payment.amount", "12000")
		a.book("brow-shaping", slot("june-park", "", "2026-03-18 12:00"), "").is("booking.payment.status", "not_required", "booking.payment.timing", "at_service", "booking.payment.amount_due", "0")
	})
}

func TestU53_payments_are_checked(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		id := a.inStatus("requires_action", "2026-03-18 12:00")
		a.pay(id, 11999).says("payment_amount_mismatch")
		a.paid(id, "paid", 12000, "EUR").says("payment_amount_mismatch")
		a.paid(id, "deposit_paid", 12000, "USD").says("payment_amount_mismatch")
		a.get(id).is("booking.status", "requires_action")
		a.paid(id, "paid", 12000, "usd").is("booking.status", "confirmed", "booking.payment.transaction_id", "t-1")
		deposit := a.book("color", slot("noor-haddad", "chair-window", "2026-03-18 12:00"), "").string("booking.id")
		a.paid(deposit, "deposit_paid", 3000, "USD").is("booking.status", "confirmed", "booking.payment.status", "deposit_paid", "booking.payment.amount_due", "0")
		if r := a.pay("nobody", 1); a.via == "rest" {
			r.fails("booking_not_found", 404, 0)
		} else {
			r.says("booking_not_found")
		}
	})
}

func TestU54_repeated_and_late_payments(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		id := a.inStatus("requires_action", "2026-03-18 12:00")
		a.pay(id, 12000)
		a.pay(id, 12000).says("already_confirmed").is("booking.status", "confirmed", "messages.0.type", "info")
		late := a.book("facial", slot("june-park", "cabin-1", "2026-03-18 14:00"), "").string("booking.id")
		s.wait(16 * time.Minute)
		a.pay(late, 12000).says("payment_expired").is("booking.status", "canceled")
	})
}

// page opens the address of a payment action in a browser.
func (s *salon) page(address string) *httptest.ResponseRecorder {
	s.t.Helper()
	path, ok := strings.CutPrefix(address, "https://desk.example")
	if !ok || strings.Contains(path, "?") {
		s.t.Fatalf("continue_url %s", address)
	}
	w := httptest.NewRecorder()
	s.mux.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	return w
}

func TestU55_continue_url(t *testing.T) {
	s := openSalon(t)
	address := s.agent("1.0").book("facial", slot("june-park", "cabin-1", "2026-03-18 12:00"), "").string("booking.actions.0.continue_url")
	if w := s.page(address); w.Code != 200 || !strings.Contains(w.Body.String(), "$120 USD") || strings.Contains(w.Body.String(), "Alice") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	s.wait(16 * time.Minute)
	if w := s.page(address); w.Code != 200 || !strings.Contains(w.Body.String(), "not possible any more") {
		t.Errorf("after expiry: %d %s", w.Code, w.Body)
	}
}

func TestU56_back_to_the_platform(t *testing.T) {
	s := openSalon(t)
	a := s.agent("rest")
	made := a.book("facial", slot("june-park", "cabin-1", "2026-03-18 12:00"), `"post_payment_return_request":{"url":"https://agent.example/back?x=1","params":{"token":"a b&c"}},`)
	address := made.string("booking.actions.0.continue_url")
	const back = "https://agent.example/back?x=1&token=a+b%26c"
	w := httptest.NewRecorder()
	s.mux.ServeHTTP(w, httptest.NewRequest("GET", strings.TrimPrefix(address, "https://desk.example")+"?leave", nil))
	if w.Code != 303 || w.Header().Get("Location") != back {
		t.Errorf("abandoned: %d %v", w.Code, w.Header())
	}
	a.pay(made.string("booking.id"), 12000)
	if w := s.page(address); w.Code != 303 || w.Header().Get("Location") != back {
		t.Errorf("paid: %d %v", w.Code, w.Header())
	}
}

func TestU57_canceled_at_is_stable(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		id := a.inStatus("confirmed", "2026-03-18 12:00")
		s.wait(time.Hour)
		at := a.cancel(id).string("booking.cancellation.canceled_at")
		s.wait(time.Hour)
		a.get(id).is("booking.cancellation.canceled_at", at)
	})
}

func TestU58_refunds_are_told(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		paid := func(at string) string {
			id := a.book("facial", slot("june-park", "cabin-1", at), "").string("booking.id")
			a.pay(id, 12000)
			return id
		}
		a.cancel(paid("2026-03-18 12:00")).is("booking.payment.status", "refunded", "booking.cancellation.fee", "0", "booking.cancellation.refund_amount", "12000")
		late := paid("2026-03-17 12:00")
		s.wait(10 * time.Hour) // less than a day ahead: the fixed late fee
		a.cancel(late).is("booking.payment.status", "partially_refunded", "booking.cancellation.fee", "1500", "booking.cancellation.refund_amount", "10500", "booking.cancellation.canceled_by", "buyer")
		mine := paid("2026-03-17 14:00")
		a.boss().ask("usp/bookings/cancel", fmt.Sprintf(`{"booking_id":%q,"canceled_by":"business"}`, mine)).is("booking.payment.status", "refunded", "booking.cancellation.fee", "0", "booking.cancellation.canceled_by", "business")
		if r := a.ask("usp/bookings/cancel", fmt.Sprintf(`{"booking_id":%q,"canceled_by":"business"}`, paid("2026-03-18 14:00"))); a.via == "rest" {
			r.fails("validation_error", 422, 0)
		} else {
			r.says("validation_error").is("messages.0.path", "$.canceled_by")
		}
		soon := paid("2026-03-17 16:00")
		s.wait(21*time.Hour + 45*time.Minute)
		a.cancel(soon).says("cancellation_not_allowed")
	})
}
