package servicialo

import (
	"strconv"
	"strings"
	"time"

	"hora/bindings/internal/prose"
	"hora/canonical"
)

// Texts are for people: they name no ids, and say times in the zone of the
// organisation. What an agent needs is in the DataPart.

// say is the text beside the DataPart.
func (r *a2aReply) say(o *canonical.Outcome) string {
	l := r.language
	if o.Err != nil {
		return excuse(r.op, o.Err, l) + pointer(l)
	}
	switch v := o.Result.(type) {
	case canonical.Catalogue:
		if r.free {
			return offer(&v, l)
		}
		return prose.In(l, "Catálogo consultado (", "Catalog read (") + strconv.Itoa(len(v.Services)) + prose.In(l, " servicio(s)).", " service(s)).") + pointer(l)
	case canonical.Slots:
		if r.free {
			return freeHours(&v, l)
		}
		return prose.In(l, "Disponibilidad consultada (", "Availability read (") + strconv.Itoa(len(v.Slots)) + prose.In(l, " resultado(s)).", " result(s)).") + pointer(l)
	case canonical.Booking:
		done := prose.In(l, "Hora reservada: ", "Booked: ")
		switch {
		case r.op == canonical.OpReschedule:
			done = prose.In(l, "Hora cambiada: ", "Moved: ")
		case v.Lifecycle.PendingConfirmation:
			done = prose.In(l, "Hora solicitada, por confirmar: ", "Requested, to be confirmed: ")
		}
		return done + appointment(&v, l) + "." + pointer(l)
	case canonical.Cancellation:
		return prose.In(l, "Hora cancelada: ", "Cancelled: ") + appointment(&v.Booking, l) + ". " + penalty(v.Penalty.Percent, l) + pointer(l)
	}
	return ""
}

func pointer(l canonical.Language) string {
	return prose.In(l, " Detalle en la DataPart.", " Details in the DataPart.")
}

func appointment(b *canonical.Booking, l canonical.Language) string {
	s := b.Service.Name
	if b.Provider.Name != "" {
		s += prose.In(l, " con ", " with ") + b.Provider.Name
	}
	zone, unknown := canonical.Zone(b.Timezone), ""
	if b.Timezone == "" {
		unknown = " UTC"
	}
	start := b.Start.In(zone)
	return s + ", " + dayName(start, l) + prose.In(l, " a las ", " at ") + prose.Clock(start) + unknown
}

func penalty(percent int, l canonical.Language) string {
	if percent <= 0 {
		return prose.In(l, "Sin cargo.", "No charge.")
	}
	return prose.In(l, "Cargo según la política: ", "Charge by policy: ") + strconv.Itoa(percent) + prose.In(l, " %.", "%.")
}

// offer lists the services of a catalogue.
func offer(c *canonical.Catalogue, l canonical.Language) string {
	if len(c.Services) == 0 {
		return c.Organization.Name + prose.In(l, " no tiene servicios publicados.", " has no services published.")
	}
	var b strings.Builder
	b.WriteString(prose.In(l, "Servicios de ", "Services of ") + c.Organization.Name + ":")
	for i := range c.Services {
		b.WriteString("\n- " + described(&c.Services[i], l))
	}
	return b.String()
}

// described is a service with what decides: price, length, place.
func described(s *canonical.Service, l canonical.Language) string {
	d := s.Name + " — " + prose.Price(s.Price, l)
	if s.Minutes > 0 {
		d += ", " + strconv.Itoa(s.Minutes) + " min"
	}
	switch s.Channel {
	case canonical.HomeVisit:
		d += prose.In(l, ", a domicilio", ", home visit")
	case canonical.Virtual:
		d += prose.In(l, ", remoto", ", remote")
	}
	return d
}

// Of many free hours a text shows the first days, and of a day the first
// times.
const (
	shownDays  = 7
	shownTimes = 12
)

func freeHours(s *canonical.Slots, l canonical.Language) string {
	whose := s.Service.Name
	if s.Provider.Name != "" {
		whose += prose.In(l, " con ", " with ") + s.Provider.Name
	}
	if len(s.Slots) == 0 {
		why := prose.In(l, "todas están tomadas", "all are taken")
		switch s.Reason {
		case canonical.NotConfigured:
			why = prose.In(l, "no hay horario publicado", "no hours are published")
		case canonical.Closed:
			why = prose.In(l, "no se atiende en esa fecha", "closed on that date")
		}
		return prose.In(l, "No hay horas libres para ", "There are no free hours for ") + whose + ": " + why + prose.In(l, ". Pruebe con otra fecha.", ". Try another date.")
	}
	var b strings.Builder
	b.WriteString(prose.In(l, "Horas libres para ", "Free hours for ") + whose + " (" + s.Timezone + "):")
	zone := canonical.Zone(s.Timezone)
	shown, day, times := 0, canonical.Date(""), 0
	for i := range s.Slots {
		start := s.Slots[i].Start.In(zone)
		d := canonical.DateOf(start, zone)
		if d != day {
			if shown == shownDays {
				break
			}
			shown, day, times = shown+1, d, 0
			b.WriteString("\n- " + dayName(start, l) + ": ")
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

// dayName is "miércoles 1 de abril de 2026" or "Wednesday, April 1, 2026".
func dayName(t time.Time, l canonical.Language) string {
	return string(strconv.AppendInt(append(prose.AppendDay(nil, t, l), prose.In(l, " de ", ", ")...), int64(t.Year()), 10))
}
