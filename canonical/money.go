package canonical

import (
	"strconv"
	"strings"
)

// Money is an amount in the minor unit of its currency: 12050 USD is $120.50,
// 40000 CLP is $40.000.
type Money struct {
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
}

// decimals lists the currencies of ISO 4217 whose minor unit is not a
// hundredth. UF is the everyday name of CLF.
var decimals = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
	"RWF": 0, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
	"CLF": 4, "UF": 4, "UYW": 4,
}

// Decimals is how many digits follow the decimal point in the currency's
// major unit: 0 for CLP, 2 for USD, 3 for KWD.
func Decimals(currency string) int {
	if n, ok := decimals[currency]; ok {
		return n
	}
	return 2
}

// Major writes the amount in the major unit, with every decimal of the
// currency and no grouping: "40000", "120.50".
func (m Money) Major() string {
	n := Decimals(m.Currency)
	s := strconv.FormatInt(m.Amount, 10)
	if n == 0 {
		return s
	}
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	if len(s) <= n {
		s = strings.Repeat("0", n+1-len(s)) + s
	}
	return sign + s[:len(s)-n] + "." + s[len(s)-n:]
}

// Percent is the given share of the amount, rounded half up to the minor unit.
// The hundreds are taken apart so that no amount is too large for it.
func (m Money) Percent(p int) Money {
	hundreds, rest := m.Amount/100, m.Amount%100
	rest = rest*int64(p) + 50
	share := rest / 100
	if rest%100 < 0 { // division rounds towards zero, half up does not
		share--
	}
	return Money{Amount: hundreds*int64(p) + share, Currency: m.Currency}
}
