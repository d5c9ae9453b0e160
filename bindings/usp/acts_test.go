package usp_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/go-json-experiment/json"
)

// What agents do in most tests.

func (a agent) hold(service, slot string) *answer {
	a.t.Helper()
	return a.ask("usp/availability/hold", fmt.Sprintf(`{"service_id":%q,"slot_id":%q}`, service, slot))
}

// book makes a booking; more are members beside, with a comma behind each.
func (a agent) book(service, slot, more string) *answer {
	a.t.Helper()
	return a.ask("usp/bookings/create", fmt.Sprintf(`{"service_id":%q,"slot_id":%q,%s%s}`, service, slot, more, alice))
}

func (a agent) get(id string) *answer {
	a.t.Helper()
	return a.ask("usp/bookings/get", fmt.Sprintf(`{"booking_id":%q}`, id))
}

func (a agent) cancel(id string) *answer {
	a.t.Helper()
	return a.ask("usp/bookings/cancel", fmt.Sprintf(`{"booking_id":%q}`, id))
}

func (a agent) move(id, slot string) *answer {
	a.t.Helper()
	return a.ask("usp/bookings/reschedule", fmt.Sprintf(`{"booking_id":%q,"slot_id":%q}`, id, slot))
}

func (a agent) pay(id string, amount int) *answer {
	a.t.Helper()
	return a.paid(id, "paid", amount, "USD")
}

func (a agent) paid(id, status string, amount int, currency string) *answer {
	a.t.Helper()
	return a.ask("usp/bookings/confirm-payment", fmt.Sprintf(`{"booking_id":%q,"payment_result":{"status":%q,"transaction_id":"t-1","amount_paid":%d,"currency":%q}}`, id, status, amount, currency))
}

func (a agent) free(hold string) *answer {
	a.t.Helper()
	return a.ask("usp/availability/release", fmt.Sprintf(`{"hold_id":%q}`, hold))
}

// slots are the slots of one day.
func (a agent) slots(service, day string) []any {
	a.t.Helper()
	return a.ask("usp/availability/query", fmt.Sprintf(`{"service_id":%q,"start_date":%q,"end_date":%q,"limit":200}`, service, day, day)).list("slots")
}

// offers says whether a slot is offered on a day.
func (a agent) offers(service, day, id string) bool {
	a.t.Helper()
	for _, s := range a.slots(service, day) {
		if s.(map[string]any)["id"] == id {
			return true
		}
	}
	return false
}

// document is the demonstration organisation's file.
func file(t testing.TB) (f struct {
	Organization map[string]any   `json:"organization"`
	Services     []map[string]any `json:"services"`
	Providers    []map[string]any `json:"providers"`
	Resources    []map[string]any `json:"resources"`
	Payments     []map[string]any `json:"payment_intents,omitempty"`
}) {
	t.Helper()
	text, err := os.ReadFile("../../testdata/orgs/" + org + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

func written(t testing.TB, f any) []byte {
	t.Helper()
	b, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// without is that file without a member of its services.
func without(t testing.TB, member string) []byte {
	f := file(t)
	for _, s := range f.Services {
		delete(s, member)
	}
	return written(t, f)
}
