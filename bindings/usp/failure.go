package usp

import (
	"errors"
	"maps"
	"strconv"
	"strings"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
)

// A row is what USP calls one way of going wrong. There are two families
// (9.4): a protocol error ends the call, as a problem over REST and as a
// JSON-RPC error over A2A; an outcome is a successful answer whose messages[]
// say no.
type row struct {
	code     string
	content  string // for people, in English; never anything of the caller's
	severity string // of an outcome
	status   int    // over REST: 200 is an outcome, anything else a problem
	number   int    // over A2A: 0 is an outcome, anything else a JSON-RPC error
	field    string // that it is about, where that is always the same one
}

// A failure is a protocol error, or what becomes one over the transport that
// the call came through.
type failure struct {
	row
	fields    []fieldError
	retry     int    // seconds, for Retry-After
	challenge bool   // says how to authenticate
	latest    string // revision that is spoken
	a2a       *a2awire.Error
}

func (f *failure) Error() string { return "usp: " + f.code }

// A fieldError is one member that cannot be read. Field is its path in the
// caller's spelling.
type fieldError struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// The numbers that JSON-RPC errors have over A2A. USP has numbers for MCP,
// every one of which means something else in A2A; there the number is A2A's
// and the code in error.data is USP's (ruling 14).
const (
	invalidParams = -32602
	unsupportedOp = -32004
	outside       = -32000 // of no number that A2A has a meaning for
	internal      = -32603
)

func invalidRequest(fields ...fieldError) *failure {
	return &failure{row: row{code: "invalid_request", content: "The request cannot be read", status: 400, number: invalidParams}, fields: fields}
}

// unsupported refuses a task type that is none of the twelve.
func unsupported(at string) *failure {
	return &failure{
		row:    row{code: "invalid_request", content: "The business has no such task type", status: 404, number: unsupportedOp},
		fields: []fieldError{{at, "is not a task type that is offered; the Agent Card lists them, and REST has the other operations"}}, a2a: a2awire.Unsupported(),
	}
}

// What a call may be refused for before the desk hears of it, whatever it
// asks.
var (
	popInvalid = &failure{row: row{code: "pop_proof_invalid", status: 401, number: outside,
		content: "No proof of possession can be verified here; present the credential as it was issued"}, challenge: true}
	popMissing = &failure{row: row{code: "pop_proof_missing", status: 401, number: outside,
		content: "The credential is bound to a key and is worth nothing without a proof"}, challenge: true}
	mechanismUnknown = &failure{row: row{code: "authentication_required", status: 401, number: outside,
		content: "This way to authenticate is not accepted; the profile lists those that are"}, challenge: true}
	invalidProfile = &failure{row: row{code: "invalid_profile_url", status: 400, number: invalidParams,
		content: `USP-Agent must be profile="URL", and the URL of the form https://host/path`}}
	versionUnsupported = &failure{row: row{code: "version_unsupported", status: 400, number: outside,
		content: "This revision of the protocol is newer than ours, " + version}, latest: version}
	unknownBusiness = &failure{row: row{code: "invalid_request", status: 404, number: invalidParams,
		content: "There is no such business"}}
	wrongType   = &failure{row: row{code: "invalid_request", status: 415, content: "The body must be application/json"}, a2a: a2awire.ContentTypeNotSupported()}
	tooLarge    = &failure{row: row{code: "invalid_request", status: 413, content: "The body is longer than 1 MiB"}, a2a: tooLargeA2A()}
	malformed   = &failure{row: row{code: "invalid_request", status: 400, content: "The body is not one JSON text"}, a2a: a2awire.ParseError()}
	badQuery    = &failure{row: row{code: "invalid_request", status: 400, content: "The query cannot be read"}, a2a: a2awire.InvalidRequest()}
	noRoute     = &failure{row: row{code: "invalid_request", status: 404, content: "There is nothing at this address; the profile has where the business is called"}, a2a: a2awire.NoRoute()}
	wrongMethod = &failure{row: row{code: "invalid_request", status: 405, content: "This address takes other methods"}, a2a: a2awire.WrongMethod()}
	serverError = &failure{row: row{code: "server_error", status: 500, number: internal,
		content: "Something went wrong on our side"}}
)

func tooLargeA2A() *a2awire.Error {
	e := a2awire.InvalidRequest()
	e.Message, e.Status = "Request payload too large", 413
	return e
}

// failureOf is the failure that an error of Decode, or of the pipeline, stands
// for. The text of an unknown error stays here.
func failureOf(err error) *failure {
	var own *failure
	var wire *a2awire.Error
	switch {
	case errors.As(err, &own) && own != nil:
		return own
	case errors.As(err, &wire) && wire != nil:
		return wired(wire)
	case errors.Is(err, bindings.ErrTooLarge):
		return tooLarge
	case errors.Is(err, bindings.ErrBody):
		return malformed
	case errors.Is(err, bindings.ErrQuery):
		return badQuery
	case errors.Is(err, bindings.ErrNoRoute):
		return noRoute
	case errors.Is(err, bindings.ErrMethod):
		return wrongMethod
	}
	return serverError
}

// wired is a failure for an error that A2A itself has: of the envelope, of the
// version, of a task.
func wired(e *a2awire.Error) *failure {
	f := &failure{row: row{code: "invalid_request", content: e.Message, status: 400, number: e.Code}, a2a: e}
	if e.Code == internal {
		f.row = serverError.row
	}
	for _, v := range e.Violations {
		f.fields = append(f.fields, fieldError{v.Field, v.Description})
	}
	return f
}

// slug is the code as the types of problems write it.
func (r *row) slug() string {
	return "https://usp-protocol.dev/errors/" + strings.ReplaceAll(r.code, "_", "-")
}

// errorData is error.data of A2A 0.3.
type errorData struct {
	Code    string       `json:"code"`
	Content string       `json:"content"`
	Type    string       `json:"type"`
	Status  int          `json:"status"`
	Latest  string       `json:"latest,omitzero"`
	Errors  []fieldError `json:"errors,omitempty"`
}

// domain is whose reasons those are that A2A does not define.
const domain = "usp-protocol.dev"

// wire is the failure as a JSON-RPC error. Whoever calls branches on the code
// in error.data, never on the number.
func (f *failure) wire() *a2awire.Error {
	e := f.a2a
	if e == nil {
		e = &a2awire.Error{Code: f.number, Message: f.code}
	}
	out := *e
	if out.Reason == "" {
		out.Reason, out.Domain = strings.ToUpper(f.code), domain
	}
	meta := map[string]string{"code": f.code, "type": f.slug(), "status": strconv.Itoa(f.status), "detail": f.content}
	if f.latest != "" {
		meta["latest"] = f.latest
	}
	maps.Copy(meta, out.Metadata)
	out.Metadata = meta
	out.Data03 = &errorData{f.code, f.content, f.slug(), f.status, f.latest, f.fields}
	out.Violations = nil
	for _, v := range f.fields {
		out.Violations = append(out.Violations, a2awire.Violation{Field: v.Field, Description: v.Message})
	}
	switch f.status { // those with a meaning to HTTP itself
	case 401, 403, 429, 503:
		out.Status = f.status
	}
	out.RetryAfter = f.retry
	if f.challenge {
		out.Challenge = challenge
	}
	return &out
}

// challenge tells a caller how to say who it is.
const challenge = `Bearer realm="usp"`
