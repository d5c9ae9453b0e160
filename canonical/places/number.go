package places

// Numbers in words, by what they count: those below twenty, and the tens.
var (
	small = []string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
		"fifteen", "sixteen", "seventeen", "eighteen", "nineteen"}
	tens = []string{"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}
)

// number is what a token counts; 0 for nothing.
func number(t token) int {
	if t.n > 0 {
		return t.n
	}
	return place(small, t.text)
}

// place is where a word is in a list; 0 for nowhere.
func place(all []string, word string) int {
	for i, s := range all {
		if s == word && word != "" {
			return i
		}
	}
	return 0
}

// isNumeral says whether a token is of digits, however many.
func isNumeral(t token) bool { return t.text != "" && '0' <= t.text[0] && t.text[0] <= '9' }

// tensAt reads a number from twenty on, in words, at the start of t: thirty,
// thirty one, thirty-one. It answers how many tokens that takes.
func tensAt(t []token) (n, tokens int) {
	if n = 10 * place(tens, t[0].text); n == 0 {
		return 0, 0
	}
	next := 1
	if len(t) > 2 && t[1].is("-") && t[1].glued && t[2].glued {
		next = 2
	}
	if len(t) > next {
		if one := place(small, t[next].text); one > 0 && one < 10 {
			return n + one, next + 1
		}
	}
	return n, 1
}
