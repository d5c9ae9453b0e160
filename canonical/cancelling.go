package canonical

import "time"

// Cancelling is what it will cost a client to cancel a booking, from now on, as
// the policy stands. What is said here is what Leaving will say then, as far as
// anything can be charged at all.
type Cancelling struct {
	Steps  []CancellingStep `json:"steps,omitzero"` // in their order; none: it cannot be cancelled
	Last   time.Time        `json:"last,omitzero"`  // from then on it cannot be cancelled; zero: it always can
	Free   bool             `json:"free_until_agreed,omitzero"`
	NoShow Money            `json:"no_show,omitzero"` // what not coming costs; zero: nothing is said of it
}

// A CancellingStep is a stretch of time in which cancelling costs the same, that
// instant included.
type CancellingStep struct {
	Until  time.Time `json:"until,omitzero"` // zero: for good
	Charge Money     `json:"charge"`
}

// Cancelling is what the policy has for a booking. Free says that it costs
// nothing until the business has agreed to the booking, whatever the steps say.
func (p *Policies) Cancelling(b *Booking, now time.Time) (c Cancelling) {
	if p.NoShow != nil || b.Forfeit.Charge().Amount > 0 {
		c.NoShow = b.Chargeable(p.Missing(b))
	}
	if p.Closed(b.Start, now) {
		return c
	}
	if p.NoCancellationAfter != nil {
		c.Last = b.Start.Add(-time.Duration(*p.NoCancellationAfter) * time.Minute)
	}
	c.Free = b.State() == Requested
	tiers := p.CancellationTiers
	if len(tiers) == 0 {
		tiers = DefaultTiers
	}
	for i, t := range tiers {
		at, until := b.Start.Add(time.Nanosecond), time.Time{}
		if i < len(tiers)-1 {
			until = b.Start.Add(-time.Duration(t.MinHoursBefore * float64(time.Hour)))
			at = until
		}
		if !until.IsZero() && until.Before(now) {
			continue
		}
		ends := !c.Last.IsZero() && (until.IsZero() || !until.Before(c.Last))
		if ends {
			until = c.Last
		}
		charge := b.Chargeable(p.Leaving(b, at, "client"))
		if n := len(c.Steps); n > 0 && c.Steps[n-1].Charge == charge {
			c.Steps[n-1].Until = until
		} else {
			c.Steps = append(c.Steps, CancellingStep{until, charge})
		}
		if ends {
			break
		}
	}
	return c
}

// Leaving is what the policy has for a booking that is cancelled at that instant
// by that party: what the time that it has costs, or one that it was moved from
// too late.
func (p *Policies) Leaving(b *Booking, at time.Time, by string) Penalty {
	out := p.Penalty(b.Billing.Amount, b.Start, at, by)
	if p.Exempt(by) {
		return out
	}
	return out.Or(b.Forfeit)
}

// Missing is what the policy has for a booking that its client does not come to:
// no less than leaving it by moving it would have come to.
func (p *Policies) Missing(b *Booking) Penalty { return p.Absent(b.Billing.Amount).Or(b.Forfeit) }

// Chargeable is what a penalty comes to, as far as the booking has a price that
// it can be taken from.
func (b *Booking) Chargeable(p Penalty) Money {
	charge := p.Charge()
	charge.Amount = min(charge.Amount, max(b.Billing.Amount.Amount, b.Forfeit.Charge().Amount))
	return charge
}
