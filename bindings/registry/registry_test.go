package registry_test

import (
	"slices"
	"testing"

	"hora/bindings"
	"hora/bindings/bindingtest"
	"hora/bindings/registry"
)

func all() []bindings.Binding { return at("https://desk.example") }

func at(public string) []bindings.Binding {
	return registry.All(bindings.Config{
		PublicURL: public, Sealer: bindingtest.Sealer{}, Merchant: bindingtest.Merchant{}, Keys: []byte(`[{"kid":"test"}]`), SignIns: bindingtest.SignIns{},
		Servers: []bindings.AuthorizationServer{{Issuer: "https://id.example", Authorization: "https://id.example/authorize", Token: "https://id.example/token"}},
	})
}

// Every binding passes what any binding must pass.
func TestBindings(t *testing.T) {
	var names []string
	for _, b := range all() {
		names = append(names, b.Name())
		t.Run(b.Name(), func(t *testing.T) { bindingtest.Run(t, b) })
	}
	if !slices.IsSorted(names) || len(slices.Compact(names)) != len(all()) {
		t.Errorf("names %v", names)
	}
}

// No scenario is silent about a dialect.
func TestMatrix(t *testing.T) { bindingtest.Matrix(t, all()...) }

// No file of the folders that all bindings share belongs to nobody.
func TestFixtures(t *testing.T) { bindingtest.Owned(t, all()...) }

// Every address in an answer is below the public URL, also where that is not on
// https.
func TestAddresses(t *testing.T) {
	bindingtest.Addresses(t, "http://127.0.0.1:8080", at("http://127.0.0.1:8080")...)
}

// No two routes answer the same call.
func TestRoutes(t *testing.T) { bindingtest.Mux(nil, all()...) }

func FuzzDecode(f *testing.F) { bindingtest.Fuzz(f, all()...) }
