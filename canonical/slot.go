package canonical

import (
	"fmt"
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
}

// A SlotRef is what a slot's id says: whom and what it takes, and when. It is
// no promise: a booking by slot id is checked like any other.
type SlotRef struct {
	Provider string
	Resource string
	Start    time.Time
}

const slotTime = "20060102T150405Z"

// String is the slot's id: provider, resource and UTC start, joined by dots.
func (r SlotRef) String() string {
	return r.Provider + "." + r.Resource + "." + r.Start.UTC().Format(slotTime)
}

// ParseSlot reads a slot id; anything that String did not write is an error.
func ParseSlot(id string) (SlotRef, error) {
	p := strings.Split(id, ".")
	if len(p) == 3 && (p[0] != "" || p[1] != "") {
		t, err := time.Parse(slotTime, p[2])
		if err == nil && t.Format(slotTime) == p[2] { // Parse takes fractions too
			return SlotRef{p[0], p[1], t}, nil
		}
	}
	return SlotRef{}, fmt.Errorf("canonical: %q is not a slot id", id)
}
