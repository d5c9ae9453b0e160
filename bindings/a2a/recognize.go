package a2a

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/dialect"
)

// A sighting is where a mark was seen.
type sighting struct {
	dialect.Dialect
	part int // -1: in the metadata of the message
	name string
	meta bool
}

// path is that of the member.
func (s *sighting) path() string {
	at := "message"
	if s.part >= 0 {
		at = partPath(s.part)
	}
	if s.meta {
		return at + ".metadata." + s.name
	}
	return at + ".data." + s.name
}

// recognize looks which dialect's mark a message bears, and in which data part;
// without one of those it is the first data part, or -1 if there is none. It
// answers nil if there is no mark, and refuses two: whatever was done, somebody
// would have meant the other.
func (b *Door) recognize(m *a2awire.Message) (found dialect.Dialect, part int, err error) {
	var first, command sighting
	part = -1
	see := func(s sighting) {
		switch {
		case err != nil:
		case first.Dialect != nil && first.Dialect != s.Dialect:
			err = second(&s, "is in another vocabulary than "+first.path())
		case s.part >= 0 && command.Dialect != nil && command.part != s.part:
			err = second(&s, "is a second command: one message asks for one thing")
		}
		if first.Dialect == nil {
			first = s
		}
		if s.part >= 0 && command.Dialect == nil {
			command, part = s, s.part
		}
	}
	b.look(m.Metadata, true, -1, see)
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Kind != a2awire.DataPart {
			continue
		}
		b.look(p.Data, false, i, see)
		b.look(p.Metadata, true, i, see)
		if part < 0 && command.Dialect == nil {
			part = i
		}
	}
	return first.Dialect, part, err
}

func second(s *sighting, rule string) error {
	return a2awire.InvalidParams(a2awire.Violation{Field: s.path(), Description: rule})
}

// look finds marks among the names at the top of data or metadata.
func (b *Door) look(v jsontext.Value, meta bool, part int, see func(sighting)) {
	for name := range a2awire.Names(v) {
		for _, d := range b.dialects {
			mark := d.Mark().Data
			if meta {
				mark = d.Mark().Metadata
			}
			if mark != "" && mark == string(name) {
				see(sighting{d, part, mark, meta})
			}
		}
	}
}

// marks names the members by which data parts are known.
func (b *Door) marks() string {
	var all []string
	for _, d := range b.dialects {
		if m := d.Mark().Data; m != "" {
			all = append(all, m)
		}
	}
	return strings.Join(all, ", ")
}
