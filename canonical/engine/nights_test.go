package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
)

// in is an instant on Keswick's clock.
func in(s string) time.Time {
	t, err := time.ParseInLocation("2006-01-02 15:04", s, canonical.Zone("Europe/London"))
	if err != nil {
		panic(err)
	}
	return t.UTC()
}

// days is a length as a caller may give it who thinks in whole days.
func days(n int) int { return n * 24 * 60 }

// A stay is booked by the day of check-in and a number of days, or by slot id;
// it always lasts from check-in to check-out.
func TestBookNights(t *testing.T) {
	for _, c := range []struct {
		name   string
		ask    canonical.Book
		want   string // or how it fails
		amount int64
	}{
		{"from check-in, exactly", canonical.Book{Service: "double", Start: in("2026-04-14 15:00"), Minutes: 44 * 60, Party: 2}, "d1 14 15:00 16 11:00", 18000},
		{"from any hour of the day", canonical.Book{Service: "double", Start: in("2026-04-14 00:01"), Minutes: days(2), Party: 2}, "d1 14 15:00 16 11:00", 18000},
		{"the shortest stay", canonical.Book{Service: "double", Start: in("2026-04-14 15:00")}, "d1 14 15:00 15 11:00", 8000},
		{"a certain unit", canonical.Book{Service: "double", Start: in("2026-04-14 15:00"), Resource: "d2"}, "d2 14 15:00 15 11:00", 8000},
		{"by slot id", canonical.Book{Service: "double", Slot: ".d2.20260414T140000Z.2640", Party: 2}, "d2 14 15:00 16 11:00", 18000},
		{"over a weekend", canonical.Book{Service: "double", Start: in("2026-04-17 15:00"), Minutes: days(2), Party: 2}, "d1 17 15:00 19 11:00", 24000},
		{"with people to pay for", canonical.Book{Service: "family", Start: in("2026-04-14 15:00"), Minutes: days(2), Party: 4}, "f1 14 15:00 16 11:00", 36000},
		{"over a change of the clock", canonical.Book{Service: "double", Start: in("2026-10-24 15:00"), Minutes: days(2), Party: 2}, "d1 24 15:00 26 11:00", 21000},
		{"over the end of the month and the year", canonical.Book{Service: "family", Start: in("2026-12-30 15:00"), Minutes: days(4), Party: 2}, "f1 30 15:00 03 11:00", 60000},
		{"too few nights for the season", canonical.Book{Service: "double", Start: in("2026-07-14 15:00"), Minutes: days(1), Party: 2}, "invalid duration_minutes range", 0},
		{"the season's shortest", canonical.Book{Service: "double", Start: in("2026-07-14 15:00"), Party: 2}, "d1 14 15:00 16 11:00", 28000},
		{"too many nights", canonical.Book{Service: "family", Start: in("2026-04-14 15:00"), Minutes: days(6)}, "invalid duration_minutes range", 0},
		{"no night at all", canonical.Book{Service: "family", Start: in("2026-04-14 15:00"), Minutes: 60}, "invalid duration_minutes range", 0},
		{"too many people", canonical.Book{Service: "family", Start: in("2026-04-14 15:00"), Party: 5}, "capacity_exceeded", 0},
		{"yesterday", canonical.Book{Service: "family", Start: in("2026-03-29 15:00")}, "past_date", 0},
		{"today, before check-in", canonical.Book{Service: "family", Start: in("2026-03-30 01:00"), Party: 2}, "f1 30 15:00 31 11:00", 15000},
		{"further than is sold", canonical.Book{Service: "family", Start: in("2027-03-31 15:00")}, "too_far_ahead", 0},
		{"with a provider", canonical.Book{Service: "family", Start: in("2026-04-14 15:00"), Provider: "jo"}, "unknown_provider", 0},
		{"a unit of another type", canonical.Book{Service: "double", Start: in("2026-04-14 15:00"), Resource: "f1"}, "invalid resource fit", 0},
		{"the slot of another type", canonical.Book{Service: "double", Slot: ".f1.20260414T140000Z.2640"}, "slot_taken", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := atLakes(t, onBolt(t))
			c.ask.Client = client(1)
			out := b.do(c.ask, atPlace("pheasant"))
			made, ok := out.Result.(canonical.Booking)
			if !ok {
				if got := fault(out); got != c.want {
					t.Errorf("%s, want %s", got, c.want)
				}
				return
			}
			zone := canonical.Zone("Europe/London")
			got := fmt.Sprint(made.Resources[0].ID, made.Start.In(zone).Format(" 02 15:04"), made.End().In(zone).Format(" 02 15:04"))
			if got != c.want || made.Billing.Amount != (canonical.Money{Amount: c.amount, Currency: "GBP"}) {
				t.Errorf("%s for %+v, want %s for %d", got, made.Billing.Amount, c.want, c.amount)
			}
			if made.SlotID() == "" || made.Provider.ID != "" {
				t.Errorf("%+v", made)
			}
		})
	}
}

