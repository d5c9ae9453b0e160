package boot_test

import (
	"slices"
	"testing"

	"hora/bindings"
	"hora/bindings/bindingtest"
	"hora/bindings/registry"
	"hora/canonical"
	"hora/infra/identity"
)

// Every door is counted: one that no allowance names is open without end.
func TestDoors(t *testing.T) {
	for _, b := range registry.All(bindings.Config{PublicURL: "https://desk.example", Sealer: bindingtest.Sealer{}, Merchant: bindingtest.Merchant{}}) {
		for _, door := range bindingtest.Doors(t, b) {
			if !slices.ContainsFunc(identity.DefaultAllowances, func(a canonical.Allowance) bool { return a.Door == door }) {
				t.Errorf("%s comes in by the door %q, which identity.DefaultAllowances does not bound", b.Name(), door)
			}
		}
	}
}
