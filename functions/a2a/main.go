// Command a2a is the Lambda function of the front door: one A2A endpoint that
// understands every dialect's messages, its own, and plain words.
package main

import (
	"hora/bindings/a2a"
	"hora/bindings/registry"
	"hora/functions/internal/boot"
	"hora/functions/internal/boot/table"
)

func main() {
	f := boot.Start()
	desk, _ := f.Desk(table.Open(f.Config))
	for _, b := range registry.All(registry.Config{PublicURL: f.Config.PublicURL}) {
		if b.Name() == a2a.Name {
			f.Serve(b.Routes(), desk)
		}
	}
}
