package selfe

import (
	"hora/bindings"
	"hora/canonical"
)

// gateStatus says whether guests can be sent to the curator at this moment.
type gateStatus struct {
	Available bool   `json:"available"`
	Reason    string `json:"reason,omitzero" jsonschema:"enum=booking_closed"`
}

// decodeStatus reads a question for the gate. There is no status of what a
// registry does not do.
func (b *binding) decodeStatus(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return b.describe(&in, &documentReply{fresh: true, body: func(r *canonical.Registry) any {
		switch {
		case r.Handoff == nil:
			return nil
		case r.Handoff.Open:
			return &gateStatus{Available: true}
		}
		return &gateStatus{Reason: string(canonical.BookingClosed)}
	}})
}
