package selfe

import (
	"errors"
	"net/http"
	"net/url"
	"slices"

	"hora/bindings"
	"hora/canonical"
)

// Where the curator takes no confirmations and an OpenID provider is configured,
// the guest signs in and confirms here. The review page leads to signInPath,
// which sends the browser to the provider; the provider sends it back to
// returnPath, which leads to the review page again, now with a button.
const (
	signInPath = reviewPath + "/sign-in"
	returnPath = reviewPath + "/callback"
)

// Why a browser that comes back cannot go on.
var (
	errReturn   = errors.New("selfe: no sign-in of this browser")
	errDeclined = errors.New("selfe: the guest did not sign in")
	errProvider = errors.New("selfe: the provider could not sign anybody in")
	errOutage   = errors.New("selfe: the provider is out of order")
)

// maxCode is how long a code may be, in bytes. Providers choose (RFC 6749 section
// 4.1.2), and some put all they know into it.
const maxCode = 4096

// outage is when to come back, in seconds, where the provider says that it is
// out of order.
const outage = 10

// here says whether what a review shows can be confirmed at the desk itself.
func (b *binding) here(v *canonical.Review) bool {
	return b.SignIns != nil && b.Sealer != nil && v.State == canonical.ReviewReady && v.Confirm == ""
}

func (b *binding) decodeSignIn(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	r := &signInReply{reviewReply: reviewReply{binding: b, token: in.Query.Get("t")}, anew: in.Query.Get(anewParam) != ""}
	if err := ahead(&in); err != nil {
		return canonical.Request{}, r, err
	}
	r.before = b.givenUp(in.Header)
	req, err := b.reviewing(&in, &r.reviewReply)
	return req, r, err
}

// A signInReply sends a browser to the provider.
type signInReply struct {
	reviewReply
	before []string // cookies of sign-ins that are given up
	anew   bool     // the guest has signed out, perhaps to be somebody else
}

// Encode sends the browser on if there is something to confirm, and says what
// is the matter otherwise.
func (r *signInReply) Encode(o canonical.Outcome) bindings.Outbound {
	v, ok := o.Result.(canonical.Review)
	if o.Err != nil || !ok || !r.here(&v) {
		return r.reviewReply.Encode(o)
	}
	started, err := r.SignIns.Begin(r.PublicURL+returnPath, r.anew)
	if err != nil {
		return r.failure(http.StatusInternalServerError)
	}
	sealed, err := r.Sealer.Seal(canonical.SealSignIn, &begun{started.State, started.Secret, r.option}, canonical.Until(v.At, v.At.Add(signInLife)))
	if err != nil {
		return r.failure(http.StatusInternalServerError)
	}
	return r.lead(started.Address, append(r.before, r.cookie(signInNamed(started.State), sealed, signInLife))...)
}

// Refuse answers a link that leads nowhere, and who only looks ahead.
func (r *signInReply) Refuse(err error) bindings.Outbound {
	if out, ok := r.notYet(err); ok {
		return out
	}
	return r.reviewReply.Refuse(err)
}

// lead sends a browser elsewhere.
func (r *reviewReply) lead(address string, set ...string) bindings.Outbound {
	out := r.page(http.StatusSeeOther, page{title: "One moment", lines: []string{"You are led on from here."}})
	out.Header["Location"] = []string{address}
	out.Header["Set-Cookie"] = set
	return out
}

func (b *binding) decodeReturn(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	r := &returnReply{reviewReply: reviewReply{binding: b}}
	if err := ahead(&in); err != nil {
		return canonical.Request{}, r, err
	}
	state := only(in.Query, "state")
	if state == "" || b.Sealer == nil {
		return canonical.Request{}, r, errReturn
	}
	s, life, ok := b.returned(in.Header, state)
	if !ok {
		return canonical.Request{}, r, errReturn
	}
	r.option, r.state = s.Option, state
	if repeated(in.Query, "code", "iss", "error") {
		return canonical.Request{}, r, errProvider
	}
	switch in.Query.Get("error") {
	case "":
	case "access_denied", "login_required", "consent_required", "interaction_required", "account_selection_required":
		return canonical.Request{}, r, errDeclined
	case "temporarily_unavailable", "server_error":
		return canonical.Request{}, r, errOutage
	default:
		return canonical.Request{}, r, errProvider
	}
	code := in.Query.Get("code")
	if code == "" || len(code) > maxCode {
		return canonical.Request{}, r, errProvider
	}
	req := b.look(&in, s.Option)
	req.Credential = canonical.Credential{SignIn: &canonical.SignIn{Code: code, Issuer: in.Query.Get("iss"), Secret: s.Secret, Redirect: b.PublicURL + returnPath, Life: life}}
	return req, r, nil
}

// only is a parameter that is there once; empty otherwise.
func only(q url.Values, name string) string {
	if len(q[name]) != 1 {
		return ""
	}
	return q[name][0]
}

// repeated says whether a parameter is there more than once: then it says nothing
// (RFC 6749 section 3.1).
func repeated(q url.Values, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return len(q[name]) > 1 })
}

// A returnReply leads a guest who signed in back to the review.
type returnReply struct {
	reviewReply
	state string // of the sign-in, which is over; empty: there was none
}

// Encode has the browser keep who signed in, and leads back to the review,
// which says how things are by now. A sign-in that the provider was not asked
// about can still be gone on with.
func (r *returnReply) Encode(o canonical.Outcome) bindings.Outbound {
	v, ok := o.Result.(canonical.Review)
	link, sealed := r.review(&r.option)
	switch {
	case o.Err != nil && o.Err.SignIn != "":
		return r.over(waiting(r.page(signInFailure(o.Err.SignIn, link.ReviewURL)), o.Err))
	case o.Err != nil:
		return r.reviewReply.Encode(o)
	case !ok || !sealed || o.Meta.Guest == "":
		return r.over(r.reviewReply.Encode(o))
	}
	token, err := r.Sealer.Seal(canonical.SealGuest, &canonical.SignedIn{Guest: o.Meta.Guest, Account: o.Meta.Account, Host: r.host}, canonical.Until(v.At, v.At.Add(canonical.MaxLife)))
	if err != nil {
		return r.over(r.failure(http.StatusInternalServerError))
	}
	return r.over(r.lead(link.ReviewURL, r.cookie(guestCookie, token, canonical.MaxLife)))
}

// Refuse answers a browser that cannot go on.
func (r *returnReply) Refuse(err error) bindings.Outbound {
	if out, ok := r.notYet(err); ok {
		return out
	}
	back := ""
	if link, ok := r.review(&r.option); ok && r.state != "" {
		back = link.ReviewURL
	}
	switch err {
	case errReturn:
		return r.page(http.StatusBadRequest, notContinued())
	case errDeclined:
		return r.over(r.page(http.StatusForbidden, declined(back)))
	case errProvider:
		return r.over(r.page(signInFailure(canonical.SignInUntrusted, back)))
	case errOutage:
		later := &canonical.Error{Code: canonical.Unavailable, RetryAfter: outage}
		return r.over(waiting(r.page(signInFailure(canonical.SignInDown, back)), later))
	}
	if status := refused(err); status < http.StatusInternalServerError { // it could not be read
		return r.page(status, notContinued())
	}
	return r.reviewReply.Refuse(err)
}

// over has the browser forget the sign-in: it cannot be gone on with twice.
func (r *returnReply) over(out bindings.Outbound) bindings.Outbound {
	if r.state != "" {
		out.Header["Set-Cookie"] = append(out.Header["Set-Cookie"], r.cookie(signInNamed(r.state), "", 0))
	}
	return out
}
