package intent

import "hora/canonical"

// language is the tongue of the text: Spanish, unless English words dominate.
func language(t []token) canonical.Language {
	if spanish, english := tally(t); english > spanish {
		return canonical.English
	}
	return canonical.Spanish
}

// Told is the language that a text shows by its words; empty where it has none
// that do, as a number, a name or an address: then it is that of what was said
// before.
func Told(text string) canonical.Language {
	t := split(text[:min(len(text), MaxText)])
	if spanish, english := tally(t); spanish == 0 && english == 0 {
		return ""
	}
	return language(t)
}

// tally counts the words that are of one of the languages.
func tally(t []token) (spanish, english int) {
	for i := range t {
		if t[i].fold == "y" && len(t) == 1 { // and, or yes
			continue
		}
		switch t[i].fold {
		case "el", "la", "los", "las", "un", "una", "unos", "de", "del", "al", "que", "y", "en", "por", "para", "con", "mi", "mis", "su", "es", "son", "soy", "hay", "tienen", "tiene", "ofrecen", "quiero", "quisiera", "necesito", "puedo", "puede", "favor",
			"hola", "gracias", "buenas", "buenos", "dias", "hora", "horas", "cita", "reserva", "reservar", "agendar", "sesion", "cancelar", "anular", "cambiar", "reagendar", "servicio", "servicios", "cuando", "manana", "hoy", "semana", "proxima", "proximo", "esta", "este",
			"perfecto", "dale", "claro", "mejor", "olvidalo", "primera", "segunda", "personas", "despues", "antes", "atienden", "abren", "abierto", "abiertos", "cuanto", "ayuda", "disponibilidad", "disponible", "disponibles", "correo", "nombre", "si", "lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo",
			"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre":
			spanish++
		case "i", "i'm", "i'd", "i'll", "the", "an", "my", "your", "you", "we", "it", "is", "are", "do", "does", "did", "what", "what's", "when", "which", "how", "can", "could", "would", "will", "to", "for", "with", "at", "on", "of", "and", "or", "in", "from", "want", "need", "like", "please",
			"hello", "hi", "thanks", "thank", "book", "booking", "appointment", "session", "schedule", "reschedule", "cancel", "change", "move", "list", "service", "services", "available", "availability", "free", "slot", "slots", "tomorrow", "today", "tonight", "week", "next", "this",
			"never", "mind", "forget", "sounds", "great", "perfect", "sure", "not", "after", "before", "first", "second", "people", "much", "open", "help", "name", "yes", "offer", "have", "any", "show", "page", "morning", "afternoon", "evening", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
			"january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december":
			english++
		}
	}
	return spanish, english
}

// isCommon says whether a word stands in any sentence and so names neither a
// service nor a person.
func isCommon(w string) bool {
	switch w {
	case "a", "al", "algo", "alguien", "algun", "alguna", "algunas", "alguno", "ante", "antes", "aqui", "asi", "aun", "bien", "buen", "buena", "buenas", "bueno", "buenos", "cada", "como", "con", "contigo", "cual", "cuales", "cuanto", "cuanta", "cuantos",
		"de", "del", "desde", "despues", "dia", "dias", "donde", "dos", "e", "el", "ella", "ellos", "en", "entonces", "entre", "es", "esa", "ese", "eso", "esta", "estan", "estas", "este", "esto", "estoy", "favor", "fin", "gracias", "ha", "hacia", "han", "has", "hasta", "hay", "he", "hola",
		"la", "las", "le", "les", "lo", "los", "luego", "mas", "me", "mejor", "mi", "mis", "mismo", "muchas", "mucho", "muy", "nada", "ni", "no", "nos", "o", "otra", "otro", "para", "pero", "poco", "por", "porfa", "porque", "pronto", "pues", "que", "quien", "saludos", "se", "sea", "ser", "si", "sin", "sobre", "solo", "son", "soy", "su", "sus", "tal", "tambien",
		"tarde", "tardes", "te", "ti", "toda", "todas", "todo", "todos", "tu", "u", "un", "una", "unas", "uno", "unos", "usted", "ustedes", "y", "ya", "yo",
		"about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "before", "but", "by", "can", "could", "did", "do", "does", "for", "from", "get", "give", "go", "good", "had", "has been", "have", "hello", "her", "here", "hey", "hi", "him", "his", "how", "i", "i'd", "i'll", "i'm", "i've",
		"if", "im", "in", "into", "is", "it", "it's", "just", "let", "like", "may", "more", "my", "myself", "not", "of", "ok", "okay", "on", "one", "or", "our", "out", "please", "see", "she", "should", "so", "some", "something", "than", "thank", "thanks", "that", "the", "their", "them", "there", "these", "they", "this", "those", "to", "too", "us", "was", "we", "were",
		"what", "what's", "where", "which", "who", "will", "with", "would", "yes", "you", "your":
		return true
	}
	return false
}

