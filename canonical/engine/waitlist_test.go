package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hora/canonical"
)

var yogaSlot = slotID("lena", "mats", "2026-03-31 18:00")

// join waits for the yoga of Tuesday, as client n of a platform.
func (s shop) join(platform string, n int, change ...func(*canonical.JoinWaitlist)) canonical.Entry {
	s.t.Helper()
	c := canonical.JoinWaitlist{Service: "yoga", Slot: yogaSlot, Client: canonical.Client{Email: fmt.Sprintf("w%d@mail.com", n), Name: "W", Surname: fmt.Sprint(n)}}
	for _, f := range change {
		f(&c)
	}
	out := s.as(platform, c)
	if out.Err != nil {
		s.t.Fatalf("joining: %+v", out.Err)
	}
	return out.Result.(canonical.Entry)
}

func (s shop) entry(platform, id string) canonical.Entry {
	s.t.Helper()
	out := s.as(platform, canonical.GetEntry{Entry: id})
	if out.Err != nil {
		s.t.Fatalf("entry %s: %+v", id, out.Err)
	}
	return out.Result.(canonical.Entry)
}

func party(n int) func(*canonical.JoinWaitlist) {
	return func(c *canonical.JoinWaitlist) { c.Party = n }
}

func TestJoinWaitlist(t *testing.T) {
	s := salon(t)
	first, second := s.join("p1", 1), s.join("p2", 2)
	any := s.join("p1", 3, func(c *canonical.JoinWaitlist) { c.Slot = "" })
	if first.Position != 1 || second.Position != 2 || any.Position != 1 || first.State != canonical.EntryWaiting || first.Owner != "" {
		t.Errorf("%+v %+v %+v", first, second, any)
	}
	for name, row := range map[string]struct {
		c    canonical.JoinWaitlist
		want string
	}{
		"no waitlist":     {canonical.JoinWaitlist{Service: "cut", Client: alice}, "invalid"},
		"no service":      {canonical.JoinWaitlist{Service: "x", Client: alice}, "unknown_service"},
		"no such start":   {canonical.JoinWaitlist{Service: "yoga", Slot: slotID("lena", "mats", "2026-03-31 17:00"), Client: alice}, "outside_hours"},
		"an odd slot":     {canonical.JoinWaitlist{Service: "yoga", Slot: "tuesday", Client: alice}, "slot_taken"},
		"a start gone by": {canonical.JoinWaitlist{Service: "yoga", Slot: slotID("lena", "mats", "2026-03-26 18:00"), Client: alice}, "past_date"},
	} {
		s.want(name, row.want, s.as("p1", row.c))
	}
	s.join("p1", 4)
	s.want("a fifth", "waitlist_full", s.as("p1", canonical.JoinWaitlist{Service: "yoga", Client: alice}))
	out := s.as("p1", canonical.JoinWaitlist{Service: "solo", Client: alice}, message("m"))
	again := s.as("p1", canonical.JoinWaitlist{Service: "solo", Client: alice}, message("m"))
	if out.Meta.Grant == nil || *out.Meta.Grant != *again.Meta.Grant {
		t.Errorf("granted %+v, %+v", out.Meta.Grant, again.Meta.Grant)
	}
	id := out.Result.(canonical.Entry).ID
	s.want("another platform", "unknown_entry", s.as("p2", canonical.GetEntry{Entry: id}))
	s.want("with the credential", "ok", s.as("p2", canonical.GetEntry{Entry: id}, presenting(out.Meta.Grant.Value)))
	s.want("with a wrong one", "unknown_entry", s.as("p1", canonical.GetEntry{Entry: id}, presenting("bsc_")))
	s.want("the business", "ok", s.as("", canonical.GetEntry{Entry: id}, business))
	s.want("none", "unknown_entry", s.as("p1", canonical.GetEntry{Entry: "x"}))
}

