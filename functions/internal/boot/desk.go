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
// Allowances are the deployment's own.
func Desk(store canonical.Store, clock canonical.Clock, allowances []canonical.Allowance, log *slog.Logger) (canonical.Desk, *engine.Engine) {
	e := engine.New(engine.Config{Store: store, Clock: clock, IDs: IDs(clock), Log: log})
	return identity.New(identity.Allowances(e, over(identity.DefaultAllowances, allowances), clock)), e
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
