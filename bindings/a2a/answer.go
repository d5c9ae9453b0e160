package a2a

import (
	"time"

	"hora/canonical"
)

// What goes out: the data part of an answer. Exactly one member says what it
// is; notices may stand beside it. The tags are the published schema.
type answer struct {
	Profile      *profileBody      `json:"profile,omitzero" jsonschema_description:"To describe."`
	Catalogue    *catalogueBody    `json:"catalogue,omitzero" jsonschema_description:"To list_services."`
	Slots        *slotsBody        `json:"slots,omitzero" jsonschema_description:"To find_slots."`
	Hold         *holdBody         `json:"hold,omitzero" jsonschema_description:"To place_hold and release_hold."`
	Booking      *bookingBody      `json:"booking,omitzero" jsonschema_description:"To book, get_booking and reschedule."`
	Cancellation *cancellationBody `json:"cancellation,omitzero" jsonschema_description:"To cancel."`
	Question     *questionBody     `json:"question,omitzero" jsonschema_description:"To plain words that lack something."`
	Error        *errorBody        `json:"error,omitzero" jsonschema_description:"The act was refused, and nothing has changed."`
	Notices      []notice          `json:"notices,omitempty" jsonschema_description:"What to know beside it."`
}

type notice struct {
	Code string `json:"code"`
	Text string `json:"text,omitzero"`
}

type named struct {
	ID   string `json:"id"`
	Name string `json:"name,omitzero"`
}

type organizationName struct {
	Slug string `json:"slug"`
	Name string `json:"name"`
}

type profileBody struct {
	Organization organizationBody `json:"organization"`
	Services     []serviceBody    `json:"services"`
	Providers    []providerBody   `json:"providers"`
}

type organizationBody struct {
	Slug        string `json:"slug"`
	Name        string `json:"name"`
	Description string `json:"description,omitzero"`
	Country     string `json:"country" jsonschema_description:"ISO 3166-1 alpha-2, lower case."`
	Timezone    string `json:"timezone" jsonschema_description:"IANA name. All dates are local to it."`
	Currency    string `json:"currency" jsonschema_description:"ISO 4217."`
}

type providerBody struct {
	ID       string       `json:"id"`
	Name     string       `json:"name"`
	Timezone string       `json:"timezone,omitzero" jsonschema_description:"Where it is not the organization's."`
	Hours    []windowBody `json:"hours"`
}

type windowBody struct {
	Days []string `json:"days" jsonschema:"enum=mon,enum=tue,enum=wed,enum=thu,enum=fri,enum=sat,enum=sun"`
	From string   `json:"from" jsonschema_description:"Local time, HH:MM."`
	To   string   `json:"to" jsonschema_description:"Local time, HH:MM; at or before from: on the next day."`
}

type catalogueBody struct {
	Organization organizationName `json:"organization"`
	Services     []serviceBody    `json:"services"`
}

type serviceBody struct {
	ID           string    `json:"id"`
	Type         string    `json:"type" jsonschema:"enum=appointment,enum=class,enum=table,enum=rental,enum=nights"`
	Name         string    `json:"name"`
	Description  string    `json:"description,omitzero"`
	Price        priceBody `json:"price"`
	Minutes      int       `json:"duration_minutes"`
	Channel      string    `json:"channel" jsonschema:"enum=in_person,enum=home_visit,enum=virtual"`
	Category     string    `json:"category,omitzero"`
	Tags         []string  `json:"tags,omitempty"`
	Requirements []string  `json:"requirements,omitempty" jsonschema_description:"What the client should bring or know."`
	Prepayment   string    `json:"prepayment,omitzero" jsonschema:"enum=full,enum=deposit" jsonschema_description:"What must be paid before it can be booked. Absent: nothing."`
	Providers    []string  `json:"provider_ids,omitempty"`
}

