package engine

import (
	"strings"

	"hora/canonical"
)

// claimed answers for what the same guest has claimed before: with the task of
// that claim as it stands, if it is the caller's own. ok is false while
// something has not been read. There is no answer when what was booked is
// cancelled or moved since: then the guest may claim it again.
func (v *view) claimed(r *reservation, claim canonical.GuestClaim) (ch change, ok bool, refusal *canonical.Error) {
	own := claim.Owner == v.owner("")
	booking, read := canonical.BookingKey(claim.Booking), true
	if claim.State == canonical.ClaimBooked {
		read = v.want(booking)
	}
	if own {
		read = v.want(canonical.TaskKey(claim.Owner, claim.Task), canonical.TaskOutcomeKey(claim.Task)) && read
	}
	if !read {
		return change{}, false, nil
	}
	b, booked := v.bookingAt(booking)
	if claim.State == canonical.ClaimBooked && (!booked || !v.stands(&b, &r.Offer)) {
		return change{}, true, nil
	}
	if own {
		if t, ok := v.standing(claim.Task); ok {
			return change{outcome: *t.Outcome, earlier: t.ID}, true, nil
		}
		if v.wants() {
			return change{}, false, nil
		}
	}
	out := canonical.Reservation{Entity: r.Entity, State: canonical.ReservationOpen, Reason: canonical.OfferUnknown, Party: r.Offer.Party}
	switch {
	case claim.State == canonical.ClaimBooked && own: // its task is forgotten
		out.State, out.Reason, out.Booking = canonical.Reserved, "", new(shown(b))
	case claim.State == canonical.ClaimBooked: // by the guest's other agent: none of the caller's business
		out.State, out.Reason = canonical.NotReserved, canonical.OfferUnavailable
		ch.state = canonical.TaskRejected
	default:
		ch.state = canonical.TaskRejected
	}
	ch.outcome.Result = out
	return ch, true, nil
}

// stands says whether a booking still is of what an offer offered.
func (v *view) stands(b *canonical.Booking, o *canonical.Offer) bool {
	v.lapse(b)
	return b.State() != canonical.Cancelled && b.Start.Equal(o.Start)
}

// standing is a task of the caller's with how it stands; both have been read.
// If it was just about to change, they are read again.
func (v *view) standing(id string) (t canonical.Task, ok bool) {
	header, archive := canonical.TaskKey(v.owner(id), id), canonical.TaskOutcomeKey(id)
	t, ok = document[canonical.Task](v, header)
	rest, kept := document[archived](v, archive)
	switch {
	case !ok || !kept:
		return t, false
	case rest.State != "" && rest.State != t.State:
		delete(v.records, header)
		delete(v.records, archive)
		v.want(header, archive)
		return t, false
	}
	t.History, t.Outcome = rest.History, rest.Outcome
	return t, t.Outcome != nil
}

// lookInto makes a claim due once nobody can be at it any more; looked takes
// that back.
func lookInto(k canonical.StoreKey, c canonical.GuestClaim) canonical.Write {
	return due(c.At.Add(canonical.ClaimLease), dueClaim, claimant(k))
}

func looked(w canonical.Write) canonical.Write {
	return canonical.Write{Kind: canonical.Delete, Record: canonical.Record{StoreKey: w.StoreKey, Version: 1}}
}

// lookedInto answers with a task; one that is at work, and was left, is ended
// first.
func (v *view) lookedInto(t canonical.Task) (change, *canonical.Error) {
	rest, _ := document[archived](v, canonical.TaskOutcomeKey(t.ID))
	whole, ok := v.standing(t.ID)
	switch {
	case v.wants():
		return pending()
	case !ok:
		whole = v.whole(t)
	}
	if t.State != canonical.TaskWorking || rest.Claim == "" {
		return answer(whole)
	}
	a, read := v.abandoned(rest.Claim)
	switch {
	case !read:
		return pending()
	case a.task.ID != t.ID && v.given(rest.Claim, t.ID): // since the task was read, and the task with it
		delete(v.records, canonical.TaskKey(v.owner(t.ID), t.ID))
		delete(v.records, canonical.TaskOutcomeKey(t.ID))
		v.want(canonical.TaskKey(v.owner(t.ID), t.ID), canonical.TaskOutcomeKey(t.ID))
		return pending()
	case a.task.ID != t.ID:
		return answer(whole)
	}
	return change{writes: a.writes, outcome: canonical.Outcome{Result: a.task}}, nil
}

// given says whether a claim, which has been read, is no longer the task's.
func (v *view) given(id, task string) bool {
	claim, ok := document[canonical.GuestClaim](v, canonical.GuestClaimKey(id))
	return ok && (claim.State != canonical.ClaimStarted || claim.Task != task)
}

// claimant is the name of a claim.
func claimant(k canonical.StoreKey) string {
	return strings.TrimPrefix(k.Partition, canonical.GuestClaimKey("").Partition)
}

// void gives a claim up.
func (v *view) void(k canonical.StoreKey, c canonical.GuestClaim) canonical.Write {
	c.State = canonical.ClaimVoid
	return until(put(v, k, c), v.now.Add(taskKept))
}

// abandoned is the end of a claim, and of its task, that nobody came back to:
// since the booking could only have come together with the settled claim,
// nothing was booked, and after this nothing can be.
type abandoned struct {
	writes []canonical.Write // none: there is nothing to end
	task   canonical.Task    // as it then stands, if it is at work
}

// abandoned looks whether a claim was left; read is false while something has
// not been read.
func (v *view) abandoned(id string) (a abandoned, read bool) {
	k := canonical.GuestClaimKey(id)
	if !v.want(k) {
		return a, false
	}
	claim, ok := document[canonical.GuestClaim](v, k)
	if !ok || !claim.Abandoned(v.now) {
		return a, true
	}
	header, rest := canonical.TaskKey(claim.Owner, claim.Task), canonical.TaskOutcomeKey(claim.Task)
	if !v.want(header, rest) {
		return a, false
	}
	a.writes = []canonical.Write{v.void(k, claim)}
	t, ok := document[canonical.Task](v, header)
	if !ok || t.State != canonical.TaskWorking {
		return a, true
	}
	t.State, t.At = canonical.TaskFailed, v.now
	all, _ := document[archived](v, rest)
	all.Claim, all.State = "", t.State
	if all.Outcome != nil {
		if r, ok := all.Outcome.Result.(canonical.Reservation); ok {
			r.State, r.Reason = canonical.NotReserved, canonical.OfferNotMade
			all.Outcome.Result = r
		}
	}
	a.writes = append(a.writes, until(put(v, header, t), v.now.Add(taskKept)), until(put(v, rest, all), v.now.Add(taskKept)))
	a.task = t
	a.task.History, a.task.Outcome = all.History, all.Outcome
	return a, true
}
