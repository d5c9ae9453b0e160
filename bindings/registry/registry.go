// Package registry is the one list of all bindings. Whoever serves or tests
// every dialect takes it from here; a function that serves one dialect imports
// that binding alone.
package registry

import (
	"hora/bindings"
	"hora/bindings/a2a"
	"hora/bindings/internal/dialect"
	"hora/bindings/selfe"
	"hora/bindings/servicialo"
	"hora/bindings/usp"
)

// Dialects are what the front door understands beside its own.
func Dialects(c bindings.Config) []dialect.Dialect {
	return []dialect.Dialect{
		servicialo.Dialect,
		usp.Dialect(c.PublicURL),
		selfe.Dialect(c),
	}
}

// All makes every binding, in the order of their names.
func All(c bindings.Config) []bindings.Binding {
	return []bindings.Binding{
		a2a.New(c.PublicURL, Dialects(c)...),
		selfe.New(c),
		servicialo.New(c.PublicURL),
		usp.New(c.PublicURL),
	}
}
