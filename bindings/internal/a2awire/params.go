package a2awire

import "github.com/go-json-experiment/json/jsontext"

// params are those of every method at once, read in one walk whatever the
// method turns out to be: a call may name it last.
type params[D, M any] struct {
	reader
	given bool
	call  *Call[D, M]
}

// UnmarshalJSONFrom reads the params. Its only errors are of syntax.
func (p *params[D, M]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	p.dec = d
	if d.PeekKind() != '{' {
		return d.SkipValue()
	}
	p.given = true
	c, r := p.call, &p.reader
	for o, ok := r.object(); ok && r.member(&o); {
		switch string(r.name) {
		case "message":
			start := d.InputOffset()
			r.top = "message"
			if !readMessage(r, &c.Send.Message) {
				r.fault(required)
			}
			c.Send.Source = r.span(start)
		case "configuration":
			r.top = "configuration"
			r.configuration(&c.Send.Configuration)
		case "metadata":
			r.top = "metadata"
			readMetadata(r, &c.Send.Metadata)
		case "tenant":
			r.top = "tenant"
			c.Tenant = r.id()
		default:
			r.query(&c.Query)
		}
	}
	return r.err
}

// configuration reads how a sender wants to be answered.
func (r *reader) configuration(c *Configuration) {
	for o, ok := r.object(); ok && r.member(&o); {
		switch name := string(r.name); {
		case name == "acceptedOutputModes":
			c.OutputModes = r.ids()
		case name == "historyLength":
			c.HistoryLength = r.natural()
		case name == "returnImmediately" && r.v == V10:
			c.ReturnImmediately = r.boolean()
		case name == "blocking" && r.v == V03:
			// Absent is no wish: every 0.3 server waits unless told not to.
			if !r.null() {
				c.ReturnImmediately = !r.boolean()
			}
		case name == pushMember[r.v]:
			if !r.null() {
				c.push = true
				r.skip()
			}
		default:
			r.skip()
		}
	}
}

var pushMember = [2]string{"pushNotificationConfig", "taskPushNotificationConfig"}

// query reads a member of the params of GetTask, CancelTask and ListTasks.
func (r *reader) query(q *Query) {
	switch string(r.name) {
	case "id":
		r.top = "id"
		q.ID = r.id()
	case "historyLength":
		r.top = "historyLength"
		q.HistoryLength = r.natural()
	case "contextId":
		r.top = "contextId"
		q.Context = r.id()
	case "status":
		r.top = "status"
		q.State = State(r.enum(stateNames))
	case "pageSize":
		r.top = "pageSize"
		if n := r.integer(); n != nil {
			if q.PageSize = *n; *n < 1 || *n > MaxPage {
				r.fault("must be from 1 to 100")
			}
		}
	case "pageToken":
		r.top = "pageToken"
		q.PageToken = r.text()
	case "statusTimestampAfter":
		r.top = "statusTimestampAfter"
		q.After = r.instant()
	case "includeArtifacts":
		r.top = "includeArtifacts"
		q.Artifacts = r.boolean()
	default:
		r.skip()
	}
}

// known says whether a method has a member of that name in its params.
func (m Method) known(member string) bool {
	switch member {
	case "tenant":
		return true
	case "message", "configuration", "metadata":
		return m == SendMessage
	case "id":
		return m == GetTask || m == CancelTask
	case "historyLength":
		return m == GetTask || m == ListTasks
	}
	return m == ListTasks
}

// judge says what the method cannot take of its params.
func (p *params[D, M]) judge(m Method) *Error {
	var all []Violation
	for _, f := range p.faults {
		if m.known(f.top) {
			all = append(all, f.Violation)
		}
	}
	switch {
	case all != nil:
	case !p.given:
		all = []Violation{{"params", "must be an object"}}
	case m == SendMessage && p.call.Send.Source == nil:
		all = []Violation{{"message", required}}
	case (m == GetTask || m == CancelTask) && p.call.Query.ID == "":
		all = []Violation{{"id", required}}
	case p.call.Send.Configuration.push:
		return PushNotSupported()
	}
	if all != nil {
		return InvalidParams(all...)
	}
	return nil
}
