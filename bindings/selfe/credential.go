package selfe

import (
	"net/http"
	"strings"

	"hora/bindings/internal/a2awire"
)

// nobody is a credential that is no token: a caller who presents anything at
// all is never taken for one who presents nothing.
const nobody = "-"

// bearer is the token that a caller presents; empty for none.
func bearer(h http.Header) string {
	presented := h["Authorization"]
	switch len(presented) {
	case 0:
		return ""
	case 1:
		scheme, token, _ := strings.Cut(presented[0], " ")
		if token = strings.Trim(token, " "); token != "" && strings.EqualFold(scheme, "Bearer") {
			return token
		}
	}
	return nobody
}

// scopeBook is what a guest grants so that a client may book for them.
const scopeBook = "bookings:write"

// challenge is a WWW-Authenticate value (RFC 6750, section 3), which names
// where the resource's metadata is (RFC 9728, section 5.1).
func (b *binding) challenge(params string) string {
	if params != "" {
		params += ", "
	}
	return `Bearer realm="registry", ` + params + `resource_metadata="` + b.PublicURL + resourcePath + `"`
}

// unauthenticated refuses a caller whose token is no good, or who needs one. A
// caller who presented none is told of no error.
func (b *binding) unauthenticated(presented bool) *a2awire.Error {
	params := ""
	if presented {
		params = `error="invalid_token"`
	}
	return a2awire.Unauthenticated(b.host, b.challenge(params))
}

// forbidden refuses a caller who may not do this. fault says what is wrong
// with the mandate that it would take.
func (b *binding) forbidden(fault string) *a2awire.Error {
	e := a2awire.Forbidden(b.host)
	e.Challenge = b.challenge(`error="insufficient_scope", scope="` + scopeBook + `"`)
	if fault != "" {
		e.Metadata = map[string]string{"mandate": fault}
	}
	return e
}
