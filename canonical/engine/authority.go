package engine

import "hora/canonical"

// authorize says whether the caller may ask for the act at all. Whether the
// thing acted on is theirs is for the plan to see: somebody else's is unknown.
func authorize(v *view) *canonical.Error {
	op := canonical.OpOf(v.req.Command)
	if t, ok := v.req.Command.(canonical.Converse); ok {
		op = t.Want
	}
	switch op {
	case canonical.OpCancel, canonical.OpReschedule:
		return ofOrganization(v)
	case canonical.OpListTasks:
		if v.req.Principal.Anonymous() {
			return canonical.Refuse(canonical.Unauthenticated)
		}
	}
	return nil
}

// ofOrganization demands a caller who acts for the organisation.
func ofOrganization(v *view) *canonical.Error {
	p := v.req.Principal
	if p.Anonymous() || p.Organization != v.req.Organization {
		return canonical.Refuse(canonical.Unauthenticated)
	}
	if p.Role != canonical.RoleOrganization && p.Role != canonical.RoleBusiness {
		return canonical.Refuse(canonical.Forbidden)
	}
	return nil
}
