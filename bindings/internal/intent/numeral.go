package intent

import "strconv"

// longest is how many digits a number has that is read as one.
const longest = 6

// numeral reads the number that begins at i, in digits or in words, and how many
// tokens that takes: none where there is no number. It is -1 for one that is too
// large to be read, no whole number, or told no better than about.
func numeral(t []token, i int) (n, words int) {
	w, one := t[i].fold, small(t[i].fold)
	next := i+1 < len(t) && t[i].gap == 0
	switch ten := tens(w); {
	case isDigit(t[i].raw[0]):
		if n, err := strconv.Atoi(t[i].raw); err == nil && len(t[i].raw) <= longest {
			return n, 1
		}
		return -1, 1
	case isHundreds(w), isSome(w):
		return -1, 1
	case one > 0 && next && isHundreds(t[i+1].fold):
		return -1, 2
	case one > 0:
		return one, 1
	case ten == 0:
		return 0, 0
	case next:
		end := i + 1
		if t[end].fold == "y" && t[end].gap == 0 && end+1 < len(t) {
			end++
		}
		if one := small(t[end].fold); one > 0 && one < 10 {
			return ten + one, end + 1 - i
		}
		return ten, 1
	default:
		return ten, 1
	}
}

// small is a number below thirty that is one word; 0 for any other.
func small(w string) int {
	if n := number(w); n > 0 {
		return n
	}
	switch w {
	case "un", "uno":
		return 1
	case "trece", "thirteen":
		return 13
	case "catorce", "fourteen":
		return 14
	case "quince", "fifteen":
		return 15
	case "dieciseis", "sixteen":
		return 16
	case "diecisiete", "seventeen":
		return 17
	case "dieciocho", "eighteen":
		return 18
	case "diecinueve", "nineteen":
		return 19
	case "veintiuno", "veintiun", "veintiuna":
		return 21
	case "veintidos":
		return 22
	case "veintitres":
		return 23
	case "veinticuatro":
		return 24
	case "veinticinco":
		return 25
	case "veintiseis":
		return 26
	case "veintisiete":
		return 27
	case "veintiocho":
		return 28
	case "veintinueve":
		return 29
	}
	return 0
}

// tens is twenty to ninety; 0 for any other word.
func tens(w string) int {
	switch w {
	case "veinte", "twenty":
		return 20
	case "treinta", "thirty":
		return 30
	case "cuarenta", "forty":
		return 40
	case "cincuenta", "fifty":
		return 50
	case "sesenta", "sixty":
		return 60
	case "setenta", "seventy":
		return 70
	case "ochenta", "eighty":
		return 80
	case "noventa", "ninety":
		return 90
	}
	return 0
}

// isHundreds says whether a word counts so many that no more of it is read, or
// none.
func isHundreds(w string) bool {
	return matches(w, phrase("cien", "ciento", "cientos", "doscient*", "trescient*", "cuatrocient*", "quinient*", "mil", "miles", "docena", "docenas", "decenas", "cero",
		"hundred", "hundreds", "thousand", "thousands", "dozen", "dozens", "zero"))
}

// isSome says whether a word leaves open how many.
func isSome(w string) bool {
	return matches(w, phrase("varios", "varias", "algunos", "algunas", "several"))
}
