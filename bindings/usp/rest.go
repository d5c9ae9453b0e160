package usp

import (
	"net/http"
	"strconv"
	"strings"

	"hora/bindings"
	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// A reader reads the arguments of a REST call, the id in its path aside.
type reader func(*bindings.Inbound, *arguments, *faults) error

// fromBody reads a JSON object. No body is one without members: where
// something is required it is missed there.
func fromBody(in *bindings.Inbound, a *arguments, f *faults) error {
	if len(in.Body) == 0 {
		return nil
	}
	if !wirejson.IsContentType(in.Header) {
		return wrongType
	}
	mistyped, err := wirejson.Unmarshal(in.Body, a)
	if err != nil {
		return malformed
	}
	f.mistyped(mistyped)
	return nil
}

// fromPath reads nothing: the path says it all.
func fromPath(*bindings.Inbound, *arguments, *faults) error { return nil }

// fromQuery reads the query of the feed.
func fromQuery(in *bindings.Inbound, a *arguments, f *faults) error {
	a.Cursor, a.LocationID = in.Query.Get("cursor"), in.Query.Get("location_id")
	if s := in.Query.Get("limit"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			f.unread("limit", ofAnotherType)
		}
		a.Limit = &n
	}
	return nil
}

// address tells the arguments what the path is about.
func (o *operation) address(a *arguments, id string) {
	switch o {
	case servicesGet:
		a.ServiceID = id
	case availabilityFree:
		a.HoldID = id
	case bookingsGet, bookingsUpdate, bookingsConfirm, bookingsCancel, bookingsReschedule, bookingsPaid:
		a.BookingID = id
	case waitlistGet, waitlistLeave, waitlistAccept, waitlistDecline:
		a.EntryID = id
	}
}

// decodeREST makes the Decode of one operation's route.
func (b *binding) decodeREST(op *operation, read reader) func(bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return func(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
		r := &restReply{problemReply{view: view{op: op, public: b.public, org: in.Path("org"), rest: true}}}
		f := faults{at: inBody}
		var g given
		var a arguments
		g.headers(in.Header, &f)
		r.correlation = g.correlation
		if err := read(&in, &a, &f); err != nil {
			return canonical.Request{}, r, err
		}
		op.address(&a, strings.ToValidUTF8(in.Path("id"), "\uFFFD")) // nothing is called so
		r.remember(&a)
		command := op.read(&a, &f)
		if err := f.err(); err != nil {
			return canonical.Request{}, r, err
		}
		if len(f.problems) > 0 {
			command = canonical.Incomplete{Want: op.op, Problems: f.problems}
		}
		if !canonical.IsSlug(r.org) {
			return canonical.Request{}, r, unknownBusiness
		}
		req := canonical.Request{Command: command, Meta: b.meta(&in, &g)}
		req.Channel, req.Door = "rest", doorREST
		if op.op.Writes() && g.key != "" {
			req.Message, req.Operation = g.key, op.op.String()
		}
		return req, r, nil
	}
}

// remember keeps what the answer needs of the arguments: there is one
// location, the business itself, so at any other nothing is offered.
func (v *view) remember(a *arguments) {
	for _, id := range [...]string{a.LocationID, a.Filters.LocationID} {
		v.elsewhere = v.elsewhere || id != "" && id != v.org
	}
	v.ids = a.IDs
}

// A restReply answers with a USP response object, or with a problem.
type restReply struct{ problemReply }

// A problemReply answers with a problem. It is what documents have in common
// with the operations, none of whose answers they link.
type problemReply struct {
	view
	correlation string
}

// Headers of REST answers; shared, so never written to.
var (
	plain = http.Header{
		"Content-Type":           {mediaType},
		"Cache-Control":          {"no-store"},
		"X-Content-Type-Options": {"nosniff"},
	}
	problematic = http.Header{
		"Content-Type":           {"application/problem+json"},
		"Cache-Control":          {"no-store"},
		"X-Content-Type-Options": {"nosniff"},
	}
)

func (r *restReply) Encode(o canonical.Outcome) bindings.Outbound {
	s := r.say(&o)
	if s.failure != nil {
		return r.problem(s.failure)
	}
	return bindings.Outbound{Status: s.status, Header: echo(plain, r.correlation), Body: wirejson.Marshal(s.body)}
}

// Refuse answers what never got to the desk.
func (r *problemReply) Refuse(err error) bindings.Outbound { return r.problem(failureOf(err)) }

// problem is a failure as RFC 9457 has it.
type problem struct {
	Type   string       `json:"type"`
	Title  string       `json:"title"`
	Status int          `json:"status"`
	Detail string       `json:"detail"`
	Errors []fieldError `json:"errors,omitempty"`
	Latest string       `json:"latest,omitzero"`
}

func (r *problemReply) problem(f *failure) bindings.Outbound {
	h := echo(problematic, r.correlation)
	if f.retry > 0 || f.challenge {
		h = h.Clone()
		if f.retry > 0 {
			h.Set("Retry-After", strconv.Itoa(f.retry))
		}
		if f.challenge {
			h.Set("WWW-Authenticate", challenge)
		}
	}
	p := &problem{f.slug(), http.StatusText(f.status), f.status, f.content, f.fields, f.latest}
	return bindings.Outbound{Status: f.status, Header: h, Body: wirejson.Marshal(p)}
}

// echo adds the correlation id that a call came with.
func echo(h http.Header, id string) http.Header {
	if id == "" {
		return h
	}
	h = h.Clone()
	h["Usp-Correlation-Id"] = []string{id}
	return h
}
