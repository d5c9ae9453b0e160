package engine_test

import (
	"testing"
	"time"

	"hora/canonical"
)

func TestCancel(t *testing.T) {
	for _, row := range []struct {
		name    string
		at      string // the clock when cancelling
		percent int
	}{
		{"two days ahead", "2026-03-31 09:00", 0},
		{"exactly a day ahead", "2026-04-01 10:00", 0},
		{"a minute less than a day", "2026-04-01 10:01", 50},
		{"exactly two hours", "2026-04-02 08:00", 50},
		{"less than two hours", "2026-04-02 08:01", 100},
		{"after the start", "2026-04-02 10:30", 100},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := onBolt(t)
			id := b.do(booking("kine", "2026-04-02 10:00")).Result.(canonical.Booking).ID
			b.travel(at(row.at))
			got := b.do(canonical.Cancel{Booking: id, Reason: "enfermo"})
			if got.Err != nil || got.Result.(canonical.Cancellation).Penalty.Percent != row.percent {
				t.Fatalf("got %+v %v, want %d", got.Result, got.Err, row.percent)
			}
			if got := code(b.do(canonical.Cancel{Booking: id})); got != "already_cancelled" {
				t.Errorf("twice: %s", got)
			}
			if got := code(b.do(canonical.Reschedule{Booking: id, Start: at("2026-04-06 10:00")})); got != "invalid_state" {
				t.Errorf("moving it: %s", got)
			}
			b.travel(now)
			if got := code(b.do(booking("kine", "2026-04-02 10:00"))); got != "ok" {
				t.Errorf("its slot: %s", got)
			}
		})
	}
}

func TestWhoMayChange(t *testing.T) {
	b := onBolt(t)
	id := b.do(booking("kine", "2026-04-02 10:00")).Result.(canonical.Booking).ID
	for name, row := range map[string]struct {
		who  func(*canonical.Request)
		want string
	}{
		"nobody known": {anonymous, "unauthenticated"},
		"another organisation": {func(r *canonical.Request) {
			r.Organization, r.Principal.Organization = "otra", "otra"
		}, "unknown_booking"},
		"a key of another": {func(r *canonical.Request) { r.Principal.Organization = "otra" }, "unauthenticated"},
		"a platform":       {func(r *canonical.Request) { r.Principal.Role = canonical.RolePlatform }, "forbidden"},
	} {
		for _, c := range []canonical.Command{canonical.Cancel{Booking: id}, canonical.Reschedule{Booking: id, Start: at("2026-04-06 10:00")}} {
			if got := code(b.do(c, row.who)); got != row.want {
				t.Errorf("%s, %s: got %s, want %s", name, c.Op(), got, row.want)
			}
		}
	}
	seen := b.do(canonical.GetBooking{Booking: id}, anonymous).Result.(canonical.Booking)
	if seen.Client != (canonical.Client{}) || seen.Claims != nil {
		t.Errorf("anyone sees %+v", seen)
	}
}

func TestReschedule(t *testing.T) {
	b := onBolt(t)
	id := b.do(booking("kine", "2026-04-01 10:00")).Result.(canonical.Booking).ID
	b.do(booking("kine", "2026-04-01 12:00"))
	for _, row := range []struct {
		name, to, want string
	}{
		{"past", "2026-03-29 10:00", "past_date"},
		{"closed", "2026-04-05 14:00", "outside_hours"},
		{"open for half of it", "2026-04-01 17:30", "outside_hours"},
		{"taken", "2026-04-01 12:30", "slot_taken"},
		{"half over itself", "2026-04-01 10:30", "ok"},
		{"onto itself", "2026-04-01 10:30", "ok"},
		{"another day", "2026-04-02 14:00", "ok"},
	} {
		if got := code(b.do(canonical.Reschedule{Booking: id, Start: at(row.to)})); got != row.want {
			t.Errorf("%s: got %s, want %s", row.name, got, row.want)
		}
	}
	got := b.do(canonical.GetBooking{Booking: id}).Result.(canonical.Booking)
	if !got.Start.Equal(at("2026-04-02 14:00")) || got.State() != canonical.Scheduled || got.Reschedules != 3 || got.Revision != 4 {
		t.Errorf("it stands at %v, %s, %d moves, revision %d", got.Start, got.State(), got.Reschedules, got.Revision)
	}
	for _, step := range got.Lifecycle.Transitions {
		if !step.From.Leads(step.To) {
			t.Errorf("the trail has %s to %s", step.From, step.To)
		}
	}
	for start, want := range map[string]string{"2026-04-01 10:00": "ok", "2026-04-02 14:00": "slot_taken"} {
		if got := code(b.do(booking("kine", start))); got != want {
			t.Errorf("%s: got %s, want %s", start, got, want)
		}
	}
	if got := code(b.do(canonical.Reschedule{Booking: id, Slot: "pedro..20260403T130000Z"})); got != "slot_taken" {
		t.Errorf("to another provider's slot: %s", got)
	}
	if got := code(b.do(canonical.Reschedule{Booking: id, Slot: "maria..20260406T130000Z"})); got != "ok" {
		t.Errorf("by slot id: %s", got)
	}
	if got := code(b.do(canonical.Reschedule{Booking: "none", Start: at("2026-04-02 14:00")})); got != "unknown_booking" {
		t.Errorf("no such booking: %s", got)
	}
}

