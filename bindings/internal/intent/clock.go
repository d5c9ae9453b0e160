package intent

import "strings"

// An hour is a time of day as a text has it.
type hour struct {
	h, m   int
	half   byte // a or p, where the text says which half of the day it is in; n is night
	sure   bool // it can be nothing but a time of day
	tokens int  // none: there is no time of day
}

// clock reads a local time of day that begins at token i: 10:30, 3pm, 15h30,
// "a las 10", "at ten", "10 hrs", "3 de la tarde", "half past three",
// "mediodía". A bare number is none.
func clock(t []token, i int) (hour, bool) {
	cued := isCued(t, i)
	h, ok := hourAt(t, i, cued)
	return h, ok && (h.sure || cued)
}

// hourAt reads the same where something else says whether it is one. Minutes
// that stand apart ("9 y 20") count only where minutes may.
func hourAt(t []token, i int, apart bool) (h hour, ok bool) {
	if i >= len(t) {
		return h, false
	}
	switch t[i].fold {
	case "mediodia", "noon", "midday":
		return hour{h: 12, half: 'p', sure: true, tokens: 1}, true
	case "medianoche", "midnight":
		return hour{h: 12, half: 'a', sure: true, tokens: 1}, true
	case "half", "quarter":
		return past(t, i)
	}
	if h.h, h.m, h.half, h.sure = spelled(t[i].fold); h.h < 0 {
		return h, false
	}
	h.tokens = 1
	if apart && !h.sure {
		if m, n := minutes(t, i+1); n > 0 {
			h.m, h.tokens = m, 1+n
		}
	}
	if h.half == 0 {
		half, hours, n := dayPart(t, i+h.tokens)
		h.half, h.sure, h.tokens = half, h.sure || hours || half != 0, h.tokens+n
	}
	if follows(t, i+h.tokens-1, "horas") && h.h >= 7 && !h.sure && (i == 0 || !matches(t[i-1].fold, phrase("por", "durante"))) { // not how long
		h.sure, h.tokens = true, h.tokens+1
	}
	return h, h.h <= 23 && h.m <= 59
}

// past reads "half past three" and "quarter to five".
func past(t []token, i int) (h hour, ok bool) {
	m := map[string]int{"half": 30, "quarter": 15}[t[i].fold]
	if !follows(t, i, "past", "to") {
		return h, false
	}
	if h, ok = hourAt(t, i+2, false); !ok || h.m != 0 {
		return h, false
	}
	if h.m = m; t[i+1].fold == "to" {
		h.h, h.m = h.h-1, 60-m
	}
	h.tokens, h.sure = h.tokens+2, true
	return h, h.h > 0
}

// early says that the hour is written as one that can be in the afternoon as
// well, and is more likely so: 3, but neither 03:00 nor 3 am.
func (h hour) early() bool { return h.half == 0 && h.h >= 1 && h.h <= 7 }

// String is the time as HH:MM.
func (h hour) String() string {
	switch {
	case h.half == 'n' && h.h == 12, h.half == 'a' && h.h == 12:
		h.h = 0
	case (h.half == 'p' || h.half == 'n') && h.h < 12:
		h.h += 12
	}
	return pad(h.h, 2) + ":" + pad(h.m, 2)
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
// las", "de las", "tipo", "at"; or "las", where nothing follows.
func isCued(t []token, i int) bool {
	if i == 0 {
		return false
	}
	switch t[i-1].fold {
	case "at", "around", "tipo":
		return true
	case "las", "la":
		if i == 1 {
			return t[0].fold == "las" && (t[1].gap != 0 || len(t) == 2)
		}
		switch t[i-2].fold {
		case "a", "de", "desde", "hasta", "para", "tipo", "sobre", "hacia", "tipin", "o", "mejor", "prefiero":
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
		case "tarde", "afternoon", "evening":
			return 'p', true, j - i + 1
		case "noche", "night":
			return 'n', true, j - i + 1
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
