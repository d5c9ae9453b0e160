// Package registry is the one list of all bindings. Whoever serves or tests
// every dialect takes it from here; a function that serves one dialect imports
// that binding alone.
package registry

import (
	"hora/bindings"
	"hora/bindings/a2a"
	"hora/bindings/selfe"
	"hora/bindings/servicialo"
	"hora/bindings/usp"
)

// All makes every binding, in the order of their names.
func All(c bindings.Config) []bindings.Binding {
	return []bindings.Binding{
		a2a.New(c.PublicURL, servicialo.Dialect, usp.Dialect(c.PublicURL), selfe.Dialect(c)),
		selfe.New(c),
		servicialo.New(c.PublicURL),
		usp.New(c.PublicURL),
	}
}
