package usp

import (
	"strings"

	"hora/bindings/internal/prose"
	"hora/canonical"
)

// notices are what the caller should know beside a result. The list is never
// null.
func (v *view) notices() []notice {
	all := []notice{}
	if v.outcome.Meta.Adopted {
		all = append(all, notice{Type: "warning", Code: "session_expired", Content: "The session is not known any more; a new one goes on under the same id"})
	}
	for _, n := range v.outcome.Notices {
		switch n.Code {
		case canonical.NoticePaymentExpired:
			all = append(all, notice{Type: "error", Code: "payment_expired", Content: "The payment came too late: the booking is canceled", Severity: recoverable})
		case canonical.NoticeAlreadyConfirmed:
			all = append(all, notice{Type: "info", Code: "already_confirmed", Content: "The booking needed no payment any more"})
		}
	}
	return all
}

// moved are the notices of who has moved a booking: what it costs from now on to
// cancel it, if that was late.
func (v *view) moved(b *canonical.Booking) []notice {
	all := v.notices()
	if fee := b.Forfeit.Charge(); fee.Amount > 0 {
		all = append(all, notice{Type: "info", Code: "late_reschedule", Content: "The booking was moved when canceling it would have cost " + prose.Money(fee, canonical.English) + ": that is kept if it is canceled after all, if what is due for it is not paid, or if nobody comes"})
	}
	return all
}

// joined are the notices of who has joined a waitlist. Over A2A there is no
// task type to accept an offer with, so it is said where to.
func (v *view) joined(e *canonical.Entry) []notice {
	all := v.notices()
	if !v.rest {
		all = append(all, notice{Type: "info", Code: "waitlist_offers", Content: "Offers are read, accepted and declined over REST: " + v.public + "/usp/" + e.Organization + "/waitlist/" + e.ID})
	}
	return all
}

// refusal is how the operation ended badly: an outcome where USP has one for
// it over this transport, else a failure.
func (v *view) refusal(e *canonical.Error) said {
	r := rowOf(v.op.op, e.Code)
	if e.Code == canonical.Invalid && v.op == waitlistJoin && !v.rest && v.nobodyWaits() {
		return said{failure: unsupported("usp/waitlist/join")}
	}
	if e.Code == canonical.Invalid {
		var done bool
		if r, done = v.unusable(r, e.Problems); done {
			return said{failure: v.failed(r, e)}
		}
	}
	if v.rest && r.status != 200 || !v.rest && r.number != 0 {
		return said{failure: v.failed(r, e)}
	}
	messages := []notice{}
	for _, p := range e.Problems {
		path := v.op.name(p.Path)
		messages = append(messages, notice{Type: "error", Code: r.code, Content: path + " " + explain(p), Severity: r.severity, Path: jsonPath(path)})
	}
	if len(messages) == 0 {
		messages = append(messages, notice{Type: "error", Code: r.code, Content: r.content, Severity: r.severity, Path: jsonPath(r.field)})
	}
	return said{body: v.empty(append(messages, v.notices()...)), status: 200}
}

// nobodyWaits says that the business is known to have no waitlist at all: then
// there is no such task type, as its card says.
func (v *view) nobodyWaits() bool {
	if v.directory == nil {
		return false
	}
	for _, s := range v.directory.Services {
		if s.Waitlist != nil {
			return false
		}
	}
	return true
}

// empty is the body of an outcome: messages alone, and the booking as it stands
// where the desk tells of it.
func (v *view) empty(messages []notice) any {
	b := &bookingBody{Messages: messages}
	if v.rest {
		b.USP = v.op.envelope
	}
	if s := v.outcome.Meta.Standing; s != nil {
		b.Booking = v.booking(s)
	}
	return b
}

// unusable finds, among the problems of arguments, those that are protocol
// errors of their own: a call that lacks what goes with it, a stretch of time
// that is too long, a cursor that is no good.
func (v *view) unusable(r row, problems []canonical.Problem) (row, bool) {
	for _, p := range problems {
		switch {
		case p.Path == agentPath:
			return invalidRequest().row, true
		case p.Rule == canonical.RuleSpan:
			return protocol("range_too_wide", 422, invalidParams, "The dates cover more than the business answers for at a time"), true
		case p.Rule == canonical.RuleCursor:
			return protocol("cursor_expired", 400, invalidParams, "The cursor is not good any more; begin at the first page"), true
		}
	}
	return r, v.rest
}

// failed is the failure that a row is.
func (v *view) failed(r row, e *canonical.Error) *failure {
	f := &failure{row: r}
	switch e.Code {
	case canonical.Invalid:
		for _, p := range e.Problems {
			f.fields = append(f.fields, fieldError{v.member(v.op.name(p.Path)), explain(p)})
		}
	case canonical.Unauthenticated:
		f.challenge = true
	}
	if r.field != "" {
		f.fields = []fieldError{{v.member(r.field), "names nothing that there is"}}
	}
	if r.status == 429 || r.status == 503 {
		f.retry = max(e.RetryAfter, 1)
	}
	return f
}

// member is the path of an argument in the call. What the desk finds wrong with
// it has the name that it has where it could not be read.
func (v *view) member(name string) string {
	if v.rest || v.at < 0 || name == names[agentPath] {
		return name
	}
	return v.at.member("data." + name)
}

// agentPath is how the desk calls what USP-Agent holds.
const agentPath = "agent"

// names are what USP calls the arguments that the desk found fault with, where
// that differs from the canonical word.
var names = map[string]string{
	agentPath: "USP-Agent",
	"service": "service_id", "slot": "slot_id", "hold": "hold_id", "booking": "booking_id", "entry": "entry_id", "resource": "resource_id",
	"provider": "slot_id", "start": "slot_id", "duration_minutes": "slot_id", "party": "party_size", "client": "buyer", "client.email": "buyer.email",
	"address": "delivery_address", "by": "canceled_by", "after": "cursor", "zone": "timezone", "from": "start_date", "until": "end_date",
	"end": "end_date", "days": "end_date", "services": "ids", "state": "status", "amount": "payment_result.amount_paid", "preferred": "preferred_slots",
}

// name is what USP calls an argument.
func (o *operation) name(path string) string {
	switch {
	case o.op == canonical.OpPlaceHold && path == "party":
		return "spots"
	case o.op == canonical.OpFindSlots && path == "start":
		return "start_date"
	case o.op == canonical.OpFindSlots && path == "provider":
		return "resource_id"
	case (o == servicesList || o == waitlistList) && (path == "after" || path == "limit"):
		return "pagination." + strings.Replace(path, "after", "cursor", 1)
	}
	if n, ok := names[path]; ok {
		return n
	}
	return path
}

// jsonPath is a path as RFC 9535 writes it.
func jsonPath(path string) string {
	if path == "" {
		return ""
	}
	return "$." + path
}
