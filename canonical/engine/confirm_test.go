package engine_test

import (
	"strings"
	"testing"
	"time"

	"hora/canonical"
)

// inPerson is a guest whose own browser calls.
func inPerson(name string) func(*canonical.Request) {
	return func(r *canonical.Request) {
		r.Caller, r.Channel = "oauth-"+name, "rest"
		r.Principal = canonical.Principal{Role: canonical.RoleGuest, ID: name, Scope: canonical.ScopeBook}
	}
}

// confirming is booking what was reviewed.
func confirming(o canonical.Offer) canonical.BookOffer {
	return canonical.BookOffer{Entity: o.Entity, Offer: o, Reviewed: true}
}

// What is confirmed behind a review link goes through the gate of handing off,
// which is there for that only without a page of the curator's; all else goes
// through the gate of booking.
func TestGateOfConfirming(t *testing.T) {
	open, closed := &canonical.HandoffPolicy{Open: true}, &canonical.HandoffPolicy{}
	theirs := &canonical.HandoffPolicy{Open: true, Confirm: "https://www.lakes.example/book"}
	for _, tt := range []struct {
		name     string
		book     bool
		handoff  *canonical.HandoffPolicy
		reviewed bool
		want     string
	}{
		{"here", false, open, true, "booked completed"},
		{"here, though agents may book as well", true, open, true, "booked completed"},
		{"closed", true, closed, true, "not_enabled"},
		{"on the curator's page", true, theirs, true, "not_enabled"},
		{"nowhere", true, nil, true, "not_enabled"},
		{"by an agent, where only guests may", false, open, false, "not_enabled"},
		{"by an agent", true, nil, false, "booked completed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := atLakes(t, onBolt(t))
			o := b.double(t)
			reopen(t, b, func(r *canonical.Registry) { r.Book, r.Handoff = tt.book, tt.handoff })
			ask := canonical.BookOffer{Entity: o.Entity, Offer: o, Reviewed: tt.reviewed}
			if got := how(t, b.ask(ask, inPerson("ann"), message("m1"))); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			if n := b.bookings(t, "pheasant"); n > 1 || (n == 1) != strings.HasPrefix(tt.want, "booked") {
				t.Errorf("%d bookings", n)
			}
			if got := how(t, b.ask(ask, message("m2"))); got != "unauthenticated" && got != tt.want {
				t.Errorf("nobody: %s", got)
			}
		})
	}
}

