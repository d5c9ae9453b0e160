package engine

import (
	"strconv"
	"time"

	"hora/canonical"
)

// placeHold keeps a slot, or places in it, until it expires. From then on the
// hold is dead, and what it kept free, whether or not anything tidied it.
func placeHold(c canonical.PlaceHold) plan {
	return func(v *view) (change, *canonical.Error) {
		p, refusal := v.locate(asked{service: c.Service, slot: c.Slot, provider: c.Provider, start: c.Start, minutes: c.Minutes, guests: c.Party, hold: newHold})
		if refusal != nil {
			return change{}, gone(refusal)
		}
		count := v.holdsKey(p.service.ID)
		read := p.kind.read(v, p, nil)
		if v.req.Caller != "" {
			read = v.want(count) && read
		}
		if !read {
			return pending()
		}
		if refusal := p.kind.settle(v, p, nil); refusal != nil {
			return change{}, gone(refusal)
		}
		length := v.cat.org.Policies.HoldMinutes
		if length == 0 {
			length = canonical.HoldMinutes
		}
		h := canonical.Hold{
			ID: v.id("hold"), Organization: v.cat.org.Slug,
			Service: p.ref(), Provider: p.giver(),
			Resources: p.named(), Start: p.start, Timezone: v.cat.org.Timezone, Minutes: p.minutes, Claims: p.claims,
			Owner: v.req.Caller, Expires: v.now.Add(minutes(length)).Truncate(time.Second), State: canonical.HoldActive,
			Party: c.Party, AskedSlot: p.alias(),
		}
		writes := []canonical.Write{create(canonical.HoldKey(h.ID), h), due(h.Expires, dueHold, h.ID)}
		if v.req.Caller != "" {
			w, refusal := v.counted(count, h)
			if refusal != nil {
				return change{}, refusal
			}
			writes = append(writes, w)
		}
		d := v.diary()
		d.take(h.ID, h.Claims, h.Expires)
		return change{writes: append(writes, d.writes()...), outcome: canonical.Outcome{Result: v.showing(h)}}, nil
	}
}

// gone says of a slot that is too full for a hold that it is taken.
func gone(refusal *canonical.Error) *canonical.Error {
	if refusal.Code == canonical.CapacityExceeded {
		return canonical.Refuse(canonical.SlotTaken)
	}
	return refusal
}

// holdsKey is the record of the caller's holds on a service. Each of its parts
// is a hold: until when it lives, in Unix seconds.
func (v *view) holdsKey(service string) canonical.StoreKey {
	return canonical.HoldsKey(v.req.Organization, hash(v.req.Caller, service))
}

// counted enters a hold among the caller's, or refuses one too many.
func (v *view) counted(k canonical.StoreKey, h canonical.Hold) (canonical.Write, *canonical.Error) {
	most := v.cat.org.Policies.HoldLimit
	if most == 0 {
		most = canonical.HoldLimit
	}
	r := v.Record(k)
	live := map[string]string{h.ID: strconv.FormatInt(h.Expires.Unix(), 10)}
	for name, until := range r.Parts {
		if v.now.Before(unix(until)) {
			live[name] = until
		}
	}
	if len(live) > most {
		return canonical.Write{}, canonical.Refuse(canonical.TooManyHolds)
	}
	r.StoreKey, r.Body, r.Parts = k, nil, live
	return until(canonical.Write{Record: r}, h.Expires.Add(kept)), nil
}

// uncounted takes a hold out of its owner's.
func uncounted(h *canonical.Hold) []canonical.Write {
	if h.Owner == "" {
		return nil
	}
	k := canonical.HoldsKey(h.Organization, hash(h.Owner, h.Service.ID))
	return []canonical.Write{{Kind: canonical.Drop, Record: canonical.Record{StoreKey: k}, Part: h.ID}}
}

// releaseHold gives what a hold keeps back. A hold that is released or has run
// out needs no writing; one that became a booking can't be released.
func releaseHold(c canonical.ReleaseHold) plan {
	return func(v *view) (change, *canonical.Error) {
		k := canonical.HoldKey(c.Hold)
		if !v.want(k) {
			return pending()
		}
		h, ok := document[canonical.Hold](v, k)
		if !ok || !v.owns(h) {
			return refuse(canonical.UnknownHold)
		}
		if h.State == canonical.HoldConverted {
			return refuse(canonical.InvalidState)
		}
		if !h.Alive(v.now) {
			return answer(v.showing(h))
		}
		h.State = canonical.HoldReleased
		d := v.diary()
		offers, ok := v.giveBack(d, freedByHold(&h))
		if !ok {
			return pending()
		}
		writes := append([]canonical.Write{put(v, k, h)}, uncounted(&h)...)
		writes = append(writes, offers...)
		return change{writes: append(writes, d.writes()...), outcome: canonical.Outcome{Result: v.showing(h)}}, nil
	}
}

// showing is the hold as an outcome carries it: one that has run out says so.
func (v *view) showing(h canonical.Hold) canonical.Hold {
	if h.State == canonical.HoldActive && !h.Alive(v.now) {
		h.State = canonical.HoldLapsed
	}
	h.Claims, h.Request = nil, ""
	return h
}
