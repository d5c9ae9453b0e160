package engine_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
)

// booking an offer as it was made.
func taking(o canonical.Offer) canonical.BookOffer {
	return canonical.BookOffer{Entity: o.Entity, Offer: o}
}

// how is how a reservation went.
func how(t testing.TB, out canonical.Outcome) string {
	t.Helper()
	r, ok := out.Result.(canonical.Reservation)
	if !ok {
		return fault(out)
	}
	s := string(r.State)
	if r.Reason != "" {
		s += " " + string(r.Reason)
	}
	if task := out.Meta.Task; task != nil {
		s += " " + string(task.State)
	}
	if (r.Booking != nil) != (r.State == canonical.Reserved) {
		t.Errorf("%s with the booking %+v", s, r.Booking)
	}
	return s
}

// records counts what is stored of bookings, by kind.
func (b *bench) bookings(t testing.TB, org string) int {
	t.Helper()
	found, _, err := b.store.Store.List(context.Background(), canonical.Range{Partition: canonical.DayIndexKey(org, "", "").Partition})
	if err != nil {
		t.Fatal(err)
	}
	return len(found)
}

func TestBookOffer(t *testing.T) {
	b := atLakes(t, onBolt(t))
	o := b.double(t, guest("ann"))
	out := b.ask(taking(o), guest("ann"), message("m1"))
	if got := how(t, out); got != "booked completed" {
		t.Fatal(got)
	}
	r := out.Result.(canonical.Reservation)
	made := *r.Booking
	if made.Organization != "pheasant" || made.Start != o.Start || made.End() != o.End || made.Billing.Amount != o.Price || made.Billing.Paid != 0 ||
		made.Billing.Status != canonical.BillingPending || made.State() != canonical.Scheduled || made.Party != 2 || r.Party != (canonical.Party{Adults: 2}) || r.Entity != entity(pheasant) {
		t.Errorf("%+v", r)
	}
	asked := made.Lifecycle.Transitions[0]
	if asked.Method != canonical.ByAgent || asked.Mandate != "token:oauth-ann" || !strings.HasPrefix(asked.By, "guest:") || asked.Channel != "selfe/a2a" {
		t.Errorf("%+v", asked)
	}
	if itself := made.Lifecycle.Transitions[1]; itself.By != "system" || itself.Method != canonical.ByItself || itself.Mandate != "" {
		t.Errorf("%+v", itself)
	}
	if made.Client.Email != "" || made.Client.Guest != "oauth-ann" {
		t.Errorf("%+v", made.Client)
	}
	// the organisation sees it like any other booking
	if seen := b.do(canonical.GetBooking{Booking: made.ID}, atPlace("pheasant")); code(seen) != "ok" {
		t.Error(code(seen))
	}
	if left := b.double(t); left.Service != "double" || b.bookings(t, "pheasant") != 1 {
		t.Errorf("%+v", left)
	}
}

// A mandate of a guest's lets an agent book, once; what is stored of it is no
// more than what it proved.
func TestBookOfferByMandate(t *testing.T) {
	b := atLakes(t, onBolt(t))
	first, second := b.double(t, robot("bot", "")), b.offers(t, pheasant, dates("2026-05-04", "2026-05-06"), adults(2))[0]
	out := b.ask(taking(first), robot("bot", "ann"))
	if got := how(t, out); got != "booked completed" {
		t.Fatal(got)
	}
	if asked := out.Result.(canonical.Reservation).Booking.Lifecycle.Transitions[0]; asked.Mandate != "hash-of-ann" || asked.Method != canonical.ByAgent {
		t.Errorf("%+v", asked)
	}
	if got := how(t, b.ask(taking(second), robot("bot", "ann"))); got != "forbidden mandate_expired" {
		t.Errorf("used again: %s", got)
	}
	if got := how(t, b.ask(taking(second), robot("bot", "eve"))); got != "booked completed" {
		t.Errorf("another guest's: %s", got)
	}
}

