package usp

import (
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/a2awire"
	"hora/canonical"
)

// A tier is who may do an operation (10.1.6). The desk enforces it; the card
// and the order of checks tell of it.
type tier uint8

const (
	public   tier = iota // anyone
	platform             // any platform that the business knows
	scoped               // whoever made the thing, holds its credential, or is the business
	business             // the business alone
)

// An operation is one of those that are served. Those without a task type are
// for REST alone: no other name is made up for them (9.3.1).
type operation struct {
	task       string // A2A task type; it is also the form of a stored task
	op         canonical.Op
	tier       tier
	capability string
	door       string // which allowance counts it over A2A

	envelope jsontext.Value // member usp of a REST answer
	metadata any            // of the data part of an A2A answer
}

// mapped makes an operation that A2A has a task type for.
func mapped(task string, op canonical.Op, t tier, capability, door string) *operation {
	o := unmapped(op, t, capability)
	o.task, o.door = task, door
	o.metadata = a2awire.Constant(`{"usp":` + enveloped(capability, `,"task_type":"`+task+`"`) + `}`)
	return o
}

// unmapped makes one that only REST has.
func unmapped(op canonical.Op, t tier, capability string) *operation {
	return &operation{op: op, tier: t, capability: capability, envelope: jsontext.Value(enveloped(capability, ""))}
}

// enveloped is what every answer declares: the revision spoken and, of the
// capabilities, the one that it is about (8.3.5).
func enveloped(capability, more string) string {
	return `{"version":"` + version + `","capabilities":{"` + capability + `":[{"version":"` + version + `"}]}` + more + `}`
}

// Capabilities, by their names in profiles and envelopes.
const (
	catalog      = "dev.usp-protocol.services.catalog"
	availability = "dev.usp-protocol.services.availability"
	bookings     = "dev.usp-protocol.services.bookings"
	waitlist     = "dev.usp-protocol.services.waitlist"
)

// The doors that allowances count: over A2A by area, as the specification
// suggests its numbers (10.2.2).
const (
	doorCatalog      = "usp-catalog"
	doorAvailability = "usp-availability"
	doorHolds        = "usp-holds"
	doorBookings     = "usp-bookings"
	doorREST         = "usp-rest"
)

// The twelve operations with a task type, in the order of the specification's
// table.
var (
	servicesList       = mapped("usp/services/list", canonical.OpListServices, public, catalog, doorCatalog)
	servicesGet        = mapped("usp/services/get", canonical.OpGetService, public, catalog, doorCatalog)
	servicesFeed       = mapped("usp/services/feed", canonical.OpServiceFeed, public, catalog, doorCatalog)
	availabilityQuery  = mapped("usp/availability/query", canonical.OpFindSlots, public, availability, doorAvailability)
	availabilityHold   = mapped("usp/availability/hold", canonical.OpPlaceHold, platform, availability, doorHolds)
	availabilityFree   = mapped("usp/availability/release", canonical.OpReleaseHold, scoped, availability, doorHolds)
	bookingsCreate     = mapped("usp/bookings/create", canonical.OpBook, platform, bookings, doorBookings)
	bookingsGet        = mapped("usp/bookings/get", canonical.OpGetBooking, scoped, bookings, doorBookings)
	bookingsCancel     = mapped("usp/bookings/cancel", canonical.OpCancel, scoped, bookings, doorBookings)
	bookingsReschedule = mapped("usp/bookings/reschedule", canonical.OpReschedule, scoped, bookings, doorBookings)
	bookingsPaid       = mapped("usp/bookings/confirm-payment", canonical.OpConfirmPayment, scoped, bookings, doorBookings)
	waitlistJoin       = mapped("usp/waitlist/join", canonical.OpJoinWaitlist, platform, waitlist, doorBookings)
)

// aboutTasks stands for A2A's own operations, which are about tasks that the
// others have left behind.
var aboutTasks = &operation{op: canonical.OpGetTask, door: doorCatalog}

