package main

import (
	"fmt"
	"slices"
	"strings"

	"hora/bindings"
	"hora/bindings/registry"
	"hora/canonical"
	"hora/infra/identity"
	"hora/infra/orgfile"
)

// unknown lists the names in a good document that are this desk's own and that
// it has not: dialects that nothing speaks, which would leave the organisation
// out of reach, and doors that nothing counts.
func unknown(d orgfile.Document) (problems []orgfile.Problem) {
	switch d := d.(type) {
	case *orgfile.Organization:
		return unknownOf("", &d.Organization)
	case *orgfile.Catalogue:
		problems = unknownDoors("catalogue.allowances", d.Catalogue.Allowances)
		for i, p := range d.Places {
			if p.Organization != nil {
				problems = append(problems, unknownOf(fmt.Sprintf("places[%d].", i), p.Organization)...)
			}
		}
	}
	return problems
}

func unknownOf(at string, o *canonical.Organization) (problems []orgfile.Problem) {
	known := dialects()
	for i, name := range o.Dialects {
		if !slices.Contains(known, name) {
			problems = append(problems, orgfile.Problem{
				Path: fmt.Sprintf("%sorganization.dialects[%d]", at, i),
				Text: fmt.Sprintf("no dialect is called %q; there are %s", name, strings.Join(known, ", ")),
			})
		}
	}
	return append(problems, unknownDoors(at+"organization.policies.allowances", o.Policies.Allowances)...)
}

func unknownDoors(path string, all []canonical.Allowance) (problems []orgfile.Problem) {
	known := doors()
	for i, a := range all {
		if !slices.Contains(known, a.Door) {
			problems = append(problems, orgfile.Problem{
				Path: fmt.Sprintf("%s[%d].door", path, i),
				Text: fmt.Sprintf("no door is called %q; there are %s", a.Door, strings.Join(known, ", ")),
			})
		}
	}
	return problems
}

func dialects() (names []string) {
	for _, b := range registry.All(bindings.Config{PublicURL: "https://desk.example"}) {
		names = append(names, b.Name())
	}
	return names
}

func doors() (names []string) {
	for _, a := range identity.DefaultAllowances {
		names = append(names, a.Door)
	}
	return names
}
