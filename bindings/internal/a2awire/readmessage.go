package a2awire

import (
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// readMessage reads a message of either version; false if there is none.
func readMessage[D, M any](r *reader, m *MessageOf[D, M]) bool {
	if r.null() {
		return false
	}
	o, ok := r.object()
	for ok && r.member(&o) {
		switch string(r.name) {
		case "messageId":
			m.ID = r.id()
		case "role":
			m.Role = Role(r.enum(roleNames))
		case "parts":
			readParts(r, &m.Parts)
		case "contextId":
			m.Context = r.id()
		case "taskId":
			m.Task = r.id()
		case "referenceTaskIds":
			m.References = r.ids()
		case "extensions":
			m.Extensions = r.ids()
		case "metadata":
			readMetadata(r, &m.Metadata)
		case "kind":
			// 0.3 callers may leave it out, and 1.0 has no such member.
			if s := r.text(); r.v == V03 && s != "message" {
				r.fault(`must be "message"`)
			}
		default:
			r.skip()
		}
	}
	if !ok {
		return true
	}
	if m.ID == "" {
		r.wrong("messageId", required)
	}
	switch {
	case m.Role == NoRole:
		r.wrong("role", required)
	case m.Role == Agent && !r.stored:
		r.wrong("role", "must be that of the user")
	}
	if len(m.Parts) == 0 {
		r.wrong("parts", "must have at least one element")
	}
	return true
}

func readParts[D, M any](r *reader, parts *[]PartOf[D, M]) {
	if !r.array() {
		return
	}
	var list []PartOf[D, M]
	for n := 0; r.element(); n++ {
		switch {
		case n == MaxParts:
			r.refuse("is beyond the limit of " + strconv.Itoa(MaxParts) + " parts")
			continue
		case n > MaxParts:
			r.skip()
			continue
		}
		list = append(list, PartOf[D, M]{})
		if r.v == V10 {
			readPart10(r, &list[n])
		} else {
			readPart03(r, &list[n])
		}
	}
	*parts = list
}

// readMetadata reads an object into the type the route has for it.
func readMetadata[M any](r *reader, m *M) {
	switch r.dec.PeekKind() {
	case '{':
		decode(r, m)
	case 'n':
		r.skip()
	default:
		r.refuse("must be an object")
	}
}

// readData reads what a data part holds.
func readData[D any](r *reader, d *D) {
	if r.closed {
		decode(r, d, closed)
	} else {
		decode(r, d)
	}
	if raw, ok := any(d).(*jsontext.Value); ok {
		*raw = integral(*raw)
	}
}

var closed = json.RejectUnknownMembers(true)
