package engine_test

import (
	"testing"
	"time"

	"hora/canonical"
)

func dollars(n int64) canonical.Money { return canonical.Money{Amount: n, Currency: "USD"} }

func pay(b canonical.Booking, amount int64) canonical.ConfirmPayment {
	return canonical.ConfirmPayment{Booking: b.ID, Amount: dollars(amount), Transaction: "txn_1", Processor: "stripe", Reference: "ord_1"}
}

func june(service, start string) canonical.Book {
	return canonical.Book{Service: service, Slot: slotID("june", "", start)}
}

func notice(o canonical.Outcome) string {
	if len(o.Notices) == 0 {
		return ""
	}
	return o.Notices[0].Code
}

// What a new booking waits for, by how its service is paid and confirmed
// (USP 3.11 and 5.1). Every automatic one ends at scheduled.
func TestNewBookings(t *testing.T) {
	s := salon(t)
	for _, row := range []struct {
		service string
		state   canonical.State
		pending bool
		due     int64
		deposit bool
		lapses  time.Duration
	}{
		{"cut", canonical.Scheduled, false, 0, false, 0},
		{"facial", canonical.Requested, false, 12000, false, 15 * time.Minute},
		{"color", canonical.Requested, false, 3000, true, 15 * time.Minute},
		{"trial", canonical.Requested, true, 0, false, 24 * time.Hour},
		{"shoot", canonical.Requested, false, 20000, false, 15 * time.Minute},
	} {
		c := june(row.service, "2026-04-01 10:00")
		if row.service == "cut" {
			c.Slot = slotID("ava", "c1", "2026-04-01 10:00")
		}
		b := s.book(c)
		if b.State() != row.state || b.Lifecycle.PendingConfirmation != row.pending || b.Billing.Owing() != (row.due > 0) {
			t.Errorf("%s: %s, pending %v, owing %v", row.service, b.State(), b.Lifecycle.PendingConfirmation, b.Billing.Owing())
		}
		if row.due > 0 && (b.Billing.Due.Amount != dollars(row.due) || b.Billing.Due.Deposit != row.deposit) {
			t.Errorf("%s: due %+v", row.service, b.Billing.Due)
		}
		if at := b.Lapses(); row.lapses == 0 != at.IsZero() || row.lapses > 0 && at.Sub(now) != row.lapses {
			t.Errorf("%s: lapses at %v", row.service, at)
		}
		s.want("cancel", "ok", s.as("p1", canonical.Cancel{Booking: b.ID}))
	}
	soon := s.book(june("facial", "2026-03-30 09:00"))
	s.travel(ny("2026-03-30 09:55"))
	late := s.book(june("facial", "2026-03-30 10:00"))
	if !soon.Lapses().Equal(now.Add(15*time.Minute)) || !late.Lapses().Equal(ny("2026-03-30 10:00")) {
		t.Errorf("a payment is due until %v, after the start", late.Lapses())
	}
}

// Without PayAfterwards a service that is paid in advance is refused, as in
// dialects without payments of their own.
func TestPaymentBeforehand(t *testing.T) {
	s := salon(t)
	c := june("facial", "2026-04-01 10:00")
	c.Client = alice
	out := s.as("p1", c, func(r *canonical.Request) { r.Rules = canonical.KnownCallers })
	s.want("unpaid", "payment_required", out)
	if out.Err.Price == nil || *out.Err.Price != dollars(12000) {
		t.Errorf("due %v", out.Err.Price)
	}
}

