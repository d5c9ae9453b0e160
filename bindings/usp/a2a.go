package usp

import (
	"cmp"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/canonical"
)

// rules are what the dialect asks of the desk.
const rules = canonical.KnownCallers | canonical.Credentials | canonical.PayAfterwards | canonical.AddressNeeded | canonical.AnyProvider | canonical.NamedPlatforms

// meta is what the desk is told of every call.
func (b *binding) meta(in *bindings.Inbound, g *given) canonical.Meta {
	return canonical.Meta{
		Organization: in.Path("org"), Binding: Name, Remote: in.Remote, Agent: g.profile, Rules: rules, IfMatch: g.match,
		Credential: canonical.Credential{Key: g.bearer, Scoped: g.scoped},
	}
}

func (b *binding) decodeA2A(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	c, envelope, err := a2awire.Read[arguments, metadata](in, b.wire)
	r := &a2aReply{Reply: envelope, view: view{op: aboutTasks, public: b.public, org: in.Path("org"), at: inMessage}}
	f := faults{at: inBody}
	var g given
	g.headers(in.Header, &f)
	defer func() {
		if g.correlation != "" {
			r.Set("USP-Correlation-Id", g.correlation)
		}
	}()
	if c == nil || err != nil && c.Method != a2awire.SendMessage {
		return canonical.Request{}, r, err
	}
	var command canonical.Command
	switch r.method = c.Method; c.Method {
	case a2awire.GetTask:
		r.task, command = c.Query.ID, canonical.GetTask{Task: c.Query.ID}
	case a2awire.CancelTask:
		r.task, command = c.Query.ID, canonical.CancelTask{Task: c.Query.ID}
	case a2awire.ListTasks:
		r.artifacts = c.Query.Artifacts
		command = listTasks(&c.Query)
	default:
		if command, err = r.message(c, err, &g, &f); err != nil {
			return canonical.Request{}, r, err
		}
	}
	if err := f.err(); err != nil {
		return canonical.Request{}, r, err
	}
	if !canonical.IsSlug(r.org) {
		return canonical.Request{}, r, unknownBusiness
	}
	req := canonical.Request{Command: command, Meta: b.meta(&in, &g)}
	req.Channel, req.Door = "a2a", r.op.door
	if c.Method == a2awire.SendMessage {
		m := &c.Send.Message
		req.Tracked, req.Form, req.Task, req.Conversation = true, r.op.task, m.Task, g.session
		if req.Message = m.ID; g.key != "" {
			req.Message, req.Operation = g.key, r.op.op.String()
		}
	}
	return req, r, nil
}

// message reads a message: which operation it asks for and with what. err is
// what Read found wrong with it; a task type that is not offered comes first.
func (r *a2aReply) message(c *call, err error, g *given, f *faults) (canonical.Command, error) {
	m := &c.Send.Message
	r.task = m.Task
	found, failure := choose(c)
	if failure != nil && (err == nil || failure.number == unsupportedOp) {
		return nil, failure
	}
	if err != nil {
		return nil, err
	}
	r.op = found.op
	f.take(&g.session, m.Context, inMessage, "contextId")
	f.take(&g.session, m.Metadata.SessionID, inMessage, "metadata.sessionId")
	f.take(&g.session, c.Send.Metadata.SessionID, inRequest, "metadata.sessionId")
	g.claims(&m.Metadata.USP, inMessage, f)
	g.claims(&c.Send.Metadata.USP, inRequest, f)
	a := &arguments{}
	if found.index >= 0 {
		p := &m.Parts[found.index]
		for _, media := range [...]string{p.MediaType, p.MimeType} {
			if media != "" && !isJSON(media) {
				return nil, wrongType
			}
		}
		at := place(found.index)
		g.claims(&p.Metadata.USP, at, f)
		f.take(&g.session, p.Metadata.SessionID, at, "metadata.sessionId")
		f.at, r.at = at, at
		a = &p.Data
	}
	r.session = g.session
	r.remember(a)
	command := r.op.read(a, f)
	if len(f.problems) > 0 {
		command = canonical.Incomplete{Want: r.op.op, Problems: f.problems}
	}
	return command, nil
}