// What is missing or wrong is refused, and nothing is written: no booking, no
// claim, no task of a call that is an error.
func TestBookOfferRefuses(t *testing.T) {
	b := atLakes(t, onBolt(t))
	o := b.double(t)
	anns := b.double(t, guest("ann"))
	suite := b.offers(t, paid, dates("2026-04-14", "2026-04-16"), adults(2))[0]
	with := func(edit func(*canonical.BookOffer)) canonical.BookOffer {
		c := taking(o)
		edit(&c)
		return c
	}
	nobody := func(*canonical.Request) {}
	scopeless := func(r *canonical.Request) { guest("ann")(r); r.Principal.Scope = "openid bookings:read" }
	faulty := func(r *canonical.Request) { robot("bot", "ann")(r); r.Consent.Fault = canonical.MandateScope }
	spoilt := func(r *canonical.Request) { guest("ann")(r); r.Consent.Fault = canonical.MandateSignature }
	keyed := func(r *canonical.Request) {
		r.Caller, r.Principal = "key", canonical.Principal{Role: canonical.RoleOrganization, Organization: "pheasant"}
	}
	elsewhere := func(f func(*canonical.Request), host, catalogue string) func(*canonical.Request) {
		return func(r *canonical.Request) { f(r); r.Host, r.Catalogue = host, catalogue }
	}
	for _, c := range []struct {
		name string
		ask  canonical.Command
		who  func(*canonical.Request)
		want string
	}{
		{"by nobody", taking(o), nobody, "unauthenticated"},
		{"by a guest who did not let it", taking(o), scopeless, "forbidden"},
		{"by an agent without a mandate", taking(o), robot("bot", ""), "forbidden mandate_required"},
		{"by an agent with a mandate for something else", taking(o), faulty, "forbidden mandate_scope_mismatch"},
		{"by a guest with a bad mandate", taking(o), spoilt, "forbidden mandate_invalid_signature"},
		{"by the venue itself", taking(o), keyed, "forbidden"},
		{"somebody else's offer", taking(anns), guest("eve"), "invalid offer sealed"},
		{"a guest's offer, by a mandate", taking(anns), robot("bot", "ann"), "invalid offer sealed"},
		{"another place's offer", with(func(c *canonical.BookOffer) { c.Entity = entity(cottage) }), guest("ann"), "invalid offer sealed"},
		{"another host's offer", taking(o), elsewhere(guest("ann"), "other.example", "lakes"), "invalid offer sealed"},
		{"where booking is not switched on", taking(o), elsewhere(guest("ann"), "agents.example", "dales"), "not_enabled"},
		{"where booking is not switched on, by nobody", taking(o), elsewhere(nobody, "agents.example", "dales"), "not_enabled"},
		{"a token that is none, where booking is not switched on", canonical.Incomplete{Want: canonical.OpBookOffer, Problems: []canonical.Problem{{Path: "offer", Rule: canonical.RuleSealed}}},
			elsewhere(guest("ann"), "agents.example", "dales"), "not_enabled"},
		{"a token that is none, by nobody", canonical.Incomplete{Want: canonical.OpBookOffer, Problems: []canonical.Problem{{Path: "offer", Rule: canonical.RuleSealed}}}, nobody, "unauthenticated"},
		{"a token that is none, by an agent", canonical.Incomplete{Want: canonical.OpBookOffer, Problems: []canonical.Problem{{Path: "offer", Rule: canonical.RuleSealed}}}, robot("bot", ""), "forbidden mandate_required"},
		{"a token that is none", canonical.Incomplete{Want: canonical.OpBookOffer, Problems: []canonical.Problem{{Path: "offer", Rule: canonical.RuleSealed}}}, guest("ann"), "invalid offer sealed"},
		{"arguments that are none, by nobody", canonical.Incomplete{Want: canonical.OpBookOffer, Problems: []canonical.Problem{{Path: "price", Rule: canonical.RuleType}}}, nobody, "invalid price type"},
	} {
		before := b.store.writes
		if got := how(t, b.ask(c.ask, c.who, message(c.name))); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if b.store.writes != before {
			t.Errorf("%s wrote something", c.name)
		}
	}

	// what has become of an offer since is no error, but the task's end
	late := func() { b.travel(o.Expires.Add(31 * time.Second)) }
	for _, c := range []struct {
		name  string
		ask   canonical.BookOffer
		prior func()
		want  string
	}{
		{"an offer that is too old", taking(o), late, "refused offer_expired rejected"},
		{"another price", with(func(c *canonical.BookOffer) { c.Offer.Price.Amount-- }), nil, "refused terms_changed rejected"},
		{"another currency", with(func(c *canonical.BookOffer) { c.Offer.Price.Currency = "EUR" }), nil, "refused terms_changed rejected"},
		{"other terms", with(func(c *canonical.BookOffer) { c.Offer.Terms = "sha256-0" }), nil, "refused terms_changed rejected"},
		{"a service that is sold no more", with(func(c *canonical.BookOffer) { c.Offer.Service = "gone" }), nil, "refused unavailable rejected"},
		{"an organisation that is gone", with(func(c *canonical.BookOffer) { c.Offer.Organization = "orphan" }), nil, "refused unavailable rejected"},
		{"an organisation that is another's", with(func(c *canonical.BookOffer) { c.Offer.Organization = "cottage" }), nil, "refused unavailable rejected"},
		{"a section that the place left", with(func(c *canonical.BookOffer) { c.Offer.Section = canonical.SectionDo }), nil, "refused unavailable rejected"},
		{"what must be paid first", taking(suite), nil, "refused unavailable rejected"},
		{"a place that was hidden", taking(o), func() {
			change(t, b, canonical.PlaceKey("lakes", entity(pheasant)), canonical.RegistryKey("lakes"), func(p *canonical.Place) { p.Hidden = true })
		}, "refused unavailable rejected"},
	} {
		b.travel(now)
		if c.prior != nil {
			c.prior()
		}
		out := b.ask(c.ask, guest("ann"), message(c.name))
		if got := how(t, out); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
			continue
		}
		// the task can be read again, and the message repeated
		again := b.ask(c.ask, guest("ann"), message(c.name))
		kept := b.ask(canonical.GetTask{Task: out.Meta.Task.ID}, guest("ann")).Result.(canonical.Task)
		if how(t, again) != c.want || !again.Meta.Replayed || again.Meta.Task.ID != kept.ID || kept.State != canonical.TaskRejected {
			t.Errorf("%s: %+v, %+v", c.name, again.Meta.Task, kept)
		}
	}
	if n := b.bookings(t, "pheasant") + b.bookings(t, "paid") + b.bookings(t, "cottage"); n != 0 {
		t.Errorf("%d bookings", n)
	}
}

