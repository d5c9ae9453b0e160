package a2a

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"

	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/dialect"
	"hora/bindings/internal/prose"
	"hora/canonical"
)

// A speaker answers in this dialect: with a text for people, who see names and
// local times and no ids, and with data for whoever asked on their behalf.
type speaker struct {
	act string // an operation, or text
	l   canonical.Language
}

func (s speaker) answer(o *canonical.Outcome) dialect.Said {
	s.l = cmp.Or(o.Meta.Language, s.l)
	return dialect.Said{Parts: []a2awire.OutPart{a2awire.Text(s.say(o)), a2awire.Data(body(o))}}
}

func (s speaker) in(spanish, english string) string { return prose.In(s.l, spanish, english) }

// say is the text of an outcome.
func (s speaker) say(o *canonical.Outcome) string {
	if o.Err != nil {
		return s.excuse(o.Err)
	}
	switch r := o.Result.(type) {
	case canonical.Profile:
		return s.profile(&r)
	case canonical.Catalogue:
		return s.catalogue(&r)
	case canonical.Slots:
		return s.slots(&r)
	case canonical.Hold:
		return s.hold(&r)
	case canonical.Booking:
		return s.booking(&r)
	case canonical.Cancellation:
		return s.cancellation(&r)
	case canonical.Question:
		return s.question(&r, o)
	}
	return s.excuse(canonical.Refuse(canonical.Internal))
}

func (s speaker) profile(p *canonical.Profile) string {
	text := p.Organization.Name + "."
	if p.Organization.Description != "" {
		text += " " + p.Organization.Description
	}
	if len(p.Services) > 0 {
		text += s.in("\nServicios:", "\nServices:") + s.services(p.Services, false)
	}
	return text
}

func (s speaker) catalogue(c *canonical.Catalogue) string {
	if len(c.Services) == 0 {
		return c.Organization.Name + s.in(" no tiene servicios publicados.", " has no services published.")
	}
	return s.in("Servicios de ", "Services of ") + c.Organization.Name + ":" + s.services(c.Services, s.act == text)
}

// services lists services, each on a line of its own, by number where one can
// be chosen so.
func (s speaker) services(all []canonical.Service, numbered bool) string {
	var b strings.Builder
	for i := range all {
		b.WriteString("\n")
		if numbered {
			b.WriteString(strconv.Itoa(i+1) + ". ")
		} else {
			b.WriteString("- ")
		}
		b.WriteString(s.service(&all[i]))
	}
	return b.String()
}

// service is a service with what decides: length, price, where.
func (s speaker) service(v *canonical.Service) string {
	text := v.Name + ": "
	if v.Minutes > 0 {
		text += strconv.Itoa(v.Minutes) + " min, "
	}
	text += prose.Price(v.Price, s.l)
	switch v.Channel {
	case canonical.HomeVisit:
		text += s.in(", a domicilio", ", home visit")
	case canonical.Virtual:
		text += s.in(", en línea", ", online")
	}
	return text
}

// with names a service and by whom it is given.
func (s speaker) with(service, provider string) string {
	if provider == "" {
		return service
	}
	return service + s.in(" con ", " with ") + provider
}

// Of many free starts a text shows the first days, and of a day the first
// times.
const (
	shownDays  = 5
	shownTimes = 8
)

func (s speaker) slots(r *canonical.Slots) string {
	what := s.with(r.Service.Name, r.Provider.Name)
	if len(r.Slots) == 0 {
		why := s.in("todo está tomado", "all is taken")
		switch r.Reason {
		case canonical.NotConfigured:
			why = s.in("no hay horario publicado", "no hours are published")
		case canonical.Closed:
			why = s.in("no se atiende en esas fechas", "it is closed then")
		}
		return s.in("No hay horas libres para ", "There are no free times for ") + what + ": " + why + "."
	}
	var b strings.Builder
	b.WriteString(s.in("Horas libres para ", "Free times for ") + what + ":")
	zone := canonical.Zone(r.Timezone)
	day, days, times := canonical.Date(""), 0, 0
	for i := range r.Slots {
		start := r.Slots[i].Start.In(zone)
		if d := canonical.DateOf(start, zone); d != day {
			if days++; days > shownDays {
				b.WriteString(s.in("\nY más días.", "\nAnd more days."))
				break
			}
			day, times = d, 0
			b.WriteString("\n- " + prose.Day(start, s.l) + ": ")
		}
		switch times++; {
		case times == 1:
			b.WriteString(prose.Clock(start))
		case times <= shownTimes:
			b.WriteString(", " + prose.Clock(start))
		case times == shownTimes+1:
			b.WriteString(", …")
		}
	}
	return b.String()
}

