package usp

import "hora/canonical"

// entry is a place on a waitlist as USP shows it.
func (v *view) entry(e *canonical.Entry, zone string) *entry {
	out := &entry{
		ID: e.ID, ServiceID: e.Service.ID, Buyer: buyerOf(&e.Client), Status: string(e.State), Position: max(e.Position, 1),
		CreatedAt: instant(e.CreatedAt), Revision: e.Tag(),
	}
	for _, p := range e.Preferred {
		out.Preferred = append(out.Preferred, stretch{string(p.From), string(p.To), p.Part})
	}
	if o := e.Offer; o != nil && e.State == canonical.EntryOffered {
		times := in(zone)
		out.OfferedSlot = &offeredSlot{o.Slot, times.local(o.Start), times.local(o.End)}
		out.OfferExpiresAt = instant(o.Expires)
	}
	return out
}

// zone is the time zone of the business; UTC where nobody has read it.
func (v *view) zone() string { return organizationOf(v.directory).Timezone }
