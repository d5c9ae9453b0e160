package usp

import (
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
)

// faults are what is wrong with a call. Three things are told apart: what ends
// it whatever else is wrong, what cannot be read (invalid_request, 400) and
// what can be read but not acted on (validation_error, an outcome or 422).
type faults struct {
	at         place // of the arguments
	stopped    *failure
	unreadable []fieldError
	problems   []canonical.Problem
}

// err is what the call is refused with before the desk hears of it; nil when
// it can be told to the desk.
func (f *faults) err() error {
	switch {
	case f.stopped != nil:
		return f.stopped
	case f.unreadable != nil:
		return invalidRequest(f.unreadable...)
	}
	return nil
}

// stop ends the call; the first reason counts.
func (f *faults) stop(why *failure) {
	if f.stopped == nil {
		f.stopped = why
	}
}

// wrong notes something that cannot be read.
func (f *faults) wrong(at, rule string) {
	f.unreadable = append(f.unreadable, fieldError{at, rule})
}

// unread notes an argument that cannot be read.
func (f *faults) unread(name, rule string) {
	if f.at != inBody {
		name = f.at.member("data." + name)
	}
	f.wrong(name, rule)
}

// mistyped notes arguments of another JSON type.
func (f *faults) mistyped(pointers []jsontext.Pointer) {
	for _, p := range pointers {
		f.unread(dotted(p), ofAnotherType)
	}
}

const ofAnotherType = "is not of the expected type"

// dotted writes a pointer into a body as a path: buyer.email, ids[2].
func dotted(p jsontext.Pointer) string {
	const most = 200 // bytes; the names can be the caller's
	var b strings.Builder
	for name := range p.Tokens() {
		switch {
		case b.Len()+len(name) > most:
			return b.String()
		case isIndex(name) && b.Len() > 0:
			b.WriteString("[" + name + "]")
			continue
		case b.Len() > 0:
			b.WriteByte('.')
		}
		b.WriteString(name)
	}
	if b.Len() == 0 {
		return "body"
	}
	return b.String()
}

func isIndex(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

const required = "is required"

func (f *faults) required(at, s string) {
	if s == "" {
		f.unread(at, required)
	}
}

// problem notes something that cannot be acted on.
func (f *faults) problem(at string, r canonical.Rule) {
	f.problems = append(f.problems, canonical.Problem{Path: at, Rule: r})
}

func (f *faults) length(at, s string, most int) {
	if len(s) > most && utf8.RuneCountInString(s) > most {
		f.problems = append(f.problems, canonical.Problem{Path: at, Rule: canonical.RuleLength, Max: most})
	}
}

// count reads a number of people, places or things: 1 or more. Absent stays 0.
func (f *faults) count(at string, n *int, most int) int {
	if n == nil {
		return 0
	}
	if *n < 1 || *n > most {
		f.problems = append(f.problems, canonical.Problem{Path: at, Rule: canonical.RuleRange, Min: 1, Max: most})
	}
	return *n
}

// page reads how many things a page is to hold. More than most are not an
// error: the answer has a cursor.
func (f *faults) page(at string, n *int, usual, most int) int {
	if n == nil {
		return usual
	}
	if *n < 1 {
		f.problems = append(f.problems, canonical.Problem{Path: at, Rule: canonical.RuleRange, Min: 1, Max: most})
	}
	return min(*n, most)
}

func (f *faults) oneOf(at, s string, values ...string) {
	for _, v := range values {
		if s == v {
			return
		}
	}
	f.problem(at, canonical.RuleOneOf)
}

// day reads a date, or an instant where a date is not exact enough: exactly
// one of the two is set.
func (f *faults) day(at, s string) (canonical.Date, time.Time) {
	f.required(at, s)
	if d, err := canonical.ParseDate(s); err == nil {
		return d, time.Time{}
	}
	t, err := time.Parse(time.RFC3339, s)
	if s != "" && (err != nil || t.IsZero() || s[10] != 'T' || s[13] != ':' || strings.Contains(s, ",")) { // Parse takes T9:00 and a comma too
		f.problem(at, canonical.RuleDate)
		return "", time.Time{}
	}
	return "", t.UTC()
}

func (f *faults) date(at, s string) canonical.Date {
	if s == "" {
		return ""
	}
	d, err := canonical.ParseDate(s)
	if err != nil {
		f.problem(at, canonical.RuleDate)
	}
	return d
}

// zone reads the name of a time zone.
func (f *faults) zone(at, s string) string {
	if s != "" && canonical.Zone(s).String() != s {
		f.problem(at, canonical.RuleOneOf)
		return ""
	}
	return s
}

// secureURL reads an absolute https address.
func (f *faults) secureURL(at, s string) {
	if u, err := url.Parse(s); err != nil || u.Scheme != "https" || u.Host == "" || len(s) > 2048 {
		f.problem(at, canonical.RuleText)
	}
}

// explain says in words which rule a member breaks; never what it holds.
func explain(p canonical.Problem) string {
	switch p.Rule {
	case canonical.RuleRequired:
		return required
	case canonical.RuleType:
		return ofAnotherType
	case canonical.RuleEmail:
		return "is not an e-mail address"
	case canonical.RuleInstant, canonical.RuleDate:
		return "is not a date, or a date and time with offset, of RFC 3339"
	case canonical.RuleRange:
		if p.Max == 0 {
			return "is out of range"
		}
		return "must be from " + strconv.Itoa(p.Min) + " to " + strconv.Itoa(p.Max)
	case canonical.RuleLength:
		return "is longer than " + strconv.Itoa(p.Max) + " characters"
	case canonical.RuleOneOf:
		return "is none of the values that are possible"
	case canonical.RuleUnchanged:
		return "cannot be changed"
	case canonical.RuleText:
		return "is not a value that can be used"
	case canonical.RuleFit:
		return "does not fit"
	case canonical.RuleSpan:
		return "covers more than " + strconv.Itoa(p.Max) + " days"
	case canonical.RuleCursor:
		return "is not a cursor that is good here"
	case canonical.RuleOffered:
		return "is one that does not offer this"
	case canonical.RuleRole:
		return "is not for this caller to say"
	}
	return "is not valid"
}
