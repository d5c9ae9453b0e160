package a2a

import (
	"slices"
	"strings"

	"hora/bindings/internal/prose"
	"hora/canonical"
)

// question asks for exactly what an act still lacks. What stood in the way of
// what was asked for comes first.
func (w *words) question(q *canonical.Question, o *canonical.Outcome) {
	for _, n := range o.Notices {
		if w.b.Len() > 0 {
			w.add("\n")
		}
		w.notice(n.Code)
	}
	if left(o) {
		if q.Want == canonical.OpBook {
			w.say(" No queda nada reservado.", " Nothing is booked.")
		}
		return
	}
	if w.b.Len() > 0 {
		w.add("\n")
	}
	switch {
	case q.Proposal != nil:
		w.proposal(q)
	case q.Want == canonical.OpNone:
		w.say("Soy la agenda de ", "I keep the diary of ")
		w.add(q.Organization.Name)
		w.say(". Puedo mostrar los servicios, buscar horas libres y reservar. ¿Qué necesita?",
			". I can show the services, look for free times, and book. What do you need?")
	case len(o.Needs) == 0:
		w.say("¿Para qué día y a qué hora sería mejor?", "Which day and time would be better?")
	default:
		if len(q.Offer) > 0 {
			w.offer(q)
		}
		w.lacking(q, o.Needs)
		for _, n := range o.Needs {
			w.services(n.Choices, true)
		}
	}
}

// offer numbers the free starts that are offered.
func (w *words) offer(q *canonical.Question) {
	w.say("Horas libres", "Free times")
	if q.Service != nil {
		w.say(" para ", " for ")
		w.add(q.Service.Name)
	}
	w.add(":\n")
	for i := range q.Offer {
		w.number(i + 1)
		w.add(". ")
		w.moment(q.Offer[i].Start, q.Timezone)
		w.add("\n")
	}
}

// proposal shows what would be booked, and asks for a yes.
func (w *words) proposal(q *canonical.Question) {
	p := q.Proposal
	w.say("Esto reservaría: ", "This is what I would book: ")
	if q.Service != nil {
		w.with(q.Service.Name, q.Provider.Name)
	}
	w.add(", ")
	w.moment(p.Start, q.Timezone)
	w.add(", ")
	w.number(p.Minutes)
	w.add(" min")
	if q.Service != nil {
		w.add(", ")
		w.price(q.Service.Price)
	}
	switch {
	case p.Party == 1:
		w.say(", 1 persona", ", 1 person")
	case p.Party > 1:
		w.add(", ")
		w.number(p.Party)
		w.say(" personas", " people")
	}
	if p.Client.Email != "" {
		w.say(", para ", ", for ")
		if name := strings.TrimSpace(p.Client.Name + " " + p.Client.Surname); name != "" {
			w.add(name + " (" + p.Client.Email + ")")
		} else {
			w.add(p.Client.Email)
		}
	}
	w.say(". ¿Confirma?", ". Shall I?")
}

// lacking names what is missing, and what for.
func (w *words) lacking(q *canonical.Question, needs []canonical.Need) {
	switch q.Want {
	case canonical.OpFindSlots:
		w.say("Para buscar horas libres", "To look for free times")
	case canonical.OpCancel:
		w.say("Para cancelar", "To cancel")
	case canonical.OpReschedule:
		w.say("Para cambiar la hora", "To move the appointment")
	default:
		w.say("Para reservar", "To book")
	}
	if q.Service != nil && len(q.Offer) == 0 {
		if w.add(" "); q.Want == canonical.OpFindSlots {
			w.say("de ", "for ")
		}
		w.add(q.Service.Name)
		if !q.Start.IsZero() {
			w.say(" el ", " on ")
			w.moment(q.Start, q.Timezone)
		}
	}
	w.say(" falta ", " I still need ")
	var all []string
	for _, n := range needs {
		if n.Field != canonical.FieldDate || len(q.Offer) == 0 { // what is offered says the day
			all = append(all, need(n.Field, len(q.Offer) > 0, w.l))
		}
	}
	w.add(prose.List(all, w.l))
	w.add(".")
}

func need(f canonical.Field, offered bool, l canonical.Language) string {
	switch f {
	case canonical.FieldService:
		return prose.In(l, "saber qué servicio", "to know which service")
	case canonical.FieldParty:
		return prose.In(l, "saber cuántas personas vienen (de 1 a 1000)", "to know how many people come (1 to 1000)")
	case canonical.FieldDate:
		return prose.In(l, "el día", "the day")
	case canonical.FieldTime:
		if offered {
			return prose.In(l, "la hora (una de estas u otra)", "the time (one of these or another)")
		}
		return prose.In(l, "la hora", "the time")
	case canonical.FieldEmail:
		return prose.In(l, "el correo electrónico de quien se atiende", "the e-mail address of the client")
	case canonical.FieldBooking:
		return prose.In(l, "el código de la reserva", "the code of the booking")
	}
	return prose.In(l, "su confirmación", "your confirmation")
}

// notice says what stood in the way of what was asked for.
func (w *words) notice(code string) {
	switch code {
	case "slot_taken":
		w.say("Esa hora ya está tomada.", "That time is taken.")
	case "outside_hours":
		w.say("A esa hora no se atiende.", "That is outside the opening hours.")
	case "past_date":
		w.say("Esa hora ya pasó.", "That time has passed.")
	case "too_soon":
		w.say("Esa hora es demasiado pronto.", "That is too soon.")
	case "too_far_ahead":
		w.say("La agenda aún no llega a esa fecha.", "The diary does not reach that date yet.")
	case "nothing_then":
		w.say("En esas fechas no queda ninguna hora.", "Nothing is free on those dates.")
	case "declined":
		w.say("De acuerdo, no queda reservada.", "All right, it is not booked.")
	case noticeLeft:
		w.say("De acuerdo, lo dejamos así.", "All right, we leave it at that.")
	}
}

// noticeLeft says that a conversation was given up.
const noticeLeft = "left"

// left says whether an outcome is the end of a conversation that was given up.
func left(o *canonical.Outcome) bool {
	return slices.ContainsFunc(o.Notices, func(n canonical.Notice) bool { return n.Code == noticeLeft })
}
