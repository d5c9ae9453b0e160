package selfe

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"mime"
	"net/http"
	"net/url"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/canonical"
)

// The one button of the review page. What it sends is the offer as the guest saw
// it, with its price and terms, sealed for that guest alone: it shows that the
// guest saw the page, which no other site can know, and what they agreed to. The
// desk books it as it books any offer, if everything is still so.

// confirmField is the field of the form.
const confirmField = "offer"

// A confirmation is an offer that a guest may confirm, and what its place is
// called.
type confirmation struct {
	Offer canonical.Offer `json:"offer"`
	Place string          `json:"place,omitzero"`
}

// Why a confirmation is none.
var (
	errForged = errors.New("selfe: not what the guest was shown")
	errAway   = errors.New("selfe: nobody is signed in")
)

// confirmable seals what a guest is shown, for that guest. A token has only so
// much room: a long name of the place stays out.
func (b *binding) confirmable(v *canonical.Review, guest string) (string, bool) {
	if v.Offer == nil || v.Place == nil {
		return "", false
	}
	c := confirmation{*v.Offer, v.Place.Name}
	c.Offer.Guest = guest
	token, err := b.Sealer.Seal(canonical.SealConfirm, &c, c.Offer.Life())
	if err != nil {
		c.Place = ""
		token, err = b.Sealer.Seal(canonical.SealConfirm, &c, c.Offer.Life())
	}
	return token, err == nil
}

func (b *binding) decodeConfirm(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	r := &confirmReply{reviewReply: reviewReply{binding: b}}
	media, _, _ := mime.ParseMediaType(in.Header.Get("Content-Type"))
	form, err := url.ParseQuery(string(in.Body))
	token := only(form, confirmField)
	var c confirmation
	switch {
	case media != "application/x-www-form-urlencoded", err != nil, token == "", len(token) > maxToken, b.Sealer == nil:
		return canonical.Request{}, r, errForged
	}
	if _, err := b.Sealer.Open(canonical.SealConfirm, token, &c); err != nil || !b.ours(&c.Offer) || c.Offer.Guest == "" {
		return canonical.Request{}, r, errForged
	}
	r.option, r.place = c.Offer.Option(), c.Place
	guest := b.signedIn(&in)
	switch {
	case guest == nil:
		return canonical.Request{}, r, errAway
	case guest.Guest != c.Offer.Guest:
		return canonical.Request{}, r, errForged
	}
	command := canonical.BookOffer{Entity: c.Offer.Entity, Offer: c.Offer, Reviewed: true}
	req := canonical.Request{Command: command, Meta: b.meta(&in, c.Offer.Registry, "rest", doorWeb)}
	req.Credential = canonical.Credential{SignedIn: guest}
	req.Tracked, req.Rules, req.Form = true, canonical.KeepAnswers, formBook
	digest := sha256.Sum256([]byte(token))
	req.Message = "review-" + hex.EncodeToString(digest[:16]) // pressing twice is saying it twice
	req.Said = func() *canonical.Utterance {
		m := a2awire.OutMessage{ID: req.Message, Role: a2awire.User, Parts: []a2awire.OutPart{spokenBook(command)}}
		return &canonical.Utterance{ID: m.ID, Parts: a2awire.MarshalMessage(&m)}
	}
	return req, r, nil
}

// A confirmReply tells a guest how confirming went.
type confirmReply struct {
	reviewReply
	place string
}

// Encode answers with a page in any case: it can be loaded again, which says the
// same and books nothing.
func (r *confirmReply) Encode(o canonical.Outcome) bindings.Outbound {
	if o.Err != nil {
		return r.refusal(o.Err)
	}
	v, ok := o.Result.(canonical.Reservation)
	switch {
	case !ok:
		return r.page(http.StatusInternalServerError, unsure(r.back()))
	case v.State == canonical.Reserved && v.Booking != nil:
		return r.page(http.StatusOK, receipt(cmp.Or(r.place, v.Booking.Service.Name), v.Booking, &v.Party))
	case v.State != canonical.NotReserved:
		return r.page(http.StatusAccepted, unsure(r.back()))
	}
	switch v.Reason {
	case canonical.OfferStale: // the review knows which
		return r.lead(r.back())
	case canonical.OfferUnavailable:
		return r.page(http.StatusGone, gone())
	case canonical.OfferChanged:
		return r.page(http.StatusConflict, changed(r.back()))
	}
	return r.page(http.StatusConflict, notCarriedOut(r.back()))
}

func (r *confirmReply) refusal(e *canonical.Error) bindings.Outbound {
	switch e.Code {
	case canonical.Unauthenticated:
		return r.Refuse(errAway)
	case canonical.Invalid, canonical.Forbidden:
		return r.Refuse(errForged)
	case canonical.NotEnabled:
		return r.page(http.StatusConflict, closedPage(nothingNow))
	case canonical.MessageReused:
		return r.page(http.StatusConflict, changed(r.back()))
	case canonical.RateLimited, canonical.Unavailable, canonical.UnknownCatalogue, canonical.UnknownOrganization:
		return waiting(r.failure(statusOf(e)), e)
	case canonical.OutcomeUnknown:
		return r.page(http.StatusServiceUnavailable, unsure(r.back()))
	}
	return r.page(http.StatusInternalServerError, unsure(r.back()))
}

// Refuse answers what is no confirmation.
func (r *confirmReply) Refuse(err error) bindings.Outbound {
	switch err {
	case errForged:
		return r.page(http.StatusForbidden, forged())
	case errAway:
		return r.page(http.StatusForbidden, away(r.back()))
	}
	if status := refused(err); status < http.StatusInternalServerError { // it could not be read
		return r.page(status, forged())
	}
	return r.reviewReply.Refuse(err)
}

// back leads to the review again; empty where nothing is known to review.
func (r *reviewReply) back() string {
	if !r.ours(&r.option) {
		return ""
	}
	link, _ := r.review(&r.option)
	return link.ReviewURL
}
