package servicialo

import (
	"errors"
	"net/http"
	"strconv"
	"unicode/utf8"

	"hora/bindings"
	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// What a REST call may be refused for before the desk hears of it.
var (
	errMediaType           = errors.New("servicialo: the body is not JSON")
	errUnknownOrganization = errors.New("servicialo: no organization has such a slug")
	errIdempotencyKey      = errors.New("servicialo: the Idempotency-Key cannot be used")
)

// invalid is a call whose arguments cannot be read.
type invalid struct{ problems faults }

func (*invalid) Error() string { return "servicialo: invalid arguments" }

func decodeServices(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	r := newREST(&in, canonical.OpListServices)
	return r.request(&in, &arguments{}, nil)
}

func decodeAvailability(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	r := newREST(&in, canonical.OpFindSlots)
	q := in.Query
	a := arguments{
		ServiceID: q.Get("serviceId"), ProviderID: q.Get("providerId"), ResourceID: q.Get("resourceId"),
		Date: q.Get("date"), From: q.Get("from"), To: q.Get("to"),
	}
	var f faults
	a.Days = f.number("days", q.Get("days"))
	a.Next = f.number("next", q.Get("next"))
	return r.request(&in, &a, f)
}

// number reads a whole number of a query.
func (f *faults) number(path, s string) *int {
	if s == "" {
		return nil
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		f.add(canonical.Problem{Path: path, Rule: canonical.RuleType})
		return nil
	}
	return &n
}

func decodeBook(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return decodeBody(&in, canonical.OpBook)
}

func decodeCancel(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return decodeBody(&in, canonical.OpCancel)
}

func decodeReschedule(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return decodeBody(&in, canonical.OpReschedule)
}

func decodeBody(in *bindings.Inbound, op canonical.Op) (canonical.Request, bindings.Reply, error) {
	r := newREST(in, op)
	a := &r.arguments
	var f faults
	if len(in.Body) > 0 || op != canonical.OpCancel { // every argument of cancel can be left out
		if !wirejson.IsContentType(in.Header) {
			return canonical.Request{}, r, errMediaType
		}
		mistyped, err := wirejson.Unmarshal(in.Body, a)
		if err != nil {
			return canonical.Request{}, r, err
		}
		f.mistyped(op, mistyped)
	}
	a.NewScheduledAt = "" // the A2A intent's name only
	a.SessionID = ""
	if op != canonical.OpBook {
		if a.SessionID = in.Path("id"); !utf8.ValidString(a.SessionID) {
			f.add(canonical.Problem{Path: "sessionId", Rule: canonical.RuleText})
		}
	}
	return r.request(in, a, f)
}

// astray answers for what is no address of the organization.
func astray(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return canonical.Request{}, newREST(&in, canonical.OpDescribe), bindings.ErrNoRoute
}

// A restReply answers with the body itself.
type restReply struct {
	call
	header    http.Header
	arguments arguments // of a body, kept here to be allocated once
}

func newREST(in *bindings.Inbound, op canonical.Op) *restReply {
	r := &restReply{call: call{org: in.Path("org"), op: op}, header: plain}
	if op == canonical.OpFindSlots {
		r.header = fresh
	}
	return r
}

// request is the call as the desk hears it, unless f or the address say that
// it never does.
func (r *restReply) request(in *bindings.Inbound, a *arguments, f faults) (canonical.Request, bindings.Reply, error) {
	c := r.command(a, &f)
	key, ok := idempotencyKey(in.Header)
	switch {
	case len(f) > 0:
		return canonical.Request{}, r, &invalid{f}
	case !ok:
		return canonical.Request{}, r, errIdempotencyKey
	case !canonical.IsSlug(r.org):
		return canonical.Request{}, r, errUnknownOrganization
	}
	q := canonical.Request{Command: c, Meta: canonical.Meta{Organization: r.org, Binding: Name, Rules: rules, Door: doorREST, Channel: "rest", Remote: in.Remote}}
	if r.op.Writes() && key != "" {
		q.Message, q.Operation = key, intentName(r.op)
	}
	if r.op == canonical.OpCancel || r.op == canonical.OpReschedule {
		q.Credential = credential(in, r.org)
	}
	return q, r, nil
}

func (r *restReply) Encode(o canonical.Outcome) bindings.Outbound {
	return r.send(r.body(&o))
}

func (r *restReply) send(b body) bindings.Outbound {
	out := bindings.Outbound{Status: b.status, Header: r.header, Body: wirejson.Marshal(b.json)}
	if b.retry > 0 {
		out.Header = retry(out.Header, b.retry)
	}
	return out
}

func (r *restReply) Refuse(err error) bindings.Outbound {
	return r.send(r.refusal(err))
}

// refusal is the body for what was wrong with the call itself.
func (c *call) refusal(err error) body {
	var bad *invalid
	switch {
	case errors.As(err, &bad):
		return c.failure(&canonical.Error{Code: canonical.Invalid, Problems: bad.problems})
	case errors.Is(err, errUnknownOrganization):
		return c.failure(canonical.Refuse(canonical.UnknownOrganization))
	case errors.Is(err, wirejson.ErrMalformed):
		return c.malformed("The body is not a JSON text")
	case errors.Is(err, bindings.ErrBody):
		return c.malformed("The body ended early")
	case errors.Is(err, bindings.ErrQuery):
		return c.malformed("The query cannot be read")
	case errors.Is(err, errIdempotencyKey):
		return c.malformed("Idempotency-Key must be one text of at most 255 bytes")
	case errors.Is(err, errMediaType):
		return c.failed(415, "UNSUPPORTED_MEDIA_TYPE", "The body must be application/json")
	case errors.Is(err, bindings.ErrNoRoute):
		return c.failed(404, "", "There is nothing at this address")
	case errors.Is(err, bindings.ErrMethod):
		return c.failed(405, "METHOD_NOT_ALLOWED", "This address takes other methods")
	case errors.Is(err, bindings.ErrTooLarge):
		return c.failed(413, "PAYLOAD_TOO_LARGE", "The body is larger than 1 MiB")
	}
	return c.failure(canonical.Refuse(canonical.Internal))
}

// malformed refuses a call of which nothing can be read.
func (c *call) malformed(why string) body {
	n := nativeOf(c.op, canonical.Invalid)
	b := c.failed(n.status, n.code, n.text)
	b.json.(*failureBody).Details = &details{Form: []string{why}, Fields: map[string][]string{}}
	return b
}
