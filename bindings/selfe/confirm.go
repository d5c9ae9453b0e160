package selfe

import (
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

// Why a confirmation is none.
var (
	errForged = errors.New("selfe: not what the guest was shown")
	errAway   = errors.New("selfe: nobody is signed in")
	errOther  = errors.New("selfe: another guest is signed in")
)

// confirmable seals what a guest is shown, for that guest.
func (b *binding) confirmable(v *canonical.Review, guest string) (string, bool) {
	o := *v.Offer
	o.Guest = guest
	return b.seal(canonical.SealConfirm, &o)
}

// posted is the token that a form of ours sends in that field; empty where none
// was sent.
func (b *binding) posted(in *bindings.Inbound, field string) string {
	media, _, _ := mime.ParseMediaType(in.Header.Get("Content-Type"))
	form, err := url.ParseQuery(string(in.Body))
	token := only(form, field)
	if media != "application/x-www-form-urlencoded" || err != nil || len(token) > maxToken || b.Sealer == nil {
		return ""
	}
	return token
}

func (b *binding) decodeConfirm(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	r := &confirmReply{reviewReply: reviewReply{binding: b}}
	var o canonical.Offer
	token := b.posted(&in, confirmField)
	if token != "" {
		b.open(canonical.SealConfirm, token, &o)
	}
	if !b.ours(&o) || o.Guest == "" {
		return canonical.Request{}, r, errForged
	}
	r.option = o.Option()
	r.option.Guest = ""
	guest := b.signedIn(&in)
	switch {
	case guest == nil:
		return canonical.Request{}, r, errAway
	case guest.Guest != o.Guest:
		return canonical.Request{}, r, errOther
	}
	command := canonical.BookOffer{Entity: o.Entity, Offer: o, Reviewed: true}
	req := canonical.Request{Command: command, Meta: b.meta(&in, o.Registry, "rest", doorWeb)}
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
type confirmReply struct{ reviewReply }

// Encode leads back to the review, which says how things are by now: whenever it
// is loaded again, it does so anew. What cannot be known yet, or cannot be looked
// at, is said here; sending the same again is safe.
func (r *confirmReply) Encode(o canonical.Outcome) bindings.Outbound {
	if o.Err != nil {
		return r.refusal(o.Err)
	}
	v, ok := o.Result.(canonical.Reservation)
	switch {
	case !ok:
		return r.page(http.StatusInternalServerError, unsure(r.back()))
	case v.State == canonical.Reserved:
		return r.leadBack("")
	case v.State != canonical.NotReserved:
		return r.page(http.StatusAccepted, unsure(r.back()))
	}
	return r.leadBack(string(v.Reason))
}

// leadBack leads to the review, with a word on what came before.
func (r *reviewReply) leadBack(after string, set ...string) bindings.Outbound {
	address := r.back()
	if address == "" {
		return r.failure(http.StatusInternalServerError)
	}
	if after != "" {
		address += "&" + afterParam + "=" + after
	}
	return r.lead(address, set...)
}

func (r *confirmReply) refusal(e *canonical.Error) bindings.Outbound {
	switch e.Code {
	case canonical.Unauthenticated:
		return r.Refuse(errAway)
	case canonical.Invalid, canonical.Forbidden:
		return r.Refuse(errForged)
	case canonical.NotEnabled:
		return r.leadBack("")
	case canonical.MessageReused:
		return r.leadBack(string(canonical.OfferChanged))
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
	case errOther:
		return r.page(http.StatusForbidden, somebodyElse(r.back()))
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
