package prose_test

import (
	"testing"
	"time"

	"hora/bindings/internal/prose"
	"hora/canonical"
)

func TestMoments(t *testing.T) {
	for at, want := range map[string][2]string{
		"2026-04-01T10:00:00Z": {"miércoles 1 de abril, 10:00", "Wednesday, April 1, 10:00"},
		"2026-08-30T09:05:59Z": {"domingo 30 de agosto, 09:05", "Sunday, August 30, 09:05"},
		"2027-01-02T00:00:00Z": {"sábado 2 de enero, 00:00", "Saturday, January 2, 00:00"},
		"2026-12-31T23:59:00Z": {"jueves 31 de diciembre, 23:59", "Thursday, December 31, 23:59"},
	} {
		when, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range []canonical.Language{canonical.Spanish, canonical.English} {
			if got := string(prose.AppendMoment([]byte("x "), when, l)); got != "x "+want[i] {
				t.Errorf("%s: %q", at, got)
			}
		}
	}
}

func TestPrices(t *testing.T) {
	for _, row := range []struct {
		price            canonical.Price
		spanish, english string
	}{
		{canonical.Price{Amount: 40000, Currency: "CLP"}, "$40.000 CLP", "$40,000 CLP"},
		{canonical.Price{Amount: 999, Currency: "CLP", Model: "fixed"}, "$999 CLP", "$999 CLP"},
		{canonical.Price{Amount: 12345678, Currency: "CLP", Model: "from"}, "desde $12.345.678 CLP", "from $12,345,678 CLP"},
		{canonical.Price{Amount: 12050, Currency: "USD"}, "$120,50 USD", "$120.50 USD"},
		{canonical.Price{Amount: 12000, Currency: "USD", Model: "hourly"}, "$120 USD la hora", "$120 USD an hour"},
		{canonical.Price{Amount: 4500, Currency: "GBP", Model: "per_person"}, "£45 GBP por persona", "£45 GBP per person"},
		{canonical.Price{Amount: 5, Currency: "EUR"}, "€0,05 EUR", "€0.05 EUR"},
		{canonical.Price{Amount: 15000, Currency: "CLF"}, "1,5 UF", "1.5 UF"},
		{canonical.Price{Amount: 12340000, Currency: "UF"}, "1.234 UF", "1,234 UF"},
		{canonical.Price{Amount: 1500, Currency: "KWD"}, "1,500 KWD", "1.500 KWD"},
		{canonical.Price{Amount: 9900, Currency: "PEN"}, "S/ 99 PEN", "S/ 99 PEN"},
		{canonical.Price{Amount: -123456789, Currency: "EUR"}, "-€1.234.567,89 EUR", "-€1,234,567.89 EUR"},
		{canonical.Price{Amount: 7000, Currency: "CHF"}, "70 CHF", "70 CHF"},
		{canonical.Price{Amount: 0, Currency: "CLP"}, "gratis", "free"},
		{canonical.Price{Amount: 5, Currency: "CLP", Model: "free"}, "gratis", "free"},
		{canonical.Price{Amount: -150000, Currency: "USD"}, "-$1.500 USD", "-$1,500 USD"},
	} {
		for l, want := range map[canonical.Language]string{canonical.Spanish: row.spanish, canonical.English: row.english} {
			if got := string(prose.AppendPrice(nil, row.price, l)); got != want {
				t.Errorf("%+v: %q, want %q", row.price, got, want)
			}
		}
	}
}

func TestList(t *testing.T) {
	for n, want := range map[int]string{0: "", 1: "a", 2: "a y b", 3: "a, b y c"} {
		if got := prose.List([]string{"a", "b", "c"}[:n], canonical.Spanish); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
	if got := prose.List([]string{"a", "b", "c"}, canonical.English); got != "a, b and c" {
		t.Errorf("%q", got)
	}
}
