package a2awire

import (
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/bindings/internal/jsonrpc"
	"hora/bindings/internal/wirejson"
)

// A Profile is what one route knows beside A2A itself.
type Profile struct {
	Extensions []string // URIs that are activated, and echoed, when a caller names them
	Closed     bool     // data with a member that its type does not have is refused
	Depth      int      // how many levels of a body may lie within each other; 0: as many as the JSON package reads
}

// ErrTooDeep is of a body with more levels than the Profile allows. A dialect
// that has such a bound says it in its own Refuse; here it is no JSON.
var ErrTooDeep = errors.New("a2awire: the body is nested too deep")

// Read takes a call apart. The reply is never nil and answers in the caller's
// version, to the caller's id; the error, when there is one, is for its Refuse.
// The call is nil unless the params could be looked at: beside an error of
// theirs (-32602) it holds what could be read.
//
// Operations that no route offers are refused here: streaming and subscribing
// -32004, push notifications -32003, also where a message asks for them, and
// the extended card -32004. So is a call without an id: nobody waits for its
// answer, and A2A has no use for one. It is judged as any other call first, so
// that what else is wrong with it is told.
func Read[D, M any](in bindings.Inbound, p *Profile) (*Call[D, M], *Reply, error) {
	q := &reading[D, M]{}
	version, unsupported := Negotiate(in.Header, in.Query)
	q.reply = Reply{version: version, header: headers[version]}
	if unsupported != nil {
		q.reply.header = unversioned
	}
	switch {
	case len(in.Body) > bindings.MaxBody:
		return nil, &q.reply, bindings.ErrTooLarge
	case !wirejson.IsContentType(in.Header):
		return nil, &q.reply, ContentTypeNotSupported()
	case p.Depth > 0 && wirejson.Deeper(in.Body, p.Depth):
		return nil, &q.reply, ErrTooDeep
	}
	if e := q.read(in.Body, p); e != nil {
		return nil, &q.reply, e
	}
	if unsupported != nil {
		return nil, &q.reply, unsupported
	}
	q.call.Version, q.call.Method = version, methodNamed(version, q.envelope.Method)
	if q.call.Method == NoMethod {
		return nil, &q.reply, unknownMethod(version, q.envelope.Method)
	}
	q.reply.method = q.call.Method
	q.call.Extensions = q.reply.extensions(in.Header, p.Extensions)
	if e := refused(q.call.Method); e != nil {
		return nil, &q.reply, e
	}
	q.call.prune()
	if e := q.params.judge(q.call.Method); e != nil {
		return &q.call, &q.reply, e
	}
	if q.noID {
		return nil, &q.reply, InvalidRequest()
	}
	return &q.call, &q.reply, nil
}

// A reading is all that Read makes, in one piece of memory.
type reading[D, M any] struct {
	envelope jsonrpc.Request[*params[D, M]]
	params   params[D, M]
	call     Call[D, M]
	reply    Reply
	noID     bool // a call, but for the id that it does not have
}

// read reads the body: envelope and params in one pass, or in two when data
// does not fit the types of the route.
func (q *reading[D, M]) read(body []byte, p *Profile) *Error {
	fault := q.walk(body, p, false)
	if q.params.err == errAgain {
		q.call = Call[D, M]{}
		fault = q.walk(body, p, true)
	}
	q.params.body, q.params.dec = nil, nil // neither is ours to keep
	q.reply.id = q.envelope.ID
	switch {
	case fault == nil:
		return nil
	case fault == jsonrpc.ParseError:
		return ParseError()
	case q.envelope.Version == "2.0" && q.envelope.Method != "" && !named(body, "id"):
		q.noID = true
		return nil
	}
	return InvalidRequest()
}

func (q *reading[D, M]) walk(body []byte, p *Profile, careful bool) *jsonrpc.Fault {
	q.params.reader = reader{body: body, v: q.reply.version, closed: p.Closed, careful: careful}
	q.params.call, q.params.given = &q.call, false
	q.envelope.Params = &q.params
	return jsonrpc.ParseInto(body, &q.envelope)
}

// ParseMessage reads one message by itself, such as a Source or what
// MarshalMessage wrote: then from either side. Faults are told as Violations.
func ParseMessage(v Version, source jsontext.Value) (m Message, err error) {
	one := single{reader: reader{v: v, body: source, stored: true}, message: &m}
	if json.Unmarshal(source, &one) != nil {
		return Message{}, ParseError()
	}
	if len(one.faults) > 0 {
		e := InvalidParams()
		for _, f := range one.faults {
			e.Violations = append(e.Violations, f.Violation)
		}
		return m, e
	}
	return m, nil
}

type single struct {
	reader
	message *Message
}

func (s *single) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	s.dec = d
	if !readMessage(&s.reader, s.message) {
		s.fault(required)
	}
	return s.err
}
