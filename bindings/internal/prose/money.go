package prose

import (
	"strings"

	"hora/canonical"
)

// Price is what a service costs: "$40.000 CLP", "desde $40.000 CLP", "gratis".
func Price(p canonical.Price, l canonical.Language) string {
	if p.Amount == 0 || p.Model == "free" {
		return In(l, "gratis", "free")
	}
	s := Money(p.Money(), l)
	switch p.Model {
	case "from":
		return In(l, "desde ", "from ") + s
	case "per_person":
		return s + In(l, " por persona", " per person")
	case "hourly":
		return s + In(l, " la hora", " an hour")
	}
	return s
}

// Money is an amount with its sign, grouped as the language does it, and the
// currency: "$40.000 CLP" is "$40,000 CLP" in English. Decimals are written if
// there are any.
func Money(m canonical.Money, l canonical.Language) string {
	group, point := In(l, ".", ","), In(l, ",", ".")
	digits, decimals, _ := strings.Cut(m.Major(), ".")
	if strings.Trim(decimals, "0") == "" {
		decimals = ""
	}
	var b strings.Builder
	if digits[0] == '-' {
		b.WriteByte('-')
		digits = digits[1:]
	}
	b.WriteString(sign(m.Currency))
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(group)
		}
		b.WriteByte(digits[i])
	}
	if decimals != "" {
		b.WriteString(point + decimals)
	}
	b.WriteString(" " + m.Currency)
	return b.String()
}

// sign is what is written before amounts of a currency; nothing where the
// currency alone says it.
func sign(currency string) string {
	switch currency {
	case "CLP", "USD", "ARS", "MXN", "COP", "UYU", "CAD", "AUD", "NZD":
		return "$"
	case "EUR":
		return "€"
	case "GBP":
		return "£"
	case "JPY", "CNY":
		return "¥"
	case "BRL":
		return "R$"
	case "PEN":
		return "S/"
	}
	return ""
}
