// Command servicialo is the Lambda function of the Servicialo dialect: an
// organisation's card, its A2A endpoint and its REST twin.
package main

import (
	"hora/bindings/servicialo"
	"hora/functions/internal/boot"
)

func main() {
	f := boot.Start()
	f.Serve(servicialo.New(f.Config.PublicURL).Routes())
}
