package prose

import (
	"strings"

	"hora/canonical"
)

// AppendPrice writes what a service costs: "$40.000 CLP", "desde $40.000 CLP",
// "gratis".
func AppendPrice(b []byte, p canonical.Price, l canonical.Language) []byte {
	if p.Amount == 0 || p.Model == "free" {
		return append(b, In(l, "gratis", "free")...)
	}
	if p.Model == "from" {
		b = append(b, In(l, "desde ", "from ")...)
	}
	b = AppendMoney(b, p.Money(), l)
	switch p.Model {
	case "per_person":
		b = append(b, In(l, " por persona", " per person")...)
	case "hourly":
		b = append(b, In(l, " la hora", " an hour")...)
	}
	return b
}

// AppendMoney writes an amount with its sign, grouped as the language does it,
// and the currency: "$40.000 CLP" is "$40,000 CLP" in English. Decimals are
// written if there are any.
func AppendMoney(b []byte, m canonical.Money, l canonical.Language) []byte {
	group, point := byte('.'), byte(',')
	if l == canonical.English {
		group, point = point, group
	}
	digits, decimals, _ := strings.Cut(m.Major(), ".")
	currency := m.Currency
	if len(decimals) > 3 { // a unit of account: nobody writes the zeros of its fraction
		currency, decimals = everyday(currency), strings.TrimRight(decimals, "0")
	}
	if digits[0] == '-' {
		b = append(b, '-')
		digits = digits[1:]
	}
	b = append(b, sign(m.Currency)...)
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b = append(b, group)
		}
		b = append(b, digits[i])
	}
	if strings.Trim(decimals, "0") != "" {
		b = append(append(b, point), decimals...)
	}
	return append(append(b, ' '), currency...)
}

// everyday is what people call a unit that ISO 4217 has another name for.
func everyday(currency string) string {
	if currency == "CLF" {
		return "UF"
	}
	return currency
}

// sign is what is written before amounts of a currency; nothing where the
// currency alone says it.
func sign(currency string) string {
	switch currency {
	case "CLP", "USD", "ARS", "MXN", "COP", "UYU", "CAD", "AUD", "NZD", "DOP", "HKD", "SGD":
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
		return "S/ "
	case "CRC":
		return "₡"
	case "PYG":
		return "₲"
	}
	return ""
}
