package selfe

import (
	"errors"
	"net/http"

	"hora/bindings"
	"hora/canonical"
)

// Signing out: every page that a signed-in guest is shown says with which account
// they are, and has a button that makes their browser forget it. The button sends
// what only the page can know, as the one that confirms does.

const (
	leavePath  = reviewPath + "/sign-out"
	leaveField = "leave"

	// anewParam has the provider ask who the guest is: somebody who has signed out
	// may want to be somebody else.
	anewParam = "anew"
)

// leaving is who is to be signed out, and what they were looking at.
type leaving struct {
	Guest  string          `json:"guest"`
	Option canonical.Offer `json:"option"`
}

// leavable has a page say who is signed in, and lets them leave.
func (r *reviewReply) leavable(p *page, v *canonical.Review, m *canonical.OutcomeMeta) bool {
	token, err := r.Sealer.Seal(canonical.SealLeave, &leaving{m.Guest, r.option}, canonical.Until(v.At, v.At.Add(canonical.MaxLife)))
	p.lines = append(p.lines, signedInAs(m.Account))
	p.leave = &pageForm{r.PublicURL + leavePath, leaveField, token, "Sign out"}
	return err == nil
}

// signedInAs says with which account somebody is signed in.
func signedInAs(a canonical.Account) string {
	switch {
	case a.Provider == "":
		return "You are signed in."
	case a.Address == "":
		return "You are signed in with your account at " + a.Provider + "."
	}
	return "You are signed in as " + a.Address + ", with your account at " + a.Provider + "."
}

func (b *binding) decodeLeave(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	r := &leaveReply{reviewReply: reviewReply{binding: b}}
	var l leaving
	token := b.posted(&in, leaveField)
	if token == "" {
		return canonical.Request{}, r, errForged
	}
	if _, err := b.Sealer.Open(canonical.SealLeave, token, &l); err != nil || !b.ours(&l.Option) || l.Guest == "" {
		return canonical.Request{}, r, errForged
	}
	r.option = l.Option
	guest := b.signedIn(&in)
	r.leaves = guest != nil && guest.Guest == l.Guest
	return canonical.Request{}, r, nil
}

// A leaveReply has a browser forget who was signed in, unless that is somebody
// else by now, and leads back to the review.
type leaveReply struct {
	reviewReply
	leaves bool
}

// Encode signs out. The desk has no part in it.
func (r *leaveReply) Encode(o canonical.Outcome) bindings.Outbound {
	switch {
	case o.Err != nil:
		return r.reviewReply.Encode(o)
	case !r.leaves:
		return r.leadBack(afterLeaving)
	}
	return r.leadBack(afterLeaving, r.cookie(guestCookie, "", 0))
}

// Refuse answers what is no button of ours.
func (r *leaveReply) Refuse(err error) bindings.Outbound {
	if errors.Is(err, errForged) {
		return r.page(http.StatusForbidden, notLeft())
	}
	return r.reviewReply.Refuse(err)
}
