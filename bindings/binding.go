// Package bindings is the contract between a wire dialect and the desk.
//
// A binding decodes one dialect's calls into canonical requests and hands
// back, with each, the only thing that can answer it. It knows no other
// binding, no store, no clock and no network. The README has the steps of
// adding a dialect, and testdata/deletable/sixth is the smallest there is.
package bindings

import (
	"net/http"
	"net/url"

	"hora/canonical"
)

// A Binding speaks one dialect. Values are stateless and safe for concurrent
// use.
type Binding interface {
	Name() string // as in Meta.Binding, organisation files and testdata folders
	Routes() []Route

	// Documents are those of the Routes that tell of the dialect and do
	// nothing: cards, profiles, schemas. The function that serves all bindings'
	// documents asks for nothing else, and so links nothing else of them.
	Documents() []Route
}

// A Route is one door. Pattern is a net/http path pattern without the method;
// {org} names the organisation.
//
// Decode reads what came in through the door and hands back the only thing
// that can answer it. The Reply is never nil, whatever the bytes were. An
// error is what the dialect itself cannot read: it goes to Reply.Refuse and
// the desk never hears of the call. Nor does it of a Request without a
// Command: that is for what the desk has no part in, such as a document that is
// the same for everyone, which Reply.Encode gives for the zero Outcome. Decode
// must not keep Inbound.Body.
//
// Beside the Command every Request has, in Meta, Organization or Catalogue,
// Binding, Door, Channel and Remote. A key goes into Credential.Key, whatever
// header the dialect has it in; the desk finds out whose it is. An id that
// makes a write happen once is Message; Operation stands beside it where the
// same id may come again with another act, as an Idempotency-Key may. Rules
// say what else the dialect asks of the desk.
//
// A Route without a Method is no door: it is for the calls to its Pattern that
// no other Route of the binding is for, and its Decode hands back ErrNoRoute
// beside the Reply. A binding has such Routes for all that is at and below its
// own addresses ({rest...}), so that whoever goes astray there hears it in the
// dialect.
type Route struct {
	Method, Pattern string
	MaxBody         int // the longest body that is read, in bytes; 0, or more than that: MaxBody
	Decode          func(Inbound) (canonical.Request, Reply, error)
}

// Longest is the longest body that is read, in bytes.
func (r *Route) Longest() int {
	if r.MaxBody > 0 && r.MaxBody < MaxBody {
		return r.MaxBody
	}
	return MaxBody
}

// A Reply answers one call in the shape it came in. Neither method can fail.
type Reply interface {
	// Encode says in the dialect what the desk said. An outcome that its act
	// cannot have is an Internal error. Problems that the desk has found name
	// members of the Command (duration_minutes): the dialect has names of its
	// own for them.
	Encode(canonical.Outcome) Outbound
	// Refuse is the dialect's own protocol fault, for an error of Decode or
	// one of the errors below; never a canonical code.
	Refuse(error) Outbound
}

// An Inbound is one HTTP call, read to its end.
type Inbound struct {
	Method string // of a GET door it may be HEAD, which does nothing but tell; empty: the door's
	Header http.Header
	Query  url.Values
	Path   func(name string) string // value of a {name} in the pattern
	Body   []byte
	Remote string // the caller's network address, without port
}

// An Outbound is the whole answer to one call. Header may be shared between
// answers: whoever adds to it clones it first.
type Outbound struct {
	Status int
	Header http.Header
	Body   []byte
}

// MaxBody is the longest body that is read anywhere, in bytes. A Route may read
// less.
const MaxBody = 1 << 20
