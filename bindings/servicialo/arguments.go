package servicialo

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
)

// Limits of what is stored. Those of names and phones are ours, so that a
// booking stays a small record.
const (
	minMinutes, maxMinutes = 5, 1440
	maxDays                = 90
	defaultDays            = 7
	maxNext                = 50
	maxNotes               = 2000
	maxReason              = 500
	maxName                = 200
	maxPhone               = 50
)

// faults are what is wrong with the arguments of one call, in the order in
// which they were looked at, one a field.
type faults []canonical.Problem

func (f *faults) add(p canonical.Problem) {
	if !f.has(p.Path) {
		*f = append(*f, p)
	}
}

func (f *faults) has(path string) bool {
	return slices.ContainsFunc(*f, func(p canonical.Problem) bool { return p.Path == path })
}

// mistyped notes the members that have a wrong JSON type, where the act has
// such members at all: "/clientEmail" of a body, "" the body itself.
func (f *faults) mistyped(op canonical.Op, pointers []jsontext.Pointer) {
	for _, p := range pointers {
		path := strings.ReplaceAll(strings.TrimPrefix(string(p), "/"), "/", ".")
		if path == "" || hasField(op, path) {
			f.add(canonical.Problem{Path: path, Rule: canonical.RuleType})
		}
	}
}

// hasField says whether an act takes an argument of that name.
func hasField(op canonical.Op, path string) bool {
	switch path {
	case "params":
		return op != canonical.OpListServices
	case "serviceId", "providerId":
		return op == canonical.OpFindSlots || op == canonical.OpBook
	case "resourceId", "date", "from", "to", "days", "next":
		return op == canonical.OpFindSlots
	case "clientEmail", "clientName", "clientLastName", "clientPhone", "start", "duration", "notes", "initialStatus", "ventaId", "ordenDeServicioId", "paymentIntentId",
		"client", "client.name", "client.phone", "client.email":
		return op == canonical.OpBook
	case "scheduledAt":
		return op == canonical.OpBook || op == canonical.OpReschedule
	case "sessionId":
		return op == canonical.OpCancel || op == canonical.OpReschedule
	case "reason", "cancelledBy":
		return op == canonical.OpCancel
	case "newScheduledAt", "newProviderId":
		return op == canonical.OpReschedule
	}
	return false
}

func (f *faults) required(path, s string) {
	if s == "" {
		f.add(canonical.Problem{Path: path, Rule: canonical.RuleRequired})
	} else if !utf8.ValidString(s) {
		f.add(canonical.Problem{Path: path, Rule: canonical.RuleText})
	}
}

func (f *faults) length(path, s string, most int) {
	if len(s) > most && utf8.RuneCountInString(s) > most {
		f.add(canonical.Problem{Path: path, Rule: canonical.RuleLength, Max: most})
	}
}

func (f *faults) within(path string, n *int, least, most int) {
	if n != nil && (*n < least || *n > most) {
		f.add(canonical.Problem{Path: path, Rule: canonical.RuleRange, Min: least, Max: most})
	}
}

func (f *faults) oneOf(path, s string, values ...string) {
	if s != "" && !slices.Contains(values, s) {
		f.add(canonical.Problem{Path: path, Rule: canonical.RuleOneOf})
	}
}

func (f *faults) email(path, s string) {
	f.required(path, s)
	if !canonical.IsEmail(s) {
		f.add(canonical.Problem{Path: path, Rule: canonical.RuleEmail})
	}
}

func (f *faults) instant(path, s string) time.Time {
	f.required(path, s)
	t, ok := parseInstant(s)
	if !ok {
		f.add(canonical.Problem{Path: path, Rule: canonical.RuleInstant})
	}
	return t
}

func (f *faults) date(path, s string) canonical.Date {
	if s == "" {
		return ""
	}
	d, err := canonical.ParseDate(s)
	if err != nil {
		f.add(canonical.Problem{Path: path, Rule: canonical.RuleDate})
	}
	return d
}
