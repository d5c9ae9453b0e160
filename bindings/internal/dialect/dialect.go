// Package dialect is what a vocabulary of A2A messages shows the front door:
// how a message in it is known, how it is read, and how it is answered. A
// dialect on a route of its own needs none of this; here it is a guest in
// another's envelope, whose tasks, errors and versions are A2A's.
package dialect

import (
	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/canonical"
)

// A Dialect is one vocabulary. Values are comparable, keep nothing, and are
// safe for concurrent use.
type Dialect interface {
	// Name is Meta.Binding of what is read: message ids are shared with the
	// dialect's own route, and an organisation may do without the dialect.
	Name() string
	Mark() Mark

	// Read reads a marked message. An error is what the dialect cannot read at
	// all: an *a2awire.Error of A2A's, whatever number the dialect has for it
	// elsewhere. part is where the mark was found: the index of the data part,
	// or -1 if the message has none and its own metadata is marked.
	Read(in bindings.Inbound, m *a2awire.Message, part int) (Reading, error)

	// Speak is the answer to whatever was read with that form, now or a month
	// ago. It never fails: a form that it does not know is answered as well as
	// can be.
	Speak(form string) Answer
}

// A Mark is the name that gives a vocabulary away. One of the two is set.
type Mark struct {
	Data     string // a member at the top of a data part
	Metadata string // a member of the metadata of a message or of one of its data parts
}

// A Reading is what a message asks for.
type Reading struct {
	Command canonical.Command

	// Form is what Speak needs to answer, beside the outcome: the act's name in
	// the dialect, say, and the language. It is stored with a task; short, and
	// without anything of the caller's.
	Form string

	// Organization is the slug that the message names in the dialect's own way;
	// it counts only where neither the address nor metadata.organization does.
	// Named is the path of the member that does so.
	Organization, Named string

	// Catalogue and Host are Meta's of a message that asks a registry, and no
	// organisation. The tasks it leaves are the registry's own.
	Catalogue, Host string

	// Resource and Mandate are of Meta.Credential.
	Resource string
	Mandate  *canonical.CartMandate

	// Secret are the names of members that no history keeps.
	Secret []string

	// Public is Meta.Public: the dialect does not ask who does this.
	Public bool

	// Rules, Agent and IfMatch are Meta's; Scoped is the credential for the one
	// thing that the act is about.
	Rules                  canonical.Rules
	Agent, IfMatch, Scoped string

	// Message and Operation are Meta's where the dialect has an id of its own
	// that makes the act happen once; empty: the message's id does.
	Message, Operation string
}

// An Answer says an outcome in the dialect's words: a result, or a refusal
// that is business. What is not business (a caller who may not, a desk that
// cannot be reached, a message id that came before) never gets here: there the
// words are A2A's.
//
// An error names members as Read does, by their path in the call, whoever has
// found fault with them: part is the index of the part with the data that asked,
// -1 where there was none. What an answer's parts say names them as the dialect
// does.
type Answer func(o *canonical.Outcome, part int) Said

// Said is what an Answer says. Err, where set, is a JSON-RPC error instead of
// parts.
type Said struct {
	Parts    []a2awire.OutPart
	Metadata any // of the message or artifact that the parts are in; an object
	Err      *a2awire.Error
}
