// Command wellknown is the Lambda function of the documents at the root of a
// host, whichever binding they belong to.
package main

import (
	"hora/bindings/registry"
	"hora/functions/internal/boot"
)

func main() {
	f := boot.Start()
	all := registry.All(registry.Config{PublicURL: f.Config.PublicURL})
	f.Serve(boot.AtRoot(all), boot.NoDesk{})
}
