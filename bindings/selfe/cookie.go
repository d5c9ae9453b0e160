package selfe

import (
	"crypto/subtle"
	"net/http"
	"strings"
	"time"

	"hora/bindings"
	"hora/canonical"
)

// What a guest's browser keeps while they sign in and confirm: sealed, for
// minutes, and out of reach of any script. Other sites can make the browser send
// it only by leading the guest here.

const (
	signInCookie = "hora-sign-in-" // and the beginning of the state: each sign-in has its own
	guestCookie  = "hora-guest"

	signInLife = 10 * time.Minute // to sign in, all told

	// mostSignIns may be on their way in one browser. One more, and those before
	// it are given up: a request has only so much room for cookies.
	mostSignIns = 3
)

// hostPrefix is what a cookie's name begins with that no other host, and no part of
// this one, can have set (RFC 6265bis section 4.1.3.2).
const hostPrefix = "__Host-"

// cookieName is the whole name of a cookie. Without TLS, which is a desk on its
// developer's machine, it cannot have the prefix.
func (b *binding) cookieName(name string) string {
	if b.secure() {
		return hostPrefix + name
	}
	return name
}

func (b *binding) secure() bool { return strings.HasPrefix(b.PublicURL, "https://") }

// cookie sets a cookie; an empty value takes it away.
func (b *binding) cookie(name, value string, life time.Duration) string {
	c := http.Cookie{
		Name: b.cookieName(name), Value: value, Path: "/", MaxAge: int(life / time.Second),
		HttpOnly: true, Secure: b.secure(), SameSite: http.SameSiteLaxMode,
	}
	if value == "" {
		c.MaxAge = -1
	}
	return c.String()
}

// cookies are those that a call comes with.
func cookies(h http.Header) []*http.Cookie { return (&http.Request{Header: h}).Cookies() }

// begun is a sign-in on its way.
type begun struct {
	State  string          `json:"state"`
	Secret string          `json:"secret"`
	Option canonical.Offer `json:"option"`
}

// signInNamed is the cookie of the sign-in with that state.
func signInNamed(state string) string { return signInCookie + state[:min(len(state), 8)] }

// returned finds the sign-in with that state among a browser's.
func (b *binding) returned(h http.Header, state string) (s begun, life canonical.Life, ok bool) {
	name := b.cookieName(signInNamed(state))
	for _, c := range cookies(h) {
		if c.Name != name || len(c.Value) > maxToken {
			continue
		}
		var found begun
		l, err := b.Sealer.Open(canonical.SealSignIn, c.Value, &found)
		if err == nil && subtle.ConstantTimeCompare([]byte(found.State), []byte(state)) == 1 && b.ours(&found.Option) {
			return found, l, true
		}
	}
	return begun{}, canonical.Life{}, false
}

// givenUp takes away the sign-ins of a browser that has too many on their way.
func (b *binding) givenUp(h http.Header) (all []string) {
	prefix := b.cookieName("")
	for _, c := range cookies(h) {
		if name, ok := strings.CutPrefix(c.Name, prefix); ok && strings.HasPrefix(name, signInCookie) {
			all = append(all, b.cookie(name, "", 0))
		}
	}
	if len(all) < mostSignIns {
		return nil
	}
	return all
}

// signedIn is the guest whose browser calls; nil where nobody has signed in.
func (b *binding) signedIn(in *bindings.Inbound) *canonical.SignedIn {
	if b.SignIns == nil || b.Sealer == nil {
		return nil
	}
	name := b.cookieName(guestCookie)
	for _, c := range cookies(in.Header) {
		if c.Name != name || len(c.Value) > maxToken {
			continue
		}
		s := &canonical.SignedIn{}
		if life, err := b.Sealer.Open(canonical.SealGuest, c.Value, s); err == nil {
			s.Life = life
			return s
		}
	}
	return nil
}
