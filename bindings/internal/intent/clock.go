package intent

import "strings"

// clock reads a local time of day that begins at token i, and says how many
// tokens it takes: 10:30, 3pm, 15h30, "a las 10", "at ten", "10 hrs", "3 de la
// tarde", "mediodía". A bare number is none.
func clock(t []token, i int) (string, int) {
	switch t[i].fold {
	case "mediodia", "noon", "midday":
		return "12:00", 1
	}
	h, m, half, sure := spelled(t[i].fold)
	if h < 0 {
		return "", 0
	}
	n := 1
	cued := isCued(t, i)
	if cued && !sure {
		if extra, tokens := minutes(t, i+1); tokens > 0 {
			m = extra
			n += tokens
		}
	}
	if half == 0 {
		var tokens int
		var hours bool
		half, hours, tokens = dayPart(t, i+n)
		n += tokens
		sure = sure || hours || half != 0
	}
	if !sure && !cued {
		return "", 0
	}
	switch {
	case half == 'p' && h < 12:
		h += 12
	case half == 'a' && h == 12:
		h = 0
	}
	if h > 23 || m > 59 {
		return "", 0
	}
	return pad(h, 2) + ":" + pad(m, 2), n
}

// spelled reads a time in one token. half is a or p where it says which half
// of the day; sure says that it can be nothing but a time. h is -1 for
// anything else.
func spelled(w string) (h, m int, half byte, sure bool) {
	if n := number(w); n > 0 {
		return n, 0, 0, false
	}
	i, digits := 0, 0
	for ; i < len(w) && isDigit(w[i]) && digits < 3; i++ {
		h, digits = h*10+int(w[i]-'0'), digits+1
	}
	if digits == 0 || digits > 2 {
		return -1, 0, 0, false
	}
	rest := w[i:]
	if rest == "" {
		return h, 0, 0, false
	}
	if len(rest) >= 3 && (rest[0] == ':' || rest[0] == '.' || rest[0] == 'h') && isDigit(rest[1]) && isDigit(rest[2]) {
		m = int(rest[1]-'0')*10 + int(rest[2]-'0')
		sure = rest[0] != '.'
		rest = strings.TrimPrefix(rest[3:], ":00") // seconds
	}
	switch rest {
	case "":
		return h, m, 0, sure
	case "am", "a.m":
		return h, m, 'a', true
	case "pm", "p.m":
		return h, m, 'p', true
	case "h", "hr", "hrs", "hs":
		return h, m, 0, true
	}
	return -1, 0, 0, false
}

// isCued says whether what stands before token i announces a time of day: "a
// las", "de las", "at".
func isCued(t []token, i int) bool {
	if i == 0 {
		return false
	}
	switch t[i-1].fold {
	case "at":
		return true
	case "las", "la":
		if i == 1 {
			return false
		}
		switch t[i-2].fold {
		case "a", "de", "desde", "hasta", "para", "tipo", "sobre", "hacia", "tipin", "o":
			return t[i-1].fold == "las" || t[i].fold == "una" || t[i].fold == "1"
		}
	}
	return false
}

// minutes reads "y media", "y cuarto", "y 20".
func minutes(t []token, i int) (m, tokens int) {
	if i+1 >= len(t) || t[i].fold != "y" {
		return 0, 0
	}
	switch w := t[i+1].fold; w {
	case "media":
		return 30, 2
	case "cuarto":
		return 15, 2
	default:
		if len(w) == 2 && digitsIn(w) == 2 {
			return int(w[0]-'0')*10 + int(w[1]-'0'), 2
		}
	}
	return 0, 0
}

// dayPart reads which half of the day is meant ("pm", "de la tarde", "in the
// morning"), or only that hours are ("hrs").
func dayPart(t []token, i int) (half byte, hours bool, tokens int) {
	if i >= len(t) {
		return 0, false, 0
	}
	switch t[i].fold {
	case "am", "a.m":
		return 'a', true, 1
	case "pm", "p.m":
		return 'p', true, 1
	case "h", "hr", "hrs", "hs", "o'clock", "oclock":
		half, _, tokens = dayPart(t, i+1)
		return half, true, tokens + 1
	case "de", "por", "en", "in", "at":
	default:
		return 0, false, 0
	}
	for j := i + 1; j < len(t) && j <= i+2; j++ {
		switch t[j].fold {
		case "la", "the":
			continue
		case "manana", "morning", "madrugada":
			return 'a', true, j - i + 1
		case "tarde", "noche", "afternoon", "evening", "night":
			return 'p', true, j - i + 1
		}
		break
	}
	return 0, false, 0
}

// number is the hour that a word counts; 0 for any other word.
func number(w string) int {
	switch w {
	case "una", "one":
		return 1
	case "dos", "two":
		return 2
	case "tres", "three":
		return 3
	case "cuatro", "four":
		return 4
	case "cinco", "five":
		return 5
	case "seis", "six":
		return 6
	case "siete", "seven":
		return 7
	case "ocho", "eight":
		return 8
	case "nueve", "nine":
		return 9
	case "diez", "ten":
		return 10
	case "once", "eleven":
		return 11
	case "doce", "twelve":
		return 12
	}
	return 0
}
