package canonical

import (
	"slices"
	"time"
)

// A Tier is one step of a cancellation policy: cancelling at least so many
// hours before the start costs that share of the price.
type Tier struct {
	MinHoursBefore float64 `json:"min_hours_before"`
	Percent        int     `json:"percent"`
}

// DefaultTiers apply where an organisation names none: free a day ahead, half
// the price until two hours before, all of it after that.
var DefaultTiers = []Tier{{24, 0}, {2, 50}, {0, 100}}

// A Penalty is what a cancellation costs by policy. It is reported; charging
// is the organisation's own billing.
type Penalty struct {
	Percent int   `json:"percent"`
	Amount  Money `json:"amount"`
	Fee     Money `json:"fee,omitzero"` // fixed late fee, where the policy has one
}

// Charge is what a cancellation costs where one amount must be told: the fixed
// late fee, or else the tier's share of the price.
func (p Penalty) Charge() Money {
	if p.Fee.Amount > 0 {
		return p.Fee
	}
	return p.Amount
}

// Or is the penalty of the two that costs more.
func (p Penalty) Or(other Penalty) Penalty {
	if other.Charge().Amount > p.Charge().Amount {
		return other
	}
	return p
}

// A CancelledFact is how a booking came to be cancelled, told the same whenever
// it is read.
type CancelledFact struct {
	By     string    `json:"by"` // client, provider, admin or system
	Reason string    `json:"reason,omitzero"`
	At     time.Time `json:"at"`
	Fee    Money     `json:"fee"`
	Refund Money     `json:"refund"`           // of what had been paid
	NoShow bool      `json:"no_show,omitzero"` // the client did not come
}

// Exempt says whether that party cancels without a penalty.
func (p *Policies) Exempt(by string) bool { return slices.Contains(p.ExemptInitiators, by) }

// Absent is what not coming costs by policy.
func (p *Policies) Absent(price Money) Penalty {
	out := Penalty{Amount: Money{0, price.Currency}}
	if n := p.NoShow; n != nil {
		out.Percent, out.Amount = n.Percent, price.Percent(n.Percent)
		if n.Fee != nil {
			out.Fee = *n.Fee
		}
	}
	return out
}

// Closed says whether clients cannot cancel at that instant what starts then.
func (p *Policies) Closed(start, at time.Time) bool {
	return p.NoCancellation || p.NoCancellationAfter != nil && at.After(start.Add(-time.Duration(*p.NoCancellationAfter)*time.Minute))
}

// Penalty evaluates the policy for a cancellation at that instant by that
// party. Tiers stand in order, the earliest cancellation first: the first one
// that it is early enough for counts, its boundary included, and after the
// start the last.
func (p *Policies) Penalty(price Money, start, at time.Time, by string) Penalty {
	if p.Exempt(by) {
		return Penalty{Amount: Money{0, price.Currency}}
	}
	tiers := p.CancellationTiers
	if len(tiers) == 0 {
		tiers = DefaultTiers
	}
	before := start.Sub(at)
	percent := 0
	for _, t := range tiers {
		percent = t.Percent
		if before >= time.Duration(t.MinHoursBefore*float64(time.Hour)) {
			break
		}
	}
	out := Penalty{Percent: percent, Amount: price.Percent(percent)}
	if percent > 0 && p.LateFee != nil {
		out.Fee = *p.LateFee
	}
	return out
}
