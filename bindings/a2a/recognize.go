package a2a

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/dialect"
)

// recognize looks which dialect's mark a message bears, and where: in which
// data part, or -1 if there is none. It answers nil if there is no mark, and
// refuses two: whatever was done, somebody would have meant the other.
func (b *binding) recognize(m *a2awire.Message) (found *dialect.Dialect, part int, err error) {
	part = -1
	data := -1
	at := ""
	see := func(d *dialect.Dialect, path string) {
		if d == nil || err != nil {
			return
		}
		if found != nil && found != d {
			err = a2awire.InvalidParams(a2awire.Violation{Field: path, Description: "is in another vocabulary than " + at})
		}
		found, at = d, path
	}
	b.metadata(m.Metadata, func(d *dialect.Dialect) { see(d, "message.metadata") })
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Kind != a2awire.DataPart {
			continue
		}
		if data < 0 {
			data = i
		}
		path := ""
		marked := func(d *dialect.Dialect) {
			if path == "" {
				path = partPath(i)
			}
			see(d, path)
			if part >= 0 && part != i && err == nil {
				err = a2awire.InvalidParams(a2awire.Violation{Field: path, Description: "is a second command: one message asks for one thing"})
			}
			part = i
		}
		for name := range a2awire.Names(p.Data) {
			if d := b.marked(name, func(m dialect.Mark) string { return m.Data }); d != nil {
				marked(d)
			}
		}
		b.metadata(p.Metadata, marked)
	}
	if part < 0 {
		part = data
	}
	return found, part, err
}

// metadata looks for marks in metadata.
func (b *binding) metadata(v jsontext.Value, found func(*dialect.Dialect)) {
	for name := range a2awire.Names(v) {
		if d := b.marked(name, func(m dialect.Mark) string { return m.Metadata }); d != nil {
			found(d)
		}
	}
}

func (b *binding) marked(name []byte, member func(dialect.Mark) string) *dialect.Dialect {
	for i := range b.guests {
		if m := member(b.guests[i].Mark); m != "" && m == string(name) {
			return &b.guests[i]
		}
	}
	return nil
}

// marks names the members by which data parts are known.
func (b *binding) marks() string {
	var all []string
	for i := range b.guests {
		if m := b.guests[i].Mark.Data; m != "" {
			all = append(all, m)
		}
	}
	return strings.Join(all, ", ")
}
