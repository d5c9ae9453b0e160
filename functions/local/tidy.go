package main

import (
	"context"
	"log/slog"
	"time"

	"hora/canonical"
	"hora/canonical/engine"
	"hora/infra/bolt"
)

// between is how often what is due is looked after.
const between = time.Minute

// tidy does what the schedule and time to live do in a deployed desk, until
// the context ends.
func tidy(ctx context.Context, e *engine.Engine, store *bolt.Store, clock canonical.Clock, log *slog.Logger) {
	tick := time.NewTicker(between)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			tidyOnce(ctx, e, store, clock, log)
		case <-ctx.Done():
			return
		}
	}
}

func tidyOnce(ctx context.Context, e *engine.Engine, store *bolt.Store, clock canonical.Clock, log *slog.Logger) {
	swept, err := e.Sweep(ctx)
	if err != nil && ctx.Err() == nil {
		log.ErrorContext(ctx, "not all that is due was done", "cause", err.Error())
	}
	purged, err := store.Purge(ctx, clock())
	if err != nil && ctx.Err() == nil {
		log.ErrorContext(ctx, "expired records could not be purged", "cause", err.Error())
	}
	if swept != (engine.Swept{}) || purged > 0 {
		log.InfoContext(ctx, "swept", "holds", swept.Holds, "requests", swept.Requests, "offers", swept.Offers, "claims", swept.Claims, "settled", swept.Settled, "purged", purged)
	}
}