// Two doubles are four nights in two nights' time; who leaves makes room for
// who comes on the same day; what is given back can be had again.
func TestNightsFillUp(t *testing.T) {
	b := atLakes(t, onBolt(t))
	book := func(from string, n int) canonical.Outcome {
		return b.do(canonical.Book{Service: "double", Start: in(from + " 15:00"), Minutes: days(n), Party: 2, Client: client(1)}, atPlace("pheasant"))
	}
	var first canonical.Booking
	for i, step := range []struct {
		from string
		n    int
		want string
	}{
		{"2026-04-28", 4, "d1"}, // into May
		{"2026-04-30", 2, "d2"},
		{"2026-04-30", 1, ""},
		{"2026-05-01", 1, ""},
		{"2026-05-02", 2, "d1"},
		{"2026-04-26", 2, "d1"},
		{"2026-04-27", 3, "d2"},
		{"2026-04-29", 1, ""},
	} {
		out := book(step.from, step.n)
		made, ok := out.Result.(canonical.Booking)
		if !ok && step.want == "" && code(out) == "slot_taken" {
			continue
		}
		if !ok || made.Resources[0].ID != step.want {
			t.Fatalf("%s for %d: %s %+v, want %q", step.from, step.n, code(out), made.Resources, step.want)
		}
		if i == 0 {
			first = made
		}
	}
	if out := b.do(canonical.Cancel{Booking: first.ID, By: "client"}, atPlace("pheasant")); code(out) != "ok" {
		t.Fatal(code(out))
	}
	if made, ok := book("2026-04-29", 3).Result.(canonical.Booking); !ok || made.Resources[0].ID != "d1" {
		t.Errorf("%+v", made)
	}
}

// A stay that moves keeps its unit if it can and costs what the new nights do.
func TestRescheduleNights(t *testing.T) {
	b := atLakes(t, onBolt(t))
	made := b.do(canonical.Book{Service: "double", Slot: ".d2.20260414T140000Z.2640", Party: 2, Client: client(1)}, atPlace("pheasant")).Result.(canonical.Booking)
	for _, step := range []struct {
		ask  canonical.Reschedule
		want string
	}{
		{canonical.Reschedule{Start: in("2026-04-15 15:00")}, "d2 15 to 17 18000"}, // its own nights are not in its way
		{canonical.Reschedule{Start: in("2026-04-17 12:00")}, "d2 17 to 19 24000"},
		{canonical.Reschedule{Slot: ".d1.20260420T140000Z.4080"}, "d1 20 to 23 27000"}, // a slot says how long
		{canonical.Reschedule{Start: in("2026-03-20 15:00")}, "past_date"},
	} {
		step.ask.Booking = made.ID
		out := b.do(step.ask, atPlace("pheasant"))
		got := code(out)
		if r, ok := out.Result.(canonical.Booking); ok {
			zone := canonical.Zone("Europe/London")
			got = fmt.Sprint(r.Resources[0].ID, r.Start.In(zone).Format(" 2 to"), r.End().In(zone).Format(" 2 "), r.Billing.Amount.Amount)
		}
		if got != step.want {
			t.Errorf("%+v: %s, want %s", step.ask, got, step.want)
		}
	}
	if left := b.offers(t, pheasant, dates("2026-04-20", "2026-04-23"), adults(2)); len(left) != 2 {
		t.Errorf("%s", shows(left))
	}
}