func (s speaker) hold(h *canonical.Hold) string {
	zone := canonical.Zone(h.Timezone)
	what := s.with(h.Service.Name, h.Provider.Name) + ", " + prose.Moment(h.Start.In(zone), s.l)
	if h.State == canonical.HoldReleased {
		return s.in("La hora quedó libre otra vez: ", "The time is free again: ") + what + "."
	}
	return s.in("Hora guardada hasta las ", "Time kept until ") + prose.Clock(h.Expires.In(zone)) + ": " + what + "."
}

// appointment is a booking's matter: what, with whom, when.
func (s speaker) appointment(b *canonical.Booking) string {
	return s.with(b.Service.Name, b.Provider.Name) + ", " + s.moment(b.Start, b.Timezone)
}

// moment is a start in the place's own time; UTC says so.
func (s speaker) moment(t time.Time, zone string) string {
	text := prose.Moment(t.In(canonical.Zone(zone)), s.l)
	if zone == "" {
		text += " UTC"
	}
	return text
}

func (s speaker) booking(b *canonical.Booking) string {
	switch {
	case s.act == canonical.OpGetBooking.String():
		return s.appointment(b) + ": " + s.state(b) + "."
	case s.act == canonical.OpReschedule.String(), s.act == text && b.Reschedules > 0:
		return s.in("Hora cambiada: ", "Moved: ") + s.appointment(b) + "."
	case b.Lifecycle.PendingConfirmation:
		return s.in("Hora solicitada, falta que la confirmen: ", "Requested, and still to be confirmed: ") + s.appointment(b) + "."
	}
	done := s.in("Hora reservada: ", "Booked: ") + s.appointment(b)
	if b.Billing.Amount.Amount > 0 {
		done += ", " + prose.Money(b.Billing.Amount, s.l)
	}
	return done + "."
}

func (s speaker) cancellation(c *canonical.Cancellation) string {
	done := s.in("Hora cancelada: ", "Cancelled: ") + s.appointment(&c.Booking) + ". "
	if c.Penalty.Percent <= 0 {
		return done + s.in("Sin cargo.", "No charge.")
	}
	done += s.in("Cargo según la política: ", "Charge by policy: ") + prose.Money(c.Penalty.Amount, s.l) + " (" + strconv.Itoa(c.Penalty.Percent) + " %)"
	if c.Penalty.Fee.Amount > 0 {
		done += s.in(", más ", ", plus ") + prose.Money(c.Penalty.Fee, s.l)
	}
	return done + "."
}

// state says where a booking stands.
func (s speaker) state(b *canonical.Booking) string {
	if b.Lifecycle.PendingConfirmation {
		return s.in("por confirmar", "to be confirmed")
	}
	switch b.State() {
	case canonical.Requested:
		return s.in("solicitada", "requested")
	case canonical.Scheduled:
		return s.in("reservada", "booked")
	case canonical.Confirmed:
		return s.in("confirmada", "confirmed")
	case canonical.InProgress:
		return s.in("en curso", "in progress")
	case canonical.Cancelled:
		return s.in("cancelada", "cancelled")
	case canonical.Disputed:
		return s.in("en disputa", "disputed")
	case canonical.Rescheduling, canonical.Reassigning:
		return s.in("en cambio", "being changed")
	}
	return s.in("atendida", "done")
}

// language is the one of the two that a caller reads best.
func language(h http.Header, otherwise canonical.Language) canonical.Language {
	for _, list := range h["Accept-Language"] {
		for one := range strings.SplitSeq(list, ",") {
			tag, _, _ := strings.Cut(strings.TrimSpace(one), ";")
			switch tag, _, _ = strings.Cut(tag, "-"); strings.ToLower(tag) {
			case "es":
				return canonical.Spanish
			case "en":
				return canonical.English
			}
		}
	}
	return otherwise
}
