package identity

import (
	"context"
	"net/netip"
	"slices"
	"strings"
	"time"

	"hora/canonical"
)

// window is how long an allowance lasts before it is new.
const window = time.Minute

// DefaultAllowances hold where neither the deployment nor the organisation
// says otherwise.
var DefaultAllowances = []canonical.Allowance{
	{Door: "servicialo-a2a", Minute: 100},
	{Door: "servicialo-rest", Minute: 6000},
	{Door: "a2a", Minute: 6000},

	{Door: "usp-catalog", Minute: 100}, // as USP suggests (10.2.2)
	{Door: "usp-availability", Minute: 60},
	{Door: "usp-holds", Minute: 30},
	{Door: "usp-bookings", Minute: 20},
	{Door: "usp-rest", Minute: 6000},
}

type allowances struct {
	next     canonical.Desk
	defaults []canonical.Allowance
	clock    canonical.Clock
}

// Allowances is the desk that bounds how many calls one address, or in USP one
// platform, may make to one organisation through one door within a minute of the clock. Beyond that
// a call ends as RateLimited.
//
// The doors that are counted are those that defaults lists. An organisation's
// own allowances override their numbers; 0 is no bound, in either.
func Allowances(next canonical.Desk, defaults []canonical.Allowance, clock canonical.Clock) canonical.Desk {
	return allowances{next, slices.Clone(defaults), clock}
}

func (d allowances) Do(ctx context.Context, req canonical.Request) canonical.Outcome {
	if limit, counted := perMinute(d.defaults, req.Door); counted {
		req.Gates = append(slices.Clip(req.Gates), spendGate(&req.Meta, limit, d.clock()))
	}
	return d.next.Do(ctx, req)
}

func spendGate(m *canonical.Meta, limit int64, now time.Time) canonical.Gate {
	began := now.Truncate(window)
	spending := &canonical.Spending{
		Key:     canonical.AllowanceKey(bucket(m), began),
		Expires: began.Add(2 * window), // one to spare for clocks that differ
	}
	return canonical.Gate{Spend: spending, Judge: func(m *canonical.Meta, seen canonical.Seen) *canonical.Error {
		limit := limit
		if org := seen.Organization(); org != nil {
			if own, ok := perMinute(org.Policies.Allowances, m.Door); ok {
				limit = own
			}
		}
		if limit == 0 || seen.Spent(spending) <= limit {
			return nil
		}
		left := began.Add(window).Sub(now)
		return &canonical.Error{Code: canonical.RateLimited, RetryAfter: int((left + time.Second - 1) / time.Second)}
	}}
}

func perMinute(list []canonical.Allowance, door string) (int64, bool) {
	for _, a := range list {
		if a.Door == door {
			return a.Minute, true
		}
	}
	return 0, false
}

// bucket names who spends what. What could not be an organisation shares one
// bucket, so that no caller chooses how long a key gets or what is in it.
func bucket(m *canonical.Meta) string {
	organization := "-"
	if canonical.IsSlug(m.Organization) {
		organization = m.Organization
	}
	who := network(m.Remote)
	if m.Caller != "" && strings.HasPrefix(m.Door, "usp-") {
		who = m.Caller // USP counts platforms, wherever they call from
	}
	return m.Door + "#" + organization + "#" + who
}

// network is the address a call came from, or the /64 of one of IPv6: less
// than that nobody is given, so addresses within it cost nothing.
func network(remote string) string {
	a, err := netip.ParseAddr(remote)
	if err != nil {
		return "-"
	}
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return a.String()
	}
	p, _ := a.Prefix(64)
	return p.String()
}
