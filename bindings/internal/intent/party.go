package intent

import "hora/canonical"

// party is how many people a text says will come; 0 where it does not. It is
// unclear where the text speaks of people and not how many for certain: of two
// or three, of none, of a dozen or so, of more than may come. Its tokens are
// marked as used.
func party(t []token) (n int, unclear bool) {
	var whole, parts int // of all, and of adults and children
	for i := range t {
		if t[i].used {
			continue
		}
		n, words := numeral(t, i)
		if words == 0 {
			continue
		}
		end := i + words
		var head int
		switch {
		case end < len(t) && t[end-1].gap == 0 && isCrowd(t[end].fold):
			head = end
		case n < 0 && end+1 < len(t) && (t[end].fold == "de" || t[end].fold == "of") && isCrowd(t[end+1].fold):
			head = end + 1
		case !grouped(t, i), isCounted(t, end), n == 1 && !isDigit(t[i].raw[0]), n < 0 && !isHundreds(t[end-1].fold) && digitsIn(t[i].raw) < len(t[i].raw):
			continue
		}
		unclear = unclear || n < 1 || n > canonical.MaxParty || oneOf(t, i, head) || fraction(t, i)
		switch {
		case head > 0 && (isChild(t[head].fold) || isAdult(t[head].fold)):
			parts += n
		case whole > 0 && n != whole:
			unclear = true
		default:
			whole = n
		}
		use(t, i, max(end, head+1)-i)
	}
	n = max(whole, parts)
	if unclear = unclear || n > canonical.MaxParty; unclear {
		return 0, true
	}
	return n, false
}

// grouped says whether the number at i is of people by what stands before it:
// "somos 5", "mesa para 5", "a party of 5".
func grouped(t []token, i int) bool {
	switch {
	case i == 0:
		return false
	case t[i-1].fold == "somos", t[i-1].fold == "we're":
		return true
	case i == 1:
		return false
	case t[i-1].fold == "are" && t[i-2].fold == "we":
		return true
	}
	return matches(t[i-1].fold, phrase("of", "for", "para", "de")) && isGroup(t[i-2].fold)
}

// oneOf says whether the number at i, of what is said at head, is one of two
// that may be meant: "2 o 3 personas", "entre 4 y 6 personas", "5 people or 6".
func oneOf(t []token, i, head int) bool {
	if i > 1 && t[i-2].gap == 0 {
		if n, words := numeral(t, i-2); n > 0 && words == 1 {
			switch {
			case matches(t[i-1].fold, phrase("o", "u", "or", "to", "a")):
				return true
			case i > 2 && matches(t[i-1].fold, phrase("y", "and")) && matches(t[i-3].fold, phrase("entre", "between")):
				return true
			}
		}
	}
	if head == 0 || head+2 >= len(t) || t[head].gap != 0 || !matches(t[head+1].fold, phrase("o", "u", "or")) {
		return false
	}
	_, words := numeral(t, head+2)
	return words > 0
}

// fraction says whether the number at i is the end of another one, or less
// than none: "1,5", "para -3".
func fraction(t []token, i int) bool {
	if i == 0 {
		return false
	}
	before := &t[i-1]
	next := before.at + len(before.raw)
	switch before.gap {
	case ',', '.':
		return isDigit(before.raw[0]) && t[i].at == next+1
	case '-', '−':
		return t[i].at == next+1+len(string(before.gap)) && !isDigit(before.raw[0])
	}
	return false
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

// isCrowd says whether a word counts people or the places they take.
func isCrowd(w string) bool { return isHead(w) || isAdult(w) || isChild(w) }

func isHead(w string) bool {
	switch w {
	case "persona", "personas", "pax", "comensales", "invitados", "asiento", "asientos", "puesto", "puestos", "cupos", "entradas",
		"person", "persons", "people", "guests", "seat", "seats", "tickets", "spots", "places":
		return true
	}
	return false
}

func isAdult(w string) bool { return matches(w, phrase("adulto", "adultos", "adult", "adults")) }

func isChild(w string) bool {
	return matches(w, phrase("nino", "ninos", "nina", "ninas", "menor", "menores", "child", "children", "kid", "kids"))
}

// isGroup says whether how many follows a word with "of" or "for".
func isGroup(w string) bool {
	switch w {
	case "mesa", "grupo", "reserva", "table", "party", "group", "reservation":
		return true
	}
	return false
}
