package engine

import "hora/canonical"

// describe answers with the organisation as anyone may see it.
func describe(v *view) (change, *canonical.Error) {
	org := *v.cat.org
	org.Keys = nil
	return answer(canonical.Profile{Organization: org, Services: v.cat.services, Providers: v.cat.providers})
}

// listServices answers with the catalogue.
func listServices(v *view) (change, *canonical.Error) {
	return answer(canonical.Catalogue{
		Organization: canonical.Named{ID: v.cat.org.Slug, Name: v.cat.org.Name},
		Services:     v.cat.services,
	})
}

// incomplete refuses arguments that the binding could not read. The call has
// been counted, and the organisation is known to exist.
func incomplete(c canonical.Incomplete) plan {
	return func(*view) (change, *canonical.Error) {
		return change{}, &canonical.Error{Code: canonical.Invalid, Problems: c.Problems}
	}
}
