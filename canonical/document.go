package canonical

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var errMembers = errors.New("canonical: want an object with one member")

// MarshalCommand writes a command as the one-member object that names its
// act: {"book": {...}}.
func MarshalCommand(c Command, opts ...json.Options) ([]byte, error) {
	return json.Marshal(map[string]Command{OpOf(c).String(): c}, opts...)
}

// UnmarshalCommand reads what MarshalCommand wrote. Unknown acts and members
// are errors.
func UnmarshalCommand(b []byte) (Command, error) {
	var m map[string]jsontext.Value
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, err
	}
	if len(m) != 1 {
		return nil, errMembers
	}
	for name, body := range m {
		var op Op
		if err := op.UnmarshalText([]byte(name)); err != nil {
			return nil, err
		}
		return unmarshalCommand(op, body)
	}
	return nil, errMembers
}

func unmarshalCommand(op Op, body []byte) (Command, error) {
	switch op {
	case OpDescribe:
		return read[Describe](body)
	case OpListServices:
		return read[ListServices](body)
	case OpFindSlots:
		return read[FindSlots](body)
	case OpPlaceHold:
		return read[PlaceHold](body)
	case OpReleaseHold:
		return read[ReleaseHold](body)
	case OpBook:
		return read[Book](body)
	case OpGetBooking:
		return read[GetBooking](body)
	case OpCancel:
		return read[Cancel](body)
	case OpReschedule:
		return read[Reschedule](body)
	case OpConverse:
		return read[Converse](body)
	case OpIncomplete:
		return read[Incomplete](body)
	case OpGetTask:
		return read[GetTask](body)
	case OpListTasks:
		return read[ListTasks](body)
	case OpCancelTask:
		return read[CancelTask](body)
	case OpGetService:
		return read[GetService](body)
	case OpLookupServices:
		return read[LookupServices](body)
	case OpServiceFeed:
		return read[ServiceFeed](body)
	case OpConfirmPayment:
		return read[ConfirmPayment](body)
	case OpConfirmBooking:
		return read[ConfirmBooking](body)
	case OpUpdateBooking:
		return read[UpdateBooking](body)
	case OpAdvance:
		return read[Advance](body)
	case OpJoinWaitlist:
		return read[JoinWaitlist](body)
	case OpGetEntry:
		return read[GetEntry](body)
	case OpListEntries:
		return read[ListEntries](body)
	case OpLeaveWaitlist:
		return read[LeaveWaitlist](body)
	case OpAcceptOffer:
		return read[AcceptOffer](body)
	case OpDeclineOffer:
		return read[DeclineOffer](body)
	case OpDescribeRegistry:
		return read[DescribeRegistry](body)
	case OpDiscover:
		return read[Discover](body)
	case OpMatch:
		return read[Match](body)
	case OpBookOffer:
		return read[BookOffer](body)
	case OpPrepareHandoff:
		return read[PrepareHandoff](body)
	case OpReviewOption:
		return read[ReviewOption](body)
	}
	return nil, fmt.Errorf("canonical: %q is no command", op)
}

func read[C Command](b []byte) (Command, error) {
	var c C
	err := json.Unmarshal(b, &c, json.RejectUnknownMembers(true))
	return c, err
}

// document is the written form of an Outcome: the result as the one-member
// object that names it, and what goes with it.
type document struct {
	ID      string                    `json:"id,omitzero"`
	Task    *Task                     `json:"task,omitzero"`
	Context string                    `json:"conversation,omitzero"`
	Tongue  Language                  `json:"language,omitzero"`
	Adopted bool                      `json:"adopted,omitzero"`
	Result  map[string]jsontext.Value `json:"result,omitzero"`
	Needs   []Need                    `json:"needs,omitzero"`
	Notices []Notice                  `json:"notices,omitzero"`
	Err     *Error                    `json:"error,omitzero"`
}

// MarshalJSON writes the outcome as it is stored:
// {"result": {"booking": {...}}} or {"error": {"code": "slot_taken"}}.
func (o Outcome) MarshalJSON() ([]byte, error) {
	d := document{ID: o.Meta.ID, Task: o.Meta.Task, Context: o.Meta.Conversation, Tongue: o.Meta.Language, Adopted: o.Meta.Adopted, Needs: o.Needs, Notices: o.Notices, Err: o.Err}
	if o.Result != nil {
		b, err := json.Marshal(o.Result, jsontext.AllowInvalidUTF8(true))
		if err != nil {
			return nil, err
		}
		d.Result = map[string]jsontext.Value{o.Result.result(): b}
	}
	return json.Marshal(d, jsontext.AllowInvalidUTF8(true))
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (o *Outcome) UnmarshalJSON(b []byte) error {
	var d document
	if err := json.Unmarshal(b, &d); err != nil {
		return err
	}
	*o = Outcome{Meta: OutcomeMeta{ID: d.ID, Task: d.Task, Conversation: d.Context, Language: d.Tongue, Adopted: d.Adopted}, Needs: d.Needs, Notices: d.Notices, Err: d.Err}
	if d.Result == nil {
		return nil
	}
	if len(d.Result) != 1 {
		return errMembers
	}
	for name, body := range d.Result {
		r, err := unmarshalResult(name, body)
		if err != nil {
			return err
		}
		o.Result = r
	}
	return nil
}

func unmarshalResult(name string, b []byte) (Result, error) {
	switch name {
	case "profile":
		return readResult[Profile](b)
	case "catalogue":
		return readResult[Catalogue](b)
	case "slots":
		return readResult[Slots](b)
	case "booking":
		return readResult[Booking](b)
	case "hold":
		return readResult[Hold](b)
	case "cancellation":
		return readResult[Cancellation](b)
	case "question":
		return readResult[Question](b)
	case "task":
		return readResult[Task](b)
	case "task_page":
		return readResult[TaskPage](b)
	case "service":
		return readResult[Service](b)
	case "feed":
		return readResult[Feed](b)
	case "entry":
		return readResult[Entry](b)
	case "entry_page":
		return readResult[EntryPage](b)
	case "accepted":
		return readResult[Accepted](b)
	case "registry":
		return readResult[Registry](b)
	case "places":
		return readResult[Places](b)
	case "reservation":
		return readResult[Reservation](b)
	case "handoff":
		return readResult[Handoff](b)
	case "review":
		return readResult[Review](b)
	}
	return nil, fmt.Errorf("canonical: no result is called %q", name)
}

func readResult[R Result](b []byte) (Result, error) {
	var r R
	err := json.Unmarshal(b, &r)
	return r, err
}
