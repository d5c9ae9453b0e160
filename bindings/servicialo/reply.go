package servicialo

import (
	"errors"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/bindings/internal/jsonrpc"
	"hora/canonical"
)

// Faults of the envelope and the message. All go out with HTTP 200 but
// rateLimited and those of size, address and HTTP method.
var (
	faultMediaType   = &jsonrpc.Fault{Code: jsonrpc.CodeInvalidRequest, Message: "Invalid Request: the body must be application/json"}
	faultTooLarge    = &jsonrpc.Fault{Code: jsonrpc.CodeInvalidRequest, Message: "Invalid Request: the body is larger than 1 MiB"}
	faultHTTPMethod  = &jsonrpc.Fault{Code: jsonrpc.CodeInvalidRequest, Message: "Invalid Request: this address takes POST"}
	faultNoRoute     = &jsonrpc.Fault{Code: jsonrpc.CodeInvalidRequest, Message: "Invalid Request: there is nothing at this address"}
	faultNoID        = &jsonrpc.Fault{Code: jsonrpc.CodeInvalidRequest, Message: "Invalid Request: id must be a string or a number"}
	faultMethod      = &jsonrpc.Fault{Code: jsonrpc.CodeMethodNotFound, Message: "Method not found: only message/send is supported"}
	faultNoParts     = &jsonrpc.Fault{Code: jsonrpc.CodeInvalidParams, Message: "Invalid params: the message needs a text part, or a data part with an intent"}
	faultIntent      = &jsonrpc.Fault{Code: jsonrpc.CodeInvalidParams, Message: "Invalid params: the intent is not supported"}
	faultIntents     = &jsonrpc.Fault{Code: jsonrpc.CodeInvalidParams, Message: "Invalid params: one message carries one intent"}
	faultIdempotency = &jsonrpc.Fault{Code: jsonrpc.CodeInvalidParams, Message: "Invalid params: Idempotency-Key must be one text of at most 255 bytes"}
	faultReused      = &jsonrpc.Fault{Code: jsonrpc.CodeInvalidParams, Message: "Invalid params: this message id was used before with other content"}
	faultUnknownOrg  = &jsonrpc.Fault{Code: -32001, Message: "Organization not found or not discoverable"}
	faultRateLimited = &jsonrpc.Fault{Code: -32002, Message: "Rate limited"}
	faultUnavailable = &jsonrpc.Fault{Code: jsonrpc.CodeInternal, Message: "Internal error: temporarily unavailable, try again"}
)

// An a2aReply answers with an A2A message, or with an error of the protocol.
type a2aReply struct {
	call
	id       jsontext.Value
	context  string
	language canonical.Language
}

func (r *a2aReply) Encode(o canonical.Outcome) bindings.Outbound {
	if q, ok := o.Result.(canonical.Question); ok && o.Err == nil && r.free {
		return r.answer(&o, nil, ask(&q, o.Needs))
	}
	if fault, seconds := r.protocol(o.Err); fault != nil {
		return r.refuse(fault, seconds)
	}
	if r.op == canonical.OpNone && o.Err != nil { // there is no intent to name in a DataPart
		return r.answer(&o, nil, excuse(r.op, o.Err, r.language))
	}
	b := r.body(&o)
	if o.Err == nil && b.status >= 500 { // no outcome of this act
		return r.refuse(jsonrpc.Internal, 0)
	}
	return r.answer(&o, r.carried(b), r.say(&o))
}

// carried is a body as the DataPart has it.
func (r *a2aReply) carried(b body) *outcome {
	d := &outcome{Intent: intentName(r.op), Status: "completed", HTTPStatus: b.status, Result: b.json}
	if b.status >= 300 {
		d.Status = "failed"
	}
	return d
}

// protocol is the error that the JSON-RPC envelope carries instead of a
// message, and when to come back.
func (r *a2aReply) protocol(e *canonical.Error) (*jsonrpc.Fault, int) {
	if e == nil {
		return nil, 0
	}
	switch e.Code {
	case canonical.UnknownOrganization:
		return faultUnknownOrg, 0
	case canonical.RateLimited:
		return faultRateLimited, max(e.RetryAfter, 1)
	case canonical.MessageReused:
		return faultReused, 0
	}
	switch {
	case e.Code == canonical.Internal:
		return jsonrpc.Internal, 0
	case e.Code == canonical.Unavailable && r.op == canonical.OpNone:
		return faultUnavailable, max(e.RetryAfter, 1)
	}
	return nil, 0
}

func (r *a2aReply) answer(o *canonical.Outcome, d *outcome, text string) bindings.Outbound {
	parts := [2]answerPart{{Kind: "text", Text: text}, {Kind: "data", Data: d}}
	m := &answerMessage{Kind: "message", Role: "agent", MessageID: o.Meta.ID, ContextID: r.context, Parts: parts[:]}
	if d == nil {
		m.Parts = parts[:1]
	}
	return bindings.Outbound{Status: http.StatusOK, Header: plain, Body: jsonrpc.Answer(r.id, m)}
}

func (r *a2aReply) refuse(f *jsonrpc.Fault, seconds int) bindings.Outbound {
	out := bindings.Outbound{Status: http.StatusOK, Header: plain, Body: jsonrpc.Refuse(r.id, f)}
	switch {
	case f == faultRateLimited:
		out.Status = http.StatusTooManyRequests
	case f == faultTooLarge:
		out.Status = http.StatusRequestEntityTooLarge
	case f == faultHTTPMethod:
		out.Status = http.StatusMethodNotAllowed
	case f == faultNoRoute:
		out.Status = http.StatusNotFound
	}
	if seconds > 0 {
		out.Header = retry(out.Header, seconds)
	}
	return out
}

func (r *a2aReply) Refuse(err error) bindings.Outbound {
	var fault *jsonrpc.Fault
	switch {
	case errors.As(err, &fault):
		return r.refuse(fault, 0)
	case errors.Is(err, bindings.ErrTooLarge):
		return r.refuse(faultTooLarge, 0)
	case errors.Is(err, bindings.ErrBody):
		return r.refuse(jsonrpc.ParseError, 0)
	case errors.Is(err, bindings.ErrQuery):
		return r.refuse(jsonrpc.InvalidRequest, 0)
	case errors.Is(err, bindings.ErrMethod):
		return r.refuse(faultHTTPMethod, 0)
	case errors.Is(err, bindings.ErrNoRoute):
		return r.refuse(faultNoRoute, 0)
	}
	return r.refuse(jsonrpc.Internal, 0)
}
