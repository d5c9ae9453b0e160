package engine

import "hora/canonical"

// Registry is the registry that was asked, as its record says; nil when there
// is none, or none was asked.
func (v *view) Registry() *canonical.Registry {
	if v.req.Catalogue == "" {
		return nil
	}
	r, ok := document[canonical.Registry](v, canonical.RegistryKey(v.req.Catalogue))
	if !ok {
		return nil
	}
	return &r
}
