package intent

import (
	"slices"
	"strings"

	"hora/canonical"
)

// want is the act a text asks for. timed and mailed say that it names a time
// of day and an e-mail address: then a question about free hours is a booking
// all the same. What a text says that it does not want is not asked for.
func want(t []token, timed, mailed bool) canonical.Op {
	all := t
	t = affirmed(t)
	switch {
	case has(t, "reagend*", "reprogram*", "reschedul*", "rebook*", "cambiarla", "cambiarlo", "moverla", "moverlo"),
		near(t, 5, phrase("cambiar*", "cambia", "cambie", "cambien", "cambiame", "mover", "muev*"), phrase("hora", "horas", "cita", "citas", "sesion", "sesiones", "reserva", "reservas", "turno")),
		near(t, 2, phrase("cambio"), phrase("hora", "cita", "sesion", "reserva", "turno")), // but not "cambio de aceite"
		near(t, 6, phrase("move", "moving", "changing"), phrase("appointment", "session", "booking", "reservation")),
		near(t, 6, phrase("change"), phrase("appointment", "session", "booking", "reservation")) && !near(t, 1, phrase("change"), phrase("appointment", "appointments")), // "an oil change appointment"
		near(t, 1, phrase("to", "can", "i", "please"), phrase("change")) && near(t, 1, phrase("change"), phrase("appointment", "appointments")):
		return canonical.OpReschedule
	case has(t, "cancel*", "anul*"),
		near(t, 3, phrase("suspend*"), phrase("hora", "cita", "sesion", "reserva", "turno")):
		return canonical.OpCancel
	}
	books := has(t, "reserv*", "agend*", "book", "booking", "appointment", "appointments", "cita", "citas") ||
		near(t, 2, phrase("pedir", "pido", "tomar", "solicit*", "quiero", "quisiera", "querria", "necesito", "busco", "agendo"), phrase("hora", "horas", "turno")) ||
		near(t, 1, phrase("schedule"), phrase("a", "an", "my", "me", "us"))
	t = all
	asks := has(t, "disponib*", "availab*", "horario", "horarios", "cuando", "when", "slot", "slots", "libre", "libres", "hueco", "huecos", "free", "cupo", "cupos", "opening", "openings", "open", "atienden", "abren", "abierto", "abiertos") ||
		near(t, 3, phrase("hay", "tienen", "tienes", "quedan", "queda", "tendran"), phrase("hora", "horas", "turno", "turnos")) ||
		near(t, 2, phrase("hora", "horas"), phrase("hay", "tienen", "tienes", "quedan")) ||
		near(t, 2, phrase("what", "which", "any"), phrase("time", "times")) ||
		(has(t, "schedule") && !books)
	catalogue := has(t, "servicio", "servicios", "service", "services", "catalog*", "ofrec*", "offer*", "lista", "listar", "list", "menu", "categoria", "categorias", "category", "categories",
		"precio", "precios", "price", "prices", "tarifa", "tarifas", "cuesta", "cuestan", "cost", "costs") ||
		near(t, 1, phrase("que"), phrase("hacen", "haces")) ||
		near(t, 1, phrase("how"), phrase("much")) ||
		near(t, 1, phrase("cuanto"), phrase("vale", "valen", "sale", "salen", "es", "son", "cobran"))
	switch {
	case asks && near(t, 2, phrase("servicios", "services", "service"), phrase("disponib*", "availab*")),
		asks && near(t, 1, phrase("available"), phrase("services")):
		return canonical.OpListServices
	case books && (!asks || timed || mailed):
		return canonical.OpBook
	case asks:
		return canonical.OpFindSlots
	case catalogue:
		return canonical.OpListServices
	}
	return canonical.OpNone
}

// about says whether a text asks for the place itself: when it is open, where
// it is.
func about(t []token) bool {
	return near(t, 2, phrase("horario", "horarios"), phrase("atencion", "apertura")) ||
		near(t, 1, phrase("opening", "business", "office"), phrase("hours")) ||
		near(t, 2, phrase("hora"), phrase("abren", "cierran")) ||
		near(t, 3, phrase("when", "time"), phrase("open", "close")) ||
		near(t, 2, phrase("donde"), phrase("estan", "quedan", "queda", "ubicados", "encuentran")) ||
		near(t, 2, phrase("where"), phrase("located", "you", "place")) ||
		has(t, "direccion", "ubicacion")
}