func TestListEntries(t *testing.T) {
	s := salon(t)
	var mine []string
	for n := range 4 {
		e := s.join(fmt.Sprintf("p%d", n%2+1), n)
		if n%2 == 0 {
			mine = append(mine, e.ID)
		}
	}
	solo := s.as("p1", canonical.JoinWaitlist{Service: "solo", Client: alice}).Result.(canonical.Entry)
	mine = append(mine, solo.ID)
	s.want("leaving", "ok", s.as("p1", canonical.LeaveWaitlist{Entry: mine[0]}))
	list := func(c canonical.ListEntries, who ...func(*canonical.Request)) (canonical.EntryPage, string) {
		out := s.as("p1", c, who...)
		if out.Err != nil {
			t.Fatal(out.Err)
		}
		page := out.Result.(canonical.EntryPage)
		var ids []string
		for _, e := range page.Entries {
			ids = append(ids, e.ID)
		}
		return page, strings.Join(ids, " ")
	}
	for _, row := range []struct {
		name string
		c    canonical.ListEntries
		who  []func(*canonical.Request)
		want string
	}{
		{"mine", canonical.ListEntries{}, nil, strings.Join(mine, " ")},
		{"mine of a service", canonical.ListEntries{Service: "yoga"}, nil, mine[0] + " " + mine[1]},
		{"mine that wait", canonical.ListEntries{State: canonical.EntryWaiting}, nil, mine[1] + " " + mine[2]},
		{"mine that do not", canonical.ListEntries{State: canonical.EntryRemoved}, nil, mine[0]},
	} {
		if _, got := list(row.c, row.who...); got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
	if all, _ := list(canonical.ListEntries{}, business); all.Total != 5 || all.Entries[1].Position != 1 || all.Entries[3].Position != 3 {
		t.Errorf("%+v", all)
	}
	page, first := list(canonical.ListEntries{Limit: 2})
	rest, second := list(canonical.ListEntries{Limit: 2, After: page.Next})
	if first+" "+second != strings.Join(mine, " ") || rest.Next != "" || page.Total != 3 {
		t.Errorf("%s, then %s", first, second)
	}
}

// A place that comes free, in whatever way, is kept for the first that it
// suits; nobody comes in between, and what it does not need goes further down
// the list.
func TestPromotion(t *testing.T) {
	full := func(s shop, sizes ...int) (all []canonical.Booking) {
		for _, n := range sizes {
			all = append(all, s.book(canonical.Book{Service: "yoga", Slot: yogaSlot, Party: n}))
		}
		return all
	}
	cancelled := func(s shop, b canonical.Booking) {
		s.want("cancel", "ok", s.as("p1", canonical.Cancel{Booking: b.ID}))
	}
	for _, row := range []struct {
		name    string
		parties []int // that wait
		free    func(s shop)
		offered []bool
		left    int // seats for anyone
	}{
		{"cancelled", []int{1, 1}, func(s shop) { cancelled(s, full(s, 5, 1)[1]) }, []bool{true, false}, 0},
		{"several places", []int{1, 2, 1}, func(s shop) { cancelled(s, full(s, 2, 4)[1]) }, []bool{true, true, true}, 0},
		{"too large a party is passed over", []int{3, 1}, func(s shop) { cancelled(s, full(s, 4, 2)[1]) }, []bool{false, true}, 1},
		{"more than is waited for", []int{1}, func(s shop) { cancelled(s, full(s, 3, 3)[1]) }, []bool{true}, 2},
		{"nobody waits", nil, func(s shop) { cancelled(s, full(s, 3, 3)[1]) }, nil, 3},
		{"moved", []int{1}, func(s shop) {
			b := full(s, 5, 1)[1]
			s.want("move", "ok", s.as("p1", canonical.Reschedule{Booking: b.ID, Slot: slotID("lena", "mats", "2026-04-02 18:00")}))
		}, []bool{true}, 0},
		{"moved to where it was", []int{1}, func(s shop) {
			b := full(s, 5, 1)[1]
			s.want("move", "ok", s.as("p1", canonical.Reschedule{Booking: b.ID, Slot: yogaSlot}))
		}, []bool{false}, 0},
		{"released", []int{1}, func(s shop) {
			full(s, 5)
			release(s, s.hold("p1", canonical.PlaceHold{Service: "yoga", Slot: yogaSlot}))
		}, []bool{true}, 0},
		{"expired", []int{1}, func(s shop) {
			full(s, 5)
			h := s.hold("p1", canonical.PlaceHold{Service: "yoga", Slot: yogaSlot})
			s.travel(h.Expires)
			s.Sweep(s.t.Context())
		}, []bool{true}, 0},
		{"expired, and taken before the sweep", []int{1}, func(s shop) {
			full(s, 4)
			h := s.hold("p1", canonical.PlaceHold{Service: "yoga", Slot: yogaSlot, Party: 2})
			s.travel(h.Expires)
			full(s, 2)
			s.Sweep(s.t.Context())
		}, []bool{false}, 0},
		{"expired, and half taken before the sweep", []int{2, 1}, func(s shop) {
			full(s, 4)
			h := s.hold("p1", canonical.PlaceHold{Service: "yoga", Slot: yogaSlot, Party: 2})
			s.travel(h.Expires)
			full(s, 1)
			s.Sweep(s.t.Context())
		}, []bool{false, true}, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := salon(t)
			var entries []canonical.Entry
			for n, size := range row.parties {
				entries = append(entries, s.join("p9", n, party(size)))
			}
			row.free(s)
			for n, e := range entries {
				got := s.entry("p9", e.ID)
				if (got.State == canonical.EntryOffered) != row.offered[n] {
					t.Errorf("entry %d is %s", n, got.State)
				}
				if got.Offer != nil && (got.Offer.Slot != yogaSlot || !got.Offer.Start.Equal(ny("2026-03-31 18:00")) || got.Offer.Expires.Sub(*s.clock.Load()) != 20*time.Minute) {
					t.Errorf("offered %+v", got.Offer)
				}
				if (got.Tag() == e.Tag()) == row.offered[n] {
					t.Errorf("entry %d: tag %s, then %s", n, e.Tag(), got.Tag())
				}
			}
			left := 0
			for _, slot := range s.slots(canonical.FindSlots{Service: "yoga", From: "2026-03-31"}).Slots {
				left = slot.Seats
			}
			if left != row.left {
				t.Errorf("%d seats left, want %d", left, row.left)
			}
		})
	}
}

