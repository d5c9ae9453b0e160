package selfe

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"hora/bindings"
	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// errNoCatalogue is of a document that is about no registry.
var errNoCatalogue = errors.New("selfe: no such registry")

// describe asks the desk what the registry is that a document is about. Who
// asks does not matter: documents are the same for everyone.
func (b *binding) describe(in *bindings.Inbound, r bindings.Reply) (canonical.Request, bindings.Reply, error) {
	catalogue, reason := b.catalogue(in.Query)
	if reason != "" {
		return canonical.Request{}, r, errNoCatalogue
	}
	req := canonical.Request{Command: canonical.DescribeRegistry{}, Meta: b.meta(in, catalogue, "rest", doorWeb)}
	req.Credential = canonical.Credential{}
	return req, r, nil
}

// A documentReply answers with what there is to say of a registry; nil for
// nothing, which is not found. Without a desk it is what there is to say of the
// host.
type documentReply struct {
	body  func(*canonical.Registry) any
	fresh bool     // it is true at this moment only
	match []string // If-None-Match
}

// Encode answers with the document.
func (r *documentReply) Encode(o canonical.Outcome) bindings.Outbound {
	if o.Err != nil {
		return failed(o.Err)
	}
	registry, ok := o.Result.(canonical.Registry)
	if !ok && o.Result != nil {
		return fail(http.StatusInternalServerError)
	}
	v := r.body(&registry)
	if v == nil {
		return fail(http.StatusNotFound)
	}
	body, ok := v.([]byte)
	if !ok {
		body = wirejson.Marshal(v)
	}
	if r.fresh {
		return bindings.Outbound{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}, "Cache-Control": {"no-store"}}, Body: body}
	}
	sum := sha256.Sum256(body)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:]) + `"`
	h := http.Header{"Cache-Control": {"public, max-age=300"}, "Etag": {tag}}
	if slices.ContainsFunc(r.match, func(list string) bool { return list == "*" || strings.Contains(list, tag) }) {
		return bindings.Outbound{Status: http.StatusNotModified, Header: h}
	}
	h.Set("Content-Type", "application/json")
	return bindings.Outbound{Status: http.StatusOK, Header: h, Body: body}
}

// Refuse answers a request that could not be read.
func (r *documentReply) Refuse(err error) bindings.Outbound { return fail(refused(err)) }

// refused is the HTTP status of what never got to the desk.
func refused(err error) int {
	if errors.Is(err, errNoCatalogue) {
		return http.StatusNotFound
	}
	return bindings.StatusOf(err)
}

// statusOf is the HTTP status of a refusal of the desk's, where no act is
// refused for what it is.
func statusOf(e *canonical.Error) int {
	switch e.Code {
	case canonical.UnknownCatalogue, canonical.UnknownOrganization, canonical.NotEnabled:
		return http.StatusNotFound
	case canonical.Invalid:
		return http.StatusBadRequest
	case canonical.Unauthenticated:
		return http.StatusUnauthorized
	case canonical.Forbidden:
		return http.StatusForbidden
	case canonical.RateLimited:
		return http.StatusTooManyRequests
	case canonical.MessageReused:
		return http.StatusConflict
	case canonical.Unavailable:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

func failed(e *canonical.Error) bindings.Outbound { return waiting(fail(statusOf(e)), e) }

// waiting tells when to come back, where that may help.
func waiting(out bindings.Outbound, e *canonical.Error) bindings.Outbound {
	if e.Code == canonical.RateLimited || e.Code == canonical.Unavailable {
		out.Header = out.Header.Clone()
		out.Header.Set("Retry-After", strconv.Itoa(wait(e)))
	}
	return out
}

// fail is an answer without a document. It is not to be cached.
func fail(status int) bindings.Outbound {
	return bindings.Outbound{
		Status: status,
		Header: http.Header{"Content-Type": {"application/json"}, "Cache-Control": {"no-store"}},
		Body:   []byte(`{"error":"` + http.StatusText(status) + `"}`),
	}
}