// affirmed is the text without what it denies: what follows a "no", up to the
// first word that says more than that something is wanted, and the appointment
// that this word is about.
func affirmed(t []token) []token {
	t = slices.Clone(t)
	for i := range t {
		if !isDenial(t[i].fold) {
			continue
		}
		said := false
		for j := i + 1; j < len(t) && t[j-1].gap == 0; j++ {
			if w := t[j].fold; !isWanting(w) && !matches(w, appointment) {
				if said {
					break
				}
				said = true
			}
			t[j].used = true
		}
	}
	return t
}

// appointment is what the acts are about.
var appointment = phrase("hora", "horas", "cita", "citas", "sesion", "sesiones", "reserva", "reservas", "turno", "appointment", "session", "booking", "reservation")

func isDenial(w string) bool {
	switch w {
	case "no", "nunca", "jamas", "tampoco", "ni", "sin", "not", "don't", "dont", "doesn't", "won't", "never", "nor", "without":
		return true
	}
	return false
}

// isWanting says whether a word can stand between a "no" and the act that it
// denies. "No puedo ir, cancelen" denies nothing.
func isWanting(w string) bool {
	switch w {
	case "quiero", "quisiera", "queremos", "deseo", "necesito", "hace", "falta", "hay", "que", "tengo", "es", "necesario", "me", "nos", "la", "lo", "se", "si", "una", "mi",
		"want", "wish", "need", "have", "to", "would", "like", "necessary", "my", "us", "you", "please":
		return true
	}
	return false
}

// phrase lists words that mean the same; a final star stands for any ending.
func phrase(words ...string) []string { return words }

func matches(w string, words []string) bool {
	for _, p := range words {
		if stem, open := strings.CutSuffix(p, "*"); open && strings.HasPrefix(w, stem) || w == p {
			return true
		}
	}
	return false
}

// has says whether the text has one of the words.
func has(t []token, words ...string) bool {
	for i := range t {
		if !t[i].used && matches(t[i].fold, words) {
			return true
		}
	}
	return false
}

// near says whether a first word is followed by a second one, at most so many
// words later.
func near(t []token, reach int, first, second []string) bool {
	for i := range t {
		if t[i].used || !matches(t[i].fold, first) {
			continue
		}
		for j := i + 1; j < len(t) && j <= i+reach; j++ {
			if !t[j].used && matches(t[j].fold, second) {
				return true
			}
		}
	}
	return false
}

// booking is the id of a booking: a ULID wherever it stands, or what follows a
// word for a booking and looks like an id.
func booking(t []token, want canonical.Op) string {
	for i := range t {
		if !t[i].used && isULID(t[i].raw) {
			t[i].used = true
			return t[i].raw
		}
	}
	for i := range t {
		switch t[i].fold {
		case "sesion", "session", "reserva", "reservacion", "reservation", "booking", "cita", "appointment", "hora", "codigo", "code", "id", "numero", "number", "nro", "ref", "referencia", "reference":
		default:
			continue
		}
		for j := i + 1; j < len(t) && j <= i+4; j++ {
			if isReference(&t[j]) {
				t[j].used = true
				return t[j].raw
			}
			if !isConnector(t[j].fold) {
				break
			}
		}
	}
	if want != canonical.OpCancel && want != canonical.OpReschedule {
		return ""
	}
	for i := range t { // the only thing these acts name by an id
		if isReference(&t[i]) && len(t[i].raw) >= 12 && digitsIn(t[i].raw) < len(t[i].raw) {
			t[i].used = true
			return t[i].raw
		}
	}
	return ""
}

func isConnector(w string) bool {
	switch w {
	case "id", "numero", "number", "n", "no", "nro", "num", "codigo", "code", "con", "with", "de", "es", "is", "el", "la", "the", "ref", "sesion", "session", "reserva", "booking":
		return true
	}
	return false
}

// isReference says whether a token looks like an id: long enough, and with a
// digit in it.
func isReference(k *token) bool {
	return !k.used && len(k.raw) >= 6 && digitsIn(k.raw) > 0 && canonical.IsID(k.raw)
}

// isULID says whether s is a ULID: 26 characters of Crockford's alphabet, at
// most 128 bits.
func isULID(s string) bool {
	if len(s) != 26 || s[0] < '0' || s[0] > '7' {
		return false
	}
	for i := range len(s) {
		c := s[i] | 0x20
		if !isDigit(s[i]) && (c < 'a' || c > 'z' || c == 'i' || c == 'l' || c == 'o' || c == 'u') {
			return false
		}
	}
	return true
}
