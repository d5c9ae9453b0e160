package canonical

import (
	"context"
	"strings"
	"time"
)

// A Desk does one act. The engine is one; identity and allowances are Desks
// around it, and an upstream booking system could be another. Do never
// panics and never returns an Outcome without Result and Err.
type Desk interface {
	Do(context.Context, Request) Outcome
}

// A Request is a command and everything about the call that is not the act
// itself.
type Request struct {
	Meta
	Command Command
	Gates   []Gate // what the desks around the engine must know; see Gate
}

// Meta says where a call came from and what it claims.
type Meta struct {
	Organization string            // slug, as the route or message names it
	Catalogue    string            // id of the registry that is asked, instead of an organisation
	Host         string            // the name that the deployment is called by, where what is kept belongs to one; never taken from the call
	Binding      string            // the dialect
	Door         string            // which allowance counts it, such as "servicialo-a2a"; empty: none
	Channel      string            // rest or a2a, for the record
	Message      string            // id that makes the act happen once; empty: none was given
	Operation    string            // set where the id names an operation too (a REST Idempotency-Key)
	Tracked      bool              // the answers are A2A tasks: keep one, and the conversation it is part of
	Tasks        string            // whose tasks and contexts these are, where several dialects share one door; empty: the dialect's
	Public       bool              // the dialect asks nobody who they are for this act: a verified caller's message id is no other than an anonymous one's
	Conversation string            // A2A contextId; one the desk does not know is adopted as new and empty
	Task         string            // A2A taskId: the task that the message continues
	Form         string            // what the binding needs to say a stored outcome again
	Language     Language          // that the caller would rather read, where its words tell none; empty: it does not say
	Said         func() *Utterance // makes the message as a tracked task's history keeps it; asked for only then
	Rules        Rules             // what the dialect asks of the desk
	IfMatch      string            // do it only if what it is about still has this tag; empty: in any case
	Agent        string            // where the calling platform says that it describes itself, an https URL; never fetched
	Remote       string            // the caller's network address
	Credential   Credential        // as presented, unverified
	Caller       string            // who calls, in stored keys: set by the identity desk before anything is read, empty for anonymous
	Principal    Principal         // as verified; set by the identity desk only
	Consent      Consent           // what a presented Cart Mandate proves; set by the identity desk only
}

// A Credential is what a caller presents to prove who it is. It is never
// stored or logged.
type Credential struct {
	Key          string       // an organisation or platform key, or an OAuth access token: whatever came as Bearer
	Organization string       // the organisation it claims to be for, where a header says so
	Scoped       string       // of the one booking or waitlist entry that the act is about
	Resource     string       // the OAuth resource that the call is to, as the binding publishes it; empty: the deployment's own
	Mandate      *CartMandate // a guest's consent to what the act does
	SignIn       *SignIn      // how a guest comes back from an OpenID provider
	SignedIn     *SignedIn    // the guest whose browser calls
}

// String keeps a credential out of any text.
func (Credential) String() string { return "credential" }

// GoString does so for %#v.
func (Credential) GoString() string { return "credential" }

// Presented says whether there is anything to verify.
func (c Credential) Presented() bool { return c.Key != "" }

// A Principal is who a verified caller is. The zero Principal is anonymous.
type Principal struct {
	Role         Role
	ID           string // stable name, unique within the role
	Organization string // the organisation its key belongs to
	Scope        string // of an OAuth subject: what was granted, scopes with a space between
	Agent        string // of an OAuth subject: who acts for it, the client or whom the client acts for
	Profile      string // of a key: where its platform describes itself, if that is settled
}

// Granted says whether a scope is among those granted.
func (p Principal) Granted(scope string) bool {
	for s := range strings.SplitSeq(p.Scope, " ") {
		if s == scope && s != "" {
			return true
		}
	}
	return false
}

// InPerson says that the caller is a guest for whom no client acts.
func (p Principal) InPerson() bool { return p.Role == RoleGuest && p.Agent == "" }

// Anonymous says that nobody is known to be calling.
func (p Principal) Anonymous() bool { return p.Role == "" }

// Role is what a key or subject may do.
type Role string

const (
	RoleOrganization Role = "organization" // the organisation's own systems, where the rules have OwnKeys
	RolePlatform     Role = "platform"     // an agent platform that books for its users
	RoleBusiness     Role = "business"     // the business side: may confirm and decide
	RoleGuest        Role = "guest"        // a person, through an OAuth client
	RoleAgent        Role = "agent"        // an OAuth client on its own behalf
)

// A Gate is how a desk around the engine takes part in the engine's one
// batched read instead of making its own. The engine reads Keys and Lists
// together with the act's, counts Spend side by side with that read, and then asks each gate
// in order; the first error ends the act.
type Gate struct {
	Keys  []StoreKey
	Lists []Range
	Spend *Spending
	Judge func(*Meta, Seen) *Error
}

// Spending is an allowance to count: one more on the key, which may be
// forgotten after it expires.
type Spending struct {
	Key     StoreKey
	Expires time.Time
}

// Seen is what the engine has read.
type Seen interface {
	Record(StoreKey) Record // current; version 0 when there is none
	List(Range) []Record
	Organization() *Organization
	Registry() *Registry
	Spent(*Spending) int64 // what the counter came to
}
