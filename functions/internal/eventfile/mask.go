package eventfile

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Mask undoes Fill in an answer, so that what was answered on one day can be
// compared with what was answered on another. Dates and instants that are a
// whole string become the placeholders that they would be filled from, and so
// do dates in words and instants in the ids of slots; those that no placeholder names, such as now, become
// {{instant}} and {{date}}. A ULID becomes the placeholder for the answer where
// it was first seen, or {{id}} when this is the first. The tag of what an id
// names becomes r1-{{tag}}, a credential bsc_{{credential}}, and a signed or
// sealed token {{token}}.
func (f Filler) Mask(text string) string {
	days := f.days()
	var out strings.Builder
	for i := 0; i < len(text); {
		mask, n := "", 0
		if i == 0 || !isWord(text[i-1]) {
			if mask, n = f.ids(text[i:]); n == 0 {
				mask, n = secret(text[i:])
			}
		}
		if n == 0 && i > 0 && text[i-1] == '"' {
			if mask, n = member(text, i); n == 0 {
				mask, n = days.whole(text[i:])
			}
		}
		if n == 0 && (i == 0 || !isWord(text[i-1])) {
			if mask, n = days.compact(text[i:]); n == 0 {
				mask, n = days.inWords(text[i:])
			}
		}
		if n == 0 {
			mask, n = text[i:i+1], 1
		}
		out.WriteString(mask)
		i += n
	}
	return out.String()
}

// Learn remembers which ids came with the answer to an event.
func (f Filler) Learn(event string, body jsontext.Value) {
	dec := jsontext.NewDecoder(bytes.NewReader(body))
	for {
		token, err := dec.ReadToken()
		if err != nil {
			return
		}
		id := token.String()
		if token.Kind() != '"' || len(id) != ulidLength || span(id, isULID) != ulidLength {
			continue
		}
		if _, known := f.IDs[id]; !known {
			f.IDs[id] = event + string(dec.StackPointer())
		}
	}
}

// member masks the string that begins at i by the name of the member that it
// is the value of: a version stays what it is, though USP's looks like a date;
// an expiry may be on any day, and so may a load; and a cursor says nothing to
// anybody else.
func member(text string, i int) (string, int) {
	name := strings.TrimRight(text[:i-1], " ")
	n := strings.IndexByte(text[i:], '"')
	switch {
	case n <= 0:
		return "", 0
	case strings.HasSuffix(name, `"Last-Modified":`):
		return opens + "moment" + closes, n
	case strings.HasSuffix(name, `"version":`):
		return text[i : i+n], n
	case strings.HasSuffix(name, `"expires_at":`), strings.HasSuffix(name, `"expiresAt":`), strings.HasSuffix(name, `"checkedAt":`):
		return opens + "instant" + closes, n
	case strings.HasSuffix(name, `cursor":`), strings.HasSuffix(name, `ageToken":`):
		return opens + "cursor" + closes, n
	}
	return "", 0
}

// ids masks the id at the beginning of s, if there is one.
func (f Filler) ids(s string) (string, int) {
	if span(s, isULID) != ulidLength || beginsWord(s[ulidLength:]) {
		return "", 0
	}
	name, known := f.IDs[s[:ulidLength]]
	if !known {
		name = "id"
	}
	return opens + name + closes, ulidLength
}

const ulidLength = 26

// secret masks what is derived from an id: a tag of a revision, of which the
// number stays, or a credential.
func secret(s string) (string, int) {
	const tag, credential = len("0c2e353878"), len("0123456789abcdefghijklmnopqrstuv")
	if code, found := strings.CutPrefix(s, "bsc_"); found && span(code, isCode) == credential {
		return "bsc_" + opens + "credential" + closes, len("bsc_") + credential
	}
	if mask, n := sealed(s); n > 0 {
		return mask, n
	}
	if !strings.HasPrefix(s, "r") && !strings.HasPrefix(s, "w") {
		return "", 0
	}
	n := 1 + span(s[1:], isDigit)
	digest, found := strings.CutPrefix(s[n:], "-")
	if n == 1 || !found || span(digest, isHex) != tag || beginsWord(digest[tag:]) {
		return "", 0
	}
	return s[:n] + "-" + opens + "tag" + closes, n + 1 + tag
}

