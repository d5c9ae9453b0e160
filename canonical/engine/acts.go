package engine

import "hora/canonical"

// Acts are the plans of a family of commands: nil for a command of another.
// They are families so that a function links those alone that it is asked for.
type Acts func(canonical.Command) plan

// descriptions are what every desk gives: what cards and profiles are made of.
func descriptions(c canonical.Command) plan {
	switch c.(type) {
	case canonical.Describe:
		return describe
	case canonical.DescribeRegistry:
		return describeRegistry
	}
	return nil
}

// All are the acts there are.
func All() []Acts { return []Acts{Appointments, Tasks, Words, Agents, Platforms, Registry} }

// Appointments are made, looked up, moved and given up.
func Appointments(c canonical.Command) plan {
	switch c := c.(type) {
	case canonical.ListServices:
		return listServices(c)
	case canonical.FindSlots:
		return findSlots(c)
	case canonical.PlaceHold:
		return placeHold(c)
	case canonical.ReleaseHold:
		return releaseHold(c)
	case canonical.Book:
		return func(v *view) (change, *canonical.Error) { return v.book(c) }
	case canonical.GetBooking:
		return getBooking(c)
	case canonical.Cancel:
		return func(v *view) (change, *canonical.Error) { return v.cancel(c) }
	case canonical.Reschedule:
		return func(v *view) (change, *canonical.Error) { return v.reschedule(c) }
	case canonical.Incomplete:
		return incomplete(c)
	}
	return nil
}

// Tasks are what is left of calls, to be asked for again.
func Tasks(c canonical.Command) plan {
	switch c := c.(type) {
	case canonical.GetTask:
		return getTask(c)
	case canonical.ListTasks:
		return listTasks(c)
	case canonical.CancelTask:
		return cancelTask(c)
	}
	return nil
}

// Words are conversations in plain words.
func Words(c canonical.Command) plan {
	if c, ok := c.(canonical.Converse); ok {
		return converse(c)
	}
	return nil
}

// Agents are what scheduling agents ask for beside appointments: the
// catalogue piece by piece, payments, and a place on a waitlist.
func Agents(c canonical.Command) plan {
	switch c := c.(type) {
	case canonical.GetService:
		return getService(c)
	case canonical.ServiceFeed:
		return serviceFeed(c)
	case canonical.ConfirmPayment:
		return confirmPayment(c)
	case canonical.JoinWaitlist:
		return joinWaitlist(c)
	}
	return nil
}

// Platforms are what agents ask for over REST alone, and so nobody at the
// front door: many services by their ids, what becomes of a booking, and of a
// place on a waitlist.
func Platforms(c canonical.Command) plan {
	switch c := c.(type) {
	case canonical.LookupServices:
		return lookupServices(c)
	case canonical.ConfirmBooking:
		return confirmBooking(c)
	case canonical.UpdateBooking:
		return updateBooking(c)
	case canonical.Advance:
		return advance(c)
	case canonical.GetEntry:
		return getEntry(c)
	case canonical.ListEntries:
		return listEntries(c)
	case canonical.LeaveWaitlist:
		return leaveWaitlist(c)
	case canonical.AcceptOffer:
		return acceptOffer(c)
	case canonical.DeclineOffer:
		return declineOffer(c)
	}
	return nil
}

// Registry is what is asked of a catalogue of places.
func Registry(c canonical.Command) plan {
	switch c := c.(type) {
	case canonical.Discover:
		return discover(c)
	case canonical.Match:
		return match(c)
	case canonical.BookOffer:
		return bookOffer(c)
	case canonical.PrepareHandoff:
		return prepareHandoff(c)
	case canonical.ReviewOption:
		return reviewOption(c)
	}
	return nil
}

// planOf is the plan of a command. One that this engine was not made for is a
// fault of whoever put the desk together.
func (e *Engine) planOf(c canonical.Command) plan {
	if p := descriptions(c); p != nil {
		return p
	}
	for _, acts := range e.Acts {
		if p := acts(c); p != nil {
			return p
		}
	}
	return func(*view) (change, *canonical.Error) { return refuse(canonical.Internal) }
}