// offered is a salon in which entry 0 of two has been offered the last seat.
func offeredSeat(t *testing.T) (s shop, first, second canonical.Entry) {
	t.Helper()
	s = salon(t)
	s.book(canonical.Book{Service: "yoga", Slot: yogaSlot, Party: 5})
	last := s.book(canonical.Book{Service: "yoga", Slot: yogaSlot})
	first, second = s.join("p2", 1), s.join("p3", 2)
	s.want("cancel", "ok", s.as("p1", canonical.Cancel{Booking: last.ID}))
	return s, s.entry("p2", first.ID), second
}

func TestAcceptOffer(t *testing.T) {
	s, first, second := offeredSeat(t)
	s.want("who waits", "invalid_state", s.as("p3", canonical.AcceptOffer{Entry: second.ID}))
	s.want("another platform", "unknown_entry", s.as("p3", canonical.AcceptOffer{Entry: first.ID}))
	s.want("anybody else", "slot_taken", s.as("p1", canonical.Book{Service: "yoga", Slot: yogaSlot, Client: alice}))
	s.want("on a stale state", "stale_revision", s.as("p2", canonical.AcceptOffer{Entry: first.ID}, ifMatch("w1-0000000000")))
	out := s.want("accept", "ok", s.as("p2", canonical.AcceptOffer{Entry: first.ID}, ifMatch(first.Tag()), message("m")))
	got := out.Result.(canonical.Accepted)
	if got.Entry.State != canonical.EntryAccepted || got.Entry.Booking != got.Booking.ID || got.Booking.SlotID() != yogaSlot ||
		got.Booking.Client.Email != "w1@mail.com" || got.Booking.State() != canonical.Scheduled || out.Meta.Grant == nil {
		t.Errorf("%+v", got)
	}
	replay := s.as("p2", canonical.AcceptOffer{Entry: first.ID}, ifMatch(first.Tag()), message("m"))
	if replay.Err != nil || *replay.Meta.Grant != *out.Meta.Grant {
		t.Errorf("replay: %+v", replay.Err)
	}
	s.want("twice", "offer_accepted", s.as("p2", canonical.AcceptOffer{Entry: first.ID}))
	s.want("declining then", "offer_accepted", s.as("p2", canonical.DeclineOffer{Entry: first.ID}))
	s.want("leaving then", "invalid_state", s.as("p2", canonical.LeaveWaitlist{Entry: first.ID}))
	if e := s.entry("p3", second.ID); e.Position != 1 || e.State != canonical.EntryWaiting {
		t.Errorf("%+v", e)
	}
	s.want("the booking", "ok", s.as("p2", canonical.GetBooking{Booking: got.Booking.ID}))
	s.want("cancelling it", "ok", s.as("p2", canonical.Cancel{Booking: got.Booking.ID}))
	if e := s.entry("p3", second.ID); e.State != canonical.EntryOffered {
		t.Errorf("after it was cancelled the second is %s", e.State)
	}
}

