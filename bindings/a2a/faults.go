package a2a

import (
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/a2awire"
	"hora/canonical"
)

// faults are what is wrong with a data part, by the path of each member.
type faults struct {
	part int // index of the part in its message
	all  []a2awire.Violation
}

// path is that of a member of the data.
func (f *faults) path(name string) string { return partPath(f.part) + ".data." + name }

// err is the refusal of a data part in which something is wrong.
func (f *faults) err() error {
	if f.all == nil {
		return nil
	}
	return a2awire.InvalidParams(f.all...)
}

// top notes a fault of a member beside the arguments.
func (f *faults) top(name, rule string) {
	f.all = append(f.all, a2awire.Violation{Field: f.path(name), Description: rule})
}

// add notes a fault of an argument.
func (f *faults) add(name, rule string) { f.top("arguments."+name, rule) }

// malformed notes that a member has a type that it cannot have, or is not
// known.
func (f *faults) malformed(err error) {
	var s *json.SemanticError
	if !errors.As(err, &s) { // the part has been read once, so it is JSON
		f.all = append(f.all, a2awire.Violation{Field: partPath(f.part) + ".data", Description: "cannot be read"})
		return
	}
	rule := "is not of the expected type"
	if errors.Is(s.Err, json.ErrUnknownName) {
		rule = "is not a known member"
	}
	f.all = append(f.all, a2awire.Violation{Field: partPath(f.part) + ".data" + path(s.JSONPointer), Description: rule})
}

// path writes a pointer into a data part as violations do.
func path(p jsontext.Pointer) string {
	const most = 200 // bytes; the names are the caller's
	var b strings.Builder
	for name := range p.Tokens() {
		if b.Len()+len(name) > most {
			break
		}
		b.WriteString("." + name)
	}
	return b.String()
}

func (f *faults) required(name, s string) {
	if s == "" {
		f.add(name, "is required")
	}
}

// id judges the name of something. What is left out is no name.
func (f *faults) id(name, s string) {
	if s != "" && !canonical.IsID(s) {
		f.add(name, "must be an id: 1 to 64 letters, digits, hyphens and underscores")
	}
}

func (f *faults) length(name, s string, most int) {
	if len(s) > most && utf8.RuneCountInString(s) > most {
		f.add(name, "must not be longer than "+strconv.Itoa(most)+" characters")
	}
}

func (f *faults) within(name string, n *int, least, most int) {
	if n != nil && (*n < least || *n > most) {
		f.add(name, "must be from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
	}
}

func (f *faults) oneOf(name, s string, values ...string) {
	for _, v := range values {
		if s == v {
			return
		}
	}
	if s != "" {
		f.add(name, "must be one of "+strings.Join(values, ", "))
	}
}

func (f *faults) email(name, s string) {
	if s != "" && !canonical.IsEmail(s) {
		f.add(name, "must be an e-mail address")
	}
}

func (f *faults) slot(name, s string) {
	if _, err := canonical.ParseSlot(s); err != nil {
		f.add(name, "must be the id of a slot, as find_slots gives it")
	}
}

func (f *faults) date(name, s string) canonical.Date {
	if s == "" {
		return ""
	}
	d, err := canonical.ParseDate(s)
	if err != nil {
		f.add(name, "must be a date, YYYY-MM-DD")
	}
	return d
}

// instant reads an RFC 3339 date and time. Without its offset it could be any
// of some forty instants, so it is none.
func (f *faults) instant(name, s string) time.Time {
	s = strings.ToUpper(s) // T and Z may be small
	t, err := time.Parse(time.RFC3339, s)
	if err != nil || t.IsZero() || s[13] != ':' || strings.Contains(s, ",") { // Parse takes T9:00 and a comma too
		f.add(name, "must be a date and time with its offset, such as 2026-04-01T10:00:00-03:00")
		return time.Time{}
	}
	return t.UTC()
}
