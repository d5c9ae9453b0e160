package intent

import "strconv"

// most is the largest party that a text can speak of.
const most = 1000

// party is how many people a text says will come; 0 where it does not. Its
// tokens are marked as used.
func party(t []token) int {
	for i := range t {
		if t[i].used {
			continue
		}
		n := count(t[i].fold)
		if n == 0 {
			continue
		}
		switch {
		case i+1 < len(t) && t[i].gap == 0 && isHead(t[i+1].fold):
			use(t, i, 2)
			return n
		case i > 0 && (t[i-1].fold == "somos" || t[i-1].fold == "we're"),
			i > 1 && t[i-1].fold == "are" && t[i-2].fold == "we",
			i > 1 && (t[i-1].fold == "of" || t[i-1].fold == "for" || t[i-1].fold == "para" || t[i-1].fold == "de") && isGroup(t[i-2].fold) && !isCounted(t, i+1):
			use(t, i, 1)
			return n
		}
	}
	return 0
}

// isCounted says whether a number before token i is of something that is no
// person: "a table for 7 pm".
func isCounted(t []token, i int) bool {
	if i >= len(t) || t[i-1].gap != 0 {
		return false
	}
	half, hours, _ := dayPart(t, i)
	return half != 0 || hours || isUnit(t[i].fold) || month(t[i].fold) > 0 || t[i].fold == "de" || t[i].fold == "of"
}

// isHead says whether a word counts people or the places they take.
func isHead(w string) bool {
	switch w {
	case "persona", "personas", "pax", "adulto", "adultos", "comensales", "invitados", "asiento", "asientos", "puesto", "puestos", "cupos", "entradas",
		"person", "persons", "people", "adult", "adults", "guests", "seat", "seats", "tickets", "spots", "places":
		return true
	}
	return false
}

// isGroup says whether how many follows a word with "of" or "for".
func isGroup(w string) bool {
	switch w {
	case "mesa", "grupo", "reserva", "table", "party", "group", "reservation":
		return true
	}
	return false
}

// count is the number that a token is; 0 for any other.
func count(w string) int {
	if n := number(w); n > 0 {
		return n
	}
	if n, err := strconv.Atoi(w); err == nil && n > 0 && n <= most && isDigit(w[0]) {
		return n
	}
	return 0
}
