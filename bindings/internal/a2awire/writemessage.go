package a2awire

import (
	"encoding/base64"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

func (w *writer) message(m *OutMessage) {
	w.open('{')
	w.kind("message")
	w.member("messageId", m.ID)
	w.member("role", m.Role.Name(w.v))
	w.parts(m.Parts)
	w.optional("contextId", m.Context)
	w.optional("taskId", m.Task)
	w.list("referenceTaskIds", m.References)
	w.list("extensions", m.Extensions)
	w.metadata(m.Metadata)
	w.close('}')
}

func (w *writer) parts(parts []OutPart) {
	w.name("parts")
	w.open('[')
	for i := range parts {
		if w.v == V03 {
			w.part03(&parts[i])
		} else {
			w.part10(&parts[i])
		}
	}
	w.close(']')
}

// part10 tells the contents apart by the name of their member.
func (w *writer) part10(p *OutPart) {
	w.open('{')
	switch p.Kind {
	case DataPart:
		w.name("data")
		w.data(p.Data)
	case RawPart:
		w.base64("raw", p.Raw)
	case URLPart:
		w.member("url", p.URL)
	default:
		w.member("text", p.Text)
	}
	w.optional("mediaType", p.MediaType)
	w.optional("filename", p.Filename)
	w.metadata(p.Metadata)
	w.close('}')
}

// part03 tells the contents apart by their kind. 0.3 has no place for the
// media type and file name of text and data, which are dropped; mimeType
// beside data is USP's, and other readers of 0.3 ignore it.
func (w *writer) part03(p *OutPart) {
	w.open('{')
	switch p.Kind {
	case DataPart:
		w.member("kind", "data")
		w.name("data")
		start := len(w.b)
		if w.data(p.Data) == '{' {
			w.optional("mimeType", p.MimeType)
			w.metadata(p.Metadata)
			break
		}
		w.b = append(slices.Insert(w.b, start, wrapped...), '}')
		w.optional("mimeType", p.MimeType)
		w.metadata(marked(p.Metadata))
	case RawPart, URLPart:
		w.member("kind", "file")
		w.name("file")
		w.open('{')
		if p.Kind == RawPart {
			w.base64("bytes", p.Raw)
		} else {
			w.member("uri", p.URL)
		}
		w.optional("name", p.Filename)
		w.optional("mimeType", p.MediaType)
		w.close('}')
		w.metadata(p.Metadata)
	default:
		w.member("kind", "text")
		w.member("text", p.Text)
		w.metadata(p.Metadata)
	}
	w.close('}')
}

// wrapped begins the object in which 0.3 carries what is none.
var wrapped = []byte(`{"value":`)

// data writes what a data part holds, and says what it is. No value is null.
func (w *writer) data(v any) jsontext.Kind {
	kind := w.value(v)
	if kind == 0 {
		w.b = append(w.b, "null"...)
	}
	return kind
}

func (w *writer) base64(name string, content []byte) {
	w.name(name)
	w.b = append(w.b, '"')
	w.b = base64.StdEncoding.AppendEncode(w.b, content)
	w.b = append(w.b, '"')
}

// marked is metadata that says that the data beside it is wrapped.
func marked(metadata any) *mark {
	m := &mark{Compat: true}
	raw := &writer{}
	if raw.value(metadata) == '{' {
		json.Unmarshal(raw.b, m)
		m.Compat = true
	}
	return m
}

// A mark is the metadata of a 0.3 part that holds data which only 1.0 can
// carry: anything but an object goes as {"value": it}. The official SDKs use
// the same name.
type mark struct {
	Compat bool           `json:"data_part_compat"`
	Rest   jsontext.Value `json:",embed"`
}