// A place that is declined, left or not answered goes to the next.
func TestOffersMoveOn(t *testing.T) {
	for _, row := range []struct {
		name string
		end  func(s shop, e canonical.Entry)
		want canonical.EntryState
	}{
		{"declined", func(s shop, e canonical.Entry) {
			s.want("decline", "ok", s.as("p2", canonical.DeclineOffer{Entry: e.ID}))
		}, canonical.EntryDeclined},
		{"left", func(s shop, e canonical.Entry) {
			for range 2 {
				s.want("leave", "ok", s.as("p2", canonical.LeaveWaitlist{Entry: e.ID}))
			}
		}, canonical.EntryRemoved},
		{"not answered", func(s shop, e canonical.Entry) {
			s.travel(e.Offer.Expires)
			if got := s.entry("p2", e.ID); got.State != canonical.EntryExpired {
				s.t.Errorf("before the sweep: %s", got.State)
			}
			s.want("too late", "offer_expired", s.as("p2", canonical.AcceptOffer{Entry: e.ID}))
			s.want("too late to decline", "offer_expired", s.as("p2", canonical.DeclineOffer{Entry: e.ID}))
			if swept, err := s.Sweep(s.t.Context()); err != nil || swept.Offers != 1 {
				s.t.Errorf("%+v, %v", swept, err)
			}
		}, canonical.EntryExpired},
	} {
		t.Run(row.name, func(t *testing.T) {
			s, first, second := offeredSeat(t)
			row.end(s, first)
			if got := s.entry("p2", first.ID); got.State != row.want {
				t.Errorf("the first is %s", got.State)
			}
			if got, err := s.store.Load(t.Context(), canonical.EntryKey(first.Organization, first.ID)); err != nil || got[0].Expires.Before(s.clock.Load().AddDate(0, 0, 29)) {
				t.Errorf("it is remembered until %v, %v", got[0].Expires, err)
			}
			if got := s.entry("p3", second.ID); got.State != canonical.EntryOffered || got.Offer.Slot != yogaSlot {
				t.Errorf("the second is %s", got.State)
			}
			s.want("the second accepts", "ok", s.as("p3", canonical.AcceptOffer{Entry: second.ID}))
			if found := s.slots(canonical.FindSlots{Service: "yoga", From: "2026-03-31"}).Slots; found[0].Seats != 0 {
				t.Errorf("%s", shown(found))
			}
		})
	}
}