// The price and the terms are those of the moment: a new load of the place's
// file, or the last room going, ends an offer.
func TestOfferIsReadAgain(t *testing.T) {
	for name, c := range map[string]struct {
		prior func(*testing.T, *bench)
		want  string
	}{
		"the price went up": {func(t *testing.T, b *bench) {
			change(t, b, canonical.ServiceKey("pheasant", "double"), canonical.OrganizationKey("pheasant"), func(s *canonical.Service) { s.Price.Amount += 500 })
		}, "refused terms_changed rejected"},
		"cancelling got dearer": {func(t *testing.T, b *bench) {
			change(t, b, canonical.OrganizationKey("pheasant"), canonical.OrganizationKey("pheasant"), func(o *canonical.Organization) {
				o.Policies.CancellationTiers = []canonical.Tier{{MinHoursBefore: 0, Percent: 100}}
			})
		}, "refused terms_changed rejected"},
		"check-in moved": {func(t *testing.T, b *bench) {
			change(t, b, canonical.ServiceKey("pheasant", "double"), canonical.OrganizationKey("pheasant"), func(s *canonical.Service) { s.Nightly.CheckIn = "16:00" })
		}, "refused terms_changed rejected"},
		"the description changed": {func(t *testing.T, b *bench) {
			change(t, b, canonical.OrganizationKey("pheasant"), canonical.OrganizationKey("pheasant"), func(o *canonical.Organization) { o.Description = "New curtains." })
		}, "booked completed"},
		"the venue went private": {func(t *testing.T, b *bench) {
			change(t, b, canonical.OrganizationKey("pheasant"), canonical.OrganizationKey("pheasant"), func(o *canonical.Organization) { o.Public = false })
		}, "refused unavailable rejected"},
		"both rooms went": {func(t *testing.T, b *bench) {
			for range 2 {
				if out := b.do(canonical.Book{Service: "double", Start: in("2026-04-15 15:00"), Client: client(1)}, atPlace("pheasant")); out.Err != nil {
					t.Fatal(out.Err)
				}
			}
		}, "refused unavailable rejected"},
		"booking was switched off": {func(t *testing.T, b *bench) { reopen(t, b, func(r *canonical.Registry) { r.Book = false }) }, "not_enabled"},
	} {
		t.Run(name, func(t *testing.T) {
			b := atLakes(t, onBolt(t))
			o := b.double(t, guest("ann"))
			c.prior(t, b)
			if got := how(t, b.ask(taking(o), guest("ann"), message("m"))); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// An offer is booked once. The same guest hears of the same task again, with
// whatever message and offer; another guest, that it is gone. What was
// cancelled can be booked again.
func TestOfferIsBookedOnce(t *testing.T) {
	b := atLakes(t, onBolt(t))
	o := b.double(t)
	out := b.ask(taking(o), guest("ann"), message("m1"))
	first := out.Meta.Task
	for name, ask := range map[string]canonical.BookOffer{"the same offer": taking(o), "a fresh offer": taking(b.double(t))} {
		for range 2 {
			again := b.ask(ask, guest("ann"), message("other message, "+name))
			if got := how(t, again); got != "booked completed" || again.Meta.Task.ID != first.ID || again.Result.(canonical.Reservation).Booking.ID != out.Result.(canonical.Reservation).Booking.ID {
				t.Errorf("%s: %s, %+v", name, got, again.Meta.Task)
			}
		}
		if got := fault(b.ask(canonical.Discover{Text: "x"}, guest("ann"), message("other message, "+name))); got != "message_reused" {
			t.Errorf("%s: its message for something else: %s", name, got)
		}
	}
	if got := how(t, b.ask(taking(o), guest("eve"), message("m1"))); got != "refused offer_expired rejected" {
		t.Errorf("another guest, the same offer: %s", got)
	}
	if n := b.bookings(t, "pheasant"); n != 1 {
		t.Errorf("%d bookings", n)
	}
	if got := how(t, b.ask(taking(b.double(t)), guest("eve"), message("m2"))); got != "booked completed" {
		t.Errorf("another guest, the other room: %s", got)
	}
	// by the same key through another agent it is the guest's, but not that agent's to see
	third := b.offers(t, pheasant, dates("2026-05-04", "2026-05-06"), adults(2))[0]
	b.ask(taking(third), robot("bot", "zoe"))
	fresh := b.offers(t, pheasant, dates("2026-05-04", "2026-05-06"), adults(2))[0]
	again := func(r *canonical.Request) { robot("other", "zoe")(r); r.Consent.Once = "another" }
	if got := how(t, b.ask(taking(fresh), again)); got != "refused unavailable rejected" {
		t.Errorf("through another agent: %s", got)
	}
	made := out.Result.(canonical.Reservation).Booking
	if got := b.do(canonical.Cancel{Booking: made.ID, By: "client"}, atPlace("pheasant")); got.Err != nil {
		t.Fatal(got.Err)
	}
	anew := b.ask(taking(b.double(t)), guest("ann"), message("m3"))
	if got := how(t, anew); got != "booked completed" || anew.Meta.Task.ID == first.ID {
		t.Errorf("after a cancellation: %s", got)
	}
	// and the first message is still the first task
	if again := b.ask(taking(o), guest("ann"), message("m1")); again.Meta.Task.ID != first.ID {
		t.Errorf("%+v", again.Meta.Task)
	}
}

// Nothing that proves anything is stored: no mandate, no token, no key of a
// guest's but as a hash.
func TestNothingSecretIsStored(t *testing.T) {
	b := atLakes(t, onBolt(t))
	secret := func(r *canonical.Request) {
		robot("bot", "ann")(r)
		r.Credential = canonical.Credential{Key: "secret-token", Mandate: &canonical.CartMandate{Cart: []byte(`"secret-cart"`), Authorization: "secret-signature"}}
		r.Said = saying("m1", `[{"data":{"offerId":"[redacted]"}}]`)
	}
	out := b.ask(taking(b.double(t)), secret, message("m1"))
	if got := how(t, out); got != "booked completed" {
		t.Fatal(got)
	}
	b.store.mu.Lock()
	defer b.store.mu.Unlock()
	if i := slices.IndexFunc(b.store.bodies, func(s string) bool { return strings.Contains(s, "secret-") }); i >= 0 {
		t.Errorf("stored: %s", b.store.bodies[i])
	}
	if diff := cmp.Diff(1, len(out.Meta.Task.History)); diff != "" {
		t.Errorf("%+v", out.Meta.Task.History)
	}
}