// Nights can be held, and the hold becomes the booking.
func TestHoldNights(t *testing.T) {
	b := atLakes(t, onBolt(t))
	place := func() canonical.Outcome {
		return b.do(canonical.PlaceHold{Service: "family", Start: in("2026-04-14 15:00"), Minutes: days(2), Party: 3}, atPlace("pheasant"))
	}
	held, ok := place().Result.(canonical.Hold)
	if !ok || held.Minutes != 44*60 {
		t.Fatalf("%+v", held)
	}
	if got := code(place()); got != "slot_taken" {
		t.Error(got)
	}
	out := b.do(canonical.Book{Hold: held.ID, Party: 3, Client: client(1)}, atPlace("pheasant"))
	if made, ok := out.Result.(canonical.Booking); !ok || made.Billing.Amount != pounds(330) || made.Start != held.Start {
		t.Errorf("%s %+v", code(out), made.Billing)
	}
	b.travel(now.Add(time.Hour))
	if left := b.offers(t, pheasant, dates("2026-04-14", "2026-04-16"), adults(3)); len(left) != 0 {
		t.Errorf("%s", shows(left))
	}
}

// Starts of nights are days of check-in, for the shortest stay or one of a
// length that is asked for; each of them can be booked.
func TestFindNights(t *testing.T) {
	b := atLakes(t, onBolt(t))
	b.do(canonical.Book{Service: "double", Start: in("2026-04-15 15:00"), Minutes: days(1), Resource: "d1", Client: client(1)}, atPlace("pheasant"))
	find := func(f canonical.FindSlots) string {
		out := b.do(f, atPlace("pheasant"))
		found, ok := out.Result.(canonical.Slots)
		if !ok {
			return fault(out)
		}
		var all strings.Builder
		for _, s := range found.Slots {
			zone := canonical.Zone("Europe/London")
			fmt.Fprintf(&all, "%s %s-%s, ", s.Resource, s.Start.In(zone).Format("2"), s.End.In(zone).Format("2"))
			if got := b.do(canonical.FindSlots{Service: f.Service, From: canonical.DateOf(s.Start, zone), Minutes: int(s.End.Sub(s.Start).Minutes()), Party: f.Party, Limit: 1}, atPlace("pheasant")); len(got.Result.(canonical.Slots).Slots) != 1 {
				t.Errorf("%s cannot be found again", s.ID)
			}
		}
		return all.String() + string(found.Reason)
	}
	for _, c := range []struct {
		ask  canonical.FindSlots
		want string
	}{
		{canonical.FindSlots{Service: "double", From: "2026-04-14", Days: 3}, "d1 14-15, d2 15-16, d1 16-17, "},
		{canonical.FindSlots{Service: "double", From: "2026-04-14", Days: 2, Minutes: days(2)}, "d2 14-16, d2 15-17, "},
		{canonical.FindSlots{Service: "double", From: "2026-04-14", Days: 2, Every: true}, "d1 14-15, d2 14-15, d2 15-16, "},
		{canonical.FindSlots{Service: "double", From: "2026-04-14", Days: 2, Every: true, Resource: "d1"}, "d1 14-15, "},
		{canonical.FindSlots{Service: "double", From: "2026-07-14"}, "d1 14-16, "},
		{canonical.FindSlots{Service: "double", From: "2026-04-14", Party: 3}, "closed"},
		{canonical.FindSlots{Service: "family", From: "2026-04-14", Minutes: days(6)}, "closed"},
		{canonical.FindSlots{Service: "family", From: "2026-03-28", Days: 4}, "f1 30-31, f1 31-1, "},
		{canonical.FindSlots{Service: "double", From: "2026-04-14", Resource: "f1"}, "unknown_resource"},
	} {
		if diff := cmp.Diff(c.want, find(c.ask)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c.ask, diff)
		}
	}
}

// A unit can be closed for some nights.
func TestClosedNights(t *testing.T) {
	b := atLakes(t, onBolt(t))
	change(t, b, canonical.ResourceKey("pheasant", "f1"), canonical.OrganizationKey("pheasant"), func(r *canonical.Resource) {
		r.Exceptions = []canonical.Exception{{Date: "2026-04-15"}}
	})
	for night, want := range map[string]string{
		"2026-04-13": "ok", // leaves on that day
		"2026-04-14": "slot_taken", "2026-04-15": "slot_taken",
		"2026-04-16": "ok",
	} {
		out := b.do(canonical.Book{Service: "family", Start: in(night + " 15:00"), Minutes: days(2), Client: client(1)}, atPlace("pheasant"))
		if got := code(out); got != want {
			t.Errorf("%s: %s, want %s", night, got, want)
		}
	}
}
