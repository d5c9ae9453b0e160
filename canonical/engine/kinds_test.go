package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"hora/canonical"
)

// shown writes slots as a table of what a caller sees of them: provider,
// resource, local start, length, state and, where there are seats, how many
// are left of how many, and how many of those gone are only held.
func shown(slots []canonical.Slot) string {
	var b strings.Builder
	for _, s := range slots {
		fmt.Fprintf(&b, "%s/%s %s %dm %s", s.Provider, s.Resource, s.Start.In(canonical.Zone("America/New_York")).Format("0102 15:04"), int(s.End.Sub(s.Start).Minutes()), s.State)
		if s.Capacity > 0 {
			fmt.Fprintf(&b, " %d of %d, %d held", s.Seats, s.Capacity, s.Held)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (s shop) slots(c canonical.FindSlots) canonical.Slots {
	s.t.Helper()
	c.Every = true
	out := s.as("p1", c)
	if out.Err != nil {
		s.t.Fatalf("%+v: %v", c, out.Err)
	}
	return out.Result.(canonical.Slots)
}

func (s shop) wantSlots(what string, c canonical.FindSlots, want string) {
	s.t.Helper()
	want = strings.ReplaceAll(strings.TrimPrefix(want, "\n"), "\t", "")
	if got := shown(s.slots(c).Slots); got != want {
		s.t.Errorf("%s:\n%swant\n%s", what, got, want)
	}
}

// An appointment has a slot for every provider with every chair; what takes
// one of them takes its slots, and a class takes its teacher.
func TestAppointmentSlots(t *testing.T) {
	s := salon(t)
	wednesday := canonical.FindSlots{Service: "cut", From: "2026-04-01"}
	s.wantSlots("all free", wednesday, `
		ava/c1 0401 10:00 60m available
		ava/c2 0401 10:00 60m available
		ava/c1 0401 10:30 60m available
		ava/c2 0401 10:30 60m available
		ava/c1 0401 11:00 60m available
		ava/c2 0401 11:00 60m available
		noor/c1 0401 11:00 60m available
		noor/c2 0401 11:00 60m available
		ava/c1 0401 11:30 60m available
		ava/c2 0401 11:30 60m available
		noor/c1 0401 11:30 60m available
		noor/c2 0401 11:30 60m available
		ava/c1 0401 12:00 60m available
		ava/c2 0401 12:00 60m available
		noor/c1 0401 12:00 60m available
		noor/c2 0401 12:00 60m available
`)
	s.book(canonical.Book{Service: "cut", Slot: slotID("ava", "c1", "2026-04-01 11:00")})
	s.wantSlots("Ava is busy on the first chair", wednesday, `
		ava/c1 0401 10:00 60m available
		ava/c2 0401 10:00 60m available
		noor/c2 0401 11:00 60m available
		noor/c2 0401 11:30 60m available
		ava/c1 0401 12:00 60m available
		ava/c2 0401 12:00 60m available
		noor/c1 0401 12:00 60m available
		noor/c2 0401 12:00 60m available
`)
	narrow := wednesday
	narrow.Provider = "noor"
	s.wantSlots("of one provider", narrow, `
		noor/c2 0401 11:00 60m available
		noor/c2 0401 11:30 60m available
		noor/c1 0401 12:00 60m available
		noor/c2 0401 12:00 60m available
`)
	narrow.Provider = "c1"
	s.wantSlots("on one chair", narrow, `
		ava/c1 0401 10:00 60m available
		ava/c1 0401 12:00 60m available
		noor/c1 0401 12:00 60m available
`)
	s.wantSlots("a party of two", canonical.FindSlots{Service: "cut", From: "2026-04-01", Party: 2}, "")
	s.wantSlots("beside the class of 18:00, and waiting for what is full", canonical.FindSlots{Service: "solo", From: "2026-03-31"}, `
		lena/ 0331 16:00 60m available
		lena/ 0331 17:00 60m available
		lena/ 0331 18:00 60m waitlist
		lena/ 0331 19:00 60m available
`)
	s.want("during the class", "slot_taken", s.as("p1", canonical.Book{Service: "solo", Slot: slotID("lena", "", "2026-03-31 18:00"), Client: alice}))
}

func TestClassSlots(t *testing.T) {
	s := salon(t)
	week := canonical.FindSlots{Service: "yoga", From: "2026-03-30", Days: 7}
	s.wantSlots("weekly and dated", week, `
		lena/mats 0331 18:00 60m available 6 of 6, 0 held
		lena/mats 0402 18:00 60m available 6 of 6, 0 held
		lena/mats 0404 10:00 60m available 6 of 6, 0 held
`)
	tuesday, thursday := slotID("lena", "mats", "2026-03-31 18:00"), slotID("lena", "mats", "2026-04-02 18:00")
	s.book(canonical.Book{Service: "yoga", Slot: tuesday, Party: 3})
	s.want("three held", "ok", s.as("p1", canonical.PlaceHold{Service: "yoga", Slot: tuesday, Party: 2}))
	s.book(canonical.Book{Service: "yoga", Slot: thursday, Party: 6})
	s.wantSlots("one left, none left", week, `
		lena/mats 0331 18:00 60m limited 1 of 6, 2 held
		lena/mats 0402 18:00 60m waitlist 0 of 6, 0 held
		lena/mats 0404 10:00 60m available 6 of 6, 0 held
`)
	week.Party = 2
	s.wantSlots("for two", week, `
		lena/mats 0402 18:00 60m waitlist 0 of 6, 0 held
		lena/mats 0404 10:00 60m available 6 of 6, 0 held
`)
	for _, row := range []struct {
		what, end string
		c         canonical.Book
	}{
		{"more than are left", "capacity_exceeded", canonical.Book{Service: "yoga", Slot: tuesday, Party: 2}},
		{"more than there are", "capacity_exceeded", canonical.Book{Service: "yoga", Slot: slotID("lena", "mats", "2026-04-04 10:00"), Party: 7}},
		{"when none are left", "slot_taken", canonical.Book{Service: "yoga", Slot: thursday}},
		{"on a day without it", "outside_hours", canonical.Book{Service: "yoga", Slot: slotID("lena", "mats", "2026-04-01 18:00")}},
		{"in another room", "slot_taken", canonical.Book{Service: "yoga", Slot: slotID("lena", "c1", "2026-03-31 18:00")}},
		{"longer than it is", "invalid", canonical.Book{Service: "yoga", Start: ny("2026-04-04 10:00"), Minutes: 90}},
		{"by its start alone", "ok", canonical.Book{Service: "yoga", Start: ny("2026-04-04 10:00"), Party: 2}},
		{"the last seat", "ok", canonical.Book{Service: "yoga", Slot: tuesday}},
	} {
		row.c.Client = alice
		s.want(row.what, row.end, s.as("p1", row.c))
	}
	for _, party := range []int{2, 7} {
		out := s.as("p1", canonical.PlaceHold{Service: "yoga", Slot: slotID("lena", "mats", "2026-03-31 18:00"), Party: party})
		s.want("a hold on more than is left", "slot_taken", out)
	}
}

// A party gets the smallest table that seats it; two small parties may share
// no table, and a slot does not insist on one.
func TestTableSlots(t *testing.T) {
	s := salon(t)
	day := canonical.FindSlots{Service: "tea", From: "2026-04-01"}
	s.wantSlots("for one", day, `
		/t2 0401 10:00 60m available 6 of 6, 0 held
		/t2 0401 10:30 60m available 6 of 6, 0 held
		/t2 0401 11:00 60m available 6 of 6, 0 held
`)
	day.Party = 3
	s.wantSlots("for three", day, `
		/t4 0401 10:00 60m available 6 of 6, 0 held
		/t4 0401 10:30 60m available 6 of 6, 0 held
		/t4 0401 11:00 60m available 6 of 6, 0 held
`)
	slot := slotID("", "t2", "2026-04-01 10:00")
	first := s.book(canonical.Book{Service: "tea", Slot: slot, Party: 2})
	if first.Resources[0].ID != "t2" || first.SlotID() != slot || first.Billing.Amount.Amount != 0 {
		t.Errorf("%+v", first)
	}
	held := s.want("the same slot again", "ok", s.as("p1", canonical.PlaceHold{Service: "tea", Slot: slot, Party: 2})).Result.(canonical.Hold)
	if held.Resources[0].ID != "t4" || held.SlotID() != slot {
		t.Errorf("held %+v as %s", held.Resources, held.SlotID())
	}
	day.Party = 1
	s.wantSlots("nothing left at ten", day, `
		/t2 0401 10:00 60m waitlist 0 of 6, 4 held
		/t2 0401 10:30 60m waitlist 0 of 6, 4 held
		/t2 0401 11:00 60m available 6 of 6, 0 held
`)
	s.want("a third party", "slot_taken", s.as("p1", canonical.Book{Service: "tea", Slot: slot, Client: alice}))
	s.want("too many", "capacity_exceeded", s.as("p1", canonical.Book{Service: "tea", Slot: slot, Party: 5, Client: alice}))
	s.want("too many to hold", "slot_taken", s.as("p1", canonical.PlaceHold{Service: "tea", Slot: slot, Party: 5}))
	made := s.book(canonical.Book{Service: "tea", Slot: slot, Hold: held.ID, Party: 2})
	if made.Resources[0].ID != "t4" || made.SlotID() != slot {
		t.Errorf("the hold became %+v", made.Resources)
	}
}

func TestRentalSlots(t *testing.T) {
	s := salon(t)
	morning := canonical.FindSlots{Service: "bike", Start: ny("2026-04-01 11:00"), End: ny("2026-04-01 13:00")}
	s.wantSlots("each length that fits", morning, `
		/b1 0401 11:00 60m available
		/b2 0401 11:00 60m available
		/b1 0401 11:00 120m available
		/b2 0401 11:00 120m available
		/b1 0401 12:00 60m available
		/b2 0401 12:00 60m available
`)
	ride := canonical.SlotRef{Resource: "b1", Start: ny("2026-04-01 11:00"), Minutes: 120}.String()
	made := s.book(canonical.Book{Service: "bike", Slot: ride})
	if made.Minutes != 120 || made.SlotID() != ride || made.Billing.Amount.Amount != 1200 || made.Billing.Due.Amount.Amount != 1200 {
		t.Errorf("%+v", made)
	}
	s.wantSlots("the other bike", morning, `
		/b2 0401 11:00 60m available
		/b2 0401 11:00 120m available
		/b2 0401 12:00 60m available
`)
	for _, row := range []struct {
		what, end string
		c         canonical.PlaceHold
	}{
		{"an hour of the two", "slot_taken", canonical.PlaceHold{Service: "bike", Slot: canonical.SlotRef{Resource: "b1", Start: ny("2026-04-01 12:00"), Minutes: 60}.String()}},
		{"across them", "slot_taken", canonical.PlaceHold{Service: "bike", Slot: canonical.SlotRef{Resource: "b1", Start: ny("2026-04-01 10:00"), Minutes: 120}.String()}},
		{"up to them", "ok", canonical.PlaceHold{Service: "bike", Slot: canonical.SlotRef{Resource: "b1", Start: ny("2026-04-01 10:00"), Minutes: 60}.String()}},
		{"no whole steps", "invalid", canonical.PlaceHold{Service: "bike", Slot: canonical.SlotRef{Resource: "b2", Start: ny("2026-04-01 10:00"), Minutes: 90}.String()}},
		{"longer than any", "invalid", canonical.PlaceHold{Service: "bike", Slot: canonical.SlotRef{Resource: "b2", Start: ny("2026-04-01 09:00"), Minutes: 240}.String()}},
		{"past the end of the day", "invalid", canonical.PlaceHold{Service: "bike", Slot: canonical.SlotRef{Resource: "b2", Start: ny("2026-04-01 12:00"), Minutes: 120}.String()}},
		{"any bike", "ok", canonical.PlaceHold{Service: "bike", Start: ny("2026-04-01 11:00")}},
		{"any bike again", "slot_taken", canonical.PlaceHold{Service: "bike", Start: ny("2026-04-01 11:00")}},
	} {
		s.want(row.what, row.end, s.as("p1", row.c))
	}
}

// Windows by date, by instant and in other zones, and what is no window.
func TestSearchWindows(t *testing.T) {
	s := salon(t)
	for _, row := range []struct {
		name        string
		c           canonical.FindSlots
		first, last string
		n           int
	}{
		{"a date", canonical.FindSlots{From: "2026-04-01"}, "2026-04-01 09:00", "2026-04-01 17:00", 9},
		{"both ends included", canonical.FindSlots{From: "2026-04-01", Until: "2026-04-02"}, "2026-04-01 09:00", "2026-04-02 17:00", 18},
		{"by instants, the end excluded", canonical.FindSlots{Start: ny("2026-04-01 10:00"), End: ny("2026-04-01 12:00")}, "2026-04-01 10:00", "2026-04-01 11:00", 2},
		{"from an instant to a date", canonical.FindSlots{Start: ny("2026-04-01 16:00"), Until: "2026-04-01"}, "2026-04-01 16:00", "2026-04-01 17:00", 2},
		{"from a date to an instant", canonical.FindSlots{From: "2026-04-01", End: ny("2026-04-01 10:30")}, "2026-04-01 09:00", "2026-04-01 10:00", 2},
		{"a date in Tokyo", canonical.FindSlots{From: "2026-04-02", Zone: "Asia/Tokyo"}, "2026-04-01 11:00", "2026-04-02 10:00", 9},
		{"today, from now on", canonical.FindSlots{}, "2026-03-30 09:00", "2026-03-30 17:00", 9},
		{"31 days", canonical.FindSlots{From: "2026-04-01", Until: "2026-05-01", Limit: 1}, "2026-04-01 09:00", "2026-04-01 09:00", 1},
		{"31 days, one of them of 25 hours", canonical.FindSlots{From: "2026-10-10", Until: "2026-11-09", Limit: 1}, "", "", 0},
		{"an empty window", canonical.FindSlots{Start: ny("2026-04-01 10:00"), End: ny("2026-04-01 10:00")}, "", "", 0},
		{"past the horizon", canonical.FindSlots{From: "2026-06-28", Days: 9}, "2026-06-28 09:00", "2026-06-28 17:00", 9},
	} {
		row.c.Service = "facial"
		found := s.slots(row.c).Slots
		if len(found) != row.n || row.n > 0 && (!found[0].Start.Equal(ny(row.first)) || !found[row.n-1].Start.Equal(ny(row.last))) {
			t.Errorf("%s: %d\n%s", row.name, len(found), shown(found))
		}
	}
	for name, row := range map[string]struct {
		c    canonical.FindSlots
		path string
		rule canonical.Rule
	}{
		"backwards":            {canonical.FindSlots{From: "2026-04-02", Until: "2026-04-01"}, "end", canonical.RuleRange},
		"32 days":              {canonical.FindSlots{From: "2026-04-01", Until: "2026-05-02"}, "end", canonical.RuleSpan},
		"nowhere":              {canonical.FindSlots{Zone: "Mars/Olympus"}, "zone", canonical.RuleOneOf},
		"a cursor of our own":  {canonical.FindSlots{After: "MTIzNDU2Nzg5MHguYWJj"}, "after", canonical.RuleCursor},
		"a cursor of no one's": {canonical.FindSlots{After: "%%%"}, "after", canonical.RuleCursor},
	} {
		row.c.Service, row.c.Every = "facial", true
		out := s.as("p1", row.c)
		if code(out) != "invalid" || out.Err.Problems[0].Path != row.path || out.Err.Problems[0].Rule != row.rule {
			t.Errorf("%s: %s %+v", name, code(out), out.Err)
		}
	}
}

// Whatever the page size, the pages together are the list, in order of start;
// what was taken meanwhile is missing, and nothing comes twice.
func TestPagesOfSlots(t *testing.T) {
	s := salon(t)
	all := canonical.FindSlots{Service: "cut", From: "2026-03-30", Days: 7}
	want := shown(s.slots(all).Slots)
	for size := 1; size < 20; size += 3 {
		page, got := all, ""
		page.Limit = size
		for {
			r := s.slots(page)
			if len(r.Slots) > size || len(r.Slots) == 0 {
				t.Fatalf("a page of %d has %d", size, len(r.Slots))
			}
			got += shown(r.Slots)
			if page.After = r.Next; r.Next == "" {
				break
			}
		}
		if got != want {
			t.Errorf("pages of %d:\n%s", size, got)
		}
	}
	page := all
	page.Limit = 3
	first := s.slots(page)
	s.book(canonical.Book{Service: "cut", Slot: first.Slots[2].ID})
	page.After, page.Limit = first.Next, 0
	for _, slot := range s.slots(page).Slots {
		if slot.Start.Before(first.Slots[2].Start) || slot.ID == first.Slots[2].ID {
			t.Errorf("%s comes again", slot.ID)
		}
	}
	if out := s.as("p1", canonical.ListServices{After: first.Next}); code(out) != "invalid" {
		t.Errorf("a cursor of another list: %s", code(out))
	}
}

// Every slot that is shown as free can be booked, through all kinds.
func TestShownIsBookableInEveryKind(t *testing.T) {
	s := salon(t)
	for _, service := range []string{"cut", "yoga", "solo", "tea", "bike"} {
		for n := 0; ; n++ {
			var free []canonical.Slot
			for _, slot := range s.slots(canonical.FindSlots{Service: service, From: "2026-03-31", Days: 2}).Slots {
				if slot.State != canonical.SlotWaitlist {
					free = append(free, slot)
				}
			}
			if len(free) == 0 {
				if n == 0 {
					t.Errorf("%s: nothing was ever free", service)
				}
				break
			}
			slot := free[n%len(free)]
			s.want(service+" "+slot.ID, "ok", s.as("p1", canonical.Book{Service: service, Slot: slot.ID, Client: alice}))
		}
	}
}
