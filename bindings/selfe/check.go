package selfe

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/a2awire"
	"hora/canonical"
)

// faults are what a command breaks of its schema. Paths are below at, which
// ends where the arguments begin.
type faults struct {
	at  string
	all []a2awire.Violation
}

func (f *faults) wrong(field, rule string) {
	f.all = append(f.all, a2awire.Violation{Field: f.at + field, Description: rule})
}

// err is what the command is refused with; nil when it is by the schema.
func (f *faults) err() error {
	if len(f.all) == 0 {
		return nil
	}
	return a2awire.InvalidParams(f.all...)
}

const (
	required     = "is required"
	oneOfSkills  = "must be one of discover, match, book, prepare_booking_handoff"
	oneOfSection = "must be one of stay, eat, do"
)

// Limits of the schemas: characters, and how many.
const (
	maxText     = 1000
	minName     = 2
	maxName     = 200
	maxToken    = 2048
	maxConsent  = 16384
	maxPlaces   = 10
	maxPeople   = canonical.MaxHeads
	minSealed   = 22 // of a handle, behind its prefix
	handleStart = "sopt_"
)

func (f *faults) section(s *section) canonical.Section {
	if s == nil {
		return ""
	}
	if !canonical.Section(*s).Known() {
		f.wrong("section", oneOfSection)
	}
	return canonical.Section(*s)
}

func (f *faults) stay(s *stay) *canonical.Stay {
	if s == nil {
		return nil
	}
	out := &canonical.Stay{}
	if s.CheckIn == nil {
		f.wrong("stay.checkIn", required)
	} else {
		out.CheckIn = f.date("stay.checkIn", *s.CheckIn)
	}
	if s.CheckOut != nil {
		out.CheckOut = f.date("stay.checkOut", *s.CheckOut)
	}
	if s.Time != nil {
		if out.Time = string(*s.Time); !isClock(out.Time) {
			f.wrong("stay.time", "must be a time of day, HH:MM")
		}
	}
	return out
}

func (f *faults) date(at string, s date) canonical.Date {
	d, err := canonical.ParseDate(string(s))
	if err != nil {
		f.wrong(at, "must be a date, YYYY-MM-DD")
	}
	return d
}

// isClock says whether s is HH:MM.
func isClock(s string) bool {
	if len(s) != 5 || s[2] != ':' {
		return false
	}
	for _, i := range [...]int{0, 1, 3, 4} {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s[:2] < "24" && s[3] < '6'
}

func (f *faults) party(p *party) *canonical.Party {
	if p == nil {
		return nil
	}
	out := &canonical.Party{}
	if p.Adults == nil {
		f.wrong("party.adults", required)
	} else {
		out.Adults = f.within("party.adults", *p.Adults, 1, maxPeople)
	}
	if p.Children != nil {
		out.Children = f.within("party.children", *p.Children, 0, maxPeople)
	}
	return out
}

func (f *faults) within(at string, n count, least, most int) int {
	if int(n) < least || int(n) > most {
		f.wrong(at, "is out of range")
	}
	return int(n)
}

func (f *faults) text(at string, s *string, least, most int) string {
	switch {
	case s == nil:
		f.wrong(at, required)
		return ""
	case len(*s) < least || utf8.RuneCountInString(*s) < least:
		f.wrong(at, "is too short")
	case len(*s) > most && utf8.RuneCountInString(*s) > most:
		f.wrong(at, "is too long")
	}
	return *s
}

func (f *faults) entity(at string, s *entityID) string {
	switch {
	case s == nil:
		f.wrong(at, required)
		return ""
	case !canonical.IsEntity(string(*s)):
		f.wrong(at, "must be slf_ and 26 characters of an id")
	}
	return string(*s)
}

func (f *faults) offer(s *offerID) string {
	switch {
	case s == nil:
		f.wrong("offerId", required)
		return ""
	case !isSealed(string(*s)):
		f.wrong("offerId", "must be the offerId of an offer, as it came")
	}
	return string(*s)
}

// isSealed says whether s has the form of a compact JWE under a shared key:
// five parts, of which the second is empty, the third an initialization vector
// and the last a tag.
func isSealed(s string) bool {
	var length [5]int
	part := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '.' && part < 4:
			part++
		case isBase64URL(c):
			length[part]++
		default:
			return false
		}
	}
	return len(s) <= maxToken && length[0] > 0 && length[1] == 0 && length[2] == 16 && length[3] > 0 && length[4] == 22
}

func isBase64URL(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_'
}

func (f *faults) handle(s *handle) string {
	if s == nil {
		f.wrong("handle", required)
		return ""
	}
	sealed, ok := strings.CutPrefix(string(*s), handleStart)
	ok = ok && len(sealed) >= minSealed && len(sealed) <= maxToken
	for i := 0; ok && i < len(sealed); i++ {
		ok = sealed[i] == '.' || isBase64URL(sealed[i])
	}
	if !ok {
		f.wrong("handle", "must be the handle of an offer, as it came")
	}
	return sealed
}

// inCart is where a command may have null: AP2's carts do.
const inCart = "/arguments/authority/ap2.mandates.CartMandate"

// null finds a null in a data part. The schemas allow none; the types that
// they are made of would take it for an absent member.
func null(data jsontext.Value) (at jsontext.Pointer, found bool) {
	if !bytes.Contains(data, []byte("null")) {
		return "", false
	}
	for d := jsontext.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.ReadToken()
		if err != nil {
			return "", false
		}
		if at = d.StackPointer(); token.Kind() == 'n' && !strings.HasPrefix(string(at), inCart+"/") {
			return at, true
		}
	}
}

// path writes a pointer as violations do: arguments.places[0].name.
func path(at string, p jsontext.Pointer) string {
	const most = 200 // bytes; names can be the caller's
	for name := range p.Tokens() {
		if name != "" && strings.Trim(name, "0123456789") == "" {
			at += "[" + name + "]"
		} else {
			at += "." + name
		}
		if len(at) > most {
			return strings.ToValidUTF8(at[:most], "")
		}
	}
	return at
}
