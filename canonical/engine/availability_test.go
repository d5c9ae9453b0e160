package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
)

// shows writes offers down to compare them: what, when and for how much.
func shows(all []canonical.Offer) string {
	var b strings.Builder
	for _, o := range all {
		zone := canonical.Zone(o.Timezone)
		fmt.Fprintf(&b, "%s %s %s %d", o.Service, o.Start.In(zone).Format("02.01 15:04"), o.End.In(zone).Format("02.01 15:04"), o.Price.Amount)
		if !o.Bookable {
			b.WriteString(" -")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestAvailability(t *testing.T) {
	b := atLakes(t, onBolt(t))
	night := func(in, out canonical.Date) *canonical.Stay { return dates(in, out) }
	at := func(day canonical.Date, clock string) *canonical.Stay {
		return &canonical.Stay{CheckIn: day, Time: clock}
	}
	for _, c := range []struct {
		name    string
		place   int
		section canonical.Section
		stay    *canonical.Stay
		party   *canonical.Party
		status  canonical.AvailabilityStatus
		offers  string
	}{
		{"two nights in the week", pheasant, "", night("2026-04-14", "2026-04-16"), adults(2), "available",
			"double 14.04 15:00 16.04 11:00 18000\nfamily 14.04 15:00 16.04 11:00 30000\n"},
		{"alone", pheasant, "", night("2026-04-14", "2026-04-16"), nil, "available",
			"double 14.04 15:00 16.04 11:00 16000\nfamily 14.04 15:00 16.04 11:00 30000\n"},
		{"over a weekend", pheasant, "", night("2026-04-16", "2026-04-19"), adults(2), "available",
			"double 16.04 15:00 19.04 11:00 33000\nfamily 16.04 15:00 19.04 11:00 45000\n"},
		{"into the summer", pheasant, "", night("2026-06-30", "2026-07-02"), adults(2), "available",
			"double 30.06 15:00 02.07 11:00 23000\nfamily 30.06 15:00 02.07 11:00 30000\n"},
		{"one night in summer is too few", pheasant, "", night("2026-07-08", "2026-07-09"), adults(2), "available",
			"family 08.07 15:00 09.07 11:00 15000\n"},
		{"over new year", pheasant, "", night("2026-12-31", "2027-01-03"), adults(2), "available",
			"family 31.12 15:00 03.01 11:00 45000\ndouble 31.12 15:00 03.01 11:00 60000\n"}, // the first rate that fits counts, not the weekend's
		{"with two more", pheasant, "", night("2026-04-14", "2026-04-16"), &canonical.Party{Adults: 2, Children: 2}, "available",
			"family 14.04 15:00 16.04 11:00 36000\n"},
		{"too many", pheasant, "", night("2026-04-14", "2026-04-16"), adults(5), "unavailable", ""},
		{"too long", pheasant, "", night("2026-04-14", "2026-04-20"), adults(3), "unavailable", ""},
		{"over the change of the clock", pheasant, "", night("2026-10-24", "2026-10-26"), adults(2), "available",
			"double 24.10 15:00 26.10 11:00 21000\nfamily 24.10 15:00 26.10 11:00 30000\n"},
		{"a past day", pheasant, "", night("2026-03-28", "2026-03-30"), adults(2), "unavailable", ""},
		{"tonight", pheasant, "", night("2026-03-30", "2026-03-31"), adults(2), "available",
			"double 30.03 15:00 31.03 11:00 9000\nfamily 30.03 15:00 31.03 11:00 15000\n"},
		{"further ahead than is sold", pheasant, "", night("2027-04-14", "2027-04-16"), adults(2), "unavailable", ""},
		{"without a day to leave, the shortest stay", cottage, "", at("2026-04-14", ""), adults(2), "available", "whole 14.04 15:00 17.04 11:00 60000\n"},
		{"a cottage for too short", cottage, "", night("2026-04-14", "2026-04-16"), adults(2), "unavailable", ""},
		{"a table at seven", pheasant, canonical.SectionEat, at("2026-04-14", "19:00"), adults(2), "available",
			"table 14.04 19:00 14.04 20:30 0\ntable 14.04 18:30 14.04 20:00 0\ntable 14.04 19:30 14.04 21:00 0\n"},
		{"the time says that it is a table", pheasant, "", at("2026-04-14", "19:00"), adults(4), "available",
			"table 14.04 19:00 14.04 20:30 0\ntable 14.04 18:30 14.04 20:00 0\ntable 14.04 19:30 14.04 21:00 0\n"},
		{"a table long before opening", pheasant, canonical.SectionEat, at("2026-04-14", "05:00"), adults(2), "unavailable", ""},
		{"a table some time", pheasant, canonical.SectionEat, at("2026-04-14", ""), adults(2), "available",
			"table 14.04 12:00 14.04 13:30 0\ntable 14.04 15:30 14.04 17:00 0\ntable 14.04 19:30 14.04 21:00 0\n"},
		{"a table for six", pheasant, canonical.SectionEat, at("2026-04-14", "19:00"), adults(6), "unavailable", ""},
		{"a class", kayaks, "", at("2026-04-18", ""), adults(2), "available", "tour 18.04 10:00 18.04 12:00 7000\n"},
		{"no class that day", kayaks, "", at("2026-04-14", ""), adults(2), "unavailable", ""},
		{"more than a class holds", kayaks, "", at("2026-04-18", ""), adults(7), "unavailable", ""},
		{"an appointment", guide, "", at("2026-04-14", "12:20"), adults(4), "available",
			"walk 14.04 12:00 14.04 15:00 12000\nwalk 14.04 13:00 14.04 16:00 12000\nwalk 14.04 14:00 14.04 17:00 12000\n"},
		{"what must be paid first cannot be booked here", paid, "", night("2026-04-14", "2026-04-16"), adults(2), "available",
			"suite 14.04 15:00 16.04 11:00 60000 -\n"},
		{"nothing is sold there", tea, "", at("2026-04-14", "15:00"), adults(2), "unknown", ""},
		{"nothing of the section is", tea, canonical.SectionEat, at("2026-04-14", "15:00"), adults(2), "unknown", ""},
	} {
		out := b.ask(canonical.Match{Places: []canonical.PlaceRef{{Entity: entity(c.place)}}, Section: c.section, Stay: c.stay, Party: c.party})
		found, ok := out.Result.(canonical.Places)
		if !ok || len(found.Places) != 1 {
			t.Errorf("%s: %s %+v", c.name, code(out), found)
			continue
		}
		p := found.Places[0]
		if diff := cmp.Diff(c.offers, shows(p.Offers)); diff != "" || p.Availability == nil || p.Availability.Status != c.status || !p.Availability.At.Equal(now) {
			t.Errorf("%s: %+v, want %s (-want +got):\n%s", c.name, p.Availability, c.status, diff)
		}
	}
}

// An offer says where it was made, for whom, and until when it is good.
func TestOfferTells(t *testing.T) {
	b := atLakes(t, onBolt(t))
	o := b.double(t)
	want := canonical.Offer{
		ID: o.ID, Host: "agents.example", Registry: "lakes", Entity: entity(pheasant), Organization: "pheasant", Service: "double", Label: "Room double",
		Section: canonical.SectionStay, Start: time.Date(2026, 4, 14, 14, 0, 0, 0, time.UTC), End: time.Date(2026, 4, 16, 10, 0, 0, 0, time.UTC),
		Timezone: "Europe/London", Party: canonical.Party{Adults: 2}, Price: pounds(180), Terms: o.Terms, Bookable: true, Issued: now, Expires: now.Add(15 * time.Minute),
	}
	if diff := cmp.Diff(want, o); diff != "" || o.ID == "" || !strings.HasPrefix(o.Terms, "sha256-") {
		t.Error(diff)
	}
	if in, out := o.Dates(); in != "2026-04-14" || out != "2026-04-16" {
		t.Errorf("%s to %s", in, out)
	}
	if p := o.Option(); p.Price != (canonical.Money{}) || p.Terms != "" || p.ID != o.ID {
		t.Errorf("%+v", p)
	}
	if mine := b.double(t, guest("ann")); mine.Guest != "oauth-ann" || mine.ID == o.ID {
		t.Errorf("%+v", mine)
	}
	if theirs := b.double(t, robot("bot", "")); theirs.Guest != "" {
		t.Errorf("%+v", theirs)
	}
	// no offer outlives the start of what it offers
	b.travel(time.Date(2026, 4, 18, 8, 50, 0, 0, time.UTC))
	tour := b.offers(t, kayaks, &canonical.Stay{CheckIn: "2026-04-18"}, adults(2))
	if len(tour) != 1 || !tour[0].Expires.Equal(tour[0].Start) {
		t.Errorf("%+v", tour)
	}
	// and who comes late in the evening may still stay
	b.travel(time.Date(2026, 4, 18, 21, 0, 0, 0, time.UTC))
	late := b.offers(t, pheasant, dates("2026-04-18", "2026-04-19"), adults(2))
	if len(late) != 2 || !late[0].Expires.Equal(time.Date(2026, 4, 18, 21, 15, 0, 0, time.UTC)) {
		t.Errorf("%+v", late)
	}
}

// Discover with a stay looks at the first ten places; at most three of them may
// show a review link, and only if something can be booked there.
func TestDiscoverLive(t *testing.T) {
	b := atLakes(t, onBolt(t))
	ask := canonical.Discover{Text: "stays", Stay: dates("2026-04-14", "2026-04-17"), Party: adults(2)}
	found := b.ask(ask).Result.(canonical.Places)
	got := ""
	for _, p := range found.Places {
		got += fmt.Sprintln(p.Place.Name, p.Availability.Status, len(p.Offers), p.Handoff)
	}
	if want := "The Pheasant Inn available 2 true\nFell Cottage available 1 true\nGrand Hotel available 1 false\n"; got != want || !found.Handoff {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	// the section of the question is that of the offers
	ask.Text, ask.Stay.CheckOut = "a table at the Pheasant Inn", ""
	if found = b.ask(ask).Result.(canonical.Places); len(found.Places) != 1 || found.Places[0].Offers[0].Service != "table" {
		t.Errorf("%+v", found.Places)
	}
	reopen(t, b, func(r *canonical.Registry) { r.Handoff.Open = false })
	if found = b.ask(ask).Result.(canonical.Places); found.Handoff || found.Places[0].Handoff || len(found.Places[0].Offers) == 0 {
		t.Errorf("%+v", found)
	}
	// beyond ten nobody looks
	for n := range 12 {
		p := lakePlaces()[cottage-1]
		p.Entity, p.Position, p.Name = entity(100+n), 100+n, fmt.Sprint("Twin ", n)
		writeDoc(t, b, canonical.PlaceKey("lakes", p.Entity), p)
	}
	reopen(t, b, func(r *canonical.Registry) { r.Handoff.Open = true })
	found = b.ask(canonical.Discover{Text: "twins", Size: 20, Stay: dates("2026-04-14", "2026-04-17"), Party: adults(2)}).Result.(canonical.Places)
	live, links := 0, 0
	for _, p := range found.Places {
		if p.Availability.Status == canonical.AvailableNow {
			live++
		}
		if p.Handoff {
			links++
		}
	}
	if len(found.Places) != 12 || live != 10 || links != canonical.MaxHandoffs {
		t.Errorf("%d places, %d of them looked at, %d with a link", len(found.Places), live, links)
	}
}

// What is booked is not offered; the last unit of several is said to be.
func TestOffersFollowBookings(t *testing.T) {
	b := atLakes(t, onBolt(t))
	status := func() string {
		p := b.ask(canonical.Match{Places: []canonical.PlaceRef{{Entity: entity(pheasant)}}, Stay: dates("2026-04-14", "2026-04-16"), Party: adults(2)}).Result.(canonical.Places).Places[0]
		return string(p.Availability.Status) + "\n" + shows(p.Offers)
	}
	book := func(service string) {
		t.Helper()
		out := b.do(canonical.Book{Service: service, Start: time.Date(2026, 4, 15, 14, 0, 0, 0, time.UTC), Client: client(1)}, atPlace("pheasant"))
		if code(out) != "ok" {
			t.Fatal(code(out))
		}
	}
	book("double")
	if got, want := status(), "available\ndouble 14.04 15:00 16.04 11:00 18000\nfamily 14.04 15:00 16.04 11:00 30000\n"; got != want {
		t.Errorf("got %s want %s", got, want)
	}
	book("family")
	if got, want := status(), "limited\ndouble 14.04 15:00 16.04 11:00 18000\n"; got != want {
		t.Errorf("got %s want %s", got, want)
	}
	book("double")
	if got, want := status(), "unavailable\n"; got != want {
		t.Errorf("got %s want %s", got, want)
	}
}

// atPlace acts for a place's organisation.
func atPlace(slug string) func(*canonical.Request) {
	return func(r *canonical.Request) { r.Organization, r.Principal.Organization = slug, slug }
}
