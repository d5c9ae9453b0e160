package canonical

import "fmt"

// Op names an act: what a Command is for, without its arguments.
type Op uint8

const (
	OpNone Op = iota
	OpDescribe
	OpListServices
	OpFindSlots
	OpPlaceHold
	OpReleaseHold
	OpBook
	OpGetBooking
	OpCancel
	OpReschedule
	OpConverse
	OpIncomplete
	OpGetTask
	OpListTasks
	OpCancelTask
	OpGetService
	OpLookupServices
	OpServiceFeed
	OpConfirmPayment
	OpConfirmBooking
	OpUpdateBooking
	OpAdvance
	OpJoinWaitlist
	OpGetEntry
	OpListEntries
	OpLeaveWaitlist
	OpAcceptOffer
	OpDeclineOffer
	OpDescribeRegistry
	OpDiscover
	OpMatch
	OpBookOffer
	OpPrepareHandoff
	OpReviewOption
	NumOps
)

var opNames = [NumOps]string{
	OpNone: "", OpDescribe: "describe", OpListServices: "list_services", OpFindSlots: "find_slots",
	OpPlaceHold: "place_hold", OpReleaseHold: "release_hold", OpBook: "book", OpGetBooking: "get_booking",
	OpCancel: "cancel", OpReschedule: "reschedule", OpConverse: "converse", OpIncomplete: "incomplete",
	OpGetTask: "get_task", OpListTasks: "list_tasks", OpCancelTask: "cancel_task",
	OpGetService: "get_service", OpLookupServices: "lookup_services", OpServiceFeed: "service_feed",
	OpConfirmPayment: "confirm_payment", OpConfirmBooking: "confirm_booking", OpUpdateBooking: "update_booking", OpAdvance: "advance",
	OpJoinWaitlist: "join_waitlist", OpGetEntry: "get_entry", OpListEntries: "list_entries", OpLeaveWaitlist: "leave_waitlist",
	OpAcceptOffer: "accept_offer", OpDeclineOffer: "decline_offer",
	OpDescribeRegistry: "describe_registry", OpDiscover: "discover", OpMatch: "match", OpBookOffer: "book_offer",
	OpPrepareHandoff: "prepare_handoff", OpReviewOption: "review_option",
}

// String is the act's name in canonical JSON; empty for OpNone.
func (o Op) String() string { return opNames[o] }

// Writes says whether the act can change what the store holds.
func (o Op) Writes() bool {
	switch o {
	case OpPlaceHold, OpReleaseHold, OpBook, OpCancel, OpReschedule, OpCancelTask,
		OpConfirmPayment, OpConfirmBooking, OpUpdateBooking, OpAdvance,
		OpJoinWaitlist, OpLeaveWaitlist, OpAcceptOffer, OpDeclineOffer, OpBookOffer:
		return true
	}
	return false
}

func (o Op) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

func (o *Op) UnmarshalText(b []byte) error {
	for i, n := range opNames {
		if n == string(b) {
			*o = Op(i)
			return nil
		}
	}
	return fmt.Errorf("canonical: no act is called %q", b)
}

// OpOf is the act of a command; OpNone of no command.
func OpOf(c Command) Op {
	if c == nil {
		return OpNone
	}
	return c.Op()
}

func (Describe) Op() Op     { return OpDescribe }
func (ListServices) Op() Op { return OpListServices }
func (FindSlots) Op() Op    { return OpFindSlots }
func (PlaceHold) Op() Op    { return OpPlaceHold }
func (ReleaseHold) Op() Op  { return OpReleaseHold }
func (Book) Op() Op         { return OpBook }
func (GetBooking) Op() Op   { return OpGetBooking }
func (Cancel) Op() Op       { return OpCancel }
func (Reschedule) Op() Op   { return OpReschedule }
func (Converse) Op() Op     { return OpConverse }
func (Incomplete) Op() Op   { return OpIncomplete }

func (GetService) Op() Op     { return OpGetService }
func (LookupServices) Op() Op { return OpLookupServices }
func (ServiceFeed) Op() Op    { return OpServiceFeed }
func (ConfirmPayment) Op() Op { return OpConfirmPayment }
func (ConfirmBooking) Op() Op { return OpConfirmBooking }
func (UpdateBooking) Op() Op  { return OpUpdateBooking }
func (Advance) Op() Op        { return OpAdvance }
func (JoinWaitlist) Op() Op   { return OpJoinWaitlist }
func (GetEntry) Op() Op       { return OpGetEntry }
func (ListEntries) Op() Op    { return OpListEntries }
func (LeaveWaitlist) Op() Op  { return OpLeaveWaitlist }
func (AcceptOffer) Op() Op    { return OpAcceptOffer }
func (DeclineOffer) Op() Op   { return OpDeclineOffer }
