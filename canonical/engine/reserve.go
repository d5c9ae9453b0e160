package engine

import (
	"cmp"
	"slices"
	"time"

	"hora/canonical"
)

// bookOffer books what an offer says in two commits. The first writes the
// guest's claim and a task that is at work: from then on no other message and
// no other offer books the same for the same guest. The second makes the
// booking, settles the claim and ends the task. Whatever is lost between or
// after them, what the store holds says what became of it.
//
// Checks come in the order gate, authority, offer, claim, mandate, then all
// that can change while an offer is about: its age, the listing, the calendars,
// the price and the terms. What is refused once it has begun is not an error any
// more, but how the task ends.
func bookOffer(c canonical.BookOffer) plan {
	return func(v *view) (change, *canonical.Error) {
		r := reservation{BookOffer: c, guest: v.guest()}
		r.claim = canonical.GuestClaimKey(r.claimName(v))
		v.want(r.claim)
		claim, claimed := document[canonical.GuestClaim](v, r.claim)
		r.mine = claimed && claim.State == canonical.ClaimStarted && claim.Task == v.mint["task"]
		ch, refusal := v.bookOffer(&r, claim, claimed)
		if refusal != nil && r.mine {
			return v.notReserved(&r, claim, canonical.OfferUnavailable)
		}
		return ch, refusal
	}
}

func (v *view) bookOffer(r *reservation, claim canonical.GuestClaim, claimed bool) (change, *canonical.Error) {
	s, refusal := v.shelf()
	switch {
	case s == nil:
		return change{}, refusal
	case !r.open(s.registry):
		return refuse(canonical.NotEnabled)
	}
	if refusal := v.req.Authority(); refusal != nil {
		return change{}, refusal
	}
	if r.Offer.Entity != r.Entity || !v.sealedHere(&r.Offer) {
		return change{}, invalid("offer", canonical.Problem{Rule: canonical.RuleSealed})
	}
	read := v.want(canonical.OfferKey(r.Offer.ID))
	if v.req.Consent.Given() {
		read = v.want(canonical.CartMandateKey(v.req.Consent)) && read
	}
	made, refusal := v.reserved(&r.Offer, r.guest)
	if !read || v.wants() {
		return pending()
	}
	if claimed && !r.mine && claim.State != canonical.ClaimVoid {
		if ch, ok, refusal := v.claimed(r, claim); !ok || ch.outcome.Result != nil {
			return ch, refusal
		}
	}
	if v.req.Consent.Given() && v.Record(canonical.CartMandateKey(v.req.Consent)).Version > 0 {
		return change{}, &canonical.Error{Code: canonical.Forbidden, Mandate: canonical.MandateExpired}
	}
	why := v.stale(r, s, made, refusal)
	switch {
	case why != "":
		return v.notReserved(r, claim, why)
	case refusal != nil:
		return change{}, refusal
	case r.mine:
		return v.reserving(r, claim, made)
	}
	return v.claiming(r, made)
}

// mayBook refuses a booking with arguments that cannot be acted on for what
// comes before them: that nothing can be booked here, and, where all that is
// wrong is the offer, that the caller may not.
func (v *view) mayBook(problems []canonical.Problem) *canonical.Error {
	r := v.Registry()
	switch {
	case r == nil: // not read yet
		return nil
	case !r.Book:
		return canonical.Refuse(canonical.NotEnabled)
	case slices.ContainsFunc(problems, func(p canonical.Problem) bool { return p.Rule != canonical.RuleSealed }):
		return nil
	}
	return v.req.Authority()
}

// A reservation is BookOffer on its way.
type reservation struct {
	canonical.BookOffer
	guest string             // in whose name
	claim canonical.StoreKey // of the guest on what is offered
	mine  bool               // the claim is this act's
}

// open says whether the gate is that the reservation comes through.
func (r *reservation) open(registry *canonical.Registry) bool {
	if r.Reviewed {
		return registry.Confirms()
	}
	return registry.Book
}

// sealedHere says whether an offer was made at this door, for anybody or for
// whoever calls. To the caller an offer that was not is no different from one
// that was tampered with.
func (v *view) sealedHere(o *canonical.Offer) bool {
	return o.Host == v.req.Host && o.Registry == v.req.Catalogue && (o.Guest == "" || o.Guest == v.req.Caller)
}

// guest names in whose name the caller books: a guest's own token, or the key
// that a guest signed the mandate with.
func (v *view) guest() string {
	if v.req.Principal.Role == canonical.RoleGuest {
		return v.req.Caller
	}
	return "key:" + v.req.Consent.Guest
}

// asker is who asks for a booking, as its history begins. Of a registry an
// agent asks, by what a guest gave it, a mandate or an access token; or the guest
// does, with nobody between.
func (v *view) asker(c canonical.Client) canonical.Transition {
	step := canonical.Transition{At: v.now, By: "client:" + c.Hash(), Method: canonical.ByHand, Channel: v.channel()}
	switch {
	case v.req.Catalogue == "":
	case v.req.Principal.InPerson():
		step.By = "guest:" + c.Hash()
	default:
		step.By, step.Method, step.Mandate = "guest:"+c.Hash(), canonical.ByAgent, cmp.Or(v.req.Consent.SHA256, "token:"+v.req.Caller)
	}
	return step
}

