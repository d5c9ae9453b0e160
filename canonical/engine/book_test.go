package engine_test

import (
	"testing"

	"hora/canonical"
)

func booking(service, start string) canonical.Book {
	return canonical.Book{Service: service, Start: at(start), Client: canonical.Client{Email: "Joaquin.Lopez@Mail.com", Name: "Joaquín"}}
}

func TestBook(t *testing.T) {
	with := func(c canonical.Book, f func(*canonical.Book)) canonical.Book { f(&c); return c }
	for _, row := range []struct {
		name string
		c    canonical.Book
		want string
	}{
		{"a free start", booking("kine", "2026-04-01 10:00"), "ok"},
		{"off the grid, in hours", booking("kine", "2026-04-01 10:20"), "ok"},
		{"right now", booking("kine", "2026-03-30 09:00"), "ok"},
		{"no such service", booking("nope", "2026-04-01 10:00"), "unknown_service"},
		{"a service nobody gives", booking("orphan", "2026-04-01 10:00"), "unknown_provider"},
		{"a provider who does not give it", with(booking("piso", "2026-04-01 10:00"), func(c *canonical.Book) { c.Provider = "pedro" }), "unknown_provider"},
		{"past", booking("kine", "2026-03-30 08:59"), "past_date"},
		{"past comes before closed", booking("kine", "2026-03-28 03:00"), "past_date"},
		{"sunday", booking("kine", "2026-04-05 10:00"), "outside_hours"},
		{"ends after closing", booking("kine", "2026-04-01 17:30"), "outside_hours"},
		{"a length that does not fit", with(booking("kine", "2026-04-01 17:00"), func(c *canonical.Book) { c.Minutes = 61 }), "invalid"},
		{"closed by exception", booking("kine", "2026-04-03 10:00"), "outside_hours"},
		{"a provider without hours", booking("never", "2026-04-01 10:00"), "outside_hours"},
		{"beyond the horizon", booking("kine", "2026-06-29 10:00"), "too_far_ahead"},
		{"the last day of the horizon", booking("kine", "2026-06-26 10:00"), "ok"},
		{"unpaid", booking("piso", "2026-04-01 10:00"), "payment_required"},
		{"payment waiting", with(booking("piso", "2026-04-01 10:00"), func(c *canonical.Book) { c.Payment = "waiting" }), "payment_not_approved"},
		{"payment unheard of", with(booking("piso", "2026-04-01 10:00"), func(c *canonical.Book) { c.Payment = "none" }), "payment_not_approved"},
		{"payment too small", with(booking("piso", "2026-04-01 10:00"), func(c *canonical.Book) { c.Payment = "small" }), "payment_too_small"},
		{"payment spent", with(booking("piso", "2026-04-01 10:00"), func(c *canonical.Book) { c.Payment = "spent" }), "payment_used"},
		{"paid", with(booking("piso", "2026-04-01 10:00"), func(c *canonical.Book) { c.Payment = "good" }), "ok"},
		{"a sale unheard of", with(booking("kine", "2026-04-01 10:00"), func(c *canonical.Book) { c.Sale = "none" }), "unknown_sale"},
		{"an order unheard of", with(booking("kine", "2026-04-01 10:00"), func(c *canonical.Book) { c.Order = "none" }), "unknown_order"},
		{"an unreadable slot", with(booking("kine", "2026-04-01 10:00"), func(c *canonical.Book) { c.Slot = "abc" }), "slot_taken"},
		{"a slot of nobody", canonical.Book{Service: "kine", Slot: "..20260401T130000Z", Client: canonical.Client{Email: "a@b.cl"}}, "slot_taken"},
		{"a slot of a room, whoever is in it", canonical.Book{Service: "box", Slot: ".room1.20260401T130000Z", Client: canonical.Client{Email: "a@b.cl"}}, "slot_taken"},
		{"a slot in a room that the service does without", canonical.Book{Service: "kine", Slot: "pedro.room1.20260401T130000Z", Client: canonical.Client{Email: "a@b.cl"}}, "slot_taken"},
		{"a slot by id", canonical.Book{Service: "kine", Slot: "pedro..20260401T130000Z", Client: canonical.Client{Email: "a@b.cl"}}, "ok"},
		{"a hold unheard of", with(booking("kine", "2026-04-01 10:00"), func(c *canonical.Book) { c.Hold = "none" }), "unknown_hold"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := code(onBolt(t).do(row.c)); got != row.want {
				t.Errorf("got %s, want %s", got, row.want)
			}
		})
	}
}

