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

	{Door: registryDoor, Minute: 60},
	{Door: knownDoor, Minute: 600},
	{Door: "selfe-web", Minute: 600},
}

// A registry counts whom it knows by another number than all others, and
// wherever they call from.
const (
	registryDoor = "selfe"
	knownDoor    = "selfe-known"
)

// doorOf is the door whose number holds for a call.
func doorOf(m *canonical.Meta) string {
	if m.Door == registryDoor && m.Caller != "" {
		return knownDoor
	}
	return m.Door
}

type allowances struct {
	next     canonical.Desk
	defaults []canonical.Allowance
	clock    canonical.Clock
}

// Allowances is the desk that bounds how many calls one address, or in USP one
// platform and at a registry one known caller, may make to one organisation or
// registry through one door within a minute of the clock. Beyond that a call
// ends as RateLimited.
//
// The doors that are counted are those that defaults lists. An organisation's
// own allowances, or a registry's, override their numbers; 0 is no bound, in
// either.
func Allowances(next canonical.Desk, defaults []canonical.Allowance, clock canonical.Clock) canonical.Desk {
	return allowances{next, slices.Clone(defaults), clock}
}

func (d allowances) Do(ctx context.Context, req canonical.Request) canonical.Outcome {
	if limit, counted := perMinute(d.defaults, doorOf(&req.Meta)); counted {
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
		if own, ok := perMinute(ownAllowances(m, seen), doorOf(m)); ok {
			limit = own
		}
		if limit == 0 || seen.Spent(spending) <= limit {
			return nil
		}
		left := began.Add(window).Sub(now)
		return &canonical.Error{Code: canonical.RateLimited, RetryAfter: int((left + time.Second - 1) / time.Second)}
	}}
}

// ownAllowances are those of whoever is asked.
func ownAllowances(m *canonical.Meta, seen canonical.Seen) []canonical.Allowance {
	if m.Catalogue != "" {
		if r := seen.Registry(); r != nil {
			return r.Allowances
		}
		return nil
	}
	if org := seen.Organization(); org != nil {
		return org.Policies.Allowances
	}
	return nil
}

func perMinute(list []canonical.Allowance, door string) (int64, bool) {
	for _, a := range list {
		if a.Door == door {
			return a.Minute, true
		}
	}
	return 0, false
}

// bucket names who spends what. What could not be an organisation or a registry
// shares one bucket, so that no caller chooses how long a key gets or what is in
// it.
func bucket(m *canonical.Meta) string {
	asked, door := "-", doorOf(m)
	switch {
	case canonical.IsSlug(m.Organization):
		asked = m.Organization
	case canonical.IsSlug(m.Catalogue):
		asked = m.Catalogue
	}
	who := network(m.Remote)
	if m.Caller != "" && (door == knownDoor || strings.HasPrefix(door, "usp-")) {
		who = m.Caller // USP counts platforms, wherever they call from
	}
	return door + "#" + asked + "#" + who
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
