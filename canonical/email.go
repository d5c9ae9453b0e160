package canonical

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxEmail is the longest e-mail address there is, in bytes (RFC 5321, 4.5.3).
const MaxEmail = 254

// IsEmail says whether s has the form of an e-mail address that a client can
// be found by: a local part, an @, and a domain of at least two labels.
// Quoted local parts and address literals are not taken; letters of any
// script are.
func IsEmail(s string) bool {
	if len(s) > MaxEmail || !utf8.ValidString(s) {
		return false
	}
	at, plain := -1, true
	for i := range len(s) {
		switch c := s[i]; {
		case c == '@' && at >= 0:
			return false
		case c == '@':
			at = i
		case at >= 0 && !isDomainByte(c), at < 0 && !isLocalByte(c):
			return false
		default:
			plain = plain && c < utf8.RuneSelf
		}
	}
	if !plain && strings.ContainsFunc(s, invisible) {
		return false
	}
	return at > 0 && at <= 64 && dotted(s[:at], 1) && dotted(s[at+1:], 2)
}

// MaskedEmail is an e-mail address as its owner knows it again and others do not
// learn it: the first letter and the domain, a***@mail.example. It is empty for
// what is no address.
func MaskedEmail(s string) string {
	if !IsEmail(s) {
		return ""
	}
	local, domain, _ := strings.Cut(s, "@")
	_, n := utf8.DecodeRuneInString(local)
	return local[:n] + "***@" + domain
}

// invisible says whether nobody sees a letter: two addresses that look alike
// must not be two clients.
func invisible(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }

// dotted says whether s is at least so many labels joined by single dots. A
// domain, which has two, ends in a label of two letters and in no hyphen.
func dotted(s string, atLeast int) bool {
	labels, length := 1, 0
	for i := range len(s) {
		if s[i] != '.' {
			length++
			continue
		}
		if length == 0 {
			return false
		}
		labels, length = labels+1, 0
	}
	if atLeast > 1 && (s == "" || s[0] == '-' || s[len(s)-1] == '-' || length < 2) {
		return false
	}
	return length > 0 && labels >= atLeast
}

func isDomainByte(c byte) bool {
	return lower(c|0x20) || digit(c) || c == '-' || c == '.' || c >= utf8.RuneSelf
}

func isLocalByte(c byte) bool {
	if isDomainByte(c) {
		return true
	}
	switch c {
	case '!', '#', '$', '%', '&', '\'', '*', '+', '/', '=', '?', '^', '_', '`', '{', '|', '}', '~':
		return true
	}
	return false
}
