package a2a

import (
	"hora/bindings/internal/prose"
	"hora/canonical"
)

// excuse says why an act was refused. Only the refusals that are business ever
// reach a reader; the others are here so that none is without words.
func (s speaker) excuse(e *canonical.Error) string {
	switch e.Code {
	case canonical.UnknownService:
		return s.in("Aquí no hay un servicio así.", "There is no such service here.")
	case canonical.UnknownProvider:
		return s.in("Nadie así da ese servicio.", "Nobody of that id gives this service.")
	case canonical.UnknownResource:
		return s.in("Aquí no hay un recurso así.", "There is no such resource here.")
	case canonical.UnknownBooking:
		return s.in("No hay una reserva con ese código.", "There is no booking of that code.")
	case canonical.UnknownHold:
		return s.in("No hay una hora guardada así, o es para otra cosa.", "There is no such hold, or it is for something else.")
	case canonical.UnknownOrder:
		return s.in("Aquí no hay una orden así.", "There is no such order here.")
	case canonical.UnknownSale:
		return s.in("Aquí no hay una venta así.", "There is no such sale here.")
	case canonical.PastDate:
		return s.notice("past_date")
	case canonical.OutsideHours:
		return s.notice("outside_hours")
	case canonical.TooSoon:
		return s.notice("too_soon")
	case canonical.TooFarAhead:
		return s.notice("too_far_ahead")
	case canonical.SlotTaken:
		return s.notice("slot_taken")
	case canonical.HoldExpired:
		return s.in("La hora guardada ya venció.", "The hold has run out.")
	case canonical.PaymentRequired:
		return s.in("Este servicio se paga por adelantado", "This service is paid in advance") + s.due(e.Price)
	case canonical.PaymentNotApproved:
		return s.in("El pago no está aprobado", "The payment is not approved") + s.due(e.Price)
	case canonical.PaymentTooSmall:
		return s.in("El pago no alcanza", "The payment is not enough") + s.due(e.Price)
	case canonical.PaymentUsed:
		return s.in("Ese pago ya se usó", "That payment has been used") + s.due(e.Price)
	case canonical.AlreadyCancelled:
		return s.in("Esa reserva ya está cancelada.", "That booking is cancelled already.")
	case canonical.InvalidState:
		return s.in("Así como está, ya no se puede.", "As it stands, this can no longer be done.")
	case canonical.TooLateToCancel:
		return s.in("Ya es tarde para cancelar.", "It is too late to cancel.")
	case canonical.TooManyReschedules:
		return s.in("Esa reserva ya no se puede cambiar más.", "That booking cannot be moved any more.")
	case canonical.Invalid:
		return s.in("Con esos datos no se puede.", "That cannot be done as asked.")
	}
	return s.in("No se pudo hacer.", "It could not be done.")
}

// due says how much, and ends the sentence.
func (s speaker) due(price *canonical.Money) string {
	if price == nil {
		return "."
	}
	return ": " + prose.Money(*price, s.l) + "."
}
