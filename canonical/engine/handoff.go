package engine

import (
	"hora/canonical"
)

// prepareHandoff looks whether a guest can be sent to review an option, and
// says what the link is made of. Nothing is written. Of a place that is not
// listed it says no more than of one that does not exist.
func prepareHandoff(c canonical.PrepareHandoff) plan {
	return func(v *view) (change, *canonical.Error) {
		s, refusal := v.shelf()
		switch {
		case s == nil:
			return change{}, refusal
		case s.registry.Handoff == nil:
			return refuse(canonical.NotEnabled)
		case !s.registry.Handoff.Open:
			return answer(canonical.Handoff{Reason: canonical.BookingClosed})
		}
		place, listed := s.places.Place(c.Venue)
		if !listed || !v.tells(place.Organization) {
			return answer(canonical.Handoff{Reason: canonical.ListingUnavailable})
		}
		section, refusal := sectionFor(&place, c.Section)
		if refusal != nil {
			return change{}, refusal
		}
		if c.Option.Entity != c.Venue || c.Option.Section != section || !v.sealedHere(&c.Option) {
			return change{}, invalid("option", canonical.Problem{Rule: canonical.RuleSealed})
		}
		now, _, free := v.option(&c.Option, &place)
		switch {
		case v.wants():
			return pending()
		case !free:
			return answer(canonical.Handoff{Reason: canonical.OptionExpired})
		}
		option := now.Option()
		return answer(canonical.Handoff{Available: true, Venue: place.Entity, Section: section, Option: &option, Confirm: s.registry.Handoff.Confirm})
	}
}

// sectionFor is the section that a place is asked about. It must be said where
// there are several.
func sectionFor(p *canonical.Place, named canonical.Section) (canonical.Section, *canonical.Error) {
	switch {
	case named == "" && len(p.Sections) == 1:
		return p.Sections[0], nil
	case named == "":
		return "", invalid("section", canonical.Problem{Rule: canonical.RuleRequired})
	case !p.In(named):
		return "", invalid("section", canonical.Problem{Rule: canonical.RuleOffered})
	}
	return named, nil
}

// option is an option as it could be booked now, with a fresh price and a life no
// longer than it had, and what cancelling it would then cost. It answers false when it is too old, was booked, or is
// not free any more.
func (v *view) option(o *canonical.Offer, p *canonical.Place) (now canonical.Offer, c *canonical.Cancelling, free bool) {
	life := o.Life()
	if !life.Covers(v.now) || p.Organization != o.Organization {
		return now, nil, false
	}
	read := v.want(canonical.OfferKey(o.ID))
	made, refusal := v.reserved(o, "")
	if !read || v.wants() {
		return now, nil, false
	}
	b, ok := made.outcome.Result.(canonical.Booking)
	if refusal != nil || !ok || v.Record(canonical.OfferKey(o.ID)).Version > 0 {
		return now, nil, false
	}
	seller, _ := v.organization(o.Organization)
	now = *o
	now.Price, now.Terms, now.Bookable = b.Billing.Amount, canonical.TermsOf(seller.org, seller.service[o.Service]), true
	return now, new(seller.org.Policies.Cancelling(&b, v.now)), true
}

// reviewOption is what a guest sees behind a review link. A guest who has booked
// the same through another one, or may have, sees that.
func reviewOption(c canonical.ReviewOption) plan {
	return func(v *view) (change, *canonical.Error) {
		s, refusal := v.shelf()
		switch {
		case s == nil:
			return change{}, refusal
		case s.registry.Handoff == nil:
			return refuse(canonical.NotEnabled)
		case c.Option.Host != v.req.Host || c.Option.Registry != s.registry.ID:
			return change{}, invalid("option", canonical.Problem{Rule: canonical.RuleSealed})
		}
		says := func(state canonical.ReviewState) (change, *canonical.Error) {
			return answer(canonical.Review{State: state, At: v.now})
		}
		place, listed := s.places.Place(c.Option.Entity)
		spent := canonical.OfferKey(c.Option.ID)
		read := v.want(spent)
		mine, unknown := v.bookedBefore(&c.Option)
		now, cancelling, free := v.option(&c.Option, &place)
		life := c.Option.Life()
		switch {
		case !read || v.wants():
			return pending()
		case v.Record(spent).Version > 0:
			return v.used(spent, place, listed)
		case mine != nil:
			return v.receipt(*mine, place, listed)
		case unknown:
			return says(canonical.ReviewUnknown)
		case !life.Covers(v.now):
			return says(canonical.ReviewExpired)
		case !s.registry.Handoff.Open:
			return says(canonical.ReviewClosed)
		case !listed, !free:
			return says(canonical.ReviewGone)
		}
		return answer(canonical.Review{State: canonical.ReviewReady, Place: &place, Offer: &now, Cancelling: cancelling, Confirm: s.registry.Handoff.Confirm, At: v.now})
	}
}

// used answers for an option that was booked. What came of it is for the guest
// alone who booked it.
func (v *view) used(k canonical.StoreKey, place canonical.Place, isListed bool) (change, *canonical.Error) {
	entry, ok := document[listed](v, k)
	booking := canonical.BookingKey(entry.Booking)
	if ok && !v.want(booking) {
		return pending()
	}
	b, ok := v.bookingAt(booking)
	if ok {
		v.lapse(&b)
	}
	switch {
	case ok && v.req.Caller != "" && b.Client.Guest == v.req.Caller:
		return v.receipt(b, place, isListed)
	case ok && b.State() == canonical.Cancelled:
		return answer(canonical.Review{State: canonical.ReviewOver, At: v.now})
	}
	return answer(canonical.Review{State: canonical.ReviewUsed, At: v.now})
}

// receipt shows a guest what they have booked, and how it stands.
func (v *view) receipt(b canonical.Booking, place canonical.Place, isListed bool) (change, *canonical.Error) {
	r := canonical.Review{State: canonical.ReviewUsed, Booking: new(shown(b)), At: v.now}
	if isListed {
		r.Place = &place
	}
	switch {
	case b.State() == canonical.Cancelled:
		r.State = canonical.ReviewOver
		return answer(r)
	case !cancellable(b.State()):
		return answer(r)
	}
	seller, read := v.organization(b.Organization)
	if !read || v.wants() {
		return pending()
	}
	if seller != nil {
		r.Cancelling = new(seller.org.Policies.Cancelling(&b, v.now))
	}
	return answer(r)
}

// bookedBefore is what the guest who looks has booked of what an option offers,
// through whatever link or agent of theirs, while it stands; unknown says that
// they may have. There is neither where something has not been read.
func (v *view) bookedBefore(o *canonical.Offer) (b *canonical.Booking, unknown bool) {
	if v.req.Principal.Role != canonical.RoleGuest {
		return nil, false
	}
	r := reservation{BookOffer: canonical.BookOffer{Entity: o.Entity, Offer: *o}, guest: v.guest()}
	k := canonical.GuestClaimKey(r.claimName(v))
	if !v.want(k) {
		return nil, false
	}
	claim, ok := document[canonical.GuestClaim](v, k)
	switch {
	case !ok:
		return nil, false
	case claim.State == canonical.ClaimStarted:
		return nil, true
	case claim.State != canonical.ClaimBooked, !v.want(canonical.BookingKey(claim.Booking)):
		return nil, false
	}
	made, ok := v.bookingAt(canonical.BookingKey(claim.Booking))
	if !ok || !v.stands(&made, o) {
		return nil, false
	}
	return &made, false
}
