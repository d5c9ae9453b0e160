package servicialo

import (
	"strings"

	"hora/bindings/internal/prose"
	"hora/canonical"
)

// ask is the text that asks for exactly what an act still lacks.
func ask(q *canonical.Question, needs []canonical.Need) string {
	l := q.Language
	if q.Want == canonical.OpNone || len(needs) == 0 {
		return prose.In(l,
			"Soy el agente de "+q.Organization.Name+". Puedo mostrar los servicios, buscar horas libres, y reservar, cambiar o cancelar una hora. ¿Qué necesita?",
			"I am the agent of "+q.Organization.Name+". I can list the services, look for free hours, and book, move or cancel an appointment. What do you need?")
	}
	var b strings.Builder
	b.WriteString(purpose(q, l))
	b.WriteString(prose.In(l, " me falta:", " I still need:"))
	for _, n := range needs {
		b.WriteString("\n- " + wanted(n, l))
		for i := range n.Choices {
			b.WriteString("\n  • " + described(&n.Choices[i], l))
		}
	}
	return b.String()
}

// purpose says what the answer is wanted for, and what was understood of it.
func purpose(q *canonical.Question, l canonical.Language) string {
	s, of := prose.In(l, "Para reservar", "To book"), " "
	switch q.Want {
	case canonical.OpFindSlots:
		s, of = prose.In(l, "Para buscar horas libres", "To look for free hours"), prose.In(l, " de ", " for ")
	case canonical.OpCancel:
		s = prose.In(l, "Para cancelar la hora", "To cancel the appointment")
	case canonical.OpReschedule:
		s = prose.In(l, "Para cambiar la hora", "To move the appointment")
	}
	if q.Service != nil {
		s += of + q.Service.Name + " (" + prose.Price(q.Service.Price, l) + ")"
	}
	return s + prose.In(l, " en ", " at ") + q.Organization.Name
}

func wanted(n canonical.Need, l canonical.Language) string {
	switch n.Field {
	case canonical.FieldService:
		if len(n.Choices) > 0 {
			return prose.In(l, "el servicio, uno de estos:", "the service, one of these:")
		}
		return prose.In(l, "el servicio", "the service")
	case canonical.FieldParty:
		return prose.In(l, "cuántas personas vienen, de 1 a 1000", "how many people come, 1 to 1000")
	case canonical.FieldDate:
		return prose.In(l, "la fecha", "the date")
	case canonical.FieldTime:
		return prose.In(l, "la hora del día", "the time of day")
	case canonical.FieldEmail:
		return prose.In(l, "el correo electrónico de quien se atiende", "the e-mail address of the client")
	case canonical.FieldBooking:
		return prose.In(l, "el identificador de la sesión que se entregó al reservar", "the session id that was given with the booking")
	}
	return string(n.Field)
}