func TestConfirmPayment(t *testing.T) {
	for _, row := range []struct {
		name    string
		service string
		before  func(s shop, b canonical.Booking)
		pay     func(c *canonical.ConfirmPayment)
		want    string
		notice  string
		state   canonical.State
		paid    int64
	}{
		{name: "in full", service: "facial", want: "ok", state: canonical.Confirmed, paid: 12000},
		{name: "currency in lower case", service: "facial", pay: func(c *canonical.ConfirmPayment) { c.Amount.Currency = "usd" }, want: "ok", state: canonical.Confirmed, paid: 12000},
		{name: "a deposit", service: "color", pay: func(c *canonical.ConfirmPayment) { c.Deposit, c.Amount = true, dollars(3000) }, want: "ok", state: canonical.Confirmed, paid: 3000},
		{name: "too little", service: "facial", pay: func(c *canonical.ConfirmPayment) { c.Amount = dollars(11999) }, want: "payment_mismatch", state: canonical.Requested},
		{name: "too much", service: "facial", pay: func(c *canonical.ConfirmPayment) { c.Amount = dollars(12001) }, want: "payment_mismatch", state: canonical.Requested},
		{name: "other money", service: "facial", pay: func(c *canonical.ConfirmPayment) { c.Amount.Currency = "EUR" }, want: "payment_mismatch", state: canonical.Requested},
		{name: "a deposit where all is due", service: "facial", pay: func(c *canonical.ConfirmPayment) { c.Deposit = true }, want: "payment_mismatch", state: canonical.Requested},
		{name: "before the business looks", service: "shoot", pay: func(c *canonical.ConfirmPayment) { c.Amount = dollars(20000) }, want: "ok", state: canonical.Requested, paid: 20000},
		{name: "nothing was due", service: "trial", want: "invalid_state", state: canonical.Requested},
		{name: "twice", service: "facial", before: func(s shop, b canonical.Booking) { s.as("p1", pay(b, 12000)) }, want: "ok", notice: "already_confirmed", state: canonical.Confirmed, paid: 12000},
		{name: "at the last second", service: "facial", before: func(s shop, b canonical.Booking) { s.travel(b.Billing.Due.Expires.Add(-1)) }, want: "ok", state: canonical.Confirmed, paid: 12000},
		{name: "late", service: "facial", before: func(s shop, b canonical.Booking) { s.travel(b.Billing.Due.Expires) }, want: "ok", notice: "payment_expired", state: canonical.Cancelled},
		{name: "late, after the sweep", service: "facial", before: func(s shop, b canonical.Booking) {
			s.travel(b.Billing.Due.Expires)
			s.Sweep(s.t.Context())
		}, want: "ok", notice: "payment_expired", state: canonical.Cancelled},
		{name: "after it was cancelled", service: "facial", before: func(s shop, b canonical.Booking) { s.as("p1", canonical.Cancel{Booking: b.ID}) }, want: "invalid_state", state: canonical.Cancelled},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := salon(t)
			b := s.book(june(row.service, "2026-04-01 10:00"))
			if row.before != nil {
				row.before(s, b)
			}
			c := pay(b, 12000)
			if row.pay != nil {
				row.pay(&c)
			}
			out := s.want("paying", row.want, s.as("p1", c))
			if got := notice(out); got != row.notice {
				t.Errorf("notice %q, want %q", got, row.notice)
			}
			if out.Err != nil && out.Err.Code == canonical.PaymentMismatch && *out.Err.Price != b.Billing.Due.Amount {
				t.Errorf("told %v is due", out.Err.Price)
			}
			after := s.booking(b.ID)
			if after.State() != row.state || after.Billing.Paid != row.paid {
				t.Errorf("%s with %d paid, want %s with %d", after.State(), after.Billing.Paid, row.state, row.paid)
			}
			if after.Billing.Owing() && after.State() == canonical.Cancelled {
				t.Error("a cancelled booking still waits for a payment")
			}
			if row.paid > 0 && (after.Billing.Transaction != "txn_1" || after.Billing.Reference != "ord_1" || after.Billing.Processor != "stripe") {
				t.Errorf("%+v", after.Billing)
			}
		})
	}
}

