package usp

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"hora/interop/desk"
)

// The demonstration salon, and the keys that are its platform's and its own.
const (
	salon       = "/usp/glamour-salon"
	platformKey = "demo-key"
	businessKey = "demo-business"
	monday      = "2026-03-16T08:00:00-04:00"
)

var alice = object{"first_name": "Alice", "last_name": "Williams", "email": "alice@example.com", "phone_number": "+12125551234"}

// whole runs a test over every transport, at a desk of its own.
func whole(t *testing.T, f func(caller)) {
	c := readContract(t)
	for _, via := range []string{"rest", "0.3", "1.0"} {
		t.Run(via, func(t *testing.T) {
			f(caller{t, c, via, desk.Start(t, monday) + salon, platformKey, new(int)})
		})
	}
}

// free is the nth free slot of a service on a day.
func (c caller) free(service, day string, n int) string {
	c.Helper()
	return c.do("usp/availability/query", object{"service_id": service, "start_date": day, "end_date": day}).string("slots." + strconv.Itoa(n) + ".id")
}

func (c caller) book(service, slot string, more ...object) answer {
	c.Helper()
	arguments := object{"service_id": service, "slot_id": slot, "buyer": alice}
	for _, m := range more {
		for name, v := range m {
			arguments[name] = v
		}
	}
	return c.do("usp/bookings/create", arguments)
}

// From the catalog to a paid booking, moved and cancelled.
func TestChain(t *testing.T) {
	whole(t, func(c caller) {
		service := c.do("usp/services/list", object{"query": "facial", "filters": object{"type": "appointment"}}).is("services.0.id", "facial").string("services.0.id")
		c.do("usp/services/get", object{"service_id": service}).is("service.policies.requires_payment", "true")
		c.do("lookup", object{"ids": []string{"haircut", service, "nothing"}}).is("services.1.id", service)
		feed := c.do("usp/services/feed", object{"limit": 5}).is("pagination.has_more", "true")
		c.do("usp/services/feed", object{"cursor": feed.string("pagination.next_cursor")})

		slot, later := c.free(service, "2026-03-18", 2), c.free(service, "2026-03-19", 0)
		first := c.do("usp/availability/hold", object{"service_id": service, "slot_id": slot}).string("hold.id")
		c.do("usp/availability/hold", object{"service_id": service, "slot_id": slot}).is("messages.0.code", "slot_unavailable")
		c.do("usp/availability/release", object{"hold_id": first}).is("hold.status", "released")
		held := c.do("usp/availability/hold", object{"service_id": service, "slot_id": slot}).is("hold.status", "active")

		id := c.book(service, slot, object{"hold_id": held.string("hold.id"), "recipient": object{"first_name": "Bo"}, "notes": "Ring twice"}).
			is("booking.status", "requires_action", "booking.recipient.first_name", "Bo").string("booking.id")
		pay := func(amount int) answer {
			return c.do("usp/bookings/confirm-payment", object{"booking_id": id, "payment_result": object{"status": "paid", "transaction_id": "txn_1", "amount_paid": amount, "currency": "USD"}})
		}
		pay(1).is("messages.0.code", "payment_amount_mismatch")
		pay(12000).is("booking.status", "confirmed", "booking.payment.status", "paid")
		c.do("update", object{"booking_id": id, "notes": "Ring once"}).is("booking.notes", "Ring once")
		c.do("usp/bookings/reschedule", object{"booking_id": id, "slot_id": later}).is("booking.slot.id", later)
		c.do("usp/bookings/get", object{"booking_id": id}).is("booking.status", "confirmed")
		c.do("usp/bookings/cancel", object{"booking_id": id, "reason": "Schedule conflict"}).is("booking.status", "canceled", "booking.payment.status", "refunded")
		c.do("usp/bookings/cancel", object{"booking_id": id}).is("messages.0.code", "invalid_transition", "messages.0.severity", "unrecoverable")
	})
}

// One of every other kind that a salon has.
func TestKinds(t *testing.T) {
	whole(t, func(c caller) {
		c.book("color", c.free("color", "2026-03-18", 0)).is("booking.payment.amount_due", "3000")
		c.book("consultation", c.free("consultation", "2026-03-18", 0)).is("booking.status", "confirmed")
		c.book("home-styling", c.free("home-styling", "2026-03-18", 0), object{"delivery_address": object{"line1": "350 5th Ave", "city": "New York", "country": "US"}}).is("booking.status", "confirmed")
		c.book("runway-masterclass", c.free("runway-masterclass", "2026-03-21", 0), object{"party_size": 3}).is("booking.payment.amount", "7500")
		c.book("tea-table", c.free("tea-table", "2026-03-18", 0), object{"party_size": 4}).is("booking.status", "confirmed")
		c.book("photo-studio", c.free("photo-studio", "2026-03-18", 0)).is("booking.status", "requires_action")

		trial := c.book("bridal-trial", c.free("bridal-trial", "2026-03-18", 0)).is("booking.status", "pending").string("booking.id")
		business := c
		business.key = businessKey
		business.do("confirm", object{"booking_id": trial}).is("booking.status", "confirmed")
	})
}

