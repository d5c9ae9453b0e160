// Command wellknown is the Lambda function of the documents at the root of a
// host, whichever binding they belong to.
package main

import (
	"hora/bindings/registry"
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
	desk, _ := f.Desk(table.Open(f.Config))
	f.ServeSites(func(s boot.Site) boot.Routes {
		return boot.AtRoot(registry.All(t.At(s)))
	}, desk)
}
