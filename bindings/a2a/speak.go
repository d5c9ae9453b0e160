package a2a

import (
	"cmp"
	"net/http"
	"strings"

	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/dialect"
	"hora/bindings/internal/prose"
	"hora/canonical"
)

// A speaker answers in this dialect: with a text for people, and with data for
// whoever asked on their behalf.
type speaker struct {
	act string // an operation, or text
	l   canonical.Language
}

func (s speaker) answer(o *canonical.Outcome, _ int) dialect.Said {
	w := &words{l: cmp.Or(o.Meta.Language, s.l)}
	w.b.Grow(256)
	s.say(w, o)
	return dialect.Said{Parts: []a2awire.OutPart{a2awire.Text(w.b.String()), a2awire.Data(body(o))}}
}

// say is the text of an outcome.
func (s speaker) say(w *words, o *canonical.Outcome) {
	if o.Err != nil {
		w.excuse(o.Err)
		return
	}
	switch r := o.Result.(type) {
	case canonical.Profile:
		w.profile(&r)
	case canonical.Catalogue:
		s.catalogue(w, &r)
	case canonical.Slots:
		w.slots(&r)
		if s.act == text && len(r.Slots) > 0 {
			w.say("\n¿Cuál reservo?", "\nWhich one shall I book?")
		}
	case canonical.Hold:
		w.hold(&r)
	case canonical.Booking:
		s.booking(w, &r)
	case canonical.Cancellation:
		w.cancellation(&r)
	case canonical.Question:
		w.question(&r, o)
	default:
		w.excuse(canonical.Refuse(canonical.Internal))
	}
}

func (w *words) profile(p *canonical.Profile) {
	w.add(p.Organization.Name)
	w.add(".")
	if p.Organization.Description != "" {
		w.add(" ")
		w.add(p.Organization.Description)
	}
	w.hours(p.Providers)
	if len(p.Services) > 0 {
		w.say("\nServicios:", "\nServices:")
		w.services(p.Services, false)
	}
}

func (s speaker) catalogue(w *words, c *canonical.Catalogue) {
	if len(c.Services) == 0 {
		w.add(c.Organization.Name)
		w.say(" no tiene servicios publicados.", " has no services published.")
		return
	}
	w.say("Servicios de ", "Services of ")
	w.add(c.Organization.Name)
	w.add(":")
	w.services(c.Services, s.act == text)
}

// Of many free starts a text shows the first days, and of a day the first
// times.
const (
	shownDays  = 5
	shownTimes = 8
)

func (w *words) slots(r *canonical.Slots) {
	if len(r.Slots) == 0 {
		w.say("No hay horas libres para ", "There are no free times for ")
		w.with(r.Service.Name, r.Provider.Name)
		switch r.Reason {
		case canonical.NotConfigured:
			w.say(": no hay horario publicado.", ": no hours are published.")
		case canonical.Closed:
			w.say(": no se atiende en esas fechas.", ": it is closed then.")
		default:
			w.say(": todo está tomado.", ": all is taken.")
		}
		return
	}
	w.say("Horas libres para ", "Free times for ")
	w.with(r.Service.Name, r.Provider.Name)
	w.add(":")
	zone := canonical.Zone(r.Timezone)
	day, days, times := 0, 0, 0
	for i := range r.Slots {
		start := r.Slots[i].Start.In(zone)
		if d := start.Year()*1000 + start.YearDay(); d != day {
			if days++; days > shownDays {
				w.say("\nY más días.", "\nAnd more days.")
				return
			}
			day, times = d, 0
			w.add("\n- ")
			w.b.Write(prose.AppendDay(w.b.AvailableBuffer(), start, w.l))
			w.add(": ")
		}
		switch times++; {
		case times == 1:
			w.clock(start)
		case times <= shownTimes:
			w.add(", ")
			w.clock(start)
		case times == shownTimes+1:
			w.add(", …")
		}
	}
}

func (w *words) hold(h *canonical.Hold) {
	if h.State == canonical.HoldReleased {
		w.say("La hora quedó libre otra vez: ", "The time is free again: ")
	} else {
		w.say("Hora guardada hasta las ", "Time kept until ")
		w.clock(h.Expires.In(canonical.Zone(h.Timezone)))
		w.add(": ")
	}
	w.with(h.Service.Name, h.Provider.Name)
	w.add(", ")
	w.moment(h.Start, h.Timezone)
	w.add(".")
}

func (s speaker) booking(w *words, b *canonical.Booking) {
	switch {
	case s.act == canonical.OpGetBooking.String():
		w.appointment(b)
		w.add(": ")
		w.state(b)
	case s.act == canonical.OpReschedule.String(), s.act == text && b.Reschedules > 0:
		w.say("Hora cambiada: ", "Moved: ")
		w.appointment(b)
	case b.Lifecycle.PendingConfirmation:
		w.say("Hora solicitada, falta que la confirmen: ", "Requested, and still to be confirmed: ")
		w.appointment(b)
	default:
		w.say("Hora reservada: ", "Booked: ")
		w.appointment(b)
		if b.Billing.Amount.Amount > 0 {
			w.add(", ")
			w.money(b.Billing.Amount)
		}
	}
	w.add(".")
}

func (w *words) cancellation(c *canonical.Cancellation) {
	w.say("Hora cancelada: ", "Cancelled: ")
	w.appointment(&c.Booking)
	w.add(". ")
	if c.Penalty.Percent <= 0 {
		w.say("Sin cargo.", "No charge.")
		return
	}
	w.say("Cargo según la política: ", "Charge by policy: ")
	w.money(c.Penalty.Amount)
	w.add(" (")
	w.number(c.Penalty.Percent)
	w.add(" %)")
	if c.Penalty.Fee.Amount > 0 {
		w.say(", más ", ", plus ")
		w.money(c.Penalty.Fee)
	}
	w.add(".")
}

// state says where a booking stands.
func (w *words) state(b *canonical.Booking) {
	if b.Lifecycle.PendingConfirmation {
		w.say("por confirmar", "to be confirmed")
		return
	}
	switch b.State() {
	case canonical.Requested:
		w.say("solicitada", "requested")
	case canonical.Scheduled:
		w.say("reservada", "booked")
	case canonical.Confirmed:
		w.say("confirmada", "confirmed")
	case canonical.InProgress:
		w.say("en curso", "in progress")
	case canonical.Cancelled:
		w.say("cancelada", "cancelled")
	case canonical.Disputed:
		w.say("en disputa", "disputed")
	case canonical.Rescheduling, canonical.Reassigning:
		w.say("en cambio", "being changed")
	default:
		w.say("atendida", "done")
	}
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
