package intent

import (
	"strconv"
	"strings"
	"time"

	"hora/canonical"
)

// instant reads 2026-04-01, and with a time of day after it, in one token or
// the next, with an offset or without.
func instant(t []token, i int) (canonical.When, int) {
	raw := t[i].raw
	if len(raw) < len(time.DateOnly) {
		return canonical.When{}, 0
	}
	date, err := canonical.ParseDate(raw[:len(time.DateOnly)])
	if err != nil {
		return canonical.When{}, 0
	}
	rest, n := raw[len(time.DateOnly):], 1
	switch {
	case rest == "" && i+1 < len(t) && t[i].gap == 0:
		if _, err := time.Parse(clockOffset, t[i+1].raw); err == nil {
			rest, n = t[i+1].raw, 2
		}
	case len(rest) > 1 && rest[0]|0x20 == 't':
		rest = strings.ToUpper(rest[1:])
	case rest != "":
		return canonical.When{}, 0
	}
	if rest == "" {
		return canonical.When{Day: canonical.Day{Date: date}}, n
	}
	for _, layout := range []string{"15:04:05Z07:00", clockOffset, "15:04:05Z0700", "15:04Z0700"} {
		if at, err := time.Parse(time.DateOnly+" "+layout, string(date)+" "+rest); err == nil {
			return canonical.When{At: at.UTC()}, n
		}
	}
	for _, layout := range []string{"15:04:05", "15:04"} {
		if at, err := time.Parse(layout, rest); err == nil {
			return canonical.When{Day: canonical.Day{Date: date}, Clock: at.Format("15:04")}, n
		}
	}
	return canonical.When{}, 0
}

const clockOffset = "15:04Z07:00"

// numericDate reads 2/4/2026, 02-04-2026, 2.4.2026 and 2/4: day first, in
// English month first unless that makes no date.
func numericDate(t []token, i int, lang canonical.Language) (canonical.When, bool) {
	var n [3]int
	part, sep := 0, byte(0)
	for _, c := range []byte(t[i].raw) {
		switch {
		case isDigit(c):
			if n[part] = n[part]*10 + int(c-'0'); n[part] > 9999 {
				return canonical.When{}, false
			}
		case (c == '/' || c == '-' || c == '.') && (sep == 0 || c == sep) && part < 2:
			sep = c
			part++
		default:
			return canonical.When{}, false
		}
	}
	if part == 0 || (part == 1 && (sep != '/' || follows(t, i, "hora", "horas", "hour", "hours"))) {
		return canonical.When{}, false
	}
	d, m := n[0], n[1]
	if lang == canonical.English && m != 0 && isDayOf(d, m, n[2]) {
		d, m = m, d
	} else if !isDayOf(m, d, n[2]) {
		if !isDayOf(d, m, n[2]) {
			return noDay, part == 2 && isDated(n)
		}
		d, m = m, d
	}
	return dated(d, m, n[2], part == 2)
}

// noDay is a date that no calendar has, such as 31 February, said as a day that
// no year has: a day was named, and whoever resolves it finds none.
var noDay = canonical.When{Day: canonical.Day{Yearly: "02-30"}}

// isDated says whether three numbers are written as a date is, with the year in
// front or at the end.
func isDated(n [3]int) bool {
	return n[1] < 100 && (n[0] < 100 && n[2] >= 1000 || n[0] >= 1000 && n[2] < 100)
}

// isDayOf says whether the month has the day, in that year if one is given.
func isDayOf(m, d, year int) bool {
	if year == 0 {
		year = 2000 // a leap year
	}
	_, err := canonical.ParseDate(iso(fullYear(year), m, d))
	return err == nil
}

func dated(d, m, year int, hasYear bool) (canonical.When, bool) {
	if !isDayOf(m, d, year) {
		return canonical.When{}, false
	}
	if !hasYear {
		return canonical.When{Day: canonical.Day{Yearly: iso(2000, m, d)[5:]}}, true
	}
	if year == 0 {
		return canonical.When{}, false
	}
	return canonical.When{Day: canonical.Day{Date: canonical.Date(iso(fullYear(year), m, d))}}, true
}

func fullYear(y int) int {
	if y < 100 {
		return 2000 + y
	}
	return y
}

func iso(y, m, d int) string {
	return pad(y, 4) + "-" + pad(m, 2) + "-" + pad(d, 2)
}

func pad(n, width int) string {
	s := strconv.Itoa(n)
	for len(s) < width {
		s = "0" + s
	}
	return s
}

// monthDate reads "2 de abril", "2 de abril de 2026", "abril 2", "April 2nd,
// 2026" and "2nd of April".
func monthDate(t []token, i int) (canonical.When, int) {
	d, m, j := 0, month(t[i].fold), i+1
	if m > 0 {
		if j >= len(t) {
			return canonical.When{}, 0
		}
		d = ordinal(t[j].fold)
		j++
	} else if d = ordinal(t[i].fold); d > 0 {
		if j < len(t) && (t[j].fold == "de" || t[j].fold == "of") {
			j++
		}
		if j >= len(t) {
			return canonical.When{}, 0
		}
		m = month(t[j].fold)
		j++
	}
	if d == 0 || m == 0 {
		return canonical.When{}, 0
	}
	year, k := 0, j
	if k < len(t) && (t[k].fold == "de" || t[k].fold == "del") {
		k++
	}
	if k < len(t) && len(t[k].raw) == 4 && digitsIn(t[k].raw) == 4 {
		year, _ = strconv.Atoi(t[k].raw)
		j = k + 1
	}
	w, ok := dated(d, m, year, year > 0)
	if !ok {
		w = noDay
	}
	return w, j - i
}

// ordinal is the day that a token counts: 2, 2nd, 1º, primero.
func ordinal(w string) int {
	if w == "primero" {
		return 1
	}
	n, i := 0, 0
	for i < len(w) && i < 3 && isDigit(w[i]) {
		n, i = n*10+int(w[i]-'0'), i+1
	}
	switch w[i:] {
	case "", "st", "nd", "rd", "th", "º", "ro", "o":
		if n <= 31 {
			return n
		}
	}
	return 0
}
