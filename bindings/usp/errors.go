package usp

import "hora/canonical"

// Severities of an outcome.
const (
	recoverable   = "recoverable"           // the same again, with other input, may do
	needsInput    = "requires_buyer_input"  // the buyer must say something else
	needsReview   = "requires_buyer_review" // the buyer must decide what now
	unrecoverable = "unrecoverable"
)

func outcome(code, severity, content string) row { return row{code, content, severity, 200, 0, ""} }

// split is an outcome over A2A and a problem over REST: the revisions moved
// these codes between the families (contract 4.5).
func split(code, severity string, status int, content string) row {
	return row{code, content, severity, status, 0, ""}
}

// of names the field that a row is about.
func (r row) of(field string) row {
	r.field = field
	return r
}

func protocol(code string, status, number int, content string) row {
	return row{code: code, content: content, status: status, number: number}
}

// rows answer for every act; those that an act has of its own are below.
// Numbers and severities stand as the tables 4.2 to 4.5 of the contract have
// them.
var rows = [canonical.NumCodes]row{
	canonical.Internal:       serverError.row,
	canonical.Unavailable:    protocol("service_unavailable", 503, outside, "The business cannot be reached for a moment; try again"),
	canonical.OutcomeUnknown: protocol("service_unavailable", 503, outside, "It is not known whether this was done; repeat it with the same idempotency key"),
	canonical.RateLimited:    protocol("rate_limited", 429, outside, "Too many requests"),
	canonical.Invalid:        split("validation_error", needsInput, 422, "Some fields cannot be acted on"),

	canonical.Unauthenticated:     protocol("authentication_required", 401, outside, "Authentication credentials are missing or invalid"),
	canonical.Forbidden:           protocol("profile_not_trusted", 403, outside, "This platform is not trusted with that"),
	canonical.UnknownOrganization: unknownBusiness.row,

	canonical.UnknownService:  split("validation_error", needsInput, 422, "There is no such service").of("service_id"),
	canonical.UnknownProvider: outcome("slot_unavailable", recoverable, "There is no such slot"),
	canonical.UnknownResource: outcome("slot_unavailable", recoverable, "There is no such slot for the service"),
	canonical.UnknownBooking:  split("booking_not_found", recoverable, 404, "There is no such booking"),
	canonical.UnknownHold:     split("validation_error", needsInput, 422, "There is no such hold, or it is for something else").of("hold_id"),
	canonical.UnknownOrder:    split("validation_error", needsInput, 422, "There is no such order"),
	canonical.UnknownSale:     split("validation_error", needsInput, 422, "There is no such sale"),
	canonical.UnknownEntry:    split("entry_not_found", recoverable, 404, "There is no such waitlist entry"),

	canonical.PastDate:         outcome("booking_window_violated", needsInput, "The slot has already begun"),
	canonical.OutsideHours:     outcome("slot_unavailable", recoverable, "The business is not open then"),
	canonical.TooSoon:          outcome("booking_window_violated", needsInput, "The slot begins sooner than the business takes bookings"),
	canonical.TooFarAhead:      outcome("booking_window_violated", needsInput, "The slot is further ahead than the business takes bookings"),
	canonical.SlotTaken:        outcome("slot_unavailable", recoverable, "The requested slot is no longer available"),
	canonical.HoldExpired:      outcome("hold_expired", recoverable, "The hold has lapsed; the slot is still free"),
	canonical.CapacityExceeded: outcome("capacity_exceeded", recoverable, "The party is larger than the places that are left, or than those held"),
	canonical.TooManyHolds:     protocol("hold_limit_exceeded", 429, outside, "Too many holds on this service at a time"),

	canonical.PaymentRequired:    outcome("payment_required", needsInput, "The service must be paid for in advance"),
	canonical.PaymentNotApproved: outcome("payment_required", needsInput, "The payment has not been approved"),
	canonical.PaymentTooSmall:    outcome("payment_amount_mismatch", needsInput, "The payment does not cover what is due"),
	canonical.PaymentUsed:        outcome("payment_required", needsInput, "The payment was used before"),
	canonical.PaymentMismatch:    outcome("payment_amount_mismatch", needsInput, "Amount or currency is not what is due"),

	canonical.AlreadyCancelled:   outcome("invalid_transition", unrecoverable, "The booking is canceled already"),
	canonical.InvalidState:       outcome("invalid_transition", unrecoverable, "This cannot be done in the status that it has"),
	canonical.TooLateToCancel:    outcome("cancellation_not_allowed", needsReview, "The policy does not allow this cancellation"),
	canonical.TooManyReschedules: outcome("reschedule_limit_reached", needsReview, "The policy does not allow the booking to be moved again"),
	canonical.WaitlistFull:       outcome("waitlist_full", recoverable, "The waitlist is full"),
	canonical.OfferExpired:       outcome("offer_expired", recoverable, "The offer has expired, or there is none"),
	canonical.OfferAccepted:      outcome("offer_already_accepted", recoverable, "The offer was accepted before"),

	canonical.MessageReused: protocol("idempotency_conflict", 409, invalidParams, "The idempotency key was used before with other parameters"),
	canonical.StaleRevision: protocol("revision_mismatch", 412, outside, "The resource has changed since that revision"),
}

// rowOf is the row for a code that an operation ended in: its own where it has
// one.
func rowOf(op canonical.Op, c canonical.Code) row {
	switch {
	case c == canonical.UnknownService && op == canonical.OpGetService:
		return protocol("service_not_found", 404, invalidParams, "There is no such service")
	case c == canonical.UnknownService && (op == canonical.OpReschedule || op == canonical.OpAcceptOffer): // which name none
		return rows[c].of("")
	case (c == canonical.UnknownProvider || c == canonical.UnknownResource) && op == canonical.OpFindSlots:
		return split("validation_error", needsInput, 422, "There is no such resource for the service").of("resource_id")
	case c == canonical.UnknownHold && op == canonical.OpReleaseHold:
		return split("validation_error", needsInput, 404, "There is no such hold").of("hold_id")
	}
	if c < canonical.NumCodes && rows[c].code != "" {
		return rows[c]
	}
	return rows[canonical.Internal]
}