// listTasks is the query for tasks. Their histories are not kept: a request
// holds a buyer's data.
func listTasks(q *a2awire.Query) canonical.ListTasks {
	state := canonical.TaskState("")
	if q.State != a2awire.Unspecified {
		state = canonical.TaskState(q.State.Name(a2awire.V03)) // completed, the only one that tasks have here, is named alike
	}
	return canonical.ListTasks{Conversation: q.Context, State: state, Since: q.After, Size: q.PageSize, After: canonical.Cursor(q.PageToken), Whole: q.Artifacts}
}

// An a2aReply answers with a completed task, or with a JSON-RPC error.
type a2aReply struct {
	*a2awire.Reply
	view
	method    a2awire.Method
	session   string // as the caller named it
	task      string // taskId of a message, or id of a query
	artifacts bool   // show them, in lists
}

func (r *a2aReply) Encode(o canonical.Outcome) bindings.Outbound { return r.Answer(r.answer(&o)) }

// Refuse answers what never got to the desk.
func (r *a2aReply) Refuse(err error) bindings.Outbound {
	return r.Answer(a2awire.Answer{Err: failureOf(err).wire()})
}

func (r *a2aReply) answer(o *canonical.Outcome) a2awire.Answer {
	if f := r.fault(o.Err); f != nil {
		return a2awire.Answer{Err: f.wire()}
	}
	switch t := o.Result.(type) {
	case canonical.Task:
		return a2awire.Answer{Task: r.again(&t)}
	case canonical.TaskPage:
		return r.page(&t)
	}
	s := r.say(o)
	if s.failure != nil {
		return a2awire.Answer{Err: s.failure.wire()}
	}
	// What is not kept is answered as a task all the same (R5): by the id that
	// names the answer.
	t := &canonical.Task{ID: o.Meta.ID, At: o.Meta.At, Conversation: cmp.Or(o.Meta.Conversation, r.session, o.Meta.ID)}
	if o.Meta.Task != nil {
		t = o.Meta.Task
	}
	return a2awire.Answer{Task: r.show(t, o.Meta.ID, r.op, s.body)}
}

// fault is the error for what is about a task of A2A, not about the operation.
func (r *a2aReply) fault(e *canonical.Error) *failure {
	if e == nil {
		return nil
	}
	switch e.Code {
	case canonical.UnknownTask:
		return wired(a2awire.TaskNotFound(r.task))
	case canonical.TaskOver:
		if r.method == a2awire.CancelTask {
			return wired(a2awire.TaskNotCancelable(r.task))
		}
		return wired(a2awire.TaskEnded(r.task))
	case canonical.Invalid:
		for _, p := range e.Problems {
			if p.Path == "contextId" {
				return invalidRequest(fieldError{"message.contextId", "is not that of the task"})
			}
		}
		if r.op == aboutTasks {
			return invalidRequest(fieldError{"pageToken", "was not given for this list"})
		}
	}
	return nil
}

// again says a task that was kept.
func (r *a2aReply) again(t *canonical.Task) *a2awire.Task {
	op := operationOf(t.Form)
	if t.Outcome == nil || op == nil {
		return r.show(t, t.ID, nil, nil)
	}
	v := view{op: op, public: r.public, org: r.org}
	s := v.say(t.Outcome)
	return r.show(t, t.Outcome.Meta.ID, op, s.body)
}

func (r *a2aReply) page(p *canonical.TaskPage) a2awire.Answer {
	out := &a2awire.TaskPage{Next: string(p.Next), Size: p.Size, Total: p.Total, Tasks: make([]a2awire.Task, len(p.Tasks))}
	for i := range p.Tasks {
		out.Tasks[i] = *r.again(&p.Tasks[i])
		if !r.artifacts {
			out.Tasks[i].Artifacts = nil
		}
	}
	return a2awire.Answer{Page: out}
}

// show is a task with its one artifact, which is named by the task type.
func (r *a2aReply) show(t *canonical.Task, answer string, op *operation, body any) *a2awire.Task {
	out := &a2awire.Task{
		ID: t.ID, Context: t.Conversation, Status: a2awire.Status{State: a2awire.Completed, Time: t.At}, Metadata: &taskMetadata{t.Conversation},
	}
	if body != nil {
		out.Artifacts = []a2awire.Artifact{{ID: answer, Name: op.task, Parts: []a2awire.OutPart{dataPart(op, body)}}}
	}
	return out
}

type taskMetadata struct {
	SessionID string `json:"sessionId"`
}