// A paid booking of a service that the business confirms waits for that, and
// no longer for the money.
func TestPaidThenConfirmed(t *testing.T) {
	s := salon(t)
	b := s.book(june("shoot", "2026-04-03 10:00"))
	s.want("confirming what is not paid", "invalid_state", s.as("", canonical.ConfirmBooking{Booking: b.ID}, business))
	s.want("paying", "ok", s.as("p1", pay(b, 20000)))
	b = s.booking(b.ID)
	if !b.Lifecycle.PendingConfirmation || b.ConfirmBy.Sub(now) != 24*time.Hour {
		t.Errorf("pending %v until %v", b.Lifecycle.PendingConfirmation, b.ConfirmBy)
	}
	s.travel(now.Add(time.Hour)) // past the first payment's time
	if swept, err := s.Sweep(t.Context()); err != nil || swept.Requests != 0 || swept.Settled != 1 {
		t.Errorf("%+v, %v", swept, err)
	}
	s.want("a platform", "forbidden", s.as("p1", canonical.ConfirmBooking{Booking: b.ID}))
	for range 2 {
		out := s.want("the business", "ok", s.as("", canonical.ConfirmBooking{Booking: b.ID}, business))
		if got := out.Result.(canonical.Booking); got.State() != canonical.Confirmed || got.Lapses() != (time.Time{}) || got.Revision != 3 {
			t.Errorf("%s, revision %d, lapses %v", got.State(), got.Revision, got.Lapses())
		}
	}
}

// A booking that was not paid, or not confirmed, is cancelled from the very
// instant: readers see it so, sweep makes it so, and both tell the same.
func TestLapses(t *testing.T) {
	for _, row := range []struct {
		service, reason string
		after           time.Duration
	}{
		{"facial", "not paid in time", 15 * time.Minute},
		{"trial", "not confirmed in time", 24 * time.Hour},
	} {
		t.Run(row.service, func(t *testing.T) {
			s := salon(t)
			c := june(row.service, "2026-04-02 10:00")
			b := s.book(c)
			s.travel(now.Add(row.after - time.Second))
			if got := s.booking(b.ID); got.State() != canonical.Requested {
				t.Errorf("a second before: %s", got.State())
			}
			s.travel(now.Add(row.after))
			seen := s.booking(b.ID)
			if seen.State() != canonical.Cancelled || seen.Cancellation == nil || seen.Cancellation.By != "system" || seen.Cancellation.Reason != row.reason ||
				!seen.Cancellation.At.Equal(now.Add(row.after)) || seen.Revision != 2 {
				t.Errorf("%s, %+v", seen.State(), seen.Cancellation)
			}
			out := s.want("cancelling it", "already_cancelled", s.as("p1", canonical.Cancel{Booking: b.ID}))
			if out.Meta.Standing == nil || out.Meta.Standing.State() != canonical.Cancelled {
				t.Error("the refusal does not tell how the booking stands")
			}
			s.travel(now.Add(row.after + time.Hour))
			if swept, err := s.Sweep(t.Context()); err != nil || swept.Requests != 1 {
				t.Errorf("%+v, %v", swept, err)
			}
			after := s.booking(b.ID)
			if after.Tag() != seen.Tag() || !after.Cancellation.At.Equal(seen.Cancellation.At) || !after.Changed().Equal(seen.Changed()) {
				t.Errorf("before the sweep %+v, after it %+v", seen.Cancellation, after.Cancellation)
			}
			s.book(c)
		})
	}
}

// Late payment gives the place back at once, sweep or no sweep.
func TestLatePaymentFreesTheSlot(t *testing.T) {
	s := salon(t)
	c := june("facial", "2026-04-02 10:00")
	b := s.book(c)
	s.travel(b.Billing.Due.Expires)
	s.want("paying late", "ok", s.as("p1", pay(b, 12000)))
	s.book(c)
	if swept, err := s.Sweep(t.Context()); err != nil || swept.Settled != 1 {
		t.Errorf("%+v, %v", swept, err)
	}
}
