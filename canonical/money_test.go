package canonical_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"hora/canonical"
)

func TestMajor(t *testing.T) {
	for _, c := range []struct {
		amount   int64
		currency string
		want     string
	}{
		{40000, "CLP", "40000"},
		{0, "CLP", "0"},
		{-40000, "CLP", "-40000"},
		{12050, "USD", "120.50"},
		{12000, "USD", "120.00"},
		{5, "USD", "0.05"},
		{50, "USD", "0.50"},
		{100, "USD", "1.00"},
		{0, "EUR", "0.00"},
		{-5, "USD", "-0.05"},
		{-12050, "USD", "-120.50"},
		{1, "KWD", "0.001"},
		{12345, "KWD", "12.345"},
		{12345, "CLF", "1.2345"},
		{12345, "UF", "1.2345"},
		{1500, "JPY", "1500"},
		{1500, "XYZ", "15.00"},
		{math.MaxInt64, "USD", "92233720368547758.07"},
		{math.MinInt64, "USD", "-92233720368547758.08"},
	} {
		if got := (canonical.Money{Amount: c.amount, Currency: c.currency}).Major(); got != c.want {
			t.Errorf("%d %s: %s, want %s", c.amount, c.currency, got, c.want)
		}
	}
}

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		amount  int64
		percent int
		want    int64
	}{
		{12000, 50, 6000},
		{40001, 50, 20001}, // half up
		{101, 50, 51},
		{99, 50, 50},
		{149, 1, 1},
		{150, 1, 2},
		{1, 49, 0},
		{1, 50, 1},
		{33, 0, 0},
		{33, 100, 33},
		{0, 50, 0},
		{-101, 50, -50}, // half up is towards the larger
		{-100, 1, -1},
		{-160, 1, -2},
		{math.MaxInt64, 100, math.MaxInt64},
		{math.MaxInt64, 50, math.MaxInt64/2 + 1},
		{math.MinInt64, 100, math.MinInt64},
	} {
		want := canonical.Money{Amount: c.want, Currency: "USD"}
		if got := (canonical.Money{Amount: c.amount, Currency: "USD"}).Percent(c.percent); got != want {
			t.Errorf("%d %% of %d is %+v, want %+v", c.percent, c.amount, got, want)
		}
	}
}

// A share is the integer that lies nearest to the exact one, from above when
// two do.
func TestPercentIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Int64().Draw(t, "amount")
		percent := rapid.IntRange(0, 100).Draw(t, "percent")
		got := canonical.Money{Amount: amount}.Percent(percent).Amount
		sum := new(big.Int).Mul(big.NewInt(amount), big.NewInt(int64(percent)))
		sum.Add(sum, big.NewInt(50))
		want := new(big.Int).Div(sum, big.NewInt(100)) // rounds down for a positive divisor
		if want.Int64() != got {
			t.Fatalf("%d %% of %d is %d, want %s", percent, amount, got, want)
		}
	})
}
