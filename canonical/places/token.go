package places

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"hora/canonical"
)

// A token is a word, a number or a single mark of a question, folded. Marks
// are told only where they can be part of a date or a time.
type token struct {
	text  string
	n     int  // of a number
	digit bool // it is a number
	glued bool // nothing stands between it and the token before
}

func (t token) is(words ...string) bool {
	for _, w := range words {
		if t.text == w {
			return true
		}
	}
	return false
}

// wordy says whether the token is no single mark.
func (t token) wordy() bool { return t.digit || len(t.text) > 1 || t.text[0] >= 'a' }

// longestNumber bounds what is read as a number; more digits are just a word.
const longestNumber = 4

// tokenize cuts a question up. Ordinals lose their ending ("14th" is 14), and
// a possessive its s.
func tokenize(question string) (all []token) {
	s := canonical.Fold(question)
	glued := false
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsDigit(r) && r < utf8.RuneSelf:
			j := i
			for j < len(s) && '0' <= s[j] && s[j] <= '9' {
				j++
			}
			t := token{text: s[i:j], glued: glued, digit: j-i <= longestNumber}
			t.n, _ = strconv.Atoi(t.text)
			all = append(all, t)
			i = j + ordinal(s[j:])
			glued = true
		case unicode.IsLetter(r):
			j := i + size
			for j < len(s) {
				r, size := utf8.DecodeRuneInString(s[j:])
				if !unicode.IsLetter(r) {
					break
				}
				j += size
			}
			if s[i:j] != "s" || !apostrophe(s[:i]) {
				all = append(all, token{text: s[i:j], glued: glued})
			}
			i, glued = j, true
		default:
			if m := mark(r); m != "" {
				all = append(all, token{text: m, glued: glued})
			}
			glued = !unicode.IsSpace(r)
			i += size
		}
	}
	return all
}

func mark(r rune) string {
	switch r {
	case '-', '–', '—', '‐', '‑':
		return "-"
	case '/', ':', '.', '&', '+':
		return string(r)
	}
	return ""
}

// ordinal is the length of the ending that s begins with, if it is one.
func ordinal(s string) int {
	for _, end := range []string{"st", "nd", "rd", "th"} {
		if len(s) >= 2 && s[:2] == end && (len(s) == 2 || s[2] < 'a' || s[2] > 'z') {
			return 2
		}
	}
	return 0
}

func apostrophe(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return r == '\'' || r == '’'
}
