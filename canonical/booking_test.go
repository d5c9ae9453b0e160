package canonical_test

import (
	"testing"
	"time"

	"hora/canonical"
)

func TestClientHash(t *testing.T) {
	ana := canonical.Client{Email: "ana@example.com"}
	for email, same := range map[string]bool{
		"ana@example.com": true, "Ana@Example.COM": true, "  ana@example.com\t": true,
		"ana.@example.com": false, "ana@example.org": false, "anna@example.com": false, "": false,
	} {
		if got := (canonical.Client{Email: email, Name: "whoever"}).Hash() == ana.Hash(); got != same {
			t.Errorf("%q is the same client: %v, want %v", email, got, same)
		}
	}
	if h := ana.Hash(); len(h) != 32 {
		t.Errorf("hash %q", h)
	}
}

func TestHoldIsAlive(t *testing.T) {
	expires := time.Date(2026, 4, 1, 13, 10, 0, 0, time.UTC)
	for _, c := range []struct {
		state canonical.HoldState
		at    time.Time
		want  bool
	}{
		{canonical.HoldActive, expires.Add(-1), true},
		{canonical.HoldActive, expires, false}, // dead from the instant it expires
		{canonical.HoldActive, expires.Add(1), false},
		{canonical.HoldReleased, expires.Add(-1), false},
		{canonical.HoldConverted, expires.Add(-1), false},
	} {
		h := canonical.Hold{State: c.state, Expires: expires}
		if got := h.Alive(c.at); got != c.want {
			t.Errorf("%s at %s: %v", c.state, c.at, got)
		}
	}
}

func TestWhenItEnds(t *testing.T) {
	start := time.Date(2026, 4, 1, 13, 0, 0, 0, time.UTC)
	b := canonical.Booking{Start: start, Minutes: 45, Lifecycle: canonical.Lifecycle{State: canonical.Confirmed}}
	h := canonical.Hold{Start: start, Minutes: 45}
	if want := start.Add(45 * time.Minute); !b.End().Equal(want) || !h.End().Equal(want) {
		t.Errorf("a booking ends %s and a hold %s, want %s", b.End(), h.End(), want)
	}
	if b.State() != canonical.Confirmed {
		t.Errorf("the booking is %s", b.State())
	}
}

func TestServiceDefaults(t *testing.T) {
	price := canonical.Price{Amount: 40000, Currency: "CLP", Deposit: 10000}
	for _, c := range []struct {
		service canonical.Service
		every   int
		prepaid int64
	}{
		{canonical.Service{Minutes: 45, Price: price}, 45, 0},
		{canonical.Service{Minutes: 45, Step: 15, Price: price, Prepayment: canonical.NoPrepayment}, 15, 0},
		{canonical.Service{Minutes: 45, Price: price, Prepayment: canonical.FullPayment}, 45, 40000},
		{canonical.Service{Minutes: 45, Price: price, Prepayment: canonical.DepositOnly}, 45, 10000},
	} {
		if got := c.service.Every(); got != c.every {
			t.Errorf("%+v: every %d minutes, want %d", c.service, got, c.every)
		}
		if got, want := c.service.Prepaid(), (canonical.Money{Amount: c.prepaid, Currency: "CLP"}); got != want {
			t.Errorf("%+v: prepaid %+v, want %+v", c.service, got, want)
		}
	}
}

func TestSpeaks(t *testing.T) {
	for _, c := range []struct {
		dialects []string
		dialect  string
		want     bool
	}{
		{nil, "usp", true},
		{[]string{"servicialo", "usp"}, "usp", true},
		{[]string{"servicialo"}, "usp", false},
	} {
		if got := (&canonical.Organization{Dialects: c.dialects}).Speaks(c.dialect); got != c.want {
			t.Errorf("%v speaks %s: %v", c.dialects, c.dialect, got)
		}
	}
}

func TestPrincipal(t *testing.T) {
	if p := (canonical.Principal{}); !p.Anonymous() {
		t.Error("nobody is somebody")
	}
	if p := (canonical.Principal{Role: canonical.RolePlatform, ID: "demo"}); p.Anonymous() {
		t.Error("somebody is nobody")
	}
	if (canonical.Credential{Organization: "clinica-demo"}).Presented() || !(canonical.Credential{Key: "k"}).Presented() {
		t.Error("a credential is a key, and nothing else is")
	}
}
