package intent

import (
	"testing"

	"hora/canonical"
)

const (
	none       = canonical.OpNone
	services   = canonical.OpListServices
	slots      = canonical.OpFindSlots
	book       = canonical.OpBook
	cancel     = canonical.OpCancel
	reschedule = canonical.OpReschedule
)

func TestWant(t *testing.T) {
	for _, tt := range []struct {
		text string
		want canonical.Op
	}{
		{"", none}, {"hola", none}, {"¿?", none}, {"🙂", none}, {"gracias!", none}, {"hello there", none},

		{"¿Qué servicios tienen?", services}, {"que ofrecen", services}, {"¿Qué hacen ustedes?", services}, {"catálogo", services}, {"Muéstrame la lista", services},
		{"¿Cuánto cuesta la limpieza?", services}, {"precios", services}, {"What do you offer?", services}, {"show me the menu", services}, {"services", services},
		{"What services are available?", services}, {"available services", services}, {"servicios disponibles", services}, {"how much are your prices", services},

		{"¿Tienen disponibilidad mañana?", slots}, {"horarios del viernes", slots}, {"¿Cuándo atienden?", slots}, {"hay hueco el lunes?", slots}, {"algo libre hoy", slots},
		{"¿Qué horas hay el martes?", slots}, {"¿Tienen horas esta semana?", slots}, {"When are you free?", slots}, {"is there a slot on Monday", slots}, {"availability next week", slots},
		{"what is your schedule", slots}, {"¿Qué disponibilidad hay para reservar?", slots}, {"quiero reservar, ¿qué disponibilidad tienen?", slots}, {"any openings tomorrow?", slots}, {"What times do you have on Monday?", slots}, {"which times are there", slots},

		{"quiero reservar, tienen disponibilidad a las 10?", book}, {"Reservar si hay disponibilidad, mi correo es a@b.cl", book}, {"book a free slot at 3pm", book},
		{"Agéndame con la Dra. Pérez", book}, {"agendar", book}, {"una cita por favor", book}, {"pedir hora", book}, {"tomar una hora", book}, {"solicito hora", book}, {"necesito la hora", book},
		{"quisiera otra hora", book}, {"quiero un turno", book}, {"book", book}, {"I'd like to book a massage", book}, {"make an appointment", book}, {"schedule an evaluation", book}, {"schedule my visit", book},
		{"make a reservation", book},

		{"anular la reserva", cancel}, {"cancela mi hora", cancel}, {"suspender la hora", cancel}, {"suspender mi cita", cancel}, {"please cancel", cancel}, {"Can you cancel the appointment?", cancel}, {"¿Cuándo puedo cancelar?", cancel},

		{"reprogramar mi cita", reschedule}, {"cambiar la hora", reschedule}, {"Quiero cambiar mi sesión para el lunes", reschedule}, {"mover la reserva", reschedule}, {"muévanme la cita", reschedule},
		{"¿Puedo moverla?", reschedule}, {"Necesito reagendar o cancelar mi cita", reschedule}, {"move my appointment", reschedule}, {"change the time of my booking", reschedule}, {"Could you reschedule?", reschedule},

		{"necesito un cambio de aceite a primera hora", none}, {"quiero una hora para cambio de aceite", book}, {"cambio de aceite, ¿qué hora tienen?", slots}, {"I need an oil change appointment", book}, {"cambio de hora, por favor", reschedule}, {"can I change appointments", reschedule}, {"please change appointment", reschedule},

		{"no quiero cancelar", none}, {"no canceles la sesión", none}, {"Please do not cancel my session", none}, {"I don’t want to cancel it", none}, {"no sé si cancelar", none},
		{"no hace falta cancelar", none}, {"No reagendar", none}, {"ni cancelar ni mover mi cita", none}, {"No quiero cancelar mi hora", none}, {"don't move my appointment", none}, {"no cancelen mi hora, agenden otra", book}, {"I do not want to cancel, I want to book a massage", book},
		{"no quiero cancelar sino reagendar", reschedule}, {"no quiero reservar, solo ver los horarios", slots}, {"no quiero esa hora, quiero reservar otra", book},
		{"No puedo ir, cancelen mi hora", cancel}, {"no podré asistir, quiero cancelar", cancel}, {"No, cancelar", cancel}, {"¿No me pueden reagendar?", reschedule},
		{"¿no hay horas libres?", slots}, {"no olviden cancelar mi hora", cancel},

		{"¿A qué hora atienden?", slots}, {"¿Están abiertos el domingo?", slots}, {"Are you open on Sunday?", slots}, {"how much is a massage?", services}, {"¿cuánto vale la sesión?", services},

		{"cambiar mi correo", none}, {"change my password", none}, {"suspender el pago", none}, {"mi teléfono móvil", none}, {"¿a que se dedican?", none}, {"la agencia", none}, {"menudo lío", none}, {"freedom", none}, {"bookkeeping", none},
	} {
		if got := Read(tt.text).Want; got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}
