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
	NumOps
)

var opNames = [NumOps]string{
	OpNone: "", OpDescribe: "describe", OpListServices: "list_services", OpFindSlots: "find_slots",
	OpPlaceHold: "place_hold", OpReleaseHold: "release_hold", OpBook: "book", OpGetBooking: "get_booking",
	OpCancel: "cancel", OpReschedule: "reschedule", OpConverse: "converse", OpIncomplete: "incomplete",
	OpGetTask: "get_task", OpListTasks: "list_tasks", OpCancelTask: "cancel_task",
}

// String is the act's name in canonical JSON; empty for OpNone.
func (o Op) String() string { return opNames[o] }

// Writes says whether the act can change what the store holds.
func (o Op) Writes() bool {
	switch o {
	case OpPlaceHold, OpReleaseHold, OpBook, OpCancel, OpReschedule, OpCancelTask:
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
