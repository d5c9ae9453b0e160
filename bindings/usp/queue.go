package usp

import "hora/canonical"

// The waitlist. Over A2A one can only join it.

func (a *arguments) joinWaitlist(f *faults) canonical.Command {
	f.required("service_id", a.ServiceID)
	c := canonical.JoinWaitlist{Service: a.ServiceID, Slot: a.SlotID, Client: f.buyer(a.Buyer), Party: f.count("party_size", a.PartySize, maxGuests)}
	const most = 10
	if len(a.Preferred) > most {
		f.problems = append(f.problems, canonical.Problem{Path: "preferred_slots", Rule: canonical.RuleRange, Max: most})
		return c
	}
	for i, p := range a.Preferred {
		at := "preferred_slots[" + string(rune('0'+i)) + "]."
		w := canonical.Preference{From: f.date(at+"start_date", p.StartDate), To: f.date(at+"end_date", p.EndDate), Part: p.TimeOfDay}
		if w.From != "" && w.To != "" && w.To < w.From {
			f.problem(at+"end_date", canonical.RuleRange)
		}
		f.length(at+"time_of_day", p.TimeOfDay, maxName)
		c.Preferred = append(c.Preferred, w)
	}
	return c
}

func (a *arguments) listEntries(f *faults) canonical.Command {
	if a.Status != "" {
		f.oneOf("status", a.Status, "waiting", "offered", "accepted", "expired", "declined", "removed")
	}
	return canonical.ListEntries{
		Service: a.ServiceID, State: canonical.EntryState(a.Status),
		Limit: f.page("pagination.limit", a.Pagination.Limit, entriesPage, maxPage), After: canonical.Cursor(a.Pagination.Cursor),
	}
}

func (a *arguments) getEntry(*faults) canonical.Command { return canonical.GetEntry{Entry: a.EntryID} }

func (a *arguments) leaveWaitlist(*faults) canonical.Command {
	return canonical.LeaveWaitlist{Entry: a.EntryID}
}

func (a *arguments) acceptOffer(*faults) canonical.Command {
	return canonical.AcceptOffer{Entry: a.EntryID}
}

func (a *arguments) declineOffer(*faults) canonical.Command {
	return canonical.DeclineOffer{Entry: a.EntryID}
}