type moneyBody struct {
	Amount   string `json:"amount" jsonschema:"pattern=^-?[0-9]+([.][0-9]+)?$" jsonschema_description:"In the major unit of the currency."`
	Currency string `json:"currency" jsonschema_description:"ISO 4217."`
}

type priceBody struct {
	moneyBody
	Model string `json:"model,omitzero" jsonschema:"enum=fixed,enum=from,enum=free,enum=per_person,enum=hourly"`
	Unit  string `json:"unit,omitzero"`
}

type slotsBody struct {
	Service  named      `json:"service"`
	Minutes  int        `json:"duration_minutes"`
	Provider named      `json:"provider"`
	Timezone string     `json:"timezone"`
	From     string     `json:"from" jsonschema:"format=date"`
	Days     int        `json:"days"`
	Slots    []slotBody `json:"slots"`
	Reason   string     `json:"reason,omitzero" jsonschema:"enum=not_configured,enum=closed,enum=fully_booked" jsonschema_description:"Why there is none."`
}

type slotBody struct {
	ID       string    `json:"id" jsonschema_description:"What book, place_hold and reschedule take as slot."`
	Start    time.Time `json:"start"`
	End      time.Time `json:"end"`
	Provider string    `json:"provider,omitzero"`
	Resource string    `json:"resource,omitzero"`
	Seats    int       `json:"seats,omitzero" jsonschema_description:"Free seats, where the service has seats."`
}

type holdBody struct {
	ID       string    `json:"id"`
	State    string    `json:"state" jsonschema:"enum=active,enum=released,enum=converted,enum=expired"`
	Service  named     `json:"service"`
	Provider named     `json:"provider"`
	Start    time.Time `json:"start"`
	Timezone string    `json:"timezone,omitzero"`
	Minutes  int       `json:"duration_minutes"`
	Party    int       `json:"party,omitzero" jsonschema_description:"How many people, where it was said."`
	Expires  time.Time `json:"expires" jsonschema_description:"When the slot is free again."`
}

type bookingBody struct {
	ID           string      `json:"id"`
	Organization string      `json:"organization" jsonschema_description:"Slug."`
	State        string      `json:"state" jsonschema:"enum=requested,enum=scheduled,enum=confirmed,enum=in_progress,enum=completed,enum=documented,enum=invoiced,enum=collected,enum=verified,enum=cancelled,enum=disputed,enum=rescheduling,enum=reassigning,enum=partial"`
	Pending      bool        `json:"pending_confirmation,omitzero" jsonschema_description:"The slot is kept while the organization confirms."`
	Service      named       `json:"service"`
	Provider     named       `json:"provider"`
	Resources    []named     `json:"resources,omitempty"`
	Client       *clientBody `json:"client,omitzero" jsonschema_description:"Shown to who made the booking and to the organization."`
	Start        time.Time   `json:"start"`
	Timezone     string      `json:"timezone,omitzero"`
	Minutes      int         `json:"duration_minutes"`
	Party        int         `json:"party,omitzero" jsonschema_description:"How many people come, where it was said."`
	Channel      string      `json:"channel" jsonschema:"enum=in_person,enum=home_visit,enum=virtual"`
	Price        moneyBody   `json:"price"`
	Billing      string      `json:"billing" jsonschema:"enum=pending,enum=charged,enum=invoiced,enum=paid,enum=disputed"`
	Notes        string      `json:"notes,omitzero"`
	Order        string      `json:"order,omitzero"`
	Sale         string      `json:"sale,omitzero"`
	Revision     int64       `json:"revision"`
}

type clientBody struct {
	Email   string `json:"email"`
	Name    string `json:"name,omitzero"`
	Surname string `json:"surname,omitzero"`
	Phone   string `json:"phone,omitzero"`
}

type cancellationBody struct {
	Booking bookingBody `json:"booking"`
	Penalty penaltyBody `json:"penalty" jsonschema_description:"What the policy asks for it. Nothing is charged here."`
}