// A full class, those who wait for it, and the stool that becomes free.
func TestWaitlist(t *testing.T) {
	whole(t, func(c caller) {
		class := c.free("braiding-class", "2026-03-19", 0)
		full := c.book("braiding-class", class, object{"party_size": 6}).string("booking.id")
		join := func() string {
			return c.do("usp/waitlist/join", object{"service_id": "braiding-class", "slot_id": class, "buyer": alice,
				"preferred_slots": []object{{"start_date": "2026-03-19", "end_date": "2026-03-19", "time_of_day": "evening"}}}).is("entry.status", "waiting").string("entry.id")
		}
		first, second, third := join(), join(), join()
		c.do("entry", object{"entry_id": second}).is("entry.position", "2")
		c.do("leave", object{"entry_id": third})
		c.do("usp/bookings/cancel", object{"booking_id": full})
		c.do("entry", object{"entry_id": first}).is("entry.status", "offered", "entry.offered_slot.slot_id", class)
		c.do("decline", object{"entry_id": first}).is("entry.status", "declined")
		c.do("entry", object{"entry_id": second}).is("entry.status", "offered")
		c.do("accept", object{"entry_id": second}).is("booking.status", "confirmed")
		c.do("entries", object{"filters": object{"service_id": "braiding-class"}})
	})
}

// What cannot be done ends as a problem where REST has a status for it.
func TestProblems(t *testing.T) {
	c := caller{t, readContract(t), "rest", desk.Start(t, monday) + salon, platformKey, new(int)}
	for operation, arguments := range map[string]object{
		"usp/services/get":             {"service_id": "nothing"},
		"usp/availability/query":       {"service_id": "facial", "start_date": "2026-03-18", "end_date": "2026-12-18"},
		"usp/availability/hold":        {"service_id": "facial"},
		"usp/availability/release":     {"hold_id": "nothing"},
		"usp/bookings/create":          {"service_id": "facial", "slot_id": c.free("facial", "2026-03-18", 0), "buyer": object{"first_name": "Alice"}},
		"usp/bookings/get":             {"booking_id": "nothing"},
		"usp/bookings/cancel":          {"booking_id": "nothing"},
		"usp/bookings/reschedule":      {"booking_id": "nothing", "slot_id": "nothing"},
		"usp/bookings/confirm-payment": {"booking_id": "nothing", "payment_result": object{"status": "paid", "transaction_id": "t", "amount_paid": 1, "currency": "USD"}},
		"usp/waitlist/join":            {"service_id": "haircut", "buyer": alice},
		"entry":                        {"entry_id": "nothing"},
		"confirm":                      {"booking_id": "nothing"},
		"usp/services/feed":            {"cursor": "nothing"},
		"usp/services/list":            {"filters": "all"},
	} {
		if a := c.do(operation, arguments); a.status < 400 || at(a.body, "status") == nil {
			t.Errorf("%s: %d %s", operation, a.status, text(a.body))
		}
	}
}

// A contract that everything fulfils would be none.
func TestContract(t *testing.T) {
	contract, empty := readContract(t), object{}
	for name, operation := range operations {
		method, template, _ := strings.Cut(operation, " ")
		for _, body := range []any{empty, object{"usp": object{"version": "2026-08-20"}, "service": empty, "services": []any{empty}, "slots": []any{empty},
			"hold": empty, "booking": empty, "entry": empty, "entries": []any{empty}, "items": []any{empty}}} {
			if text(body) != "{}" && name == "leave" {
				continue // which answers nothing in particular
			}
			if contract.success(t, method, template).Validate(body) == nil {
				t.Errorf("%s may answer %s", name, text(body))
			}
		}
	}
}

// The profile names itself as the schema has it, and the card is where it says.
func TestProfile(t *testing.T) {
	contract, url := readContract(t), desk.Start(t, monday)
	read := func(url string) any {
		q, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
		if err != nil {
			t.Fatal(err)
		}
		status, v := receive(t, q)
		if status != http.StatusOK {
			t.Fatal(url, status)
		}
		return v
	}
	profile := read(url + salon + "/.well-known/usp")
	if err := contract.success(t, "GET", "/.well-known/usp").Validate(profile); err != nil {
		t.Error(err)
	}
	services, _ := at(profile, "usp").(object)["services"].(object)["dev.usp-protocol.services"].([]any)
	for _, s := range services {
		if at(s, "transport") == "a2a" {
			endpoint, _ := at(s, "endpoint").(string)
			if card := read(endpoint); at(card, "usp_profile") == nil && at(card, "capabilities.extensions.0.params.usp_profile") == nil {
				t.Errorf("%s", text(card))
			}
			return
		}
	}
	t.Errorf("no A2A in %s", text(profile))
}
