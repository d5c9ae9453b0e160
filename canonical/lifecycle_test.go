package canonical_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
)

// legal is the transition table of Servicialo 0.9 as its sections 5 and 7 tell
// it, one step a line; new is a booking that does not exist yet.
const legal = `
new -> requested
requested -> scheduled
scheduled -> confirmed
confirmed -> in_progress
in_progress -> completed
completed -> documented
documented -> invoiced
invoiced -> collected
collected -> verified

requested -> cancelled
scheduled -> cancelled
confirmed -> cancelled
rescheduling -> cancelled
reassigning -> cancelled

scheduled -> rescheduling
confirmed -> rescheduling
rescheduling -> scheduled
confirmed -> reassigning
reassigning -> scheduled

in_progress -> partial
partial -> documented
completed -> disputed
disputed -> verified
disputed -> cancelled
`

func everyState() []canonical.State {
	return slices.Concat([]canonical.State{""}, canonical.Milestones, canonical.Exceptions)
}

func TestTransitions(t *testing.T) {
	steps := map[[2]canonical.State]bool{}
	for _, f := range lines(legal) {
		from, to := canonical.State(f[0]), canonical.State(f[2])
		if from == "new" {
			from = ""
		}
		steps[[2]canonical.State{from, to}] = true
	}
	if len(everyState()) != 15 {
		t.Fatalf("%d states and none, want 14", len(everyState())-1)
	}
	step := canonical.Transition{At: time.Unix(1, 0), By: "someone", Method: canonical.ByHand, Reason: "because"}
	for _, from := range everyState() {
		for _, to := range everyState() {
			want := steps[[2]canonical.State{from, to}]
			if got := from.Leads(to); got != want {
				t.Errorf("%q leads to %q: %v, want %v", from, to, got, want)
			}
			before := canonical.Lifecycle{State: from, PendingConfirmation: true, Transitions: []canonical.Transition{{To: from}}}
			after := before
			if got := after.Move(to, step); got != want {
				t.Errorf("%q moves to %q: %v, want %v", from, to, got, want)
			}
			expect := before
			if want {
				expect.State = to
				expect.PendingConfirmation = to == canonical.Requested
				recorded := step
				recorded.From, recorded.To = from, to
				expect.Transitions = []canonical.Transition{{To: from}, recorded}
			}
			if diff := cmp.Diff(expect, after); diff != "" {
				t.Errorf("%q to %q (-want +got):\n%s", from, to, diff)
			}
		}
	}
}

// Every state can be reached, and only a verified or cancelled booking is at
// its end.
func TestStatesAreConnected(t *testing.T) {
	reached := map[canonical.State]bool{"": true}
	for more := true; more; {
		more = false
		for _, from := range everyState() {
			for _, to := range everyState() {
				if reached[from] && from.Leads(to) && !reached[to] {
					reached[to], more = true, true
				}
			}
		}
	}
	for _, s := range everyState() {
		if !reached[s] {
			t.Errorf("%s cannot be reached", s)
		}
		end := !slices.ContainsFunc(everyState(), s.Leads)
		if want := s == canonical.Verified || s == canonical.Cancelled; end != want {
			t.Errorf("%s is an end: %v, want %v", s, end, want)
		}
	}
}

func TestHistoryIsBounded(t *testing.T) {
	l := canonical.Lifecycle{State: canonical.Scheduled}
	for len(l.Transitions) < canonical.MaxTransitions {
		if !l.Move(canonical.Rescheduling, canonical.Transition{}) || !l.Move(canonical.Scheduled, canonical.Transition{}) {
			t.Fatalf("stuck after %d transitions", len(l.Transitions))
		}
	}
	if l.Move(canonical.Confirmed, canonical.Transition{}) || l.State != canonical.Scheduled || len(l.Transitions) != canonical.MaxTransitions {
		t.Errorf("a full history moved to %s and has %d transitions", l.State, len(l.Transitions))
	}
	if !l.Move(canonical.Cancelled, canonical.Transition{}) || l.State != canonical.Cancelled {
		t.Error("a booking with a full history cannot be cancelled")
	}
}

func TestMilestone(t *testing.T) {
	for _, c := range []struct {
		path []canonical.State
		want int
	}{
		{nil, 0},
		{canonical.Milestones[:1], 0},
		{canonical.Milestones[:4], 3},
		{canonical.Milestones, 8},
		{[]canonical.State{"requested", "cancelled"}, 0},
		{[]canonical.State{"requested", "scheduled", "cancelled"}, 1},
		{[]canonical.State{"requested", "scheduled", "confirmed", "rescheduling"}, 2},
		{[]canonical.State{"requested", "scheduled", "confirmed", "rescheduling", "cancelled"}, 2},
		{[]canonical.State{"requested", "scheduled", "confirmed", "rescheduling", "scheduled"}, 1},
		{[]canonical.State{"requested", "scheduled", "confirmed", "reassigning", "scheduled", "cancelled"}, 1},
		{[]canonical.State{"requested", "scheduled", "confirmed", "in_progress", "partial"}, 3},
		{[]canonical.State{"requested", "scheduled", "confirmed", "in_progress", "completed", "disputed"}, 4},
		{[]canonical.State{"requested", "scheduled", "confirmed", "in_progress", "completed", "disputed", "cancelled"}, 4},
		{[]canonical.State{"requested", "scheduled", "confirmed", "in_progress", "completed", "disputed", "verified"}, 8},
	} {
		var l canonical.Lifecycle
		for _, s := range c.path {
			if !l.Move(s, canonical.Transition{}) {
				t.Fatalf("%v: no step from %q to %q", c.path, l.State, s)
			}
		}
		if got := l.Milestone(); got != c.want {
			t.Errorf("%v: milestone %d, want %d", c.path, got, c.want)
		}
	}
	if got := (&canonical.Lifecycle{State: canonical.Cancelled}).Milestone(); got != 0 {
		t.Errorf("without a history: milestone %d, want 0", got)
	}
}
