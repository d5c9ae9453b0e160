package a2a

import (
	"strconv"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/canonical"
)

// challenge tells a caller how to say who it is.
const challenge = `Bearer realm="hora"`

// fault is the JSON-RPC error for what is no business of a dialect's: who may
// call, whether the desk works, which task and message is meant. The numbers
// are A2A's whatever the dialect. It is nil for a result, and for a refusal
// that the dialect itself has words for.
func (r *reply) fault(e *canonical.Error) *a2awire.Error {
	if e == nil {
		return nil
	}
	switch e.Code {
	case canonical.Internal:
		return a2awire.Internal()
	case canonical.OutcomeUnknown:
		unknown := a2awire.Internal()
		unknown.Message = "It is not known whether this was done: send the same message again"
		unknown.Reason, unknown.Domain = "OUTCOME_UNKNOWN", domain
		return unknown
	case canonical.Unavailable:
		return a2awire.Unavailable(domain, max(e.RetryAfter, 1))
	case canonical.RateLimited:
		return a2awire.AllowanceExhausted(domain, max(e.RetryAfter, 1))
	case canonical.Unauthenticated:
		return a2awire.Unauthenticated(domain, challenge)
	case canonical.Forbidden:
		return a2awire.Forbidden(domain)
	case canonical.UnknownOrganization:
		return r.unknownOrganization()
	case canonical.MessageReused:
		return a2awire.MessageReused(domain, r.message)
	case canonical.UnknownTask:
		return a2awire.TaskNotFound(r.task)
	case canonical.TaskOver:
		if r.method == a2awire.CancelTask {
			return a2awire.TaskNotCancelable(r.task)
		}
		return a2awire.TaskEnded(r.task)
	case canonical.Invalid:
		return r.envelope(e.Problems)
	}
	return nil
}

func (r *reply) unknownOrganization() *a2awire.Error {
	e := a2awire.InvalidParams()
	e.Message, e.Reason, e.Domain = "Unknown organization", "UNKNOWN_ORGANIZATION", domain
	if r.named != "" {
		e.Violations = []a2awire.Violation{{Field: r.named, Description: "is not known here"}}
	}
	return e
}

// envelope refuses what the engine found wrong with the message around the
// act; nil if it was the act.
func (r *reply) envelope(problems []canonical.Problem) *a2awire.Error {
	var all []a2awire.Violation
	for _, p := range problems {
		switch {
		case p.Path == "contextId":
			all = append(all, a2awire.Violation{Field: "message.contextId", Description: "is not that of the task"})
		case p.Path == "after" && r.method == a2awire.ListTasks:
			all = append(all, a2awire.Violation{Field: "pageToken", Description: "was not given for this list"})
		case r.method != a2awire.SendMessage:
			all = append(all, a2awire.Violation{Field: p.Path, Description: "cannot be taken"})
		}
	}
	if all == nil {
		return nil
	}
	return a2awire.InvalidParams(all...)
}

// retry says when to come back.
func retry(out bindings.Outbound, e *canonical.Error) bindings.Outbound {
	out.Header.Set("Retry-After", strconv.Itoa(max(e.RetryAfter, 1)))
	return out
}
