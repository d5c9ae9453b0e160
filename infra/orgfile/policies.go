package orgfile

import (
	"cmp"

	"hora/canonical"
)

// initiators are the parties that can cancel a booking.
var initiators = []string{"client", "provider", "admin", "system"}

func checkPolicies(c *checker, path string, p *canonical.Policies) {
	checkTiers(c, path+".cancellation_tiers", p.CancellationTiers)
	checkFee(c, path+".late_fee", p.LateFee)
	checkFee(c, path+".reschedule_fee", p.RescheduleFee)
	checkNoShow(c, path+".no_show", p.NoShow)
	if p.NoCancellation && p.NoCancellationAfter != nil {
		c.say(path+".no_cancellation_after", "makes no sense where bookings cannot be cancelled at all")
	}
	if p.NoRescheduling && p.MaxReschedules > 0 {
		c.say(path+".max_reschedules", "makes no sense where bookings cannot be moved at all")
	}
	if p.NoCancellationAfter != nil {
		within(c, path+".no_cancellation_after", *p.NoCancellationAfter, 0, year*day)
	}
	if c.given[path+".confirmation"] {
		oneOf(c, path+".confirmation", p.Confirmation, canonical.Automatic, canonical.Manual)
	}
	for _, n := range []struct {
		member      string
		value       int
		least, most int
	}{
		{"hold_minutes", p.HoldMinutes, 1, day},
		{"payment_minutes", p.PaymentMinutes, 1, day},
		{"confirmation_hours", p.ConfirmationHours, 1, 30 * 24},
		{"min_advance", p.MinAdvance, 0, year * day},
		{"max_advance", p.MaxAdvance, 1, year},
		{"max_reschedules", p.MaxReschedules, 1, canonical.MaxTransitions / 2},
		{"free_reschedule_until", p.FreeReschedule, 0, year * day},
		{"hold_limit", p.HoldLimit, 1, 1000},
	} {
		if at := path + "." + n.member; c.given[at] {
			within(c, at, n.value, n.least, n.most)
		}
	}
	if ahead := cmp.Or(p.MaxAdvance, canonical.Horizon) * day; p.MinAdvance >= ahead {
		c.say(path+".min_advance", "is %d minutes, and bookings end %d minutes ahead: none is possible", p.MinAdvance, ahead)
	}
	checkAllowances(c, path+".allowances", p.Allowances)
	for i, who := range p.ExemptInitiators {
		oneOf(c, item(path+".exempt_initiators", i), who, initiators...)
	}
}

func checkAllowances(c *checker, path string, all []canonical.Allowance) {
	doors := unique{}
	for i, a := range all {
		at := item(path, i)
		c.id(at+".door", a.Door)
		doors.add(c, at+".door", a.Door)
		if c.required(at + ".per_minute") {
			within(c, at+".per_minute", a.Minute, 0, 1_000_000)
		}
	}
}

// checkFee checks an amount that may be absent.
func checkFee(c *checker, path string, m *canonical.Money) {
	if m == nil {
		return
	}
	if c.required(path + ".amount") {
		within(c, path+".amount", m.Amount, 0, maxAmount)
	}
	if c.required(path + ".currency") {
		checkCurrency(c, path+".currency", m.Currency)
	}
}

// checkNoShow wants what not coming costs said in one way.
func checkNoShow(c *checker, path string, p *canonical.NoShowPolicy) {
	if p == nil {
		return
	}
	within(c, path+".percent", p.Percent, 0, 100)
	within(c, path+".grace_minutes", p.Grace, 0, day)
	checkFee(c, path+".fee", p.Fee)
	if c.given[path+".percent"] == c.given[path+".fee"] {
		c.say(path, "want either a percent or a fee")
	}
}

// checkTiers wants the most generous tier first, since the first one that a
// cancellation is early enough for counts.
func checkTiers(c *checker, path string, tiers []canonical.Tier) {
	for i, t := range tiers {
		at := item(path, i)
		if c.required(at+".min_hours_before") && (t.MinHoursBefore < 0 || t.MinHoursBefore > year*24) {
			c.say(at+".min_hours_before", "is %g; want 0 to %d", t.MinHoursBefore, year*24)
		}
		if c.required(at + ".percent") {
			within(c, at+".percent", t.Percent, 0, 100)
		}
		if i == 0 {
			continue
		}
		if t.MinHoursBefore >= tiers[i-1].MinHoursBefore {
			c.say(at+".min_hours_before", "is not less than that of the tier before; want the earliest cancellation first")
		}
	}
	if n := len(tiers); n > 0 && tiers[n-1].MinHoursBefore != 0 {
		c.say(item(path, n-1)+".min_hours_before", "is %g; the last tier must begin at 0", tiers[n-1].MinHoursBefore)
	}
}
