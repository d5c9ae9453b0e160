package servicialo

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/bindings/internal/intent"
	"hora/bindings/internal/jsonrpc"
	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// checkEnvelope is what the dialect wants of a call beside JSON-RPC itself: it
// answers no null id and has one method.
func checkEnvelope(e *jsonrpc.Envelope) *jsonrpc.Fault {
	if e.ID.Kind() == 'n' {
		return faultNoID
	}
	if e.Method != "message/send" {
		return faultMethod
	}
	return nil
}

func decodeA2A(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	r := &a2aReply{call: call{org: in.Path("org")}}
	refuse := func(f *jsonrpc.Fault) (canonical.Request, bindings.Reply, error) { return canonical.Request{}, r, f }
	if !wirejson.IsContentType(in.Header) {
		return refuse(faultMediaType)
	}
	var q jsonrpc.Request[params]
	fault := jsonrpc.Parse(in.Body, &q, checkEnvelope)
	r.id = q.ID
	if fault != nil && fault != jsonrpc.InvalidParams {
		return refuse(fault)
	}
	m := &q.Params.Message
	index, fault := usable(m)
	if fault != nil {
		return refuse(fault)
	}
	mistyped, fault := inside(index, q.Mistyped)
	if fault != nil {
		return refuse(fault)
	}
	r.context = m.ContextID

	var command canonical.Command
	if index >= 0 {
		d := m.Parts[index].Data
		if r.op = act(d.Intent); r.op == canonical.OpNone {
			return refuse(faultIntent)
		}
		r.language = canonical.Spanish
		if english(in.Header) {
			r.language = canonical.English
		}
		command = r.read(d, mistyped)
	} else {
		said := intent.Read(m.text())
		r.op, r.free, r.language = said.Want, true, said.Language
		command = said.Converse()
	}
	key, ok := idempotencyKey(in.Header)
	if !ok {
		return refuse(faultIdempotency)
	}
	if !canonical.IsSlug(r.org) {
		return refuse(faultUnknownOrg)
	}
	req := canonical.Request{Command: command, Meta: canonical.Meta{
		Organization: r.org, Binding: Name, Rules: rules, Door: doorA2A, Channel: "a2a", Remote: in.Remote,
		Message: m.MessageID, Conversation: m.ContextID,
	}}
	if key != "" {
		req.Message, req.Operation = key, intentName(r.op)
	}
	if op := canonical.OpOf(command); op != canonical.OpIncomplete && (r.op == canonical.OpCancel || r.op == canonical.OpReschedule) {
		req.Credential = credential(&in, r.org)
	}
	return req, r, nil
}

// usable is the index of the data part that has an intent; it wins over text,
// wherever it stands. -1 is text alone.
func usable(m *message) (int, *jsonrpc.Fault) {
	found, text := -1, false
	for i := range m.Parts {
		p := &m.Parts[i]
		switch p.kind() {
		case "data":
			if p.Data == nil || p.Data.Intent == "" {
				continue
			}
			if found >= 0 {
				return 0, faultIntents
			}
			found = i
		case "text":
			text = text || strings.TrimSpace(p.Text) != ""
		}
	}
	if found < 0 && !text {
		return 0, faultNoParts
	}
	return found, nil
}

func (p *part) kind() string {
	if p.Kind == "" {
		return p.Type
	}
	return p.Kind
}

func (m *message) text() string {
	var b strings.Builder
	for i := range m.Parts {
		if p := &m.Parts[i]; p.kind() == "text" {
			b.WriteString(p.Text)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// inside keeps the mistyped members of the data part that counts, named from
// its params. Those of data parts that do not count are nobody's; any other is
// a fault of the message.
func inside(index int, pointers []jsontext.Pointer) ([]jsontext.Pointer, *jsonrpc.Fault) {
	var kept []jsontext.Pointer
	for _, p := range pointers {
		rest, ok := strings.CutPrefix(string(p), "/params/message/parts/")
		i, member, _ := strings.Cut(rest, "/")
		if member, isData := strings.CutPrefix(member, "data"); ok && isData && member != "/intent" {
			if i == strconv.Itoa(index) {
				if inner, ok := strings.CutPrefix(member, "/params/"); ok {
					member = "/" + inner
				}
				kept = append(kept, jsontext.Pointer(member))
			}
			continue
		}
		name := strings.ReplaceAll(strings.TrimPrefix(string(p), "/params/"), "/", ".")
		return nil, &jsonrpc.Fault{Code: jsonrpc.CodeInvalidParams, Message: "Invalid params: " + name + " has the wrong type"}
	}
	return kept, nil
}

// read is the command of a data part, or what is wrong with it.
func (r *a2aReply) read(d *data, mistyped []jsontext.Pointer) canonical.Command {
	var f faults
	f.mistyped(r.op, mistyped)
	if r.op == canonical.OpBook {
		d.fold()
	}
	c := r.command(&d.Params, &f)
	if len(f) > 0 {
		return canonical.Incomplete{Want: r.op, Problems: f}
	}
	return c
}

// fold moves client.* to the arguments that the REST twin has for it, where
// they were not given.
func (d *data) fold() {
	a := &d.Params
	if a.ClientEmail == "" {
		a.ClientEmail = d.Client.Email
	}
	if a.ClientPhone == "" {
		a.ClientPhone = d.Client.Phone
	}
	if a.ClientName == "" && a.ClientLastName == "" {
		first, last, _ := strings.Cut(strings.TrimSpace(d.Client.Name), " ")
		a.ClientName, a.ClientLastName = first, strings.TrimSpace(last)
	}
}
