package a2a

import (
	"strconv"
	"strings"

	"hora/bindings/internal/prose"
	"hora/canonical"
)

// question asks for exactly what an act still lacks. What stood in the way of
// what was asked for comes first.
func (s speaker) question(q *canonical.Question, o *canonical.Outcome) string {
	var lines []string
	for _, n := range o.Notices {
		if line := s.notice(n.Code); line != "" {
			lines = append(lines, line)
		}
	}
	switch {
	case q.Proposal != nil:
		return strings.Join(append(lines, s.proposal(q)), "\n")
	case q.Want == canonical.OpNone:
		lines = append(lines, s.in(
			"Soy la agenda de "+q.Organization.Name+". Puedo mostrar los servicios, buscar horas libres y reservar. ¿Qué necesita?",
			"I keep the diary of "+q.Organization.Name+". I can show the services, look for free times, and book. What do you need?"))
		return strings.Join(lines, "\n")
	case len(o.Needs) == 0:
		return strings.Join(append(lines, s.in("¿Para qué día y a qué hora sería mejor?", "Which day and time would be better?")), "\n")
	}
	if len(q.Offer) > 0 {
		lines = append(lines, s.offer(q))
	}
	lines = append(lines, s.lacking(q, o.Needs))
	text := strings.Join(lines, "\n")
	for _, n := range o.Needs {
		text += s.services(n.Choices, true)
	}
	return text
}

// offer numbers the free starts that are offered.
func (s speaker) offer(q *canonical.Question) string {
	text := s.in("Horas libres", "Free times")
	if q.Service != nil {
		text += s.in(" para ", " for ") + q.Service.Name
	}
	text += ":"
	for i := range q.Offer {
		text += "\n" + strconv.Itoa(i+1) + ". " + s.moment(q.Offer[i].Start, q.Timezone)
	}
	return text
}

// proposal shows what would be booked, and asks for a yes.
func (s speaker) proposal(q *canonical.Question) string {
	p := q.Proposal
	what, price := "", ""
	if q.Service != nil {
		what = q.Service.Name
		price = ", " + prose.Price(q.Service.Price, s.l)
	}
	who := p.Client.Email
	if name := strings.TrimSpace(p.Client.Name + " " + p.Client.Surname); name != "" {
		who = name + " (" + who + ")"
	}
	if who != "" {
		who = s.in(", para ", ", for ") + who
	}
	return s.in("Esto reservaría: ", "This is what I would book: ") + s.with(what, q.Provider.Name) + ", " + s.moment(p.Start, q.Timezone) +
		", " + strconv.Itoa(p.Minutes) + " min" + price + who + "." + s.in(" ¿Confirma?", " Shall I?")
}

// lacking names what is missing.
func (s speaker) lacking(q *canonical.Question, needs []canonical.Need) string {
	var all []string
	for _, n := range needs {
		all = append(all, s.need(n.Field, len(q.Offer) > 0))
	}
	return s.purpose(q) + s.in(" falta ", " I still need ") + prose.List(all, s.l) + "."
}

// purpose says what the answer is wanted for.
func (s speaker) purpose(q *canonical.Question) string {
	text := s.in("Para reservar", "To book")
	switch q.Want {
	case canonical.OpFindSlots:
		text = s.in("Para buscar horas libres", "To look for free times")
	case canonical.OpCancel:
		text = s.in("Para cancelar", "To cancel")
	case canonical.OpReschedule:
		text = s.in("Para cambiar la hora", "To move the appointment")
	}
	if q.Service != nil && len(q.Offer) == 0 {
		text += " " + q.Service.Name
	}
	return text
}

func (s speaker) need(f canonical.Field, offered bool) string {
	switch f {
	case canonical.FieldService:
		return s.in("saber qué servicio", "to know which service")
	case canonical.FieldDate:
		return s.in("el día", "the day")
	case canonical.FieldTime:
		if offered {
			return s.in("la hora (una de estas u otra)", "the time (one of these or another)")
		}
		return s.in("la hora", "the time")
	case canonical.FieldEmail:
		return s.in("el correo electrónico de quien se atiende", "the e-mail address of the client")
	case canonical.FieldBooking:
		return s.in("el código de la reserva", "the code of the booking")
	}
	return s.in("su confirmación", "your confirmation")
}

// notice says what stood in the way of what was asked for.
func (s speaker) notice(code string) string {
	switch code {
	case "slot_taken":
		return s.in("Esa hora ya está tomada.", "That time is taken.")
	case "outside_hours":
		return s.in("A esa hora no se atiende.", "That is outside the opening hours.")
	case "past_date":
		return s.in("Esa hora ya pasó.", "That time has passed.")
	case "too_soon":
		return s.in("Esa hora es demasiado pronto.", "That is too soon.")
	case "too_far_ahead":
		return s.in("La agenda aún no llega a esa fecha.", "The diary does not reach that date yet.")
	case "nothing_then":
		return s.in("En esas fechas no queda ninguna hora.", "Nothing is free on those dates.")
	case "declined":
		return s.in("De acuerdo, no queda reservada.", "All right, it is not booked.")
	}
	return ""
}
