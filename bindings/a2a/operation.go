package a2a

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/a2awire"
	"hora/canonical"
)

// An operation is one act of this dialect, and one skill of the card.
type operation struct {
	op    canonical.Op
	read  func(jsontext.Value, *faults) (c canonical.Command, organization string)
	title string
	about string
	tags  []string
	forms map[canonical.Language]string // of answers to it
}

func init() {
	for i := range operations {
		operations[i].forms = formsOf(operations[i].op.String())
	}
}

// operations are in the order in which a caller needs them.
var operations = []operation{
	{op: canonical.OpDescribe, read: reading[describeArguments], title: "About the organization", tags: []string{"catalogue"},
		about: "Who the organization is, where and when it works, what it offers and by whom."},
	{op: canonical.OpListServices, read: reading[listServicesArguments], title: "List services", tags: []string{"catalogue", "services", "prices"},
		about: "Everything that can be booked, with prices and durations."},
	{op: canonical.OpFindSlots, read: reading[findSlotsArguments], title: "Find slots", tags: []string{"availability", "scheduling"},
		about: "When a service can be booked. Each slot has an id that book, place_hold and reschedule take."},
	{op: canonical.OpPlaceHold, read: reading[placeHoldArguments], title: "Hold a slot", tags: []string{"hold", "scheduling"},
		about: "Keeps a slot for some minutes, so that it is still free when the details are known."},
	{op: canonical.OpReleaseHold, read: reading[releaseHoldArguments], title: "Release a hold", tags: []string{"hold", "scheduling"},
		about: "Gives a held slot back."},
	{op: canonical.OpBook, read: reading[bookArguments], title: "Book", tags: []string{"booking", "appointment"},
		about: "Makes an appointment. Nobody needs to log in for it."},
	{op: canonical.OpGetBooking, read: reading[getBookingArguments], title: "Look a booking up", tags: []string{"booking"},
		about: "How a booking stands. Contact data is shown to the organization alone."},
	{op: canonical.OpCancel, read: reading[cancelArguments], title: "Cancel a booking", tags: []string{"booking", "cancellation"},
		about: "Ends a booking and says what the cancellation policy asks for it. Needs the organization's key."},
	{op: canonical.OpReschedule, read: reading[rescheduleArguments], title: "Move a booking", tags: []string{"booking", "rescheduling"},
		about: "Gives a booking another start with the same provider. Needs the organization's key."},
}

func operationNames() (all []string) {
	for i := range operations {
		all = append(all, operations[i].op.String())
	}
	return all
}

type arguments interface {
	command(*faults) canonical.Command
	slug() string
}

// closed refuses members that are not known. Whether one is given twice has
// been looked at when the message was read.
var closed = json.JoinOptions(json.RejectUnknownMembers(true), jsontext.AllowDuplicateNames(true))

// reading reads a data part with arguments of one kind. The command counts
// only if nothing was noted.
func reading[A any, P interface {
	*A
	arguments
}](part jsontext.Value, f *faults) (canonical.Command, string) {
	var c call[A]
	if err := json.Unmarshal(part, &c, closed); err != nil {
		f.malformed(err)
		return nil, ""
	}
	a := P(&c.Arguments)
	return a.command(f), a.slug()
}

// operationOf is the operation that a data part is for; nil if it is none.
func operationOf(part jsontext.Value) *operation {
	v := a2awire.Member(part, mark)
	if v.Kind() != '"' {
		return nil
	}
	if bytes.IndexByte(v, '\\') >= 0 {
		v, _ = jsontext.AppendUnquote(nil, v)
	} else {
		v = v[1 : len(v)-1]
	}
	for i := range operations {
		if operations[i].op.String() == string(v) {
			return &operations[i]
		}
	}
	return nil
}