func TestLimits(t *testing.T) {
	b := onBolt(t)
	hour := 60
	b.revise(t, func(o *canonical.Organization) {
		o.Policies = canonical.Policies{MinAdvance: 120, MaxAdvance: 10, MaxReschedules: 1, NoCancellationAfter: &hour,
			LateFee: &canonical.Money{Amount: 5000, Currency: "CLP"}, Confirmation: canonical.Manual, ConfirmationHours: 48}
	})
	for start, want := range map[string]string{"2026-03-30 10:59": "too_soon", "2026-03-30 11:00": "ok", "2026-04-09 10:00": "ok", "2026-04-10 10:00": "too_far_ahead"} {
		if got := code(b.do(booking("kine", start))); got != want {
			t.Errorf("%s: got %s, want %s", start, got, want)
		}
	}
	made := b.do(booking("kine", "2026-03-31 10:00")).Result.(canonical.Booking)
	if !made.Lifecycle.PendingConfirmation {
		t.Error("a manual organisation scheduled at once")
	}
	if got := code(b.do(canonical.Reschedule{Booking: made.ID, Start: at("2026-03-31 12:00")})); got != "ok" {
		t.Errorf("first move: %s", got)
	}
	if got := code(b.do(canonical.Reschedule{Booking: made.ID, Start: at("2026-03-31 14:00")})); got != "too_many_reschedules" {
		t.Errorf("second move: %s", got)
	}
	b.travel(at("2026-03-31 11:01"))
	if got := code(b.do(canonical.Cancel{Booking: made.ID})); got != "too_late_to_cancel" {
		t.Errorf("late: %s", got)
	}
}

func TestHolds(t *testing.T) {
	b := onBolt(t)
	hold := func(start string) canonical.Outcome {
		return b.do(canonical.PlaceHold{Service: "kine", Start: at(start)})
	}
	h := hold("2026-04-01 10:00").Result.(canonical.Hold)
	if !h.Expires.Equal(now.Add(10 * time.Minute)) {
		t.Errorf("expires %v", h.Expires)
	}
	if got := code(b.do(booking("kine", "2026-04-01 10:00"))); got != "slot_taken" {
		t.Errorf("booking a held slot: %s", got)
	}
	if got := code(hold("2026-04-01 10:30")); got != "slot_taken" {
		t.Errorf("holding a held slot: %s", got)
	}
	convert := canonical.Book{Hold: h.ID, Client: canonical.Client{Email: "a@b.cl"}}
	if got := code(b.do(convert, func(r *canonical.Request) { r.Caller = "key:2" })); got != "unknown_hold" {
		t.Errorf("somebody else's hold: %s", got)
	}
	wrong := convert
	wrong.Service = "box"
	if got := code(b.do(wrong)); got != "unknown_hold" {
		t.Errorf("a hold for another service: %s", got)
	}
	made := b.do(convert)
	if made.Err != nil || !made.Result.(canonical.Booking).Start.Equal(at("2026-04-01 10:00")) {
		t.Fatalf("converting: %v", made.Err)
	}
	if got := code(b.do(canonical.ReleaseHold{Hold: h.ID})); got != "invalid_state" {
		t.Errorf("releasing after conversion: %s", got)
	}
	free := hold("2026-04-01 12:00").Result.(canonical.Hold)
	for range 2 {
		if got := code(b.do(canonical.ReleaseHold{Hold: free.ID})); got != "ok" {
			t.Errorf("releasing: %s", got)
		}
	}
	if got := code(b.do(booking("kine", "2026-04-01 12:00"))); got != "ok" {
		t.Errorf("a released slot: %s", got)
	}
	late := hold("2026-04-01 14:00").Result.(canonical.Hold)
	b.travel(late.Expires)
	if got := code(b.do(canonical.Book{Hold: late.ID, Client: canonical.Client{Email: "a@b.cl"}})); got != "hold_expired" {
		t.Errorf("a hold at its very end: %s", got)
	}
	if got := code(b.do(booking("kine", "2026-04-01 14:00"))); got != "ok" {
		t.Errorf("its slot: %s", got)
	}
	if swept, err := b.Sweep(t.Context()); err != nil || swept.Holds != 1 || swept.Settled != 2 {
		t.Errorf("swept %+v, %v", swept, err)
	}
	if got := code(b.do(booking("kine", "2026-04-01 14:00"))); got != "slot_taken" {
		t.Errorf("the booking after the sweep: %s", got)
	}
}
