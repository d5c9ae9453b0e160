package selfe

import (
	"testing"
	"time"

	"hora/canonical"
)

// What cancelling costs, in words: on the place's clock, whatever day that is
// elsewhere, and across the change of it.
func TestTerms(t *testing.T) {
	pounds := func(n int64) canonical.Money { return canonical.Money{Amount: n * 100, Currency: "GBP"} }
	at := func(day, hour int) time.Time { return time.Date(2026, 3, day, hour, 0, 0, 0, time.UTC) }
	type step = canonical.CancellingStep
	for _, tt := range []struct {
		name string
		c    canonical.Cancelling
		zone string
		want string
	}{
		{"the default", canonical.Cancelling{Steps: []step{{Until: at(28, 15), Charge: pounds(0)}, {Until: at(29, 14), Charge: pounds(120)}, {Charge: pounds(240)}}}, "Europe/London",
			"Free until 28 March 2026 at 15:00. After that £120 GBP until 29 March 2026 at 15:00. After that the whole price, £240 GBP. Times are local to the place (Europe/London)."},
		{"elsewhere", canonical.Cancelling{Steps: []step{{Until: at(2, 2), Charge: pounds(10)}}, Last: at(2, 2)}, "America/New_York",
			"£10 GBP until 1 March 2026 at 21:00. After that it cannot be cancelled. Times are local to the place (America/New_York)."},
		{"never", canonical.Cancelling{}, "Europe/London", "It cannot be cancelled once it is booked."},
		{"always free", canonical.Cancelling{Steps: []step{{Charge: pounds(0)}}}, "Europe/London", "Free at any time."},
		{"never free", canonical.Cancelling{Steps: []step{{Charge: pounds(240)}}}, "Europe/London", "The whole price, £240 GBP, at any time."},
		{"a fee", canonical.Cancelling{Steps: []step{{Charge: pounds(5)}}}, "Europe/London", "£5 GBP at any time."},
		{"the place has yet to agree", canonical.Cancelling{Free: true, Steps: []step{{Charge: pounds(240)}}}, "Europe/London",
			"Free until the place has agreed. After that the whole price, £240 GBP, at any time."},
		{"not coming", canonical.Cancelling{NoShow: pounds(50), Steps: []step{{Charge: pounds(0)}}}, "Europe/London", "Free at any time. Not coming costs £50 GBP."},
	} {
		if got := cancelling(&tt.c, pounds(240), tt.zone); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}
