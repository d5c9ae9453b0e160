package canonical_test

import (
	"testing"
	"time"

	"hora/canonical"
)

func TestPenalty(t *testing.T) {
	price := canonical.Money{Amount: 40001, Currency: "CLP"}
	fee := canonical.Money{Amount: 5000, Currency: "CLP"}
	start := time.Date(2026, 4, 1, 15, 0, 0, 0, time.UTC)
	own := []canonical.Tier{{MinHoursBefore: 48, Percent: 10}, {MinHoursBefore: 1.5, Percent: 25}, {MinHoursBefore: 0, Percent: 80}}
	for _, c := range []struct {
		name   string
		policy canonical.Policies
		before time.Duration
		by     string
		want   canonical.Penalty
	}{
		{"days ahead", canonical.Policies{}, 72 * time.Hour, "client", penalty(0, 0)},
		{"exactly a day ahead", canonical.Policies{}, 24 * time.Hour, "client", penalty(0, 0)},
		{"less than a day ahead", canonical.Policies{}, 24*time.Hour - 1, "client", penalty(50, 20001)},
		{"exactly two hours ahead", canonical.Policies{}, 2 * time.Hour, "client", penalty(50, 20001)},
		{"less than two hours ahead", canonical.Policies{}, 2*time.Hour - 1, "client", penalty(100, 40001)},
		{"at the start", canonical.Policies{}, 0, "client", penalty(100, 40001)},
		{"after the start", canonical.Policies{}, -time.Hour, "client", penalty(100, 40001)},
		{"the default party pays too", canonical.Policies{}, time.Hour, "system", penalty(100, 40001)},
		{"own tiers, the first", canonical.Policies{CancellationTiers: own}, 48 * time.Hour, "client", penalty(10, 4000)},
		{"own tiers, a broken hour", canonical.Policies{CancellationTiers: own}, 90 * time.Minute, "client", penalty(25, 10000)},
		{"own tiers, within it", canonical.Policies{CancellationTiers: own}, 90*time.Minute - 1, "client", penalty(80, 32001)},
		{"own tiers, after the start", canonical.Policies{CancellationTiers: own}, -time.Minute, "client", penalty(80, 32001)},
		{"a fee when late", canonical.Policies{LateFee: &fee}, 3 * time.Hour, "client", canonical.Penalty{Percent: 50, Amount: canonical.Money{Amount: 20001, Currency: "CLP"}, Fee: fee}},
		{"no fee in time", canonical.Policies{LateFee: &fee}, 30 * time.Hour, "client", penalty(0, 0)},
		{"an exempt party", canonical.Policies{LateFee: &fee, ExemptInitiators: []string{"provider", "admin"}}, time.Hour, "admin", penalty(0, 0)},
		{"another party", canonical.Policies{ExemptInitiators: []string{"provider", "admin"}}, time.Hour, "client", penalty(100, 40001)},
	} {
		if got := c.policy.Penalty(price, start, start.Add(-c.before), c.by); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func penalty(percent int, amount int64) canonical.Penalty {
	return canonical.Penalty{Percent: percent, Amount: canonical.Money{Amount: amount, Currency: "CLP"}}
}
