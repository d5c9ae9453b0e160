package selfe

import (
	"cmp"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// searchError is ARD's error body.
type searchError struct {
	Code    string `json:"errorCode"`
	Message string `json:"message"`
}

// A searchFault is what is wrong with a request.
type searchFault string

func (f searchFault) Error() string { return string(f) }

// errMedia is of a body that does not claim to be JSON.
const errMedia searchFault = "The body must be application/json"

// searchCodes are ARD's names for what may go wrong.
var searchCodes = map[int]string{
	http.StatusBadRequest: "INVALID_ARGUMENT", http.StatusUnsupportedMediaType: "INVALID_ARGUMENT", http.StatusRequestEntityTooLarge: "INVALID_ARGUMENT", http.StatusMethodNotAllowed: "INVALID_ARGUMENT",
	http.StatusUnauthorized: "UNAUTHENTICATED", http.StatusForbidden: "FORBIDDEN", http.StatusNotFound: "NOT_FOUND", http.StatusConflict: "CONFLICT",
	http.StatusTooManyRequests: "RATE_LIMIT_EXCEEDED", http.StatusServiceUnavailable: "UNAVAILABLE", http.StatusNotImplemented: "NOT_IMPLEMENTED",
}

func searchFailure(status int, message string) bindings.Outbound {
	e := &searchError{cmp.Or(searchCodes[status], "INTERNAL_ERROR"), cmp.Or(message, http.StatusText(status))}
	return bindings.Outbound{
		Status: status,
		Header: http.Header{"Content-Type": {"application/json"}, "Cache-Control": {"no-store"}},
		Body:   wirejson.Marshal(e),
	}
}

// exploreReply answers that facets are not counted here.
type exploreReply struct{ searchReply }

func (b *binding) decodeExplore(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	r := &exploreReply{searchReply{binding: b}}
	switch {
	case !wirejson.IsContentType(in.Header):
		return canonical.Request{}, r, errMedia
	case wirejson.Deeper(in.Body, maxDepth):
		return canonical.Request{}, r, searchFault(tooDeep)
	case !jsontext.Value(in.Body).IsValid():
		return canonical.Request{}, r, searchFault("The body must be one explore request")
	}
	return canonical.Request{}, r, nil
}

// Encode refuses.
func (r *exploreReply) Encode(o canonical.Outcome) bindings.Outbound {
	if o.Err != nil {
		return r.fail(o.Err)
	}
	return searchFailure(http.StatusNotImplemented, "")
}