// A guest who books in person is said to have done so by hand; and what became
// of the link is for that guest alone to see, while the booking stands.
func TestReceipt(t *testing.T) {
	b := atLakes(t, onBolt(t))
	reopen(t, b, func(r *canonical.Registry) { r.Book, r.Handoff = false, &canonical.HandoffPolicy{Open: true} })
	o := b.double(t)
	review := func(change ...func(*canonical.Request)) canonical.Review {
		t.Helper()
		r, ok := b.ask(canonical.ReviewOption{Option: o.Option()}, change...).Result.(canonical.Review)
		if !ok {
			t.Fatal("no review")
		}
		return r
	}
	seen := review(inPerson("ann"))
	if seen.State != canonical.ReviewReady || seen.Booking != nil || seen.Offer.ID != o.ID {
		t.Fatalf("%+v", seen)
	}
	out := b.ask(confirming(*seen.Offer), inPerson("ann"), message("m1"))
	if got := how(t, out); got != "booked completed" {
		t.Fatal(got)
	}
	made := out.Result.(canonical.Reservation).Booking
	if first := made.Lifecycle.Transitions[0]; first.Method != canonical.ByHand || first.Mandate != "" || !strings.HasPrefix(first.By, "guest:") || first.Channel != "selfe/rest" {
		t.Errorf("%+v", first)
	}
	if got := how(t, b.ask(confirming(*seen.Offer), inPerson("ben"), message("m1"))); got != "refused offer_expired rejected" {
		t.Errorf("another guest, with the same link: %s", got)
	}
	for _, tt := range []struct {
		who  string
		as   func(*canonical.Request)
		sees bool
	}{
		{"the guest", inPerson("ann"), true},
		{"the guest's agent", guest("ann"), true},
		{"another guest", inPerson("ben"), false},
		{"nobody", func(*canonical.Request) {}, false},
	} {
		r := review(tt.as)
		if r.State != canonical.ReviewUsed || (r.Booking != nil) != tt.sees || (r.Place != nil) != tt.sees || r.Offer != nil {
			t.Errorf("%s: %+v", tt.who, r)
		}
		if r.Booking != nil && (r.Booking.ID != made.ID || r.Booking.Claims != nil || r.Booking.Owner != "") {
			t.Errorf("%s: %+v", tt.who, r.Booking)
		}
	}
	change(t, b, canonical.PlaceKey("lakes", entity(pheasant)), canonical.RegistryKey("lakes"), func(p *canonical.Place) { p.Hidden = true })
	if r := review(inPerson("ann")); r.Booking == nil || r.Place != nil {
		t.Errorf("of a place that is hidden: %+v", r)
	}
	if r := review(inPerson("ann")); r.Cancelling == nil || len(r.Cancelling.Steps) != 3 || r.Cancelling.Steps[0].Charge.Amount != 0 {
		t.Errorf("what cancelling costs: %+v", r.Cancelling)
	}
	k := canonical.BookingKey(made.ID)
	change(t, b, k, k, func(b *canonical.Booking) { b.Lifecycle.State = canonical.Completed })
	if r := review(inPerson("ann")); r.Booking == nil || r.Cancelling != nil {
		t.Errorf("of what is over: %+v", r)
	}
	change(t, b, k, k, func(b *canonical.Booking) { b.Lifecycle.State = canonical.Cancelled })
	for who, as := range map[string]func(*canonical.Request){"ann": inPerson("ann"), "ben": inPerson("ben"), "nobody": func(*canonical.Request) {}} {
		r := review(as)
		if r.State != canonical.ReviewOver || (r.Booking != nil) != (who == "ann") || r.Cancelling != nil {
			t.Errorf("of what was cancelled, to %s: %+v", who, r)
		}
	}
}

// A booking that the place did not agree to in time is over when that time is,
// whether anybody has written it down or not: the guest hears so, and may book
// the same again.
func TestReceiptOfWhatLapsed(t *testing.T) {
	b := atLakes(t, onBolt(t))
	reopen(t, b, func(r *canonical.Registry) { r.Book, r.Handoff = false, &canonical.HandoffPolicy{Open: true} })
	org := canonical.OrganizationKey("pheasant")
	change(t, b, org, org, func(o *canonical.Organization) {
		o.Policies.Confirmation, o.Policies.ConfirmationHours = canonical.Manual, 1
	})
	first := b.double(t)
	seen := b.ask(canonical.ReviewOption{Option: first.Option()}, inPerson("ann")).Result.(canonical.Review)
	if seen.Cancelling == nil || !seen.Cancelling.Free {
		t.Errorf("nothing is due before the place has agreed: %+v", seen.Cancelling)
	}
	out := b.ask(confirming(first), inPerson("ann"), message("m1"))
	made := out.Result.(canonical.Reservation).Booking
	if made == nil || made.State() != canonical.Requested {
		t.Fatalf("%+v", out)
	}
	b.travel(now.Add(61 * time.Minute))
	if r := b.ask(canonical.ReviewOption{Option: first.Option()}, inPerson("ann")).Result.(canonical.Review); r.State != canonical.ReviewOver || r.Booking == nil {
		t.Errorf("%+v", r)
	}
	second := b.double(t)
	if r := b.ask(canonical.ReviewOption{Option: second.Option()}, inPerson("ann")).Result.(canonical.Review); r.State != canonical.ReviewReady {
		t.Errorf("%+v", r)
	}
	out = b.ask(confirming(second), inPerson("ann"), message("m2"))
	if again := out.Result.(canonical.Reservation).Booking; again == nil || again.ID == made.ID {
		t.Errorf("%+v", out)
	}
}

