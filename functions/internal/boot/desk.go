package boot

import (
	"log/slog"
	"slices"

	"hora/canonical"
	"hora/canonical/engine"
	"hora/infra/identity"
)

// Parts are what a desk is made of.
type Parts struct {
	Store      canonical.Store
	Clock      canonical.Clock
	Near       bool                  // the store is in this process
	Acts       []engine.Acts         // what it does beside telling what there is
	Secret     Secret                // what credentials for single bookings are derived from
	Before     Secret                // what they were derived from before; nil: nothing else
	Allowances []canonical.Allowance // the deployment's own, over the defaults
	Identity   Identity              // nil: callers are known by keys alone
	Log        *slog.Logger
}

// An Identity puts a desk that knows callers before one that acts for them.
type Identity func(canonical.Desk) canonical.Desk

// Tokens is the Identity of callers with access tokens and mandates, beside
// keys. Who does not ask for it links none of their verifiers.
func Tokens(v identity.Verifiers) Identity {
	return func(next canonical.Desk) canonical.Desk { return identity.WithTokens(next, v) }
}

// Desk puts together what stands between a binding and a store: who is
// calling, how often they may, and the engine, which is answered as well.
func Desk(p Parts) (canonical.Desk, *engine.Engine) {
	e := engine.New(engine.Config{Store: p.Store, Near: p.Near, Clock: p.Clock, IDs: IDs(p.Clock), Secret: p.Secret, Before: p.Before, Acts: p.Acts, Log: p.Log})
	counted := identity.Allowances(e, over(identity.DefaultAllowances, p.Allowances), p.Clock)
	if p.Identity != nil {
		return p.Identity(counted), e
	}
	return identity.New(counted), e
}

// over is the defaults with the deployment's numbers in their place.
func over(defaults, own []canonical.Allowance) []canonical.Allowance {
	all := slices.Clone(defaults)
	for _, a := range own {
		if i := slices.IndexFunc(all, func(d canonical.Allowance) bool { return d.Door == a.Door }); i >= 0 {
			all[i] = a
		} else {
			all = append(all, a)
		}
	}
	return all
}
