package selfe

import (
	"errors"
	"net/http"
	"strings"

	"hora/bindings"
)

// Signing in is done by GET, since that is how browsers are led, and it is done
// once. So it is not done for who only asks what would be there: a HEAD, or a
// browser that fetches a page before anybody has chosen to go there.

// Why a step of signing in is not taken.
var (
	errHead  = errors.New("selfe: a HEAD does nothing")
	errAhead = errors.New("selfe: nobody is there yet")
)

// ahead says why a call takes no step; nil where it does.
func ahead(in *bindings.Inbound) error {
	if in.Method == http.MethodHead {
		return errHead
	}
	for _, name := range [...]string{"Sec-Purpose", "Purpose"} { // as Fetch has it, and as it was before
		for _, purpose := range in.Header[name] {
			if purpose, _, _ = strings.Cut(purpose, ";"); strings.EqualFold(strings.TrimSpace(purpose), "prefetch") {
				return errAhead
			}
		}
	}
	return nil
}

// notYet answers such a call. What was fetched ahead must not be shown once the
// guest is there: a status that is no success has browsers fetch it again.
func (r *reviewReply) notYet(err error) (out bindings.Outbound, ok bool) {
	p := page{title: "One moment", lines: []string{nothingNow, "Open this page once more to go on."}}
	switch err {
	case errHead:
		return r.page(http.StatusOK, p), true
	case errAhead:
		out = r.page(http.StatusServiceUnavailable, p)
		out.Header.Set("Retry-After", "1")
		return out, true
	}
	return out, false
}
