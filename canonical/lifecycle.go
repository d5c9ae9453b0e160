package canonical

import "time"

// State is where a booking stands in the protocol's lifecycle: nine
// milestones in strict order, and five states outside it.
type State string

const (
	Requested  State = "requested"
	Scheduled  State = "scheduled"
	Confirmed  State = "confirmed"
	InProgress State = "in_progress"
	Completed  State = "completed"
	Documented State = "documented"
	Invoiced   State = "invoiced"
	Collected  State = "collected"
	Verified   State = "verified"

	Cancelled    State = "cancelled"
	Disputed     State = "disputed"
	Rescheduling State = "rescheduling"
	Reassigning  State = "reassigning"
	Partial      State = "partial"
)

// Milestones are the states of the happy path, in order.
var Milestones = []State{Requested, Scheduled, Confirmed, InProgress, Completed, Documented, Invoiced, Collected, Verified}

// Exceptions are the states outside the happy path.
var Exceptions = []State{Cancelled, Disputed, Rescheduling, Reassigning, Partial}

// next is the one transition table (Servicialo 0.9 sections 5 and 7). The
// empty state is before the booking exists.
var next = map[State][]State{
	"":           {Requested},
	Requested:    {Scheduled, Cancelled},
	Scheduled:    {Confirmed, Rescheduling, Cancelled},
	Confirmed:    {InProgress, Rescheduling, Reassigning, Cancelled},
	InProgress:   {Completed, Partial},
	Completed:    {Documented, Disputed},
	Documented:   {Invoiced},
	Invoiced:     {Collected},
	Collected:    {Verified},
	Partial:      {Documented},
	Disputed:     {Verified, Cancelled},
	Rescheduling: {Scheduled, Cancelled},
	Reassigning:  {Scheduled, Cancelled},
}

// Leads says whether a booking may go from s to t in one step.
func (s State) Leads(t State) bool {
	for _, n := range next[s] {
		if n == t {
			return true
		}
	}
	return false
}

// Method says what moved a booking.
type Method string

const (
	ByHand   Method = "manual"
	ByItself Method = "auto"
	ByAgent  Method = "agent"
)

// MaxTransitions bounds a booking's history, so that its record stays small.
// Only a cancellation may come on top, so that every booking can be given up.
const MaxTransitions = 200

// Lifecycle is a booking's state and how it got there.
type Lifecycle struct {
	State               State        `json:"state"`
	PendingConfirmation bool         `json:"pending_confirmation,omitzero"` // requested, and the slot is kept while someone confirms
	Transitions         []Transition `json:"transitions"`
	Exceptions          []Incident   `json:"exceptions,omitzero"`
}

// A Transition is one step of a lifecycle, recorded for good.
type Transition struct {
	From    State     `json:"from,omitzero"`
	To      State     `json:"to"`
	At      time.Time `json:"at"`
	By      string    `json:"by"`
	Method  Method    `json:"method"`
	Channel string    `json:"channel,omitzero"` // the door it came through
	Mandate string    `json:"mandate,omitzero"` // required when an agent moved it
	Reason  string    `json:"reason,omitzero"`
}

// An Incident is something that took a booking off the happy path.
type Incident struct {
	Type       string    `json:"type"` // cancellation, reschedule, no_show, dispute, partial, resource_conflict
	At         time.Time `json:"at"`
	By         string    `json:"by"`
	Resolution string    `json:"resolution,omitzero"`
}

// Move takes the step to t and records it. It answers false, and changes
// nothing, when the table has no such step or the history is full.
func (l *Lifecycle) Move(t State, step Transition) bool {
	if !l.State.Leads(t) || len(l.Transitions) >= MaxTransitions && t != Cancelled {
		return false
	}
	step.From, step.To = l.State, t
	l.Transitions = append(l.Transitions, step)
	l.State = t
	if t != Requested {
		l.PendingConfirmation = false
	}
	return true
}

// changed is when the last step was taken or incident happened.
func (l *Lifecycle) changed() (last time.Time) {
	if n := len(l.Transitions); n > 0 {
		last = l.Transitions[n-1].At
	}
	if n := len(l.Exceptions); n > 0 && l.Exceptions[n-1].At.After(last) {
		last = l.Exceptions[n-1].At
	}
	return last
}

// Milestone is the index, 0 to 8, of the last happy-path state reached.
func (l *Lifecycle) Milestone() int {
	if i := milestone(l.State); i >= 0 {
		return i
	}
	for i := len(l.Transitions) - 1; i >= 0; i-- {
		if m := milestone(l.Transitions[i].From); m >= 0 {
			return m
		}
	}
	return 0
}

func milestone(s State) int {
	for i, m := range Milestones {
		if m == s {
			return i
		}
	}
	return -1
}
