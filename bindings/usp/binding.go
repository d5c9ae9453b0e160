package usp

import (
	"strings"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
)

// Name is the dialect's, in organisation files, records and testdata.
const Name = "usp"

type binding struct {
	public string
	wire   *a2awire.Profile
}

// New makes the binding. publicURL is the base of the addresses in answers,
// card and profile, such as https://desk.example; no call can change it.
func New(publicURL string) bindings.Binding {
	b := &binding{public: strings.TrimSuffix(publicURL, "/")}
	b.wire = &a2awire.Profile{Extensions: []string{b.extension()}}
	return b
}

func (*binding) Name() string { return Name }

const base = "/usp/{org}"

func (b *binding) Routes() []bindings.Route {
	rest := func(method, path string, op *operation, read reader) bindings.Route {
		return bindings.Route{Method: method, Pattern: base + path, Decode: b.decodeREST(op, read)}
	}
	return append([]bindings.Route{
		{Method: "POST", Pattern: base + "/a2a", Decode: b.decodeA2A},

		rest("POST", "/services/list", servicesList, fromBody),
		rest("GET", "/services/feed", servicesFeed, fromQuery),
		rest("POST", "/services/lookup", servicesLookup, fromBody),
		rest("GET", "/services/{id}", servicesGet, fromPath),
		rest("POST", "/availability/query", availabilityQuery, fromBody),
		rest("POST", "/availability/holds", availabilityHold, fromBody),
		rest("DELETE", "/availability/holds/{id}", availabilityFree, fromPath),
		rest("POST", "/bookings", bookingsCreate, fromBody),
		rest("GET", "/bookings/{id}", bookingsGet, fromPath),
		rest("PUT", "/bookings/{id}", bookingsUpdate, fromBody),
		rest("POST", "/bookings/{id}/confirm", bookingsConfirm, fromBody),
		rest("POST", "/bookings/{id}/cancel", bookingsCancel, fromBody),
		rest("POST", "/bookings/{id}/reschedule", bookingsReschedule, fromBody),
		rest("POST", "/bookings/{id}/confirm-payment", bookingsPaid, fromBody),
		rest("POST", "/waitlist", waitlistJoin, fromBody),
		rest("POST", "/waitlist/list", waitlistList, fromBody),
		rest("GET", "/waitlist/{id}", waitlistGet, fromPath),
		rest("DELETE", "/waitlist/{id}", waitlistLeave, fromPath),
		rest("POST", "/waitlist/{id}/accept", waitlistAccept, fromBody),
		rest("POST", "/waitlist/{id}/decline", waitlistDecline, fromBody),

		{Method: "GET", Pattern: base + "/pay/{id}", Decode: b.decodePay},
		{Pattern: base, Decode: astray},
		{Pattern: base + "/{rest...}", Decode: astray},
	}, b.Documents()...)
}

func (b *binding) Documents() []bindings.Route {
	return []bindings.Route{
		{Method: "GET", Pattern: base + "/.well-known/agent-card.json", Decode: b.decodeCard},
		{Method: "GET", Pattern: base + "/.well-known/usp", Decode: b.decodeProfile},
	}
}
