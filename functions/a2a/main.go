// Command a2a is the Lambda function of the front door: one A2A endpoint that
// understands every dialect's messages, its own, and plain words.
package main

import (
	"hora/bindings/a2a"
	"hora/bindings/registry"
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
	desk, _ := f.TokenDesk(table.Open(f.Config), t.Verifiers, engine.Appointments, engine.Tasks, engine.Words, engine.Agents, engine.Registry)
	f.ServeSites(func(s boot.Site) boot.Routes {
		return a2a.New(s.URL, registry.Dialects(t.At(s))...).Routes()
	}, desk)
}
