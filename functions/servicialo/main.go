// Command servicialo is the Lambda function of the Servicialo dialect: an
// organisation's card, its A2A endpoint and its REST twin.
package main

import (
	"hora/bindings/servicialo"
	"hora/canonical/engine"
	"hora/functions/internal/boot"
	"hora/functions/internal/boot/table"
)

func main() {
	f := boot.Start()
	desk, _ := f.Desk(table.Open(f.Config), engine.Appointments, engine.Words)
	f.Serve(servicialo.New(f.Config.PublicURL).Routes(), desk)
}