// isVerbal says whether a word is part of what is asked, of when or of whom,
// and so names no service.
func isVerbal(w string) bool {
	switch w {
	case "agendar", "agenda", "agendame", "agendo", "ahora", "anular", "anula", "anulen", "atienden", "atencion", "ayuda", "busco", "buscar", "cambiar", "cambio", "cambia", "cambiarla", "cambiarlo", "cancelar", "cancela", "cancelen", "cancelo", "catalogo", "categoria", "categorias", "celular", "cita", "citas", "cliente", "codigo",
		"abierto", "abiertos", "abren", "conocer", "consultar", "correo", "cuando", "cuarto", "cuesta", "cuestan", "cupo", "cupos", "decir", "dime", "disponible", "disponibles", "disponibilidad", "email", "fecha", "fono", "haces", "hacen", "hacer", "hija", "hijo", "hora", "horario", "horarios", "horas", "hoy", "hueco", "huecos",
		"libre", "libres", "lista", "listar", "llamo", "mail", "manana", "media", "menu", "mostrar", "mover", "moverla", "moverlo", "muestra", "muestrame", "mueve", "mueva", "necesito", "nombre", "numero", "ofrece", "ofrecen", "paciente", "pasado", "pedir", "pido", "podria", "precio", "precios", "proxima", "proximo", "puede", "pueden", "puedo",
		"queda", "quedan", "querria", "quiere", "quiero", "quisiera", "reagendar", "reagenda", "reprogramar", "reprograma", "reserva", "reservar", "reservas", "reservo", "reservame", "saber", "semana", "semanas", "servicio", "servicios", "sesion", "sesiones", "siguiente", "solicitar", "solicito", "suspender", "tarifa", "tarifas", "telefono", "tener", "tengo", "tiene", "tienen", "tienes", "tomar", "turno", "turnos", "ver", "viene",
		"address", "afternoon", "anything", "appointment", "appointments", "availability", "available", "book", "booking", "bookings", "cancel", "cancelled", "catalog", "catalogue", "change", "cost", "costs", "date", "day", "days", "evening", "find", "free", "help", "list", "look", "looking", "make", "morning", "move", "moving", "name", "need", "next", "number",
		"offer", "open", "opening", "openings", "phone", "price", "prices", "reschedule", "reservation", "reserve", "schedule", "service", "services", "session", "sessions", "show", "slot", "slots", "tell", "time", "times", "today", "tomorrow", "tonight", "visit", "want", "week", "when":
		return true
	}
	return weekday(w, canonical.Spanish) != "" || weekday(w, canonical.English) != "" || month(w) > 0
}

// weekday is mon to sun; empty for any other word. Short English names count
// only in English, where they are no other words.
func weekday(w string, lang canonical.Language) string {
	switch w {
	case "lunes", "monday", "mondays":
		return "mon"
	case "martes", "tuesday", "tuesdays":
		return "tue"
	case "miercoles", "wednesday", "wednesdays":
		return "wed"
	case "jueves", "thursday", "thursdays":
		return "thu"
	case "viernes", "friday", "fridays":
		return "fri"
	case "sabado", "sabados", "saturday", "saturdays":
		return "sat"
	case "domingo", "domingos", "sunday", "sundays":
		return "sun"
	}
	if lang == canonical.English {
		switch w {
		case "mon", "tue", "wed", "thu", "fri":
			return w
		case "tues":
			return "tue"
		case "thur", "thurs":
			return "thu"
		}
	}
	return ""
}

// month is 1 to 12; 0 for any other word.
func month(w string) int {
	switch w {
	case "enero", "ene", "january", "jan":
		return 1
	case "febrero", "feb", "february":
		return 2
	case "marzo", "mar", "march":
		return 3
	case "abril", "abr", "april", "apr":
		return 4
	case "mayo", "may":
		return 5
	case "junio", "jun", "june":
		return 6
	case "julio", "jul", "july":
		return 7
	case "agosto", "ago", "august", "aug":
		return 8
	case "septiembre", "setiembre", "sep", "sept", "september":
		return 9
	case "octubre", "oct", "october":
		return 10
	case "noviembre", "nov", "november":
		return 11
	case "diciembre", "dic", "december", "dec":
		return 12
	}
	return 0
}