type penaltyBody struct {
	Percent int        `json:"percent"`
	Amount  moneyBody  `json:"amount"`
	Fee     *moneyBody `json:"fee,omitzero"`
}

type questionBody struct {
	Want         string           `json:"want,omitzero" jsonschema_description:"The operation that is asked for; absent when not understood."`
	Needs        []string         `json:"needs,omitempty" jsonschema:"enum=service,enum=party,enum=date,enum=time,enum=email,enum=booking,enum=confirm" jsonschema_description:"What is missing, most important first."`
	Organization organizationName `json:"organization"`
	Service      *named           `json:"service,omitzero"`
	Start        time.Time        `json:"start,omitzero" jsonschema_description:"The start that was understood, while something else is missing."`
	Choices      []serviceBody    `json:"choices,omitempty" jsonschema_description:"Services that it could be; a number chooses one."`
	Offer        []slotBody       `json:"offer,omitempty" jsonschema_description:"Starts that are free; a number chooses one."`
	Proposal     *proposalBody    `json:"proposal,omitzero" jsonschema_description:"What would be booked, to be answered with yes or no."`
	Timezone     string           `json:"timezone,omitzero"`
	Language     string           `json:"language" jsonschema:"enum=es,enum=en"`
}

type proposalBody struct {
	Service  named       `json:"service"`
	Provider named       `json:"provider"`
	Start    time.Time   `json:"start"`
	Minutes  int         `json:"duration_minutes"`
	Party    int         `json:"party,omitzero" jsonschema_description:"How many people come, where it was said."`
	Client   *clientBody `json:"client,omitzero"`
}

type errorBody struct {
	Code     string        `json:"code"`
	State    string        `json:"state,omitzero" jsonschema_description:"With invalid_state: where the booking stands."`
	Price    *moneyBody    `json:"price,omitzero" jsonschema_description:"With payment codes: what is due."`
	Problems []problemBody `json:"problems,omitempty" jsonschema_description:"With invalid: what cannot be acted on."`
}

type problemBody struct {
	Path string `json:"path" jsonschema_description:"Of the argument, below arguments."`
	Rule string `json:"rule"`
}

// body is an outcome as data.
func body(o *canonical.Outcome) *answer {
	a := &answer{}
	for _, n := range o.Notices {
		a.Notices = append(a.Notices, notice(n))
	}
	if o.Err != nil {
		a.Error = refusal(o.Err)
		return a
	}
	switch r := o.Result.(type) {
	case canonical.Profile:
		a.Profile = profileOf(&r)
	case canonical.Catalogue:
		a.Catalogue = &catalogueBody{organizationName{r.Organization.ID, r.Organization.Name}, servicesOf(r.Services)}
	case canonical.Slots:
		a.Slots = &slotsBody{
			Service: named(r.Service), Minutes: r.Minutes, Provider: named(r.Provider), Timezone: r.Timezone,
			From: string(r.From), Days: r.Days, Slots: slotsOf(r.Slots), Reason: string(r.Reason),
		}
	case canonical.Hold:
		a.Hold = &holdBody{
			ID: r.ID, State: string(r.State), Service: named{r.Service.ID, r.Service.Name}, Provider: named(r.Provider),
			Start: r.Start, Timezone: r.Timezone, Minutes: r.Minutes, Party: r.Party, Expires: r.Expires,
		}
	case canonical.Booking:
		a.Booking = new(bookingOf(&r))
	case canonical.Cancellation:
		a.Cancellation = &cancellationBody{bookingOf(&r.Booking), penaltyBody{r.Penalty.Percent, moneyOf(r.Penalty.Amount), nil}}
		if r.Penalty.Fee.Amount != 0 {
			a.Cancellation.Penalty.Fee = new(moneyOf(r.Penalty.Fee))
		}
	case canonical.Question:
		a.Question = questionOf(&r, o.Needs)
	default:
		a.Error = refusal(canonical.Refuse(canonical.Internal))
	}
	return a
}
