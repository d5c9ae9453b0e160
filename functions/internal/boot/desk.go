package boot

import (
	"log/slog"
	"slices"

	"hora/canonical"
	"hora/canonical/engine"
	"hora/infra/identity"
)

// Desk puts together what stands between a binding and a store: who is
// calling, how often they may, and the engine, which is answered as well.
// Allowances are the deployment's own. Callers are known by keys.
func Desk(store canonical.Store, clock canonical.Clock, allowances []canonical.Allowance, log *slog.Logger) (canonical.Desk, *engine.Engine) {
	counted, e := within(store, clock, allowances, log)
	return identity.New(counted), e
}

// TokenDesk is a Desk at which callers are known by access tokens too, and
// guests by their mandates.
func TokenDesk(store canonical.Store, clock canonical.Clock, allowances []canonical.Allowance, v identity.Verifiers) (canonical.Desk, *engine.Engine) {
	counted, e := within(store, clock, allowances, v.Log)
	return identity.WithTokens(counted, v), e
}

// within is what is behind knowing who calls.
func within(store canonical.Store, clock canonical.Clock, allowances []canonical.Allowance, log *slog.Logger) (canonical.Desk, *engine.Engine) {
	e := engine.New(engine.Config{Store: store, Clock: clock, IDs: IDs(clock), Log: log})
	return identity.Allowances(e, over(identity.DefaultAllowances, allowances), clock), e
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
