// Command sweep is the scheduled Lambda function that does what is due, such
// as cancelling requests that nobody confirmed. It may be run at any time, by
// several at once.
package main

import (
	"context"
	"errors"

	"hora/functions/internal/boot"
	"hora/functions/internal/boot/table"
)

func main() {
	f := boot.Start()
	_, engine := f.Desk(table.Open(f.Config))
	f.Run(func(ctx context.Context) error {
		swept, err := engine.Sweep(ctx)
		f.Log.InfoContext(ctx, "swept", "holds", swept.Holds, "requests", swept.Requests, "offers", swept.Offers, "claims", swept.Claims, "settled", swept.Settled)
		if err != nil {
			f.Log.ErrorContext(ctx, "not all that is due was done", "cause", err.Error())
			return errors.New("not all that is due was done")
		}
		return nil
	})
}