func TestBookedIsTaken(t *testing.T) {
	b := onBolt(t)
	made := b.do(booking("kine", "2026-04-01 10:00")).Result.(canonical.Booking)
	if made.State() != canonical.Scheduled || made.Client.Email != "joaquin.lopez@mail.com" || made.Order == "" || made.Sale == "" || made.Revision != 1 {
		t.Errorf("booked %+v", made)
	}
	if n := len(made.Lifecycle.Transitions); n != 2 {
		t.Errorf("%d transitions, want requested and scheduled", n)
	}
	for start, want := range map[string]string{
		"2026-04-01 09:00": "ok", "2026-04-01 09:59": "slot_taken", "2026-04-01 10:00": "slot_taken", "2026-04-01 10:59": "slot_taken", "2026-04-01 11:00": "ok",
	} {
		if got := code(b.do(booking("kine", start))); got != want {
			t.Errorf("%s: got %s, want %s", start, got, want)
		}
	}
	other := booking("kine", "2026-04-01 10:00")
	other.Provider = "pedro"
	if got := code(b.do(other)); got != "ok" {
		t.Errorf("the other provider: %s", got)
	}
	attached := booking("kine", "2026-04-02 10:00")
	attached.Order, attached.Sale = made.Order, made.Sale
	if got := b.do(attached).Result.(canonical.Booking); got.Order != made.Order || got.Sale != made.Sale {
		t.Errorf("attached to %s and %s", got.Order, got.Sale)
	}
	if got := code(b.do(attached, func(r *canonical.Request) { r.Organization = "otra" })); got != "unknown_service" {
		t.Errorf("another organisation: %s", got)
	}
}

func TestClientIsFoundAgain(t *testing.T) {
	b := onBolt(t)
	b.do(booking("kine", "2026-04-01 10:00"))
	again := booking("kine", "2026-04-01 12:00")
	again.Client = canonical.Client{Email: " JOAQUIN.lopez@mail.COM", Name: "Otro", Phone: "+56 9"}
	got := b.do(again).Result.(canonical.Booking).Client
	if got.Name != "Joaquín" || got.Phone != "" || got.Email != "joaquin.lopez@mail.com" {
		t.Errorf("the client of the second booking is %+v", got)
	}
	stranger := booking("kine", "2026-04-01 14:00")
	stranger.Client = canonical.Client{Email: "joaquin.lopez@mail.com"}
	if got := b.do(stranger, anonymous).Result.(canonical.Booking).Client; got != (canonical.Client{Email: "joaquin.lopez@mail.com"}) {
		t.Errorf("anyone who knows an address learns %+v", got)
	}
}

func TestRoomsAndBuffers(t *testing.T) {
	b := onBolt(t)
	first := booking("box", "2026-04-01 10:00")
	made := b.do(first).Result.(canonical.Booking)
	if len(made.Resources) != 1 || made.Resources[0].ID != "room1" {
		t.Fatalf("resources %+v", made.Resources)
	}
	second := booking("box", "2026-04-01 10:30")
	second.Provider = "pedro"
	if got := code(b.do(second)); got != "slot_taken" {
		t.Errorf("the only room, inside the buffer: %s", got)
	}
	second.Start = at("2026-04-01 10:45")
	if got := code(b.do(second)); got != "ok" {
		t.Errorf("after the buffer: %s", got)
	}
}

func TestPrepaidOnce(t *testing.T) {
	b := onBolt(t)
	c := booking("piso", "2026-04-01 10:00")
	c.Payment = "good"
	if got := b.do(c).Result.(canonical.Booking).Billing; got.Status != canonical.BillingPaid || got.Payment != "good" {
		t.Errorf("billing %+v", got)
	}
	c.Start = at("2026-04-01 12:00")
	if got := code(b.do(c)); got != "payment_used" {
		t.Errorf("the same intent again: %s", got)
	}
}

func TestTentative(t *testing.T) {
	b := onBolt(t)
	c := booking("kine", "2026-04-02 10:00")
	c.Tentative = true
	made := b.do(c).Result.(canonical.Booking)
	if made.State() != canonical.Requested || !made.Lifecycle.PendingConfirmation || !made.ConfirmBy.Equal(now.Add(24*60*60*1e9)) {
		t.Fatalf("%+v until %v", made.Lifecycle, made.ConfirmBy)
	}
	if got := code(b.do(booking("kine", "2026-04-02 10:00"))); got != "slot_taken" {
		t.Errorf("its slot: %s", got)
	}
	if swept, err := b.Sweep(t.Context()); err != nil || swept.Requests != 0 {
		t.Errorf("swept early: %+v, %v", swept, err)
	}
	b.travel(now.Add(24 * 60 * 60 * 1e9))
	if swept, err := b.Sweep(t.Context()); err != nil || swept.Requests != 1 {
		t.Errorf("swept: %+v, %v", swept, err)
	}
	got := b.do(canonical.GetBooking{Booking: made.ID}).Result.(canonical.Booking)
	if got.State() != canonical.Cancelled || got.Lifecycle.PendingConfirmation {
		t.Errorf("after its time: %+v", got.Lifecycle)
	}
	if got := code(b.do(booking("kine", "2026-04-02 10:00"))); got != "ok" {
		t.Errorf("its slot afterwards: %s", got)
	}
	if swept, err := b.Sweep(t.Context()); err != nil || swept.Requests+swept.Settled != 0 {
		t.Errorf("swept twice: %+v, %v", swept, err)
	}
}

func TestReachable(t *testing.T) {
	b := onBolt(t)
	for slug, want := range map[string]string{"otra": "ok", "oculta": "unknown_organization", "callada": "unknown_organization", "ninguna": "unknown_organization", "": "unknown_organization"} {
		for range 2 { // once unread, once from memory
			if got := code(b.do(canonical.ListServices{}, func(r *canonical.Request) { r.Organization = slug })); got != want {
				t.Errorf("%q: got %s, want %s", slug, got, want)
			}
		}
	}
}
