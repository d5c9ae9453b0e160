package engine

import (
	"time"

	"hora/canonical"
)

// leaveWaitlist gives an entry up, and a place that it was offered to the
// next.
func leaveWaitlist(c canonical.LeaveWaitlist) plan {
	return func(v *view) (change, *canonical.Error) {
		e, ok, refusal := v.entryOf(c.Entry)
		if refusal != nil || !ok || !v.queue(&e) {
			return change{}, refusal
		}
		if refusal := v.current(e.Tag()); refusal != nil {
			return change{}, refusal
		}
		switch e.State {
		case canonical.EntryRemoved:
			return answer(v.seen(e))
		case canonical.EntryAccepted:
			return refuse(canonical.InvalidState)
		}
		return v.leave(e, canonical.EntryRemoved)
	}
}

// declineOffer gives what an entry was offered to the next.
func declineOffer(c canonical.DeclineOffer) plan {
	return func(v *view) (change, *canonical.Error) {
		e, ok, refusal := v.entryOf(c.Entry)
		if refusal != nil || !ok || !v.queue(&e) {
			return change{}, refusal
		}
		if refusal := v.open(&e); refusal != nil {
			return change{}, refusal
		}
		return v.leave(e, canonical.EntryDeclined)
	}
}

// open refuses to answer an offer that there is not, or not any more.
func (v *view) open(e *canonical.Entry) *canonical.Error {
	if refusal := v.current(e.Tag()); refusal != nil {
		return refusal
	}
	switch e.State {
	case canonical.EntryOffered:
		return nil
	case canonical.EntryExpired:
		return canonical.Refuse(canonical.OfferExpired)
	case canonical.EntryAccepted:
		return canonical.Refuse(canonical.OfferAccepted)
	}
	return canonical.Refuse(canonical.InvalidState)
}

// leave takes an entry out of its queue.
func (v *view) leave(e canonical.Entry, s canonical.EntryState) (change, *canonical.Error) {
	d := v.diary()
	var offers []canonical.Write
	if e.State == canonical.EntryOffered {
		var ok bool
		if offers, ok = v.giveBack(d, freedByOffer(&e)); !ok {
			return pending()
		}
	}
	e.State, e.Claims = s, nil
	e.Revision++
	writes := append(v.waitedOut(&e), offers...)
	return change{writes: append(writes, d.writes()...), outcome: canonical.Outcome{Result: v.seen(e)}}, nil
}

// waitedOut writes an entry that has ended, which is remembered as long as a
// task is, and takes it out of its queue.
func (v *view) waitedOut(e *canonical.Entry) []canonical.Write {
	return []canonical.Write{
		until(put(v, canonical.EntryKey(e.Organization, e.ID), e), v.now.Add(taskKept)),
		{Kind: canonical.Drop, Record: canonical.Record{StoreKey: canonical.QueueKey(e.Organization, e.Service.ID)}, Part: e.ID},
	}
}

// acceptOffer books what an entry was offered. The place was kept for it, so
// nothing but the offer's expiry can stand in the way.
func acceptOffer(c canonical.AcceptOffer) plan {
	return func(v *view) (change, *canonical.Error) {
		e, ok, refusal := v.entryOf(c.Entry)
		if refusal != nil || !ok {
			return change{}, refusal
		}
		if refusal := v.open(&e); refusal != nil {
			return change{}, refusal
		}
		p, refusal := v.offered(&e)
		if refusal != nil {
			return change{}, refusal
		}
		read := v.wantClaims(e.Claims)
		read = v.queue(&e) && read
		if read = v.want(canonical.ClientKey(e.Organization, e.Client.Hash())) && read; !read {
			return pending()
		}
		given := canonical.Book{Service: e.Service.ID, Slot: e.Offer.Slot, Client: e.Client, Party: e.Party}
		b := v.booking(given, p, p.total())
		d := v.diary()
		d.leave(e.ID, e.Claims)
		d.take(b.ID, b.Claims, time.Time{})
		e.State, e.Booking, e.Claims = canonical.EntryAccepted, b.ID, nil
		e.Revision++
		writes := append(v.made(b, d, nil, given), v.waitedOut(&e)...)
		return change{writes: append(writes, d.writes()...), outcome: canonical.Outcome{Result: canonical.Accepted{Entry: v.seen(e), Booking: shown(b)}}}, nil
	}
}

// offered is the placement that an entry was offered.
func (v *view) offered(e *canonical.Entry) (*placement, *canonical.Error) {
	p := &placement{
		start: e.Offer.Start, minutes: int(e.Offer.End.Sub(e.Offer.Start).Minutes()), guests: e.Guests(),
		asked: e.Offer.Slot, claims: e.Claims,
	}
	if p.service = v.cat.service[e.Service.ID]; p.service == nil {
		return nil, canonical.Refuse(canonical.UnknownService)
	}
	p.provider = v.cat.provider[e.Offer.Provider.ID]
	for _, n := range e.Offer.Resources {
		if r := v.cat.resource[n.ID]; r != nil {
			p.resources = append(p.resources, r)
		}
	}
	return p, nil
}
