package a2a

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
)

// An operation is one act of this dialect, and one skill of the card.
type operation struct {
	op    canonical.Op
	read  func(jsontext.Value, *faults) (c canonical.Command, organization string)
	title string
	about string
	tags  []string
}

// operations are in the order in which a caller needs them.
var operations = []operation{
	{canonical.OpDescribe, reading[describeArguments], "About the organization",
		"Who the organization is, where and when it works, what it offers and by whom.", []string{"catalogue"}},
	{canonical.OpListServices, reading[listServicesArguments], "List services",
		"Everything that can be booked, with prices and durations.", []string{"catalogue", "services", "prices"}},
	{canonical.OpFindSlots, reading[findSlotsArguments], "Find slots",
		"When a service can be booked. Each slot has an id that book, place_hold and reschedule take.", []string{"availability", "scheduling"}},
	{canonical.OpPlaceHold, reading[placeHoldArguments], "Hold a slot",
		"Keeps a slot for some minutes, so that it is still free when the details are known.", []string{"hold", "scheduling"}},
	{canonical.OpReleaseHold, reading[releaseHoldArguments], "Release a hold",
		"Gives a held slot back.", []string{"hold", "scheduling"}},
	{canonical.OpBook, reading[bookArguments], "Book",
		"Makes an appointment. Nobody needs to log in for it.", []string{"booking", "appointment"}},
	{canonical.OpGetBooking, reading[getBookingArguments], "Look a booking up",
		"How a booking stands. Contact data is shown to the organization alone.", []string{"booking"}},
	{canonical.OpCancel, reading[cancelArguments], "Cancel a booking",
		"Ends a booking and says what the cancellation policy asks for it. Needs the organization's key.", []string{"booking", "cancellation"}},
	{canonical.OpReschedule, reading[rescheduleArguments], "Move a booking",
		"Gives a booking another start with the same provider. Needs the organization's key.", []string{"booking", "rescheduling"}},
}

// operationNamed finds an operation; nil if there is none of that name.
func operationNamed(name []byte) *operation {
	for i := range operations {
		if operations[i].op.String() == string(name) {
			return &operations[i]
		}
	}
	return nil
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

// operationOf is the value of the member that says which operation a data part
// is for, without its quotes; nothing if it is no text.
func operationOf(part jsontext.Value) (name []byte) {
	json.Unmarshal(part, &operationMember{&name}, jsontext.AllowDuplicateNames(true))
	return name
}

type operationMember struct{ name *[]byte }

// UnmarshalJSONFrom looks for the member and skips all others.
func (m *operationMember) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() == '"' {
		v, err := d.ReadValue()
		if err != nil {
			return err
		}
		found := string(v) == `"`+mark+`"`
		if v, err = d.ReadValue(); err != nil {
			return err
		}
		if found && v.Kind() == '"' {
			*m.name, _ = jsontext.AppendUnquote(nil, v)
		}
	}
	_, err := d.ReadToken()
	return err
}
