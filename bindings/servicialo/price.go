package servicialo

import (
	"strings"

	"hora/canonical"
)

// priced is a price as a person writes it: sign, grouped amount, currency.
// Spanish groups with dots and English with commas: "$40.000 CLP" is
// "$40,000 CLP", "$120,00 USD" is "$120.00 USD". A currency without a sign of
// its own stands alone: "1,5 UF", "120,00 CHF".
func priced(p canonical.Price, l canonical.Language) string {
	if p.Amount == 0 || p.Model == "free" {
		return pick(l, "gratis", "free")
	}
	s := amount(p.Money(), l)
	switch p.Model {
	case "from":
		return pick(l, "desde ", "from ") + s
	case "per_person":
		return s + pick(l, " por persona", " per person")
	}
	return s
}

func amount(m canonical.Money, l canonical.Language) string {
	group, point := byte('.'), byte(',')
	if l == canonical.English {
		group, point = ',', '.'
	}
	digits, decimals, _ := strings.Cut(m.Major(), ".")
	currency := m.Currency
	if currency == "UF" || currency == "CLF" { // the unit has four decimals; nobody writes the zeros
		currency, decimals = "UF", strings.TrimRight(decimals, "0")
	}
	b := make([]byte, 0, 32)
	if digits[0] == '-' {
		b, digits = append(b, '-'), digits[1:]
	}
	b = append(b, sign(currency)...)
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b = append(b, group)
		}
		b = append(b, digits[i])
	}
	if decimals != "" {
		b = append(append(b, point), decimals...)
	}
	b = append(append(b, ' '), currency...)
	return string(b)
}

func sign(currency string) string {
	switch currency {
	case "CLP", "USD", "ARS", "MXN", "COP", "UYU", "CAD", "AUD", "NZD", "DOP", "HKD", "SGD":
		return "$"
	case "EUR":
		return "€"
	case "GBP":
		return "£"
	case "BRL":
		return "R$"
	case "PEN":
		return "S/ "
	case "JPY", "CNY":
		return "¥"
	case "CRC":
		return "₡"
	case "PYG":
		return "₲"
	}
	return ""
}