// claimName is the name of the claim: the same guest's on the same service at
// the same time always has the same one.
func (r *reservation) claimName(v *view) string {
	o := &r.Offer
	return hash(v.req.Host, v.req.Catalogue, r.guest, o.Entity, o.Service, o.Start.UTC().Format(time.RFC3339), o.End.UTC().Format(time.RFC3339))
}

// reserved is the booking that an offer comes to now, with all its writes. The
// refusal is how the organisation's own books would refuse it; nil writes and
// no refusal mean that it cannot be reached.
func (v *view) reserved(o *canonical.Offer, guest string) (made change, refusal *canonical.Error) {
	c, read := v.organization(o.Organization)
	if !read || c == nil {
		return change{}, nil
	}
	b := canonical.Book{Service: o.Service, Slot: o.Slot, Party: o.Party.People(), Client: canonical.Client{Guest: guest}}
	if o.Slot == "" {
		b.Start, b.Minutes = o.Start, int(o.End.Sub(o.Start).Minutes())
	}
	v.at(c, func(v *view) { made, refusal = v.book(b) })
	return made, refusal
}

// stale says why an offer cannot be booked any more; empty when it can, or when
// the refusal is about something else.
func (v *view) stale(r *reservation, s *shelf, made change, refusal *canonical.Error) canonical.Refused {
	o := &r.Offer
	place, listed := s.places.Place(o.Entity)
	b, booked := made.outcome.Result.(canonical.Booking)
	life := o.Life()
	switch {
	case !life.Covers(v.now), v.Record(canonical.OfferKey(o.ID)).Version > 0:
		return canonical.OfferStale
	case !listed, place.Organization != o.Organization, !place.In(o.Section):
		return canonical.OfferUnavailable
	case refusal != nil && unavailable(refusal.Code), refusal == nil && !booked:
		return canonical.OfferUnavailable
	case refusal != nil:
		return ""
	}
	c, _ := v.organization(o.Organization)
	if b.Billing.Amount != o.Price || canonical.TermsOf(c.org, c.service[o.Service]) != o.Terms {
		return canonical.OfferChanged
	}
	return ""
}

// unavailable says whether a booking was refused because what was offered is
// not to be had any more.
func unavailable(c canonical.Code) bool {
	return canonical.Of(canonical.UnknownService, canonical.UnknownProvider, canonical.UnknownResource, canonical.PastDate, canonical.OutsideHours,
		canonical.TooSoon, canonical.TooFarAhead, canonical.SlotTaken, canonical.CapacityExceeded, canonical.Invalid,
		canonical.PaymentRequired).Has(c)
}

// claiming is the first commit.
func (v *view) claiming(r *reservation, made change) (change, *canonical.Error) {
	booking := made.outcome.Result.(canonical.Booking)
	claim := canonical.GuestClaim{State: canonical.ClaimStarted, Booking: booking.ID, Owner: v.owner(""), Task: v.id("task"), At: v.now}
	return change{
		writes: []canonical.Write{put(v, r.claim, claim), lookInto(r.claim, claim)},
		outcome: canonical.Outcome{Result: canonical.Reservation{
			Entity: r.Entity, State: canonical.ReservationOpen, Reason: canonical.OfferUnknown, Party: r.Offer.Party,
		}},
		state: canonical.TaskWorking, claim: claimant(r.claim), more: true,
	}, nil
}

// reserving is the second commit. The booking comes first in it.
func (v *view) reserving(r *reservation, claim canonical.GuestClaim, made change) (change, *canonical.Error) {
	booking := made.outcome.Result.(canonical.Booking)
	begun := lookInto(r.claim, claim)
	claim.State = canonical.ClaimBooked
	spent := until(create(canonical.OfferKey(r.Offer.ID), listed{booking.ID}), r.Offer.Expires.Add(kept))
	made.writes = append(made.writes, until(put(v, r.claim, claim), booking.End().Add(taskKept)), spent, looked(begun))
	if m := v.req.Consent; m.Given() {
		made.writes = append(made.writes, until(create(canonical.CartMandateKey(m), m), m.Until))
	}
	made.outcome.Result = canonical.Reservation{Entity: r.Entity, State: canonical.Reserved, Booking: &booking, Party: r.Offer.Party}
	return made, nil
}

// notReserved ends a reservation without a booking, and its claim with it.
func (v *view) notReserved(r *reservation, claim canonical.GuestClaim, why canonical.Refused) (change, *canonical.Error) {
	ch := change{state: canonical.TaskRejected}
	ch.outcome.Result = canonical.Reservation{Entity: r.Entity, State: canonical.NotReserved, Reason: why, Party: r.Offer.Party}
	if r.mine {
		ch.writes = []canonical.Write{v.void(r.claim, claim), looked(lookInto(r.claim, claim))}
	}
	return ch, nil
}
