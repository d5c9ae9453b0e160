package selfe

import (
	"hora/bindings/internal/a2awire"
	"hora/canonical"
)

// Reasons of the registry's own, under its host as their domain.
const (
	reasonOffer    = "OFFER_INVALID"
	reasonSkill    = "SKILL_NOT_ENABLED"
	reasonOutcome  = "OUTCOME_UNKNOWN"
	longestWait    = 300 // seconds that a caller is told to wait, at most
	shortestWait   = 1
	unknownOutcome = "It is not known whether this was done; the same message again is safe"
)

// fault is the error for a refusal of the desk's. It is total over the codes
// that the skills and the acts on tasks end in; any other is a fault of ours.
func (r *reply) fault(e *canonical.Error) *a2awire.Error {
	switch e.Code {
	case canonical.UnknownTask:
		return a2awire.TaskNotFound(r.task)
	case canonical.TaskOver:
		if r.method == a2awire.CancelTask {
			return a2awire.TaskNotCancelable(r.task)
		}
		return a2awire.TaskEnded(r.task)
	case canonical.MessageReused:
		return a2awire.MessageReused(r.host, r.messageID)
	case canonical.Invalid:
		switch {
		case r.method != a2awire.SendMessage:
			return a2awire.InvalidParams(violations("", e.Problems)...)
		case r.form == formText && len(e.Problems) > 0: // whatever it was read to say
			return a2awire.InvalidParams(a2awire.Violation{Field: "message.parts[0].text", Description: describe(e.Problems[0].Rule)})
		}
	}
	return r.refusal(e, "message.parts[0].data.arguments.", r.presented)
}

// refusal is the error for what is about a command, or about who may send it.
// at is the path that its arguments are below.
func (b *binding) refusal(e *canonical.Error, at string, presented bool) *a2awire.Error {
	switch e.Code {
	case canonical.Unauthenticated:
		return b.unauthenticated(presented)
	case canonical.Forbidden:
		return b.forbidden(string(e.Mandate))
	case canonical.RateLimited:
		return a2awire.AllowanceExhausted(b.host, wait(e))
	case canonical.Unavailable:
		return a2awire.Unavailable(b.host, wait(e))
	case canonical.OutcomeUnknown:
		out := a2awire.Unavailable(b.host, wait(e))
		out.Message, out.Reason = unknownOutcome, reasonOutcome
		return out
	case canonical.UnknownCatalogue, canonical.UnknownOrganization:
		return b.noCatalogue(reasonUnknown)
	case canonical.NotEnabled:
		return &a2awire.Error{Code: -32004, Message: "The catalogue does not offer this skill", Reason: reasonSkill, Domain: b.host}
	case canonical.Invalid:
		for _, p := range e.Problems {
			if p.Rule == canonical.RuleSealed {
				return &a2awire.Error{Code: -32602, Message: "Invalid parameters", Reason: reasonOffer, Domain: b.host}
			}
		}
		return a2awire.InvalidParams(violations(at, e.Problems)...)
	case canonical.MessageReused:
		return a2awire.MessageReused(b.host, "")
	}
	return a2awire.Internal()
}

func wait(e *canonical.Error) int { return min(max(e.RetryAfter, shortestWait), longestWait) }

func (b *binding) noCatalogue(reason string) *a2awire.Error {
	e := &a2awire.Error{Code: -32602, Message: "There is no such catalogue", Reason: reason, Domain: b.host}
	if reason == reasonRequired {
		e.Message = "The URL must name a catalogue, as that in its card does"
	}
	return e
}

// arguments are the names that the desk has for what callers call otherwise.
var arguments = map[string]string{
	"stay.check_in":     "stay.checkIn",
	"stay.check_out":    "stay.checkOut",
	"after":             "pageToken",
	"filters.tags":      "query.filter.tags",
	"filters.sections":  "query.filter.sections",
	"filters.locality":  "query.filter.locality",
	"filters.entity_id": "query.filter.entityId",
}

func violations(at string, problems []canonical.Problem) (all []a2awire.Violation) {
	for _, p := range problems {
		name := p.Path
		if own, ok := arguments[name]; ok {
			name = own
		}
		all = append(all, a2awire.Violation{Field: at + name, Description: describe(p.Rule)})
	}
	return all
}

func describe(r canonical.Rule) string {
	switch r {
	case canonical.RuleRequired:
		return required
	case canonical.RuleRange:
		return "is out of range"
	case canonical.RuleSpan:
		return "is further away than a stay may last"
	case canonical.RuleDate:
		return "must be a date, YYYY-MM-DD"
	case canonical.RuleOffered:
		return "is not one that the venue is listed in"
	case canonical.RuleCursor, canonical.RuleOneOf:
		return "is none that was given out"
	}
	return "cannot be taken"
}
