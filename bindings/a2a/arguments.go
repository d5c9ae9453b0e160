package a2a

import (
	"time"

	"hora/canonical"
)

// What comes in: one struct of arguments an operation. The tags are the
// published schemas; see schemas.go.

// A call is the data part of a message in this dialect.
type call[A any] struct {
	Operation string `json:"operation"`
	Arguments A      `json:"arguments"`
}

// place names the organisation, where neither the address of the call nor
// message.metadata.organization does.
type place struct {
	Organization string `json:"organization,omitzero" jsonschema:"pattern=^[a-z0-9][a-z0-9-]{1\\,46}[a-z0-9]$" jsonschema_description:"Slug of the organization. Needed only where neither the address nor message.metadata.organization names one."`
}

func (p *place) slug() string { return p.Organization }

type describeArguments struct {
	place
}

type listServicesArguments struct {
	place
}

type findSlotsArguments struct {
	place
	Service  string `json:"service" jsonschema:"pattern=^[0-9A-Za-z_-]{1\\,64}$" jsonschema_description:"Id of a service, from list_services."`
	Provider string `json:"provider,omitzero" jsonschema:"pattern=^[0-9A-Za-z_-]{1\\,64}$" jsonschema_description:"Id of a provider of the service. Default: its first."`
	Resource string `json:"resource,omitzero" jsonschema:"pattern=^[0-9A-Za-z_-]{1\\,64}$" jsonschema_description:"Id of a resource that the slots must use."`
	From     string `json:"from,omitzero" jsonschema:"format=date" jsonschema_description:"First day, local to the organization. Default: today."`
	Days     *int   `json:"days,omitzero" jsonschema:"minimum=1,maximum=90,default=1" jsonschema_description:"How many days to search."`
	Limit    *int   `json:"limit,omitzero" jsonschema:"minimum=1,maximum=200" jsonschema_description:"Stop after so many slots."`
	Party    *int   `json:"party,omitzero" jsonschema:"minimum=1,maximum=1000,default=1" jsonschema_description:"How many people it must hold."`
	Minutes  *int   `json:"duration_minutes,omitzero" jsonschema:"minimum=5,maximum=1440" jsonschema_description:"Length of a rental. Default: its shortest."`
}

// start is when something shall begin: a slot, or a provider and an instant.
type start struct {
	Slot     string `json:"slot,omitzero" jsonschema:"pattern=^[^.]*[.][^.]*[.][0-9]+T[0-9]+Z([.][1-9][0-9]*)?$,maxLength=160" jsonschema_description:"Id of a slot, from find_slots. Instead of provider and start."`
	Provider string `json:"provider,omitzero" jsonschema:"pattern=^[0-9A-Za-z_-]{1\\,64}$" jsonschema_description:"Id of a provider of the service. Default: its first."`
	Start    string `json:"start,omitzero" jsonschema:"format=date-time" jsonschema_description:"Instant with its offset, such as 2026-04-01T10:00:00-03:00."`
	Minutes  *int   `json:"duration_minutes,omitzero" jsonschema:"minimum=5,maximum=1440" jsonschema_description:"Length. Default: the service's."`
	Party    *int   `json:"party,omitzero" jsonschema:"minimum=1,maximum=1000,default=1" jsonschema_description:"How many people come."`
}

type placeHoldArguments struct {
	place
	Service string `json:"service" jsonschema:"pattern=^[0-9A-Za-z_-]{1\\,64}$" jsonschema_description:"Id of a service, from list_services."`
	start
}

type releaseHoldArguments struct {
	place
	Hold string `json:"hold" jsonschema:"pattern=^[0-9A-Za-z_-]{1\\,64}$" jsonschema_description:"Id of a hold, from place_hold."`
}

type bookArguments struct {
	place
	Service string `json:"service,omitzero" jsonschema:"pattern=^[0-9A-Za-z_-]{1\\,64}$" jsonschema_description:"Id of a service, from list_services. May be left out with a hold."`
	start
	Hold      string `json:"hold,omitzero" jsonschema:"pattern=^[0-9A-Za-z_-]{1\\,64}$" jsonschema_description:"Id of the hold that becomes this booking. It says service and start."`
	Client    client `json:"client" jsonschema_description:"Who the appointment is for."`
	Notes     string `json:"notes,omitzero" jsonschema:"maxLength=2000" jsonschema_description:"For whoever gives the service."`
	Tentative bool   `json:"tentative,omitzero" jsonschema_description:"Keep the slot, but leave it to the organization to confirm."`
	Payment   string `json:"payment,omitzero" jsonschema:"pattern=^[0-9A-Za-z_-]{1\\,64}$" jsonschema_description:"Id of an approved payment intent, where the service is paid in advance."`
	Order     string `json:"order,omitzero" jsonschema:"pattern=^[0-9A-Za-z_-]{1\\,64}$" jsonschema_description:"Id of an existing service order to attach to."`
	Sale      string `json:"sale,omitzero" jsonschema:"pattern=^[0-9A-Za-z_-]{1\\,64}$" jsonschema_description:"Id of an existing sale to attach to."`
}

type client struct {
	Email   string `json:"email" jsonschema:"format=email" jsonschema_description:"Identifies the client."`
	Name    string `json:"name,omitzero" jsonschema:"maxLength=200"`
	Surname string `json:"surname,omitzero" jsonschema:"maxLength=200"`
	Phone   string `json:"phone,omitzero" jsonschema:"maxLength=50"`
}

type getBookingArguments struct {
	place
	Booking string `json:"booking" jsonschema:"pattern=^[0-9A-Za-z_-]{1\\,64}$" jsonschema_description:"Id of a booking, from book."`
}

