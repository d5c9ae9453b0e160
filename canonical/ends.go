package canonical

// Codes is a set of error codes.
type Codes uint64

// Of is the set of these codes.
func Of(codes ...Code) Codes {
	var s Codes
	for _, c := range codes {
		s |= 1 << c
	}
	return s
}

// Has says whether c is in the set.
func (s Codes) Has(c Code) bool { return s&(1<<c) != 0 }

// any act may end so.
var always = Of(Internal, Unavailable, RateLimited, Unauthenticated, UnknownOrganization)

// an act with arguments, or a message id, may end so.
var writing = always | Of(Invalid, Forbidden, OutcomeUnknown, MessageReused)

// placing says how anything that takes a slot may fail.
var placing = Of(UnknownService, UnknownProvider, UnknownResource, PastDate, OutsideHours, TooSoon, TooFarAhead, SlotTaken)

// Curated says how else an act may end badly that is asked of a registry
// (Meta.Catalogue).
var Curated = Of(UnknownCatalogue, NotEnabled, Unauthenticated, Forbidden)

// curated says how any of a registry's own acts may fail. Its answers may be
// kept, and message ids with them.
var curated = always | Of(UnknownCatalogue, MessageReused)

// Continuing says how else an act may end badly that was asked for in a
// message that continues a task (Meta.Task).
var Continuing = Of(UnknownTask, TaskOver, Invalid)

// Conditional says how else an act may end badly that was asked for only if a
// thing is still as it was (Meta.IfMatch).
var Conditional = Of(StaleRevision)

// Identified says how else an act may end badly that is asked for by a platform
// that has to say where it describes itself (NamedPlatforms).
var Identified = Of(Invalid, Forbidden)

// Ends says how each act may end badly. It is total: the engine turns any
// other code into Internal, and every binding has a native answer for each
// pair (bindingtest walks them).
var Ends = [NumOps]Codes{
	OpDescribe:     always,
	OpListServices: always | Of(Invalid),
	OpFindSlots:    always | Of(Invalid, UnknownService, UnknownProvider, UnknownResource),
	OpPlaceHold:    writing | placing | Of(TooManyHolds),
	OpReleaseHold:  writing | Of(UnknownHold, InvalidState),
	OpBook: writing | placing | Of(UnknownOrder, UnknownSale, UnknownHold, HoldExpired,
		PaymentRequired, PaymentNotApproved, PaymentTooSmall, PaymentUsed, CapacityExceeded),
	OpGetBooking: always | Of(Invalid, Forbidden, UnknownBooking),
	OpCancel:     writing | Of(UnknownBooking, AlreadyCancelled, InvalidState, TooLateToCancel),
	OpReschedule: writing | placing | Of(UnknownBooking, InvalidState, TooManyReschedules, UnknownHold, HoldExpired, CapacityExceeded),
	OpIncomplete: always | Of(Invalid),
	OpGetTask:    always | Of(UnknownTask),
	OpListTasks:  always | Of(Invalid),
	OpCancelTask: always | Of(OutcomeUnknown, UnknownTask, TaskOver),

	OpGetService:     always | Of(UnknownService),
	OpLookupServices: always | Of(Invalid),
	OpServiceFeed:    always | Of(Invalid),
	OpConfirmPayment: writing | Of(UnknownBooking, InvalidState, PaymentMismatch),
	OpConfirmBooking: writing | Of(UnknownBooking, InvalidState),
	OpUpdateBooking:  writing | Of(UnknownBooking, InvalidState),
	OpAdvance:        writing | Of(UnknownBooking, InvalidState),
	OpJoinWaitlist:   writing | placing | Of(WaitlistFull),
	OpGetEntry:       always | Of(UnknownEntry),
	OpListEntries:    always | Of(Invalid),
	OpLeaveWaitlist:  writing | Of(UnknownEntry, InvalidState),
	OpAcceptOffer:    writing | Of(UnknownEntry, InvalidState, OfferExpired, OfferAccepted, UnknownService, SlotTaken),
	OpDeclineOffer:   writing | Of(UnknownEntry, InvalidState, OfferExpired, OfferAccepted),

	OpDescribeRegistry: always | Of(UnknownCatalogue),
	OpDiscover:         curated | Of(Invalid),
	OpMatch:            curated | Of(Invalid),
	OpBookOffer:        curated | writing | Of(NotEnabled),
	OpPrepareHandoff:   curated | Of(Invalid, NotEnabled),
	OpReviewOption:     curated | Of(Invalid, NotEnabled),
}

// EndsOf says how a request may end badly: as its act may, and as what it came
// with may.
func EndsOf(r *Request) Codes {
	ends := Ends[OpOf(r.Command)]
	if r.Task != "" {
		ends |= Continuing
	}
	if r.IfMatch != "" {
		ends |= Conditional
	}
	if r.Catalogue != "" {
		ends |= Curated
	}
	if r.Rules.Has(NamedPlatforms) {
		ends |= Identified
	}
	return ends
}

func init() {
	// a conversation ends as whichever act it came to
	for op := range OpConverse {
		Ends[OpConverse] |= Ends[op]
	}
}
