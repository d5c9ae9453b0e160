package eventfile

import (
	"strconv"
	"strings"
	"time"
)

// Mask undoes Fill in an answer, so that what was answered on one day can be
// compared with what was answered on another: dates and instants become the
// placeholders that they would be filled from, ULIDs become {{id}}. Instants
// that no placeholder names, such as now, become {{instant}}, and such dates
// {{date}}.
func (f Filler) Mask(text string) string {
	days := f.days()
	var out strings.Builder
	for i := 0; i < len(text); {
		if i > 0 && isWord(text[i-1]) {
			out.WriteByte(text[i])
			i++
			continue
		}
		mask, n := days.mask(text[i:])
		if n == 0 {
			mask, n = text[i:i+1], 1
		}
		out.WriteString(mask)
		i += n
	}
	return out.String()
}

// calendar names days as placeholders do.
type calendar struct {
	zone  *time.Location
	names map[string]string // by date
}

// reach is how many weekdays on either side of today have names.
const reach = 90

func (f Filler) days() calendar {
	today := f.today()
	c := calendar{today.Location(), map[string]string{f.sunday().Format(date): "sunday"}}
	for n := 1; n <= reach; n++ {
		c.names[weekday(today, n).Format(date)] = "day+" + strconv.Itoa(n)
		c.names[weekday(today, -n).Format(date)] = "day-" + strconv.Itoa(n)
	}
	return c
}

// mask finds what stands for the beginning of s, and how much of it that is;
// nothing, if it is none of ours.
func (c calendar) mask(s string) (string, int) {
	if n := span(s, isULID); n == 26 && !beginsWord(s[n:]) {
		return "{{id}}", n
	}
	if len(s) < len(date) {
		return "", 0
	}
	if n := span(s, isInstant); n > len(date) {
		if t, err := time.Parse(time.RFC3339, s[:n]); err == nil {
			return c.instant(t), n
		}
	}
	if _, err := time.Parse(date, s[:len(date)]); err == nil && !beginsWord(s[len(date):]) {
		if name, ok := c.names[s[:len(date)]]; ok {
			return opens + name + closes, len(date)
		}
		return "{{date}}", len(date)
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
	if t.Location() == time.UTC {
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

func isULID(b byte) bool { return strings.IndexByte("0123456789ABCDEFGHJKMNPQRSTVWXYZ", b) >= 0 }

func isInstant(b byte) bool { return strings.IndexByte("0123456789:.+-TZ", b) >= 0 }

func isWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

func beginsWord(s string) bool { return s != "" && isWord(s[0]) }
