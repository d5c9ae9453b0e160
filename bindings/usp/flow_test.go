package usp_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
)

const alice = `"buyer":{"first_name":"Alice","last_name":"Williams","email":"alice@example.com","phone_number":"+12125551234"}`

// The happy path and what follows it come to the same acts and the same
// outcomes whatever carries them.
func TestFlow(t *testing.T) {
	var first string
	for _, via := range transports {
		s := openSalon(t)
		a := s.agent(via)
		list := a.ask("usp/services/list", `{"filters":{"type":"appointment","price":{"min":12000,"max":12000}},"query":"facial"}`)
		list.is("services.0.id", "facial", "services.0.policies.payment_timing", "at_booking").says("")
		if via != "rest" {
			a = a.in(list.get(list.task, "contextId").(string))
		}
		found := a.ask("usp/availability/query", `{"service_id":"facial","start_date":"2026-03-18","end_date":"2026-03-18","timezone":"America/New_York"}`)
		found.is("slots.0.start", "2026-03-18T09:00:00-04:00", "slots.0.resources.1.id", "cabin-1")
		held := a.ask("usp/availability/hold", fmt.Sprintf(`{"service_id":"facial","slot_id":%q}`, found.string("slots.2.id"))).is("hold.status", "active")
		made := a.ask("usp/bookings/create", fmt.Sprintf(`{"service_id":"facial","slot_id":%q,"hold_id":%q,%s}`, held.string("hold.slot_id"), held.string("hold.id"), alice))
		made.is("booking.status", "requires_action", "booking.actions.0.payment_context.amount_due", "12000").says("")
		id := made.string("booking.id")
		s.wait(60e9)
		paid := a.ask("usp/bookings/confirm-payment", fmt.Sprintf(`{"booking_id":%q,"payment_result":{"status":"paid","provider":"stripe","transaction_id":"txn_abc123","amount_paid":12000,"currency":"USD","order_reference":"ord_xyz789"}}`, id))
		paid.is("booking.status", "confirmed", "booking.payment.status", "paid", "booking.payment.amount_due", "0", "booking.actions", "null")
		s.wait(60e9)
		moved := a.ask("usp/bookings/reschedule", fmt.Sprintf(`{"booking_id":%q,"slot_id":%q}`, id, found.string("slots.8.id")))
		moved.is("booking.id", id, "booking.slot.start", "2026-03-18T13:00:00-04:00", "booking.status", "confirmed").says("")
		s.wait(60e9)
		gone := a.ask("usp/bookings/cancel", fmt.Sprintf(`{"booking_id":%q,"reason":"Schedule conflict"}`, id))
		gone.is("booking.status", "canceled", "booking.payment.status", "refunded", "booking.cancellation.canceled_by", "buyer",
			"booking.cancellation.fee", "0", "booking.cancellation.refund_amount", "12000")
		read := a.ask("usp/bookings/get", fmt.Sprintf(`{"booking_id":%q}`, id))
		if diff := cmp.Diff(gone.at("booking"), read.at("booking")); diff != "" {
			t.Errorf("%s: the booking read is not the one canceled\n%s", via, diff)
		}
		if told := s.essence(); first == "" {
			first = told
		} else if diff := cmp.Diff(first, told); diff != "" {
			t.Errorf("%s differs from %s\n%s", via, transports[0], diff)
		}
	}
}

var (
	minted  = regexp.MustCompile(`[0-9A-Z]{26}`)
	carrier = regexp.MustCompile(`usp/(a2a|rest)`)
)

// essence is all that the desk was asked and said, without what differs from
// one run to another: names of new things, and the door.
func (s *salon) essence() string {
	var b strings.Builder
	for _, a := range s.log {
		command, _ := json.Marshal(a.request.Command, json.Deterministic(true))
		result, _ := json.Marshal(a.outcome.Result, json.Deterministic(true))
		fmt.Fprintf(&b, "%s %s\n%s %v\n", a.request.Command.Op(), command, result, a.outcome.Err)
	}
	names := map[string]string{}
	told := minted.ReplaceAllStringFunc(b.String(), func(id string) string {
		if names[id] == "" {
			names[id] = fmt.Sprintf("#%d", len(names)+1)
		}
		return names[id]
	})
	return carrier.ReplaceAllString(told, "usp")
}
