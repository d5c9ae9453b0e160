package fetch

import (
	"context"
	"net/http"
)

// An Endpoint is something on the web that forms are posted to, such as the
// token endpoint of an authorization server. It is reached as a Document is, and
// safe for concurrent use.
type Endpoint struct{ document *Document }

// NewEndpoint makes an Endpoint of an address. It sends nothing yet; it errs on
// an address that no Post could use.
func NewEndpoint(address string, l Limits, n Network) (*Endpoint, error) {
	d, err := New(address, l, n)
	if err != nil {
		return nil, err
	}
	return &Endpoint{d}, nil
}

// Post sends a form, as application/x-www-form-urlencoded, with an
// Authorization header unless that is empty, and answers with what comes back
// whatever its status. Its errors name no more than what went wrong.
func (e *Endpoint) Post(ctx context.Context, form, authorization string) (status int, body []byte, err error) {
	h := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	if authorization != "" {
		h.Set("Authorization", authorization)
	}
	return e.document.exchange(ctx, http.MethodPost, form, h)
}