// An entry for no start in particular takes one that it prefers.
func TestPreferences(t *testing.T) {
	for _, row := range []struct {
		name string
		p    []canonical.Preference
		want bool
	}{
		{"none", nil, true},
		{"its day", []canonical.Preference{{From: "2026-03-31", To: "2026-03-31"}}, true},
		{"open ended", []canonical.Preference{{From: "2026-03-31"}}, true},
		{"another day", []canonical.Preference{{From: "2026-04-01", To: "2026-04-05"}}, false},
		{"its evening", []canonical.Preference{{From: "2026-03-30", To: "2026-04-05", Part: "evening"}}, true},
		{"mornings", []canonical.Preference{{From: "2026-03-30", To: "2026-04-05", Part: "Morning"}}, false},
		{"either", []canonical.Preference{{From: "2026-04-02", To: "2026-04-02"}, {To: "2026-03-31"}}, true},
		{"whenever", []canonical.Preference{{Part: "whenever"}}, true},
	} {
		s := salon(t)
		b := s.book(canonical.Book{Service: "yoga", Slot: yogaSlot, Party: 6})
		e := s.join("p2", 1, func(c *canonical.JoinWaitlist) { c.Slot, c.Preferred = "", row.p })
		s.want("cancel", "ok", s.as("p1", canonical.Cancel{Booking: b.ID}))
		if got := s.entry("p2", e.ID); (got.State == canonical.EntryOffered) != row.want {
			t.Errorf("%s: %s", row.name, got.State)
		}
	}
}

// Waiting for what is past is over.
func TestWaitingEnds(t *testing.T) {
	s := salon(t)
	slot := s.join("p1", 1)
	days := s.join("p1", 2, func(c *canonical.JoinWaitlist) {
		c.Slot, c.Preferred = "", []canonical.Preference{{From: "2026-03-30", To: "2026-04-02"}}
	})
	s.travel(ny("2026-03-31 18:00"))
	if got := s.entry("p1", slot.ID); got.State != canonical.EntryRemoved {
		t.Errorf("the start is here, and it is %s", got.State)
	}
	if got := s.entry("p1", days.ID); got.State != canonical.EntryWaiting {
		t.Errorf("it is %s", got.State)
	}
	s.travel(ny("2026-04-03 00:00"))
	if got := s.entry("p1", days.ID); got.State != canonical.EntryRemoved {
		t.Errorf("its days are over, and it is %s", got.State)
	}
	if swept, err := s.Sweep(t.Context()); err != nil || swept.Offers != 2 {
		t.Errorf("%+v, %v", swept, err)
	}
	for range 4 { // all places on the list are free again
		s.join("p1", 3, func(c *canonical.JoinWaitlist) { c.Slot = slotID("lena", "mats", "2026-04-04 10:00") })
	}
}

// Appointments and tables are waited for too; a table must seat the party.
func TestWaitingForOtherKinds(t *testing.T) {
	s := salon(t)
	lesson := slotID("lena", "", "2026-03-31 16:00")
	b := s.book(canonical.Book{Service: "solo", Slot: lesson})
	e := s.as("p2", canonical.JoinWaitlist{Service: "solo", Slot: lesson, Client: alice}).Result.(canonical.Entry)
	s.want("cancel", "ok", s.as("p1", canonical.Cancel{Booking: b.ID}))
	s.want("anybody else", "slot_taken", s.as("p1", canonical.Book{Service: "solo", Slot: lesson, Client: alice}))
	s.want("accept", "ok", s.as("p2", canonical.AcceptOffer{Entry: e.ID}))

	ten := slotID("", "t2", "2026-04-01 10:00")
	small := s.book(canonical.Book{Service: "tea", Slot: ten, Party: 2})
	large := s.book(canonical.Book{Service: "tea", Slot: ten, Party: 2})
	four := s.as("p2", canonical.JoinWaitlist{Service: "tea", Slot: ten, Party: 4, Client: alice}).Result.(canonical.Entry)
	s.want("the small table", "ok", s.as("p1", canonical.Cancel{Booking: small.ID}))
	if got := s.entry("p2", four.ID); got.State != canonical.EntryWaiting {
		t.Errorf("four at a table of two: %s", got.State)
	}
	s.want("the large table", "ok", s.as("p1", canonical.Cancel{Booking: large.ID}))
	got := s.want("accept", "ok", s.as("p2", canonical.AcceptOffer{Entry: four.ID})).Result.(canonical.Accepted)
	if got.Booking.Guests() != 4 || got.Booking.Resources[0].ID != "t4" {
		t.Errorf("%+v", got.Booking)
	}
}
