package canonical

import "strings"

var folded = func() map[rune]rune {
	m := map[rune]rune{}
	for plain, accented := range map[rune]string{
		'a': "àáâãäåāăą", 'c': "çćĉċč", 'd': "ďđ", 'e': "èéêëēĕėęě", 'g': "ĝğġģ", 'i': "ìíîïĩīĭįı",
		'l': "ĺļľł", 'n': "ñńņň", 'o': "òóôõöøōŏő", 'r': "ŕŗř", 's': "śŝşš", 't': "ţť", 'u': "ùúûüũūŭůűų",
		'y': "ýÿ", 'z': "źżž",
	} {
		for _, r := range accented {
			m[r] = plain
		}
	}
	return m
}()

// Distance is how many letters must be put in, taken out or changed to make one
// word of another (Levenshtein). Letters are bytes: it is for words that were
// folded.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Fold is how words are compared: lower case, Latin letters without their
// marks ("Kinesiología" and "kinesiologia" fold alike).
func Fold(s string) string {
	return strings.Map(func(r rune) rune {
		if p, ok := folded[r]; ok {
			return p
		}
		if r >= 0x300 && r < 0x370 { // combining marks
			return -1
		}
		return r
	}, strings.ToLower(s))
}