type cancelArguments struct {
	place
	Booking string `json:"booking" jsonschema:"pattern=^[0-9A-Za-z_-]{1\\,64}$" jsonschema_description:"Id of a booking, from book."`
	Reason  string `json:"reason,omitzero" jsonschema:"maxLength=500"`
	By      string `json:"by,omitzero" jsonschema:"enum=client,enum=provider,enum=admin,enum=system,default=system" jsonschema_description:"Who wants it."`
}

type rescheduleArguments struct {
	place
	Booking string `json:"booking" jsonschema:"pattern=^[0-9A-Za-z_-]{1\\,64}$" jsonschema_description:"Id of a booking, from book."`
	Slot    string `json:"slot,omitzero" jsonschema:"pattern=^[^.]*[.][^.]*[.][0-9]+T[0-9]+Z([.][1-9][0-9]*)?$,maxLength=160" jsonschema_description:"Id of a slot with the same provider, from find_slots. Instead of start."`
	Start   string `json:"start,omitzero" jsonschema:"format=date-time" jsonschema_description:"Instant with its offset, such as 2026-04-02T14:00:00-03:00."`
}

// Limits that the tags above say too.
const (
	maxNotes  = 2000
	maxReason = 500
	maxName   = 200
	maxPhone  = 50
	maxLimit  = 200
	maxParty  = canonical.MaxParty

	minMinutes, maxMinutes = 5, 1440
)

func (a *describeArguments) command(*faults) canonical.Command { return canonical.Describe{} }

func (a *listServicesArguments) command(*faults) canonical.Command { return canonical.ListServices{} }

func (a *findSlotsArguments) command(f *faults) canonical.Command {
	f.required("service", a.Service)
	f.id("service", a.Service)
	f.id("provider", a.Provider)
	f.id("resource", a.Resource)
	f.within("days", a.Days, 1, canonical.Horizon)
	f.within("limit", a.Limit, 1, maxLimit)
	f.within("party", a.Party, 1, maxParty)
	f.within("duration_minutes", a.Minutes, minMinutes, maxMinutes)
	return canonical.FindSlots{
		Service: a.Service, Provider: a.Provider, Resource: a.Resource, From: f.date("from", a.From), Days: or0(a.Days), Limit: or0(a.Limit),
		Party: or0(a.Party), Minutes: or0(a.Minutes),
	}
}

func (a *placeHoldArguments) command(f *faults) canonical.Command {
	f.required("service", a.Service)
	f.id("service", a.Service)
	at := a.start.check(f, true)
	return canonical.PlaceHold{Service: a.Service, Slot: a.Slot, Provider: a.Provider, Start: at, Minutes: or0(a.Minutes), Party: or0(a.Party)}
}

func (a *releaseHoldArguments) command(f *faults) canonical.Command {
	f.required("hold", a.Hold)
	f.id("hold", a.Hold)
	return canonical.ReleaseHold{Hold: a.Hold}
}

func (a *bookArguments) command(f *faults) canonical.Command {
	f.id("hold", a.Hold)
	if a.Hold == "" {
		f.required("service", a.Service)
	}
	f.id("service", a.Service)
	at := a.start.check(f, a.Hold == "")
	if a.Hold != "" && a.Slot != "" {
		f.add("slot", "must not be given beside hold")
	}
	f.required("client.email", a.Client.Email)
	f.email("client.email", a.Client.Email)
	f.length("client.name", a.Client.Name, maxName)
	f.length("client.surname", a.Client.Surname, maxName)
	f.length("client.phone", a.Client.Phone, maxPhone)
	f.length("notes", a.Notes, maxNotes)
	f.id("payment", a.Payment)
	f.id("order", a.Order)
	f.id("sale", a.Sale)
	return canonical.Book{
		Service: a.Service, Slot: a.Slot, Provider: a.Provider, Start: at, Minutes: or0(a.Minutes), Party: or0(a.Party), Hold: a.Hold,
		Client: canonical.Client{Email: a.Client.Email, Name: a.Client.Name, Surname: a.Client.Surname, Phone: a.Client.Phone},
		Notes:  a.Notes, Tentative: a.Tentative, Payment: a.Payment, Order: a.Order, Sale: a.Sale,
	}
}

func (a *getBookingArguments) command(f *faults) canonical.Command {
	f.required("booking", a.Booking)
	f.id("booking", a.Booking)
	return canonical.GetBooking{Booking: a.Booking}
}

func (a *cancelArguments) command(f *faults) canonical.Command {
	f.required("booking", a.Booking)
	f.id("booking", a.Booking)
	f.length("reason", a.Reason, maxReason)
	f.oneOf("by", a.By, "client", "provider", "admin", "system")
	return canonical.Cancel{Booking: a.Booking, Reason: a.Reason, By: a.By}
}

func (a *rescheduleArguments) command(f *faults) canonical.Command {
	f.required("booking", a.Booking)
	f.id("booking", a.Booking)
	at := (&start{Slot: a.Slot, Start: a.Start}).check(f, true)
	return canonical.Reschedule{Booking: a.Booking, Slot: a.Slot, Start: at}
}

// check judges a start. Slot and instant are two ways to say one thing, so
// only one may be there.
func (s *start) check(f *faults, required bool) (at time.Time) {
	f.id("provider", s.Provider)
	f.within("duration_minutes", s.Minutes, minMinutes, maxMinutes)
	f.within("party", s.Party, 1, maxParty)
	switch {
	case s.Slot != "" && s.Start != "":
		f.add("start", "must not be given beside slot")
	case s.Slot != "" && s.Provider != "":
		f.add("provider", "must not be given beside slot")
	case s.Slot != "":
		f.slot("slot", s.Slot)
	case s.Start != "":
		at = f.instant("start", s.Start)
	case required:
		f.add("slot", "is required, or start instead")
	}
	return at
}

func or0(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}
