package a2awire

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/bindings/internal/jsonrpc"
)

// A Reply answers one call in its version and to its id. Dialects embed it and
// add Encode: what the desk said, as an Answer.
type Reply struct {
	version Version
	method  Method
	id      jsontext.Value // nil: unknown, answered as null
	header  http.Header    // shared until cloned
	own     bool           // header is this reply's alone
}

// Headers of an answer by version; shared, so never written to.
var headers = [2]http.Header{
	V03: {"Content-Type": {"application/json"}, "A2a-Version": {"0.3"}},
	V10: {"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}},
}

// unversioned is for a caller who asked for a version that is not spoken.
var unversioned = http.Header{"Content-Type": {"application/json"}}

// Version is the version of the call, and of its answer.
func (r *Reply) Version() Version { return r.version }

// Set adds a header to the answer, such as an echoed correlation id.
func (r *Reply) Set(name, value string) {
	if !r.own {
		r.header, r.own = r.header.Clone(), true
	}
	r.header.Set(name, value)
}

// Answer is the whole answer. An Answer without a member is an internal error.
func (r *Reply) Answer(a Answer) bindings.Outbound {
	if a.Err != nil {
		return r.refuse(a.Err)
	}
	body := r.respond(&a)
	if body == nil {
		return r.refuse(Internal())
	}
	return bindings.Outbound{Status: http.StatusOK, Header: r.header, Body: body}
}

// Refuse is the answer to an error of Read, of the pipeline, or of the
// dialect's own making (an *Error). Any other error is an internal one, whose
// text stays here.
func (r *Reply) Refuse(err error) bindings.Outbound {
	var own *Error
	switch {
	case errors.As(err, &own) && own != nil:
		return r.refuse(own)
	case errors.Is(err, bindings.ErrTooLarge):
		e := InvalidRequest()
		e.Message, e.Status = "Request payload too large", http.StatusRequestEntityTooLarge
		return r.refuse(e)
	case errors.Is(err, bindings.ErrQuery):
		return r.refuse(InvalidRequest())
	case errors.Is(err, bindings.ErrBody), errors.Is(err, ErrTooDeep):
		return r.refuse(ParseError())
	case errors.Is(err, bindings.ErrNoRoute):
		return r.refuse(NoRoute())
	case errors.Is(err, bindings.ErrMethod):
		return r.refuse(WrongMethod())
	}
	return r.refuse(Internal())
}

func (r *Reply) refuse(e *Error) bindings.Outbound {
	status := e.Status
	if status == 0 {
		status = http.StatusOK
	}
	header := r.header
	if e.RetryAfter > 0 || e.Challenge != "" {
		header = header.Clone()
		if e.RetryAfter > 0 {
			header.Set("Retry-After", strconv.Itoa(e.RetryAfter))
		}
		if e.Challenge != "" {
			header.Set("WWW-Authenticate", e.Challenge)
		}
	}
	return bindings.Outbound{Status: status, Header: header, Body: jsonrpc.Refuse(r.id, e.fault(r.version))}
}

// Names of the extensions header: 1.0's and 0.3's. Either is taken from
// callers of either version, and the answer uses the one the caller used.
var extensionHeaders = [2]string{"A2a-Extensions", "X-A2a-Extensions"}

// extensions reads the URIs that the caller names, and echoes those that the
// route knows.
func (r *Reply) extensions(h http.Header, known []string) (named []string) {
	for _, name := range extensionHeaders {
		var active []string
		for _, uri := range Extensions(h[name]) {
			if !slices.Contains(named, uri) {
				named = append(named, uri)
			}
			if slices.Contains(known, uri) {
				active = append(active, uri)
			}
		}
		if active != nil {
			r.Set(name, strings.Join(active, ", "))
		}
	}
	return named
}

// Extensions splits the values of an extensions header: URIs between commas,
// each once, in order, at most MaxParts. The header may be repeated.
func Extensions(values []string) (uris []string) {
	for _, list := range values {
		for uri := range strings.SplitSeq(list, ",") {
			if uri = strings.TrimSpace(uri); uri != "" && len(uris) < MaxParts && !slices.Contains(uris, uri) {
				uris = append(uris, uri)
			}
		}
	}
	return uris
}
