package canonical

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Slot is a start that can be booked right now, and what it would take.
type Slot struct {
	ID       string    `json:"id"`
	Provider string    `json:"provider,omitzero"`
	Resource string    `json:"resource,omitzero"`
	Start    time.Time `json:"start"`
	End      time.Time `json:"end"`
	Seats    int       `json:"seats,omitzero"` // free seats, where the service has seats

	Capacity int       `json:"capacity,omitzero"` // seats in all
	Held     int       `json:"held,omitzero"`     // seats that are held
	State    SlotState `json:"state,omitzero"`    // with FindSlots.Every
}

// SlotState says how free a slot is.
type SlotState string

const (
	SlotAvailable SlotState = "available"
	SlotLimited   SlotState = "limited"  // fewer than 3 seats, or less than a fifth, are left
	SlotWaitlist  SlotState = "waitlist" // full, and it can be waited for
)

// A SlotRef is what a slot's id says: whom and what it takes, and when. It is
// no promise: a booking by slot id is checked like any other.
type SlotRef struct {
	Provider string
	Resource string
	Start    time.Time
	Minutes  int // how long, where the service lets the client choose
}

// SlotTime is how a start is written in ids and keys: it orders as text.
const SlotTime = "20060102T150405Z"

// String is the slot's id: provider, resource, UTC start and, if it has one,
// its length, joined by dots.
func (r SlotRef) String() string {
	b := make([]byte, 0, len(r.Provider)+len(r.Resource)+len(SlotTime)+len("...1440"))
	b = append(append(b, r.Provider...), '.')
	b = append(append(b, r.Resource...), '.')
	b = appendSlotTime(b, r.Start)
	if r.Minutes > 0 {
		b = strconv.AppendInt(append(b, '.'), int64(r.Minutes), 10)
	}
	return string(b)
}

// appendSlotTime writes a start as SlotTime has it, without a layout: a search
// writes many.
func appendSlotTime(b []byte, start time.Time) []byte {
	start = start.UTC()
	year, month, day := start.Date()
	if year < 0 || year > 9999 {
		return start.AppendFormat(b, SlotTime)
	}
	hour, minute, second := start.Clock()
	b = appendDigits(appendDigits(appendDigits(b, year, 4), int(month), 2), day, 2)
	b = appendDigits(appendDigits(appendDigits(append(b, 'T'), hour, 2), minute, 2), second, 2)
	return append(b, 'Z')
}

// ParseSlot reads a slot id; anything that String did not write is an error.
func ParseSlot(id string) (SlotRef, error) {
	p := strings.Split(id, ".")
	if (len(p) == 3 || len(p) == 4) && (p[0] != "" || p[1] != "") {
		t, err := time.Parse(SlotTime, p[2])
		r := SlotRef{Provider: p[0], Resource: p[1], Start: t}
		if len(p) == 4 {
			r.Minutes, _ = strconv.Atoi(p[3])
		}
		if err == nil && r.String() == id { // Parse takes fractions too
			return r, nil
		}
	}
	return SlotRef{}, fmt.Errorf("canonical: %q is not a slot id", id)
}
