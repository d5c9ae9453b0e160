package selfe

import (
	"net/http"
	"net/url"
	"strings"

	"hora/bindings"
	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// What a review link leads to: a page for the guest's browser, or, for the
// curator's own site that the guest goes on to, the same as JSON. It shows
// what would be booked as it is now. Nothing is booked by looking: the guest
// signs in and confirms on the curator's site, or here (see signInPath).

// errLink is of a link that was not made here.
const errLink searchFault = "The link is not valid"

func (b *binding) decodeReview(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	r := &reviewReply{binding: b, token: in.Query.Get("t"), after: in.Query.Get(afterParam), plain: wantsJSON(in.Header)}
	req, err := b.reviewing(&in, r)
	return req, r, err
}

// reviewing reads a review link.
func (b *binding) reviewing(in *bindings.Inbound, r *reviewReply) (canonical.Request, error) {
	if len(r.token) <= maxToken {
		b.open(canonical.SealReview, r.token, &r.option)
	}
	if !b.ours(&r.option) {
		return canonical.Request{}, errLink
	}
	return b.look(in, r.option), nil
}

// ours says whether an option that was opened can be one of this host's.
func (b *binding) ours(o *canonical.Offer) bool {
	return o.Registry != "" && (b.Catalogue == "" || o.Registry == b.Catalogue)
}

// look asks what an option is now.
func (b *binding) look(in *bindings.Inbound, option canonical.Offer) canonical.Request {
	req := canonical.Request{Command: canonical.ReviewOption{Option: option}, Meta: b.meta(in, option.Registry, "rest", doorWeb)}
	req.Credential = canonical.Credential{SignedIn: b.signedIn(in)}
	return req
}

// wantsJSON says whether a caller asks for JSON and not for a page.
func wantsJSON(h http.Header) bool {
	accept := strings.Join(h["Accept"], ",")
	return strings.Contains(accept, "application/json") && !strings.Contains(accept, "text/html")
}

type reviewReply struct {
	*binding
	option canonical.Offer
	token  string
	after  string // what the guest did before they were led here
	plain  bool   // JSON
}

// Encode answers with the page, or with what it would show.
func (r *reviewReply) Encode(o canonical.Outcome) bindings.Outbound {
	if o.Err != nil {
		status := statusOf(o.Err)
		if status == http.StatusBadRequest { // sealed for another host or registry
			status = http.StatusNotFound
		}
		return waiting(r.failure(status), o.Err)
	}
	v, ok := o.Result.(canonical.Review)
	if !ok {
		return r.failure(http.StatusInternalServerError)
	}
	if r.plain {
		return r.answer(reviewStatus(&v), "application/json", wirejson.Marshal(reviewed(&v)))
	}
	p, ok := r.shown(&v, o.Meta.Guest)
	if ok && o.Meta.Guest != "" {
		ok = r.leavable(&p, &v, &o.Meta)
	}
	if !ok {
		return r.failure(http.StatusInternalServerError)
	}
	p.after(r.after, &v, o.Meta.Guest != "")
	return r.page(reviewStatus(&v), p)
}

// reviewStatus tells what is there, if only for this guest, from what is not any
// more.
func reviewStatus(v *canonical.Review) int {
	switch {
	case v.State == canonical.ReviewReady, v.State == canonical.ReviewClosed, v.State == canonical.ReviewUnknown, v.Booking != nil:
		return http.StatusOK
	}
	return http.StatusGone
}

// shown is the page of a review, to that guest or to anybody.
func (r *reviewReply) shown(v *canonical.Review, guest string) (page, bool) {
	switch {
	case r.here(v):
		return r.confirming(v, guest)
	case v.State == canonical.ReviewUnknown:
		return unsure(r.PublicURL + reviewPath + "?t=" + url.QueryEscape(r.token)), true
	case v.Booking != nil:
		name := v.Booking.Service.Name
		if v.Place != nil {
			name = v.Place.Name
		}
		return receipt(name, v.Booking, &r.option.Party, v.Cancelling), true
	}
	return reviewPage(v, onward(v.Confirm, r.token)), true
}

// confirming is the page of what can be confirmed here: by a guest who is
// signed in with a button, by anybody else once they are.
func (r *reviewReply) confirming(v *canonical.Review, guest string) (page, bool) {
	p, ok := readyPage(v)
	switch {
	case !ok:
		return p, false
	case guest == "":
		address := r.PublicURL + signInPath + "?t=" + url.QueryEscape(r.token)
		if r.after == afterLeaving {
			address += "&" + anewParam + "=1"
		}
		return p.signingIn(address, v.Place), true
	}
	token, ok := r.confirmable(v, guest)
	return p.pressing(r.PublicURL+reviewPath, token, v.Place), ok
}

// Refuse answers a link that leads nowhere.
func (r *reviewReply) Refuse(err error) bindings.Outbound {
	if err == errLink {
		return r.failure(http.StatusNotFound)
	}
	return r.failure(refused(err))
}

func (r *reviewReply) failure(status int) bindings.Outbound {
	if r.plain {
		return r.answer(status, "application/json", fail(status).Body)
	}
	return r.page(status, failurePage(status))
}

func (r *reviewReply) page(status int, p page) bindings.Outbound {
	out := r.answer(status, "text/html; charset=utf-8", p.render())
	if p.posts() {
		out.Header.Set("Content-Security-Policy", formPolicy())
	}
	return out
}

// answer has the headers of everything behind a review link: the address is a
// secret, and nothing but the page itself is ever loaded.
func (r *reviewReply) answer(status int, media string, body []byte) bindings.Outbound {
	return bindings.Outbound{Status: status, Body: body, Header: http.Header{
		"Content-Type":            {media},
		"Cache-Control":           {"no-store"},
		"Content-Security-Policy": {pagePolicy()},
		"Referrer-Policy":         {"no-referrer"},
		"X-Content-Type-Options":  {"nosniff"},
		"X-Robots-Tag":            {"noindex"},
		"Vary":                    {"Accept"},
	}}
}

// onward is the curator's page with the link's token; empty where the curator
// has none.
func onward(confirm, token string) string {
	u, err := url.Parse(confirm)
	if confirm == "" || err != nil || u.Scheme != "https" || u.Host == "" {
		return ""
	}
	q := u.Query()
	q.Set("t", token)
	u.RawQuery = q.Encode()
	return u.String()
}

// review is the JSON form. Place and offer are there while it can be confirmed,
// and it is booked as long as that stands.
type review struct {
	State   string         `json:"state" jsonschema:"enum=ready,enum=closed,enum=expired,enum=used,enum=cancelled,enum=unknown,enum=unavailable"`
	Booked  bool           `json:"booked"`
	Place   *reviewedPlace `json:"place,omitzero"`
	Offer   *reviewedOffer `json:"offer,omitzero"`
	Confirm string         `json:"confirmUrl,omitzero"`
}

type reviewedPlace struct {
	Entity      entityID `json:"entityId"`
	DisplayName string   `json:"displayName"`
	PageURL     string   `json:"pageUrl"`
}

type reviewedOffer struct {
	ID        string  `json:"id"`
	Section   section `json:"section"`
	Service   string  `json:"service"`
	Label     string  `json:"label"`
	Start     string  `json:"start"`
	End       string  `json:"end"`
	Timezone  string  `json:"timezone"`
	Party     party   `json:"party"`
	Price     money   `json:"price"`
	TermsHash string  `json:"termsHash"`
	ExpiresAt string  `json:"expiresAt"`

	Cancellation *cancellation `json:"cancellation,omitzero"`
}

func reviewed(v *canonical.Review) *review {
	out := &review{State: string(v.State), Booked: v.State == canonical.ReviewUsed, Confirm: v.Confirm}
	if v.Place == nil || v.Offer == nil {
		return out
	}
	o := v.Offer
	out.Place = &reviewedPlace{entityID(v.Place.Entity), v.Place.Name, v.Place.PageURL}
	out.Offer = &reviewedOffer{
		ID: o.ID, Section: section(o.Section), Service: o.Service, Label: o.Label, Timezone: o.Timezone,
		Party: *partyOf(&o.Party), Price: money(o.Price), TermsHash: o.Terms, ExpiresAt: instant(o.Expires),
	}
	if v.Cancelling != nil {
		out.Offer.Cancellation = cancellationOf(v.Cancelling, canonical.Zone(o.Timezone))
	}
	out.Offer.Start, out.Offer.End = span(o.Start, o.End, canonical.Zone(o.Timezone), o.Section == canonical.SectionStay)
	return out
}
