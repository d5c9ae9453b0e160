package a2awire

import "strings"

// masked is running text with masks in it.
func masked(s string) string {
	if m, changed := mask(s); changed {
		return m
	}
	return s
}

// mask replaces, in running text, what looks like an e-mail address, a
// telephone number or a signed token. Dates, times, amounts and ids stay. It
// leans towards masking: a stored history need not be complete. What needs no mask is
// not copied.
func mask[T string | []byte](s T) (out string, changed bool) {
	if harmless(s) {
		return "", false
	}
	var b strings.Builder
	kept := 0
	for i := 0; i < len(s); {
		end := 0
		if i == 0 || delimits(s[i-1]) {
			end = addressAt(s, i)
		}
		if end == 0 && (i == 0 || !joins(s[i-1])) {
			if d := dateAt(s, i); d > 0 {
				i = d
				continue
			}
			end = phoneAt(s, i)
		}
		if end == 0 {
			i++
			continue
		}
		b.WriteString(string(s[kept:i]))
		b.WriteString(Redacted)
		i, kept = end, end
	}
	if kept == 0 {
		return "", false
	}
	b.WriteString(string(s[kept:]))
	return b.String(), true
}

// harmless says of most texts, quickly, that there is nothing to mask in them:
// no address without its sign, no number without its digits, no token without
// its first letters.
func harmless[T string | []byte](s T) bool {
	digits := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '@', c == 'J' && i > 1 && s[i-1] == 'y' && s[i-2] == 'e':
			return false
		case digit(c):
			if digits++; digits == 7 {
				return false
			}
		}
	}
	return true
}

// addressAt is the end of an e-mail address or token that starts at i, or 0.
func addressAt[T string | []byte](s T, i int) int {
	end, at, dots := i, -1, 0
	for ; end < len(s) && !delimits(s[end]); end++ {
		switch s[end] {
		case '@':
			at = end
		case '.':
			dots++
		}
	}
	for end > i && strings.IndexByte(".!?", s[end-1]) >= 0 {
		end--
	}
	switch {
	case at > i && at < end-1:
		return end
	case dots >= 2 && end-i >= 20 && s[i] == 'e' && s[i+1] == 'y' && s[i+2] == 'J': // JWS and JWE, compact
		return end
	}
	return 0
}

// delimits says whether c ends a word.
func delimits(c byte) bool {
	return c <= ' ' || strings.IndexByte(",;:()<>[]{}\"'=|/", c) >= 0
}

// joins says whether digits right behind c are part of a longer name or
// number.
func joins(c byte) bool {
	return digit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' || strings.IndexByte("_-.#/+", c) >= 0
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// longest bounds, in digits, how far a number is followed.
const longest = 24

// phoneAt is the end of a telephone number that starts at i, or 0: eight
// digits or more, seven after a plus, in groups.
func phoneAt[T string | []byte](s T, i int) int {
	need, n, end := 8, 0, 0
	if s[i] == '+' {
		need = 7
		i++
	} else if !digit(s[i]) && s[i] != '(' {
		return 0
	}
	for gap := 0; i < len(s); i++ {
		switch c := s[i]; {
		case digit(c):
			if gap > 0 && dateAt(s, i) > 0 {
				return phoneEnd(s, end, n, need)
			}
			if n, gap, end = n+1, 0, i+1; n == longest {
				return phoneEnd(s, end, n, need)
			}
		case strings.IndexByte(" -.()", c) >= 0 && gap < 2:
			gap++
		default:
			return phoneEnd(s, end, n, need)
		}
	}
	return phoneEnd(s, end, n, need)
}

func phoneEnd[T string | []byte](s T, end, n, need int) int {
	if n < need || end < len(s) && (joins(s[end]) && s[end] != '.' && s[end] != '-') {
		return 0
	}
	return end
}

// dateAt is the end of a date that starts at i, or 0: 2026-04-01, 01-04-2026,
// 1/4/2026, 01.04.2026 or 20260401.
func dateAt[T string | []byte](s T, i int) int {
	a, j := number(s, i)
	if j-i == 8 {
		if y, m, d := a/10000, a/100%100, a%100; day(y, m, d) {
			return j
		}
		return 0
	}
	if j >= len(s) || strings.IndexByte("-/.", s[j]) < 0 {
		return 0
	}
	b, k := number(s, j+1)
	if k == j+1 || k >= len(s) || s[k] != s[j] {
		return 0
	}
	c, end := number(s, k+1)
	switch {
	case end == k+1:
		return 0
	case j-i == 4 && day(a, b, c), end-k-1 == 4 && (day(c, b, a) || day(c, a, b)):
		return end
	}
	return 0
}

// number reads up to eight digits.
func number[T string | []byte](s T, i int) (n, end int) {
	for end = i; end < len(s) && digit(s[end]) && end-i < 9; end++ {
		n = n*10 + int(s[end]-'0')
	}
	return n, end
}

func day(y, m, d int) bool { return 1900 <= y && y < 2200 && 1 <= m && m <= 12 && 1 <= d && d <= 31 }
