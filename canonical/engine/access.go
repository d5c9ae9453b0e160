package engine

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"time"

	"hora/canonical"
)

// A credential for one booking or waitlist entry is not stored: it is derived
// from the desk's secret and the id, so that a replay can tell it again. The
// thing keeps its hash alone, and is known by that whatever becomes of the
// secret. What neither the secret nor the one before it yields cannot be told
// again, and then nothing is: whoever made the thing is its owner without.

// outlasts is how long a credential outlasts the end of what it is for.
const outlasts = 24 * time.Hour

// credential is the credential for the thing of that id.
func credential(secret []byte, id string) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("credential\x00" + id))
	return "bsc_" + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:24])
}

func sum(secret string) string {
	h := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(h[:])
}

// grants says whether what this call makes gets a credential.
func (v *view) grants() bool {
	return v.req.Rules.Has(canonical.Credentials) && len(v.secret) > 0
}

// access is what a thing that this call makes remembers of its credential.
func (v *view) access(id string, expires time.Time) *canonical.Access {
	if !v.grants() {
		return nil
	}
	v.grantHash = sum(credential(v.secret, id))
	return &canonical.Access{SHA256: v.grantHash, Expires: expires}
}

// renew has a credential last longer.
func (v *view) renew(a *canonical.Access, expires time.Time) *canonical.Access {
	v.grantHash = a.SHA256
	return &canonical.Access{SHA256: a.SHA256, Expires: expires}
}

// bookingAccess is until when a booking's credential is good.
func bookingAccess(b *canonical.Booking) time.Time { return b.End().Add(outlasts) }

// entryAccess is until when a waitlist entry's credential is good.
func entryAccess(e *canonical.Entry) time.Time {
	return e.CreatedAt.AddDate(0, 0, canonical.Horizon+1)
}

// noticeRenewed marks the stored outcome of an act that prolonged the
// credential of what it is about, so that a replay tells it again too.
const noticeRenewed = "credential_renewed"

// grant is the credential that an outcome tells: that of what was made, or of
// what was moved beyond the life of its credential.
func (v *view) grant(out *canonical.Outcome) *canonical.Grant {
	if !v.grants() {
		return nil
	}
	switch r := out.Result.(type) {
	case canonical.Booking:
		switch v.req.Command.(type) {
		case canonical.Book:
			return v.granted(r.ID, bookingAccess(&r))
		case canonical.Reschedule:
			for _, n := range out.Notices {
				if n.Code == noticeRenewed {
					return v.granted(r.ID, bookingAccess(&r))
				}
			}
		}
	case canonical.Accepted:
		return v.granted(r.Booking.ID, bookingAccess(&r.Booking))
	case canonical.Entry:
		if _, joins := v.req.Command.(canonical.JoinWaitlist); joins {
			return v.granted(r.ID, entryAccess(&r))
		}
	}
	return nil
}

func (v *view) granted(id string, expires time.Time) *canonical.Grant {
	for _, secret := range v.desk.secrets() {
		if c := credential(secret, id); sum(c) == v.grantHash {
			return &canonical.Grant{Value: c, Expires: expires}
		}
	}
	return nil
}

// secrets are what may have been derived from, the one that is by now first.
func (e *Engine) secrets() [][]byte {
	if len(e.Before) == 0 {
		return [][]byte{e.Secret}
	}
	return [][]byte{e.Secret, e.Before}
}

// reaches says whether the caller may know of a thing. Where callers must be
// known it is known to its owner, to the business and to whoever holds its
// credential, until the thing is over; to who presents a wrong one it is not,
// whoever that is.
func (v *view) reaches(owner string, a *canonical.Access, over bool) bool {
	if !v.req.Rules.Has(canonical.KnownCallers) {
		return true
	}
	if s := v.req.Credential.Scoped; s != "" {
		if a == nil || subtle.ConstantTimeCompare([]byte(a.SHA256), []byte(sum(s))) != 1 {
			return false
		}
		if !over && v.now.Before(a.Expires) {
			return true
		}
	}
	return v.business() || owner != "" && owner == v.req.Caller
}

// business says whether the organisation's own business side is calling.
func (v *view) business() bool {
	p := v.req.Principal
	return p.Role == canonical.RoleBusiness && p.Organization == v.req.Organization
}

// current refuses an act on something that has changed since the caller last
// saw it, if the caller minds.
func (v *view) current(tag string) *canonical.Error {
	if v.req.IfMatch == "" || v.req.IfMatch == tag {
		return nil
	}
	return canonical.Refuse(canonical.StaleRevision)
}
