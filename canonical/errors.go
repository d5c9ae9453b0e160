package canonical

import "fmt"

// Code says why an act failed. The set is closed and flat: a binding gives
// each code that an act can end in (see Ends) its own native answer.
type Code uint8

const (
	Internal            Code = iota // a fault of ours; the text never leaves
	Unavailable                     // try again: the store could not be reached or the slot was too contended
	OutcomeUnknown                  // the act may or may not have happened
	RateLimited                     // too many calls; RetryAfter says when
	Invalid                         // arguments that cannot be acted on; Problems names them
	Unauthenticated                 // no credential, or a wrong one
	Forbidden                       // a good credential that does not reach this far
	UnknownOrganization             // none of that slug, not public, or not reachable in this dialect
	UnknownService
	UnknownProvider // none of that id, or not assigned to the service
	UnknownResource
	UnknownBooking // none of that id, or somebody else's
	UnknownHold
	UnknownOrder
	UnknownSale
	PastDate
	OutsideHours // not within open hours, or no hours at all
	TooSoon      // inside the organisation's minimum notice
	TooFarAhead  // beyond its horizon
	SlotTaken
	HoldExpired
	PaymentRequired
	PaymentNotApproved
	PaymentTooSmall
	PaymentUsed
	AlreadyCancelled
	InvalidState       // State says where the booking stands
	TooLateToCancel    // after the organisation's limit
	TooManyReschedules // beyond the organisation's limit
	MessageReused      // the message id came before with other content
	UnknownTask        // none of that id, or somebody else's
	TaskOver           // nothing can move the task any more
	CapacityExceeded   // the party is larger than what is free, or than what its hold keeps
	TooManyHolds       // the caller has too many holds on the service already
	StaleRevision      // Meta.IfMatch names an older state of what it is about
	PaymentMismatch    // what was paid is not what is due; Price says what is
	UnknownEntry       // no place on a waitlist of that id, or somebody else's
	WaitlistFull
	OfferExpired     // the place that was offered is offered no more
	OfferAccepted    // it was accepted before
	UnknownCatalogue // no registry of that id
	NotEnabled       // the registry does not do that
	NumCodes
)

var codeNames = [NumCodes]string{
	"internal", "unavailable", "outcome_unknown", "rate_limited", "invalid", "unauthenticated", "forbidden",
	"unknown_organization", "unknown_service", "unknown_provider", "unknown_resource", "unknown_booking",
	"unknown_hold", "unknown_order", "unknown_sale", "past_date", "outside_hours", "too_soon", "too_far_ahead",
	"slot_taken", "hold_expired", "payment_required", "payment_not_approved", "payment_too_small", "payment_used",
	"already_cancelled", "invalid_state", "too_late_to_cancel", "too_many_reschedules", "message_reused",
	"unknown_task", "task_over", "capacity_exceeded", "too_many_holds", "stale_revision", "payment_mismatch",
	"unknown_entry", "waitlist_full", "offer_expired", "offer_accepted",
	"unknown_catalogue", "not_enabled",
}

// String is the code's name in canonical JSON.
func (c Code) String() string { return codeNames[c] }

func (c Code) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

func (c *Code) UnmarshalText(b []byte) error {
	for i, n := range codeNames {
		if n == string(b) {
			*c = Code(i)
			return nil
		}
	}
	return fmt.Errorf("canonical: no error is called %q", b)
}

// An Error is a refusal in canonical words. It carries no text for people:
// that is each dialect's own.
type Error struct {
	Code       Code         `json:"code"`
	State      State        `json:"state,omitzero"`       // with InvalidState
	Pending    bool         `json:"pending,omitzero"`     // with InvalidState: requested, awaiting confirmation
	Price      *Money       `json:"price,omitzero"`       // with the payment codes: what is due
	RetryAfter int          `json:"retry_after,omitzero"` // seconds; with RateLimited and Unavailable
	Problems   []Problem    `json:"problems,omitzero"`    // with Invalid
	Mandate    MandateFault `json:"mandate,omitzero"`     // with Forbidden: a Cart Mandate would be needed, or proves nothing
	SignIn     SignInFault  `json:"sign_in,omitzero"`     // with Unauthenticated and Unavailable: why a sign-in came to nothing
}

func (e *Error) Error() string { return "canonical: " + e.Code.String() }

// Refuse is the plain refusal with that code.
func Refuse(c Code) *Error { return &Error{Code: c} }

// A Problem is one argument that cannot be acted on. Path names it in the
// caller's own words (clientEmail, not client.email).
type Problem struct {
	Path string `json:"path"`
	Rule Rule   `json:"rule"`
	Max  int    `json:"max,omitzero"`
	Min  int    `json:"min,omitzero"`
}

// Rule says what an argument breaks.
type Rule string

const (
	RuleRequired  Rule = "required"
	RuleType      Rule = "type"      // of another JSON type
	RuleEmail     Rule = "email"     // not an e-mail address
	RuleInstant   Rule = "instant"   // not a date and time with offset
	RuleDate      Rule = "date"      // not a calendar date
	RuleRange     Rule = "range"     // below Min or above Max
	RuleLength    Rule = "length"    // longer than Max characters
	RuleOneOf     Rule = "one_of"    // not among the values allowed
	RuleUnchanged Rule = "unchanged" // cannot be changed by this act
	RuleText      Rule = "text"      // not valid text
	RuleFit       Rule = "fit"       // does not fit the open hours, or the slot
	RuleSpan      Rule = "span"      // a stretch of time longer than Max days
	RuleCursor    Rule = "cursor"    // a cursor that the desk did not issue
	RuleOffered   Rule = "offered"   // the service has no such thing
	RuleRole      Rule = "role"      // not for this caller to say
	RuleSealed    Rule = "sealed"    // no token of this desk for this purpose, or one for something else
)
