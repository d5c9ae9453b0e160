package intent

import (
	"strings"

	"hora/canonical"
)

// client is whoever the appointment is for, as far as the text says.
func client(t []token) canonical.Client {
	var c canonical.Client
	for i := range t {
		switch {
		case c.Email == "" && canonical.IsEmail(t[i].raw):
			c.Email = t[i].raw
			t[i].used = true
		case c.Phone == "" && isPhone(t[i].raw):
			c.Phone = phone(t, i)
		}
	}
	c.Name, c.Surname = name(t)
	if c.Name == "" {
		c.Name, c.Surname = signed(t, c.Email)
	}
	return c
}

// Unnamed is a text with a mask for the name of whoever the appointment is for:
// as much of it as Read finds.
func Unnamed(text, mask string) string {
	t := split(text[:min(len(text), MaxText)])
	client(t)
	var b strings.Builder
	kept := 0 // up to here the text is written or masked
	for i := range t {
		if !t[i].name {
			continue
		}
		if i == 0 || !t[i-1].name {
			b.WriteString(text[kept:t[i].at] + mask)
		}
		kept = t[i].at + len(t[i].raw)
	}
	if kept == 0 {
		return text
	}
	return b.String() + text[kept:]
}

// signed is the name in a text that is nothing but a name and how to reach
// whoever has it: "Ana Pérez, ana@mail.com". That it is a name, and not that
// of a service, shows in the address.
func signed(t []token, email string) (first, rest string) {
	local, _, _ := strings.Cut(canonical.Fold(email), "@")
	n, shown := 0, false
	for n < len(t) && !t[n].used && isNameWord(t, n, 0, true) {
		shown = shown || len(t[n].fold) > 2 && strings.Contains(local, t[n].fold)
		if n++; t[n-1].gap != 0 {
			break
		}
	}
	if !shown {
		return "", ""
	}
	for i := n; i < len(t); i++ {
		if !t[i].used {
			return "", ""
		}
	}
	first = t[0].raw
	for i := range n {
		if i > 0 {
			rest += t[i].raw + " "
		}
		t[i].used, t[i].name = true, true
	}
	return first, strings.TrimSpace(rest)
}

// isPhone says whether a token begins an international number.
func isPhone(s string) bool { return s[0] == '+' && digitsIn(s) > 0 }

// phone joins the groups of digits of an international number, 8 to 15 digits
// (E.164) in all; empty for anything else.
func phone(t []token, i int) string {
	b, end := []byte{'+'}, i
	for ; end < len(t); end++ {
		k := &t[end]
		digits := digitsIn(k.raw)
		signs := strings.Count(k.raw, "-") + strings.Count(k.raw, "+") + strings.Count(k.raw, ".")
		if digits == 0 || digits+signs != len(k.raw) || len(b)+digits > 16 {
			break
		}
		for j := range len(k.raw) {
			if isDigit(k.raw[j]) {
				b = append(b, k.raw[j])
			}
		}
		if k.gap != 0 && k.gap != '(' && k.gap != ')' {
			end++
			break
		}
	}
	if len(b) < 9 {
		return ""
	}
	use(t, i, end-i)
	return string(b)
}

// name is what follows words that announce a name: "a nombre de", "me llamo",
// "soy", "nombre:", "my name is", "for my son". The first word of it is the
// name, the others the surname.
func name(t []token) (first, rest string) {
	for i := range t {
		n, strict := announces(t, i)
		if n == 0 {
			continue
		}
		from := skipRelation(t, i+n)
		to := from
		for to < len(t) && to-from < 5 && isNameWord(t, to, from, strict) {
			to++
			if t[to-1].gap != 0 {
				break
			}
		}
		for to > from && isParticle(t[to-1].fold) {
			to--
		}
		if to == from {
			continue
		}
		first = t[from].raw
		for j := from; j < to; j++ {
			if j > from {
				rest += t[j].raw + " "
			}
			t[j].used, t[j].name = true, true
		}
		return first, strings.TrimSpace(rest)
	}
	return "", ""
}

// announces says how many tokens from i on announce a name, and whether only a
// capitalised word can be one: after "soy" anything may stand.
func announces(t []token, i int) (tokens int, strict bool) {
	w := t[i].fold
	switch {
	case w == "nombre" && follows(t, i, "de", "es") && t[i].gap == 0,
		w == "name" && follows(t, i, "is", "of") && t[i].gap == 0,
		w == "me" && follows(t, i, "llamo"),
		w == "behalf" && follows(t, i, "of"):
		return 2, false
	case (w == "nombre" || w == "name" || w == "cliente" || w == "client" || w == "paciente" || w == "patient") && t[i].gap == ':':
		return 1, false
	case w == "i" && follows(t, i, "am"):
		return 2, true
	case w == "soy" || w == "i'm" || w == "im", w == "for" && i > 0 && (t[i-1].fold == "it's" || t[i-1].fold == "its"):
		return 1, true
	case w == "name's":
		return 1, false
	case (w == "para" || w == "for") && follows(t, i, "mi", "my", "nuestro", "our") && i+2 < len(t) && isRelation(t[i+2].fold):
		return 3, true
	case w == "name" && i > 0 && t[i-1].fold == "the" && i > 1 && t[i-2].fold == "under":
		return 1, true
	}
	return 0, false
}

// skipRelation steps over "mi hijo" and titles before a name.
func skipRelation(t []token, i int) int {
	for i < len(t) {
		switch w := t[i].fold; {
		case isRelation(w):
		case w == "mi", w == "my", w == "la", w == "el", w == "the", w == "sr", w == "sra", w == "srta", w == "senor", w == "senora", w == "don", w == "dona", w == "mr", w == "mrs", w == "ms", w == "of":
		default:
			return i
		}
		i++
	}
	return i
}

func isRelation(w string) bool {
	switch w {
	case "hijo", "hija", "hijos", "esposo", "esposa", "marido", "mujer", "pareja", "mama", "papa", "madre", "padre", "hermano", "hermana", "abuelo", "abuela", "nieto", "nieta", "sobrino", "sobrina", "amigo", "amiga", "jefe", "jefa",
		"son", "daughter", "wife", "husband", "partner", "mother", "father", "mom", "mum", "dad", "brother", "sister", "grandmother", "grandfather", "friend", "boss":
		return true
	}
	return false
}

func isParticle(w string) bool {
	switch w {
	case "de", "del", "la", "las", "los", "da", "das", "dos", "van", "von", "der", "y", "e":
		return true
	}
	return false
}

// isNameWord says whether token i can be part of a name that began at from.
func isNameWord(t []token, i, from int, strict bool) bool {
	k := &t[i]
	if k.used || digitsIn(k.raw) > 0 || strings.ContainsAny(k.raw, "@/:") {
		return false
	}
	if i > from && isParticle(k.fold) { // "de la Cruz", but not "y quiero"
		for j := i + 1; j < len(t) && j <= i+2; j++ {
			if t[j].capital() {
				return !isVerbal(t[j].fold)
			}
			if !isParticle(t[j].fold) {
				return false
			}
		}
		return false
	}
	if strict && !k.capital() {
		return false
	}
	return !isCommon(k.fold) && (!isVerbal(k.fold) || (k.capital() && i > from))
}