// A guest who has booked the same already, through another link or by an agent, is
// shown that, as long as it stands and is at that time; nobody else is, and nothing
// is booked twice.
func TestReceiptOfAnotherLink(t *testing.T) {
	for _, tt := range []struct {
		name string
		gone func(*canonical.Booking) // what became of the first one
		want canonical.ReviewState
		then string // how booking the same ends
	}{
		{"it stands", func(*canonical.Booking) {}, canonical.ReviewUsed, "booked completed"},
		{"it was cancelled", func(b *canonical.Booking) { b.Lifecycle.State = canonical.Cancelled }, canonical.ReviewReady, "booked completed"},
		{"it was moved", func(b *canonical.Booking) { b.Start = b.Start.AddDate(0, 0, 7) }, canonical.ReviewReady, "booked completed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := atLakes(t, onBolt(t))
			reopen(t, b, func(r *canonical.Registry) { r.Book, r.Handoff = true, &canonical.HandoffPolicy{Open: true} })
			first, second := b.double(t), b.double(t)
			out := b.ask(confirming(first), inPerson("ann"), message("m1"))
			if got := how(t, out); got != "booked completed" {
				t.Fatal(got)
			}
			made := out.Result.(canonical.Reservation).Booking
			k := canonical.BookingKey(made.ID)
			change(t, b, k, k, tt.gone)
			for who, as := range map[string]func(*canonical.Request){"ann": inPerson("ann"), "ann's agent": guest("ann"), "ben": inPerson("ben"), "nobody": func(*canonical.Request) {}} {
				want := canonical.ReviewReady
				if strings.HasPrefix(who, "ann") {
					want = tt.want
				}
				r := b.ask(canonical.ReviewOption{Option: second.Option()}, as).Result.(canonical.Review)
				if r.State != want || r.Place == nil || (r.Booking != nil) != (want == canonical.ReviewUsed) || (r.Offer != nil) == (r.Booking != nil) {
					t.Errorf("%s: %+v", who, r)
				}
				if r.Booking != nil && (r.Booking.ID != made.ID || r.Booking.Claims != nil || r.Booking.Owner != "") {
					t.Errorf("%s: %+v", who, r.Booking)
				}
			}
			out = b.ask(confirming(second), inPerson("ann"), message("m2"))
			if got := how(t, out); got != tt.then {
				t.Fatal(got)
			}
			if again := out.Result.(canonical.Reservation).Booking; (again.ID == made.ID) != (tt.want == canonical.ReviewUsed) || !again.Start.Equal(second.Start) {
				t.Errorf("%+v", again)
			}
		})
	}
}

// Whatever is sold, two offers of the same are one booking for one guest.
func TestSameOfferTwice(t *testing.T) {
	b := atLakes(t, onBolt(t))
	reopen(t, b, func(r *canonical.Registry) { r.Book, r.Handoff = false, &canonical.HandoffPolicy{Open: true} })
	look := func() []canonical.Found {
		return b.ask(canonical.Discover{Size: 50, Stay: &canonical.Stay{CheckIn: "2026-04-18"}, Party: adults(2)}).Result.(canonical.Places).Places
	}
	first, second := look(), look()
	kinds := map[canonical.Section]int{}
	for i, p := range first {
		for j, o := range p.Offers {
			if !o.Bookable {
				continue
			}
			ann := inPerson(o.ID)
			made, ok := b.ask(confirming(o), ann, message("m1")).Result.(canonical.Reservation)
			again, _ := b.ask(confirming(second[i].Offers[j]), ann, message("m2")).Result.(canonical.Reservation)
			if !ok || made.Booking == nil || again.Booking == nil || made.Booking.ID != again.Booking.ID {
				t.Errorf("%s, %s: %+v, %+v", p.Place.Name, o.Label, made, again)
				continue
			}
			if r := b.ask(canonical.ReviewOption{Option: second[i].Offers[j].Option()}, ann).Result.(canonical.Review); r.Booking == nil || r.Booking.ID != made.Booking.ID {
				t.Errorf("%s, %s: %+v", p.Place.Name, o.Label, r)
			}
			kinds[o.Section]++
		}
	}
	for _, s := range canonical.Sections {
		if kinds[s] == 0 {
			t.Errorf("nothing to %s was booked", s)
		}
	}
}