// sealed masks a token whose first part is a JSON object, as signed and sealed
// ones have it.
func sealed(s string) (string, int) {
	const prefix, least = "sopt_", 60
	start := len(s) - len(strings.TrimPrefix(s, prefix))
	n := span(s[start:], func(b byte) bool { return b == '.' || isCode(b) })
	if n < least || !strings.HasPrefix(s[start:], "eyJ") {
		return "", 0
	}
	return s[:start] + opens + "token" + closes, start + n
}

// calendar names days as placeholders do.
type calendar struct {
	zone  *time.Location
	names map[string]string // by date
	words map[string]string // by date as a sentence says it
}

// reach is how many weekdays on either side of today have names.
const reach = 90

func (f Filler) days() calendar {
	today := f.today()
	c := calendar{today.Location(), map[string]string{}, map[string]string{}}
	name := func(day time.Time, name string) {
		c.names[day.Format(date)] = name
		for _, words := range []string{spanish(day), english(day), short(day), long(day)} {
			c.words[words] = name
		}
	}
	name(f.sunday(), "sunday")
	for n := 1; n <= reach; n++ {
		name(weekday(today, n), "day+"+strconv.Itoa(n))
		name(weekday(today, -n), "day-"+strconv.Itoa(n))
	}
	return c
}

var (
	weekdays = [...]string{"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"}
	months   = [...]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"}
)

func spanish(day time.Time) string {
	return weekdays[day.Weekday()] + " " + strconv.Itoa(day.Day()) + " de " + months[day.Month()-1]
}

func english(day time.Time) string { return day.Format("Monday, January 2") }

func short(day time.Time) string { return day.Format("2 Jan") }

func long(day time.Time) string { return day.Format("2 January 2006") }

// whole masks the date or instant that s is, up to its closing quote.
func (c calendar) whole(s string) (string, int) {
	s, _, closed := strings.Cut(s, `"`)
	if !closed {
		return "", 0
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return c.instant(t), len(s)
	}
	if _, err := time.Parse(date, s); err == nil {
		name, ok := c.names[s]
		if !ok {
			name = "date"
		}
		return opens + name + closes, len(s)
	}
	return "", 0
}

// compact masks an instant as it stands in a slot's id.
func (c calendar) compact(s string) (string, int) {
	const layout = "20060102T150405Z"
	if len(s) < len(layout) || beginsWord(s[len(layout):]) {
		return "", 0
	}
	t, err := time.Parse(layout, s[:len(layout)])
	if err != nil {
		return "", 0
	}
	return c.instant(t), len(layout)
}

// inWords masks the date that s begins with, such as "lunes 6 de abril de
// 2026" or "Monday, April 6".
func (c calendar) inWords(s string) (string, int) {
	const longest = len("miércoles 30 de septiembre")
	for n := min(len(s), longest); n > 0; n-- {
		name, ok := c.words[s[:n]]
		if !ok || beginsWord(s[n:]) {
			continue
		}
		if year, found := strings.CutPrefix(s[n:], " de "); found && span(year, isDigit) == 4 {
			n += len(" de 2026")
		}
		return opens + name + closes, n
	}
	return "", 0
}

func (c calendar) instant(t time.Time) string {
	local := t.In(c.zone)
	name, ok := c.names[local.Format(date)]
	if !ok || !local.Truncate(time.Minute).Equal(local) {
		return "{{instant}}"
	}
	name += "T" + local.Format(clock)
	if _, offset := local.Zone(); t.Location() == time.UTC && offset != 0 {
		name += "Z"
	}
	return opens + name + closes
}

// span is how many bytes at the beginning of s are in a class.
func span(s string, in func(byte) bool) int {
	for i := range len(s) {
		if !in(s[i]) {
			return i
		}
	}
	return len(s)
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isHex(b byte) bool { return isDigit(b) || b >= 'a' && b <= 'f' }

func isCode(b byte) bool { return b == '-' || isWord(b) && b < 0x80 }

func isULID(b byte) bool { return strings.IndexByte("0123456789ABCDEFGHJKMNPQRSTVWXYZ", b) >= 0 }

func isWord(b byte) bool {
	return b == '_' || isDigit(b) || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

func beginsWord(s string) bool { return s != "" && isWord(s[0]) }