// tasks are the operations that A2A has a task type for.
var tasks = []*operation{
	servicesList, servicesGet, servicesFeed, availabilityQuery, availabilityHold, availabilityFree,
	bookingsCreate, bookingsGet, bookingsCancel, bookingsReschedule, bookingsPaid, waitlistJoin,
}

// The operations that only REST has.
var (
	servicesLookup  = unmapped(canonical.OpLookupServices, public, catalog)
	bookingsUpdate  = unmapped(canonical.OpUpdateBooking, scoped, bookings)
	bookingsConfirm = unmapped(canonical.OpConfirmBooking, business, bookings)
	waitlistList    = unmapped(canonical.OpListEntries, platform, waitlist)
	waitlistGet     = unmapped(canonical.OpGetEntry, scoped, waitlist)
	waitlistLeave   = unmapped(canonical.OpLeaveWaitlist, scoped, waitlist)
	waitlistAccept  = unmapped(canonical.OpAcceptOffer, scoped, waitlist)
	waitlistDecline = unmapped(canonical.OpDeclineOffer, scoped, waitlist)
)

// read reads the operation's arguments. It is no member of an operation, so
// that a function of documents, which name the operations, links none of it.
func (o *operation) read(a *arguments, f *faults) canonical.Command {
	switch o {
	case servicesList:
		return a.listServices(f)
	case servicesGet:
		return a.getService(f)
	case servicesFeed:
		return a.serviceFeed(f)
	case availabilityQuery:
		return a.findSlots(f)
	case availabilityHold:
		return a.placeHold(f)
	case availabilityFree:
		return a.releaseHold(f)
	case bookingsCreate:
		return a.book(f)
	case bookingsGet:
		return a.getBooking(f)
	case bookingsCancel:
		return a.cancel(f)
	case bookingsReschedule:
		return a.reschedule(f)
	case bookingsPaid:
		return a.confirmPayment(f)
	case waitlistJoin:
		return a.joinWaitlist(f)
	case servicesLookup:
		return a.lookupServices(f)
	case bookingsUpdate:
		return a.updateBooking(f)
	case bookingsConfirm:
		return a.confirmBooking(f)
	case waitlistList:
		return a.listEntries(f)
	case waitlistGet:
		return a.getEntry(f)
	case waitlistLeave:
		return a.leaveWaitlist(f)
	case waitlistAccept:
		return a.acceptOffer(f)
	case waitlistDecline:
		return a.declineOffer(f)
	}
	return nil
}

// aliases are other spellings of task types that have been published (the
// playground, llms.txt). They are understood and never used.
var aliases = map[string]*operation{
	"usp.catalog.list":             servicesList,
	"usp/services.list":            servicesList,
	"usp/services.get":             servicesGet,
	"usp.availability.query":       availabilityQuery,
	"usp/availability.query":       availabilityQuery,
	"usp.availability.hold":        availabilityHold,
	"usp/availability.hold":        availabilityHold,
	"usp/availability.release":     availabilityFree,
	"usp.booking.create":           bookingsCreate,
	"usp/bookings.create":          bookingsCreate,
	"usp.booking.get":              bookingsGet,
	"usp/bookings.get":             bookingsGet,
	"usp.booking.cancel":           bookingsCancel,
	"usp/bookings.cancel":          bookingsCancel,
	"usp.booking.reschedule":       bookingsReschedule,
	"usp/bookings.reschedule":      bookingsReschedule,
	"usp.booking.confirm_payment":  bookingsPaid,
	"usp/bookings/confirm_payment": bookingsPaid,
	"usp.waitlist.join":            waitlistJoin,
}

// operationOf finds an operation by its task type or one of its aliases; nil
// when there is none.
func operationOf(task string) *operation {
	for _, o := range tasks {
		if o.task == task {
			return o
		}
	}
	return aliases[task]
}
