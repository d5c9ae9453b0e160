package servicialo

import (
	"slices"
	"strings"

	"hora/bindings/internal/prose"
	"hora/canonical"
)

// excuse says in words that an act was not done and why.
func excuse(op canonical.Op, e *canonical.Error, l canonical.Language) string {
	return notDone(op, l) + ": " + because(op, e, l) + "."
}

func notDone(op canonical.Op, l canonical.Language) string {
	switch op {
	case canonical.OpBook:
		return prose.In(l, "No se pudo reservar", "Not booked")
	case canonical.OpCancel:
		return prose.In(l, "No se pudo cancelar", "Not cancelled")
	case canonical.OpReschedule:
		return prose.In(l, "No se pudo cambiar la hora", "Not moved")
	}
	return prose.In(l, "No se pudo consultar", "Not answered")
}

func because(op canonical.Op, e *canonical.Error, l canonical.Language) string {
	switch e.Code {
	case canonical.Unavailable:
		return prose.In(l, "el servicio no responde por ahora, intente de nuevo", "the service is unavailable for now, try again")
	case canonical.OutcomeUnknown:
		return prose.In(l, "no se sabe si quedó hecho, repita el mensaje con el mismo identificador", "it is not known whether it was done, repeat the message with the same id")
	case canonical.Invalid:
		if slices.ContainsFunc(e.Problems, func(p canonical.Problem) bool { return p.Rule == canonical.RuleUnchanged }) {
			return prose.In(l, "no se puede cambiar de profesional", "the professional cannot be changed")
		}
		return prose.In(l, "faltan datos o no son válidos (", "arguments are missing or invalid (") + named(e.Problems) + ")"
	case canonical.Unauthenticated:
		return prose.In(l, "se requiere la API key de la organización", "the organization's API key is required")
	case canonical.Forbidden:
		return prose.In(l, "la API key no permite hacerlo en esta organización", "the API key does not allow it at this organization")
	case canonical.UnknownService:
		return prose.In(l, "ese servicio no existe", "there is no such service")
	case canonical.UnknownProvider:
		return prose.In(l, "ningún profesional así atiende ese servicio", "no such professional offers the service")
	case canonical.UnknownResource:
		return prose.In(l, "ese recurso no existe", "there is no such resource")
	case canonical.UnknownBooking:
		return prose.In(l, "esa hora no existe", "there is no such appointment")
	case canonical.UnknownOrder:
		return prose.In(l, "esa orden de servicio no existe", "there is no such service order")
	case canonical.UnknownSale:
		return prose.In(l, "esa venta no existe", "there is no such sale")
	case canonical.PastDate:
		return prose.In(l, "la fecha ya pasó", "the date is past")
	case canonical.OutsideHours:
		return prose.In(l, "está fuera del horario de atención", "it is outside open hours")
	case canonical.TooSoon:
		return prose.In(l, "es con menos anticipación que la permitida", "it is at shorter notice than allowed")
	case canonical.TooFarAhead:
		return prose.In(l, "es con más anticipación que la permitida", "it is further ahead than allowed")
	case canonical.SlotTaken:
		return prose.In(l, "esa hora ya está tomada, consulte de nuevo la disponibilidad", "that time is already taken, check availability again")
	case canonical.UnknownHold, canonical.HoldExpired:
		return prose.In(l, "la hora ya no está apartada", "the time is no longer held")
	case canonical.CapacityExceeded:
		return prose.In(l, "quedan menos cupos que los pedidos", "fewer places are free than were asked for")
	case canonical.TooManyHolds:
		return prose.In(l, "ya hay demasiadas horas apartadas", "too many times are held already")
	case canonical.PaymentRequired:
		due := ""
		if e.Price != nil {
			due = " (" + prose.Money(*e.Price, l) + ")"
		}
		return prose.In(l, "el servicio se paga por adelantado", "the service is paid in advance") + due
	case canonical.PaymentNotApproved:
		return prose.In(l, "el pago no está aprobado", "the payment is not approved")
	case canonical.PaymentTooSmall:
		return prose.In(l, "el pago no cubre el precio", "the payment does not cover the price")
	case canonical.PaymentUsed:
		return prose.In(l, "el pago ya se usó en otra hora", "the payment was already used for another appointment")
	case canonical.AlreadyCancelled:
		return prose.In(l, "ya estaba cancelada", "it was already cancelled")
	case canonical.InvalidState:
		return prose.In(l, "su estado actual no lo permite", "its current state does not allow it")
	case canonical.TooLateToCancel:
		return prose.In(l, "ya es muy tarde para cancelarla", "it is too late to cancel it")
	case canonical.TooManyReschedules:
		return prose.In(l, "ya no se puede cambiar más veces", "it cannot be moved any more often")
	}
	return prose.In(l, "hubo un error interno", "there was an internal error")
}

// named lists the arguments that are at fault.
func named(problems []canonical.Problem) string {
	names := make([]string, 0, len(problems))
	for _, p := range problems {
		if path := wireName(p.Path); path != "" {
			names = append(names, path)
		}
	}
	return strings.Join(names, ", ")
}
