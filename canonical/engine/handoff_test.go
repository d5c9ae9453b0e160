package engine_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
)

func TestPrepareHandoff(t *testing.T) {
	b := atLakes(t, onBolt(t))
	o := b.double(t).Option()
	table := b.offers(t, pheasant, &canonical.Stay{CheckIn: "2026-04-14", Time: "19:00"}, adults(2))[0].Option()
	cot := b.offers(t, cottage, dates("2026-04-14", "2026-04-17"), adults(2))[0].Option()
	with := func(edit func(*canonical.Offer)) canonical.Offer {
		c := o
		edit(&c)
		return c
	}
	gone := func(p *canonical.Place) { p.Published = false }
	for _, c := range []struct {
		name   string
		ask    canonical.PrepareHandoff
		change func(*canonical.Request)
		prior  func()
		want   string // reason, or fault; empty: there is a link
	}{
		{"a place with one section", canonical.PrepareHandoff{Venue: entity(cottage), Option: cot}, nil, nil, ""},
		{"with its section said", canonical.PrepareHandoff{Venue: entity(cottage), Option: cot, Section: canonical.SectionStay}, nil, nil, ""},
		{"a place with two, one said", canonical.PrepareHandoff{Venue: entity(pheasant), Option: o, Section: canonical.SectionStay}, nil, nil, ""},
		{"and the other", canonical.PrepareHandoff{Venue: entity(pheasant), Option: table, Section: canonical.SectionEat}, nil, nil, ""},
		{"none said", canonical.PrepareHandoff{Venue: entity(pheasant), Option: o}, nil, nil, "invalid section required"},
		{"not that of the option", canonical.PrepareHandoff{Venue: entity(pheasant), Option: o, Section: canonical.SectionEat}, nil, nil, "invalid option sealed"},
		{"none of the place's", canonical.PrepareHandoff{Venue: entity(pheasant), Option: o, Section: canonical.SectionDo}, nil, nil, "invalid section offered"},
		{"an option of another place", canonical.PrepareHandoff{Venue: entity(pheasant), Option: cot, Section: canonical.SectionStay}, nil, nil, "invalid option sealed"},
		{"of another host", canonical.PrepareHandoff{Venue: entity(cottage), Option: cot}, func(r *canonical.Request) { r.Host = "other.example" }, nil, "invalid option sealed"},
		{"of another registry", canonical.PrepareHandoff{Venue: entity(pheasant), Option: with(func(o *canonical.Offer) { o.Registry = "dales" }), Section: canonical.SectionStay}, nil, nil, "invalid option sealed"},
		{"of another guest", canonical.PrepareHandoff{Venue: entity(pheasant), Option: with(func(o *canonical.Offer) { o.Guest = "oauth-ann" }), Section: canonical.SectionStay}, nil, nil, "invalid option sealed"},
		{"of the guest", canonical.PrepareHandoff{Venue: entity(pheasant), Option: with(func(o *canonical.Offer) { o.Guest = "oauth-ann" }), Section: canonical.SectionStay}, guest("ann"), nil, ""},
		{"unknown", canonical.PrepareHandoff{Venue: "slf_00000000000000000000000000", Option: o}, nil, nil, "listing_unavailable"},
		{"hidden", canonical.PrepareHandoff{Venue: entity(hidden), Option: o}, nil, nil, "listing_unavailable"},
		{"hidden, with a section it has not", canonical.PrepareHandoff{Venue: entity(hidden), Option: o, Section: canonical.SectionDo}, nil, nil, "listing_unavailable"},
		{"never published", canonical.PrepareHandoff{Venue: entity(draft), Option: o}, nil, nil, "listing_unavailable"},
		{"private", canonical.PrepareHandoff{Venue: entity(private), Option: o}, nil, nil, "listing_unavailable"},
		{"not to be told of", canonical.PrepareHandoff{Venue: entity(silent), Option: o}, nil, nil, "listing_unavailable"},
		{"too old", canonical.PrepareHandoff{Venue: entity(cottage), Option: cot}, nil, func() { b.travel(cot.Expires.Add(time.Minute)) }, "option_expired"},
		{"from the future", canonical.PrepareHandoff{Venue: entity(cottage), Option: cot}, nil, func() { b.travel(now.Add(-time.Hour)) }, "option_expired"},
		{"not free any more", canonical.PrepareHandoff{Venue: entity(cottage), Option: cot}, nil, func() {
			b.travel(now)
			if out := b.do(canonical.Book{Service: "whole", Start: in("2026-04-16 15:00"), Client: client(1)}, atPlace("cottage")); out.Err != nil {
				t.Fatal(out.Err)
			}
		}, "option_expired"},
		{"where nobody is handed off", canonical.PrepareHandoff{Venue: entity(cottage), Option: cot}, func(r *canonical.Request) { r.Catalogue = "dales" }, nil, "not_enabled"},
		{"unpublished meanwhile", canonical.PrepareHandoff{Venue: entity(pheasant), Option: o, Section: canonical.SectionStay}, nil, func() {
			change(t, b, canonical.PlaceKey("lakes", entity(pheasant)), canonical.RegistryKey("lakes"), gone)
		}, "listing_unavailable"},
		{"with the gate closed", canonical.PrepareHandoff{Venue: entity(cottage), Option: cot}, nil, func() { reopen(t, b, func(r *canonical.Registry) { r.Handoff.Open = false }) }, "booking_closed"},
		{"unknown, with the gate closed", canonical.PrepareHandoff{Venue: "slf_00000000000000000000000000", Option: cot}, nil, nil, "booking_closed"},
	} {
		if c.prior != nil {
			c.prior()
		}
		f := c.change
		if f == nil {
			f = func(*canonical.Request) {}
		}
		before, booked := b.store.writes, b.bookings(t, "pheasant")+b.bookings(t, "cottage")
		out := b.ask(c.ask, f)
		h, ok := out.Result.(canonical.Handoff)
		got := string(h.Reason)
		if !ok {
			got = fault(out)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
			continue
		}
		switch {
		case !ok:
		case c.want != "":
			if diff := cmp.Diff(canonical.Handoff{Reason: canonical.NoHandoff(c.want)}, h); diff != "" {
				t.Errorf("%s tells more than why: %s", c.name, diff)
			}
		default:
			if !h.Available || h.Venue != c.ask.Venue || h.Section == "" || h.Confirm != lakes.Handoff.Confirm || h.Option.ID != c.ask.Option.ID ||
				h.Option.Price != (canonical.Money{}) || h.Option.Expires != c.ask.Option.Expires {
				t.Errorf("%s: %+v", c.name, h)
			}
		}
		if after := b.bookings(t, "pheasant") + b.bookings(t, "cottage"); after != booked || out.Meta.Task == nil && b.store.writes != before {
			t.Errorf("%s wrote something", c.name)
		}
	}
}

