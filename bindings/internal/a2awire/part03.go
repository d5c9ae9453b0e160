package a2awire

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// readPart03 reads a part of 0.3. Its kind may come last, so the contents of
// every kind are read, and those of other kinds are dropped.
func readPart03[D, M any](r *reader, p *PartOf[D, M]) {
	var q PartOf[D, M]
	var kind string
	var text, data bool
	var dataSpan, metaSpan jsontext.Value
	o, ok := r.object()
	for ok && r.member(&o) {
		start := r.dec.InputOffset()
		switch string(r.name) {
		case "kind":
			kind = r.text()
		case "text":
			if text = !r.null(); text {
				q.Text = r.text()
			}
		case "file":
			readFile03(r, &q)
		case "data":
			if data = !r.null(); data && r.dec.PeekKind() != '{' {
				r.refuse("must be an object")
			} else if data {
				readData(r, &q.Data)
				dataSpan = r.span(start)
			}
		case "mimeType":
			p.MimeType = r.text()
		case "metadata":
			readMetadata(r, &p.Metadata)
			metaSpan = r.span(start)
		default:
			r.skip()
		}
	}
	switch {
	case !ok:
		r.fault("must be an object")
	case kind == "text" && text:
		p.Kind, p.Text = TextPart, q.Text
	case kind == "data" && data:
		p.Kind, p.Data = DataPart, q.Data
		unwrap(r, p, dataSpan, metaSpan)
	case kind == "file" && q.Kind.File():
		p.Kind, p.Raw, p.URL, p.MediaType, p.Filename = q.Kind, q.Raw, q.URL, q.MediaType, q.Filename
	case kind == "text", kind == "data", kind == "file":
		r.wrong(kind, required)
	case kind == "":
		r.wrong("kind", required)
	default:
		r.wrong("kind", "must be text, file or data")
	}
}

// readFile03 reads what a file part holds: its bytes or where it is.
func readFile03[D, M any](r *reader, p *PartOf[D, M]) {
	contents := 0
	o, ok := r.object()
	for ok && r.member(&o) {
		switch string(r.name) {
		case "bytes":
			if !r.null() {
				p.Kind, p.Raw = RawPart, r.bytes()
				contents++
			}
		case "uri":
			if !r.null() {
				p.Kind, p.URL = URLPart, r.text()
				contents++
			}
		case "name":
			p.Filename = r.text()
		case "mimeType":
			p.MediaType = r.text()
		default:
			r.skip()
		}
	}
	if ok && contents != 1 {
		r.fault("must have exactly one of bytes and uri")
	}
}

// unwrap takes data out of the object that stands in for it in 0.3.
func unwrap[D, M any](r *reader, p *PartOf[D, M], data, metadata jsontext.Value) {
	if r.err != nil || !bytes.Contains(metadata, []byte("data_part_compat")) {
		return
	}
	var mark mark
	var wrapped struct {
		Value jsontext.Value `json:"value"`
	}
	if json.Unmarshal(metadata, &mark) != nil || !mark.Compat || json.Unmarshal(data, &wrapped) != nil || wrapped.Value == nil {
		return
	}
	var d D
	var m M
	if json.Unmarshal(wrapped.Value, &d) != nil {
		return
	}
	if len(mark.Rest) > len("{}") {
		json.Unmarshal(mark.Rest, &m)
	}
	p.Data, p.Metadata = d, m
}
