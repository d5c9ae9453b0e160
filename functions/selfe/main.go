// Command selfe is the Lambda function of the registry dialect: its A2A
// endpoint, the status of the gate, the page behind review links and ARD
// search.
package main

import (
	"hora/bindings/selfe"
	"hora/canonical/engine"
	"hora/functions/internal/boot"
	"hora/functions/internal/boot/table"
	"hora/functions/internal/boot/trust"
)

func main() {
	f := boot.Start()
	t, err := trust.Open(f.Config, boot.Clock, f.Log)
	if err != nil {
		f.Fail(err)
	}
	desk, _ := f.TokenDesk(table.Open(f.Config), t.Verifiers, engine.Tasks, engine.Registry)
	f.ServeSites(func(s boot.Site) boot.Routes { return selfe.New(t.At(s)).Routes() }, desk)
}
