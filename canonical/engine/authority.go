package engine

import "hora/canonical"

// authorize says whether the caller may ask for the act at all. Whether the
// thing acted on is theirs is for the plan to see: somebody else's is unknown.
func authorize(v *view) *canonical.Error {
	op := canonical.OpOf(v.req.Command)
	if t, ok := v.req.Command.(canonical.Converse); ok {
		if op = t.Want; v.req.Tracked && t.Answer == canonical.Leave { // of a booking only if nothing was begun
			op = canonical.OpNone
		}
	}
	switch op {
	case canonical.OpListTasks:
		return known(v)
	case canonical.OpGetTask, canonical.OpCancelTask:
		if v.req.Rules.Has(canonical.KeepAnswers) {
			return known(v)
		}
	case canonical.OpPlaceHold, canonical.OpReleaseHold, canonical.OpBook, canonical.OpGetBooking:
		if v.req.Rules.Has(canonical.KnownCallers) {
			return known(v)
		}
	case canonical.OpCancel, canonical.OpReschedule, canonical.OpConfirmPayment, canonical.OpUpdateBooking,
		canonical.OpJoinWaitlist, canonical.OpGetEntry, canonical.OpListEntries, canonical.OpLeaveWaitlist,
		canonical.OpAcceptOffer, canonical.OpDeclineOffer:
		if v.req.Rules.Has(canonical.KnownCallers) {
			return known(v)
		}
		return ofOrganization(v)
	case canonical.OpConfirmBooking, canonical.OpAdvance:
		return ofOrganization(v)
	}
	return nil
}

// known demands a verified caller, whoever it is, and that it says so.
func known(v *view) *canonical.Error {
	if v.req.Principal.Anonymous() {
		return canonical.Refuse(canonical.Unauthenticated)
	}
	return v.identified()
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
