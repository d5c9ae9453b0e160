// Command usp is the Lambda function of the USP dialect: a business's profile
// and card, its A2A endpoint and its REST twin.
package main

import (
	"hora/bindings/usp"
	"hora/canonical/engine"
	"hora/functions/internal/boot"
	"hora/functions/internal/boot/table"
)

func main() {
	f := boot.Start()
	desk, _ := f.Desk(table.Open(f.Config), engine.Appointments, engine.Tasks, engine.Agents, engine.Platforms)
	f.Serve(usp.New(f.Config.PublicURL).Routes(), desk)
}