// Every place that is published and sells something can be handed off to.
func TestAnyPublishedPlaceCanBeHandedOffTo(t *testing.T) {
	b := atLakes(t, onBolt(t))
	found := b.ask(canonical.Discover{Size: 50, Stay: &canonical.Stay{CheckIn: "2026-04-18"}, Party: adults(2)}).Result.(canonical.Places)
	handed := 0
	for _, p := range found.Places {
		for _, o := range p.Offers {
			if !o.Bookable {
				continue
			}
			out := b.ask(canonical.PrepareHandoff{Venue: p.Place.Entity, Option: o.Option(), Section: o.Section})
			if h, ok := out.Result.(canonical.Handoff); !ok || !h.Available {
				t.Errorf("%s: %s %+v", p.Place.Name, fault(out), h)
			}
			handed++
		}
	}
	if handed != 10 {
		t.Errorf("%d options of %d places", handed, len(found.Places))
	}
}

func TestReviewOption(t *testing.T) {
	b := atLakes(t, onBolt(t))
	o := b.double(t)
	review := func(change ...func(*canonical.Request)) canonical.Review {
		out := b.ask(canonical.ReviewOption{Option: o.Option()}, change...)
		r, ok := out.Result.(canonical.Review)
		if !ok {
			return canonical.Review{State: canonical.ReviewState(fault(out))}
		}
		return r
	}
	expect := func(want canonical.ReviewState) canonical.Review {
		t.Helper()
		r := review()
		if r.State != want || (r.Offer != nil) != (want == canonical.ReviewReady) || (r.Place != nil) != (want == canonical.ReviewReady) {
			t.Errorf("%+v, want %s", r, want)
		}
		return r
	}
	ready := expect(canonical.ReviewReady)
	if diff := cmp.Diff(o, *ready.Offer); diff != "" || ready.Place.Name != "The Pheasant Inn" || ready.Confirm != lakes.Handoff.Confirm {
		t.Errorf("%+v %s", ready, diff)
	}
	// the price is that of the moment
	change(t, b, canonical.ServiceKey("pheasant", "double"), canonical.OrganizationKey("pheasant"), func(s *canonical.Service) { s.Price.Amount = 9500 })
	if r := expect(canonical.ReviewReady); r.Offer.Price != pounds(190) {
		t.Errorf("%+v", r.Offer.Price)
	}
	if got := review(func(r *canonical.Request) { r.Catalogue = "dales" }).State; got != "not_enabled" {
		t.Error(got)
	}
	if got := review(func(r *canonical.Request) { r.Host = "other.example" }).State; got != "invalid option sealed" {
		t.Error(got)
	}
	reopen(t, b, func(r *canonical.Registry) { r.Handoff.Open = false })
	expect(canonical.ReviewClosed)
	reopen(t, b, func(r *canonical.Registry) { r.Handoff.Open = true })
	change(t, b, canonical.PlaceKey("lakes", entity(pheasant)), canonical.RegistryKey("lakes"), func(p *canonical.Place) { p.Hidden = true })
	expect(canonical.ReviewGone)
	change(t, b, canonical.PlaceKey("lakes", entity(pheasant)), canonical.RegistryKey("lakes"), func(p *canonical.Place) { p.Hidden = false })
	b.travel(o.Expires.Add(time.Minute))
	expect(canonical.ReviewExpired)
	b.travel(now)
	// what is reviewed can be booked as it was shown, and then no more
	shown := expect(canonical.ReviewReady).Offer
	if got := how(t, b.ask(taking(*shown), guest("ann"))); got != "booked completed" {
		t.Fatal(got)
	}
	expect(canonical.ReviewUsed)
	b.travel(o.Expires.Add(time.Minute))
	expect(canonical.ReviewUsed)
}
