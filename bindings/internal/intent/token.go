package intent

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"hora/canonical"
)

// A token is a word, number, address, date or the like: whatever stands
// between blanks and punctuation.
type token struct {
	raw  string // as written
	fold string
	at   int  // where it begins in the text
	gap  rune // what punctuation or line end follows it; 0: none
	used bool // understood as something; not a word any more
	name bool // understood as part of a person's name
}

// split cuts a text into tokens. Signs that join (10:30, a@b.cl, 2/4/2026,
// piso-pelvico) stay inside while the whole means something as such;
// otherwise the pieces are tokens of their own.
func split(text string) []token {
	var out []token
	start := -1
	for i, r := range text {
		switch {
		case start < 0 && (isWordRune(r) || (r == '+' && digitFollows(text[i+1:]))):
			start = i
		case start < 0:
			mark(out, r)
		case isWordRune(r) || (joins(r) && wordFollows(text[i+utf8.RuneLen(r):])):
		default:
			out = add(out, text[start:i], start)
			start = -1
			mark(out, r)
		}
	}
	if start >= 0 {
		out = add(out, text[start:], start)
	}
	return out
}

// mark notes the punctuation after the last token.
func mark(t []token, r rune) {
	if n := len(t); n > 0 && t[n-1].gap == 0 && (r == '\n' || !unicode.IsSpace(r)) {
		t[n-1].gap = r
	}
}

func add(out []token, raw string, at int) []token {
	if canonical.IsEmail(raw) || isTimelike(raw) || raw[0] == '+' {
		return append(out, token{raw: raw, fold: strings.ToLower(raw), at: at})
	}
	// "correo:ana@mail.com" is a label and an address
	if i := strings.IndexAny(raw, ":="); i > 0 && i < len(raw)-1 {
		out = add(out, raw[:i], at)
		out[len(out)-1].gap = ':'
		return add(out, raw[i+1:], at+i+1)
	}
	if canonical.IsID(raw) && digitsIn(raw) > 0 {
		return append(out, token{raw: raw, fold: canonical.Fold(raw), at: at})
	}
	rest := 0
	for piece := range strings.FieldsFuncSeq(raw, func(r rune) bool {
		return r == '-' || r == '/' || r == '_' || r == '@' || r == '.' && !isAbbreviation(raw)
	}) {
		rest += strings.Index(raw[rest:], piece)
		out = append(out, token{raw: piece, fold: strings.ReplaceAll(canonical.Fold(piece), "’", "'"), at: at + rest})
		rest += len(piece)
	}
	return out
}

// isAbbreviation keeps "p.m" and "a.m" whole.
func isAbbreviation(s string) bool { return len(s) == 3 && s[1] == '.' }

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

func joins(r rune) bool {
	switch r {
	case '@', '.', ':', '/', '-', '_', '+', '\'', '’', '=', '%':
		return true
	}
	return false
}

func wordFollows(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return isWordRune(r)
}

func digitFollows(s string) bool { return s != "" && isDigit(s[0]) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func digitsIn(s string) int {
	n := 0
	for i := range len(s) {
		if isDigit(s[i]) {
			n++
		}
	}
	return n
}

// isTimelike says whether a token is a date or time that punctuation must not
// cut.
func isTimelike(s string) bool {
	if !isDigit(s[0]) {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c), c == ':', c == '-', c == '/', c == '.', c == '+':
		case c|0x20 == 't', c|0x20 == 'z', c|0x20 == 'h', c|0x20 == 'r', c|0x20 == 's', c|0x20 == 'a', c|0x20 == 'p', c|0x20 == 'm':
		default:
			return false
		}
	}
	return true
}

// capital says whether a token is written like a name.
func (k *token) capital() bool {
	r, _ := utf8.DecodeRuneInString(k.raw)
	return unicode.IsUpper(r) || unicode.IsTitle(r) || (unicode.IsLetter(r) && !unicode.IsLower(r))
}
