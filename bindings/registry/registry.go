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

// Config is what bindings are made of.
type Config struct {
	PublicURL string       // base of the addresses in cards, such as https://desk.example
	Selfe     selfe.Config // what else the registry's dialect needs; its public URL is the one above
}

// All makes every binding, in the order of their names.
func All(c Config) []bindings.Binding {
	c.Selfe.PublicURL = c.PublicURL
	return []bindings.Binding{
		a2a.New(c.PublicURL, servicialo.Dialect, usp.Dialect(c.PublicURL), selfe.Dialect(c.Selfe)),
		selfe.New(c.Selfe),
		servicialo.New(c.PublicURL),
		usp.New(c.PublicURL),
	}
}
