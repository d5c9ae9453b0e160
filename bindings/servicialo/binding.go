package servicialo

import (
	"strings"

	"hora/bindings"
	"hora/canonical"
)

// Name is the dialect's, in organisation files, records and testdata.
const Name = "servicialo"

// The doors that allowances count.
const (
	doorA2A  = "servicialo-a2a"
	doorREST = "servicialo-rest"
)

// rules: an organisation's own key acts for the organisation.
const rules = canonical.OwnKeys

type binding struct{ public string }

// New makes the binding. publicURL is the base of the addresses in the card,
// such as https://desk.example; no call can change it.
func New(publicURL string) bindings.Binding {
	return &binding{strings.TrimSuffix(publicURL, "/")}
}

func (*binding) Name() string { return Name }

const base = "/api/servicialo/{org}"

func (b *binding) Routes() []bindings.Route {
	return append([]bindings.Route{
		{Method: "POST", Pattern: base + "/a2a", Decode: decodeA2A},
		{Method: "GET", Pattern: base + "/services", Decode: decodeServices},
		{Method: "GET", Pattern: base + "/availability", Decode: decodeAvailability},
		{Method: "POST", Pattern: base + "/book", Decode: decodeBook},
		{Method: "POST", Pattern: base + "/sessions/{id}/cancel", Decode: decodeCancel},
		{Method: "POST", Pattern: base + "/sessions/{id}/reschedule", Decode: decodeReschedule},
		{Pattern: base, Decode: astray},
		{Pattern: base + "/{rest...}", Decode: astray},
	}, b.Documents()...)
}

func (b *binding) Documents() []bindings.Route {
	return []bindings.Route{{Method: "GET", Pattern: base + "/.well-known/agent.json", Decode: b.decodeCard}}
}
