package a2a

import "hora/canonical"

// excuse says why an act was refused. Only the refusals that are business ever
// reach a reader; the others are here so that none is without words.
func (w *words) excuse(e *canonical.Error) {
	switch e.Code {
	case canonical.UnknownService:
		w.say("Aquí no hay un servicio así.", "There is no such service here.")
	case canonical.UnknownProvider:
		w.say("Nadie así da ese servicio.", "Nobody of that id gives this service.")
	case canonical.UnknownResource:
		w.say("Aquí no hay un recurso así.", "There is no such resource here.")
	case canonical.UnknownBooking:
		w.say("No hay una reserva con ese código.", "There is no booking of that code.")
	case canonical.UnknownHold:
		w.say("No hay una hora guardada así, o es para otra cosa.", "There is no such hold, or it is for something else.")
	case canonical.UnknownOrder:
		w.say("Aquí no hay una orden así.", "There is no such order here.")
	case canonical.UnknownSale:
		w.say("Aquí no hay una venta así.", "There is no such sale here.")
	case canonical.PastDate:
		w.notice("past_date")
	case canonical.OutsideHours:
		w.notice("outside_hours")
	case canonical.TooSoon:
		w.notice("too_soon")
	case canonical.TooFarAhead:
		w.notice("too_far_ahead")
	case canonical.SlotTaken:
		w.notice("slot_taken")
	case canonical.CapacityExceeded:
		w.say("No hay lugar para tantas personas.", "There is no room for so many people.")
	case canonical.HoldExpired:
		w.say("La hora guardada ya venció.", "The hold has run out.")
	case canonical.PaymentRequired:
		w.say("Este servicio se paga por adelantado", "This service is paid in advance")
		w.due(e.Price)
		w.say(" Para reservarlo hace falta el código de un pago aprobado.", " Booking it takes the id of an approved payment.")
	case canonical.PaymentNotApproved:
		w.say("El pago no está aprobado", "The payment is not approved")
		w.due(e.Price)
	case canonical.PaymentTooSmall:
		w.say("El pago no alcanza", "The payment is not enough")
		w.due(e.Price)
	case canonical.PaymentUsed:
		w.say("Ese pago ya se usó", "That payment has been used")
		w.due(e.Price)
	case canonical.AlreadyCancelled:
		w.say("Esa reserva ya está cancelada.", "That booking is cancelled already.")
	case canonical.InvalidState:
		w.say("Así como está, ya no se puede.", "As it stands, this can no longer be done.")
	case canonical.TooLateToCancel:
		w.say("Ya es tarde para cancelar.", "It is too late to cancel.")
	case canonical.TooManyReschedules:
		w.say("Esa reserva ya no se puede cambiar más.", "That booking cannot be moved any more.")
	case canonical.TooManyHolds:
		w.say("Ya hay demasiadas horas guardadas para este servicio.", "Too many times of this service are kept already.")
	case canonical.Invalid:
		w.say("Con esos datos no se puede.", "That cannot be done as asked.")
	default:
		w.say("No se pudo hacer.", "It could not be done.")
	}
}

// due says how much, and ends the sentence.
func (w *words) due(price *canonical.Money) {
	if price != nil {
		w.add(": ")
		w.money(*price)
	}
	w.add(".")
}
