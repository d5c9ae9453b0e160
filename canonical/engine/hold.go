package engine

import (
	"time"

	"hora/canonical"
)

// placeHold keeps a slot until it expires. From then on the hold is dead, and
// its time free, whether or not anything tidied it.
func placeHold(c canonical.PlaceHold) plan {
	return func(v *view) (change, *canonical.Error) {
		p, refusal := v.locate(asked{c.Service, c.Slot, c.Provider, c.Start, c.Minutes})
		if refusal != nil {
			return change{}, refusal
		}
		if !v.calendars(p) {
			return pending()
		}
		if refusal := v.settle(p); refusal != nil {
			return change{}, refusal
		}
		length := v.cat.org.Policies.HoldMinutes
		if length == 0 {
			length = canonical.HoldMinutes
		}
		h := canonical.Hold{
			ID: v.id("hold"), Organization: v.cat.org.Slug,
			Service:   canonical.ServiceRef{ID: p.service.ID, Name: p.service.Name, Kind: p.service.Kind},
			Provider:  canonical.Named{ID: p.provider.ID, Name: p.provider.Name},
			Resources: p.named(), Start: p.start, Timezone: v.cat.org.Timezone, Minutes: p.minutes, Claims: p.claims(v.cat.org.Slug),
			Owner: v.req.Caller, Expires: v.now.Add(minutes(length)).Truncate(time.Second), State: canonical.HoldActive,
		}
		d := v.diary()
		d.take(h.ID, h.Claims, h.Expires)
		writes := append([]canonical.Write{create(canonical.HoldKey(h.ID), h), due(h.Expires, dueHold, h.ID)}, d.writes()...)
		return change{writes, canonical.Outcome{Result: showing(h)}}, nil
	}
}

// releaseHold gives a held slot back. A hold that is released or has run out
// needs no writing; one that became a booking can't be released.
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
		if h.State == canonical.HoldReleased {
			return answer(showing(h))
		}
		h.State = canonical.HoldReleased
		d := v.diary()
		d.leave(h.ID, h.Claims)
		return change{append([]canonical.Write{put(v, k, h)}, d.writes()...), canonical.Outcome{Result: showing(h)}}, nil
	}
}

// held reads the hold that a booking would convert. ok is false while it has
// not been read.
func (v *view) held(id string) (h *canonical.Hold, ok bool, refusal *canonical.Error) {
	if id == "" {
		return nil, true, nil
	}
	k := canonical.HoldKey(id)
	if !v.want(k) {
		return nil, false, nil
	}
	found, ok := document[canonical.Hold](v, k)
	switch {
	case !ok || !v.owns(found):
		return nil, true, canonical.Refuse(canonical.UnknownHold)
	case found.State != canonical.HoldActive || !found.Alive(v.now):
		return nil, true, canonical.Refuse(canonical.HoldExpired)
	}
	return &found, true, nil
}

func (v *view) owns(h canonical.Hold) bool {
	return h.Organization == v.req.Organization && h.Owner == v.req.Caller
}

// filled gives a booking what its hold already says. What the call says too
// must agree, or the hold is not for it.
func filled(c canonical.Book, h *canonical.Hold) (canonical.Book, *canonical.Error) {
	agree := (c.Service == "" || c.Service == h.Service.ID) &&
		(c.Provider == "" || c.Provider == h.Provider.ID) &&
		(c.Start.IsZero() || c.Start.Equal(h.Start)) &&
		(c.Minutes == 0 || c.Minutes == h.Minutes)
	if !agree {
		return c, canonical.Refuse(canonical.UnknownHold)
	}
	c.Service, c.Provider, c.Start, c.Minutes, c.Slot = h.Service.ID, h.Provider.ID, h.Start, h.Minutes, ""
	return c, nil
}

// showing is the hold as an outcome carries it.
func showing(h canonical.Hold) canonical.Hold {
	h.Claims = nil
	return h
}
