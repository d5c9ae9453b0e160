package canonical

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var saturday = time.Date(2026, 3, 14, 15, 0, 0, 0, time.UTC)

// appointment is a booking of £240 on Saturday at three.
func appointment(s State) *Booking {
	return &Booking{Start: saturday, Billing: Billing{Amount: Money{24000, "GBP"}}, Lifecycle: Lifecycle{State: s}}
}

func TestCancelling(t *testing.T) {
	pounds := func(n int64) Money { return Money{n * 100, "GBP"} }
	before := func(hours float64) time.Time { return saturday.Add(-time.Duration(hours * float64(time.Hour))) }
	for _, tt := range []struct {
		name   string
		policy Policies
		now    time.Time
		state  State
		want   Cancelling
	}{
		{"the default", Policies{}, before(100), Scheduled, Cancelling{Steps: []CancellingStep{{before(24), pounds(0)}, {before(2), pounds(120)}, {time.Time{}, pounds(240)}}}},
		{"the last free instant", Policies{}, before(24), Scheduled, Cancelling{Steps: []CancellingStep{{before(24), pounds(0)}, {before(2), pounds(120)}, {time.Time{}, pounds(240)}}}},
		{"a moment later", Policies{}, before(24).Add(1), Scheduled, Cancelling{Steps: []CancellingStep{{before(2), pounds(120)}, {time.Time{}, pounds(240)}}}},
		{"soon", Policies{}, before(1), Scheduled, Cancelling{Steps: []CancellingStep{{time.Time{}, pounds(240)}}}},
		{"never", Policies{NoCancellation: true, NoCancellationAfter: new(60)}, before(100), Scheduled, Cancelling{}},
		{"not any more", Policies{NoCancellationAfter: new(180)}, before(2.5), Scheduled, Cancelling{}},
		{"until some hours before", Policies{NoCancellationAfter: new(180)}, before(100), Scheduled,
			Cancelling{Last: before(3), Steps: []CancellingStep{{before(24), pounds(0)}, {before(3), pounds(120)}}}},
		{"until the last step begins", Policies{NoCancellationAfter: new(120)}, before(100), Scheduled,
			Cancelling{Last: before(2), Steps: []CancellingStep{{before(24), pounds(0)}, {before(2), pounds(120)}}}},
		{"until just before the start", Policies{NoCancellationAfter: new(0)}, before(1), Scheduled, Cancelling{Last: saturday, Steps: []CancellingStep{{saturday, pounds(240)}}}},
		{"a fixed fee", Policies{LateFee: &Money{2500, "GBP"}}, before(100), Scheduled, Cancelling{Steps: []CancellingStep{{before(24), pounds(0)}, {time.Time{}, pounds(25)}}}},
		{"a fee beyond the price", Policies{LateFee: &Money{99900, "GBP"}}, before(1), Scheduled, Cancelling{Steps: []CancellingStep{{time.Time{}, pounds(240)}}}},
		{"free for clients", Policies{ExemptInitiators: []string{"client"}}, before(100), Scheduled, Cancelling{Steps: []CancellingStep{{time.Time{}, pounds(0)}}}},
		{"the business has yet to agree", Policies{CancellationTiers: []Tier{{0, 100}}}, before(100), Requested, Cancelling{Free: true, Steps: []CancellingStep{{time.Time{}, pounds(240)}}}},
		{"moved late before", Policies{}, before(100), Confirmed, Cancelling{NoShow: pounds(120), Steps: []CancellingStep{{before(2), pounds(120)}, {time.Time{}, pounds(240)}}}},
		{"not coming", Policies{CancellationTiers: []Tier{{0, 0}}, NoShow: &NoShowPolicy{Percent: 50}}, before(9), Scheduled,
			Cancelling{NoShow: pounds(120), Steps: []CancellingStep{{time.Time{}, pounds(0)}}}},
		{"not coming, having moved late before, which costs more", Policies{NoCancellation: true, NoShow: &NoShowPolicy{Percent: 10}}, before(9), Confirmed, Cancelling{NoShow: pounds(120)}},
		{"not coming, for a fee", Policies{NoCancellation: true, NoShow: &NoShowPolicy{Percent: 50, Fee: &Money{1000, "GBP"}}}, before(9), Scheduled, Cancelling{NoShow: pounds(10)}},
	} {
		b := appointment(tt.state)
		if tt.state == Confirmed {
			b.Forfeit = Penalty{Percent: 50, Amount: pounds(120)}
		}
		if d := cmp.Diff(tt.want, tt.policy.Cancelling(b, tt.now)); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

// Whatever the policy, what is said before is what it costs then.
func TestCancellingIsWhatItCosts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 2000 {
		p := Policies{}
		for hours := 72.0; hours > 0 && r.IntN(4) > 0; hours -= 0.25 * float64(r.IntN(100)) {
			p.CancellationTiers = append(p.CancellationTiers, Tier{hours, r.IntN(5) * 25})
		}
		if r.IntN(3) == 0 {
			p.NoCancellationAfter = new(r.IntN(80 * 60))
		}
		if r.IntN(3) == 0 {
			p.LateFee = &Money{int64(r.IntN(30000)), "GBP"}
		}
		b := appointment(Scheduled)
		now := saturday.Add(-time.Duration(r.IntN(80*60)) * time.Minute)
		said := p.Cancelling(b, now)
		for at := now; at.Before(saturday.Add(2 * time.Hour)); at = at.Add(15 * time.Minute) {
			want := "never"
			if !p.Closed(saturday, at) {
				want = fmt.Sprint(min(p.Leaving(b, at, "client").Charge().Amount, b.Billing.Amount.Amount))
			}
			got := "never"
			for _, s := range said.Steps {
				if s.Until.IsZero() || !at.After(s.Until) {
					got = fmt.Sprint(s.Charge.Amount)
					break
				}
			}
			if got != want {
				t.Fatalf("%d: at %v of %+v: %s, said %s: %+v", n, at, p, want, got, said)
			}
		}
	}
}
