package usp

import (
	"strings"
	"time"

	"hora/canonical"
)

// A calendar writes times as people at the business read them: with the offset
// that holds there at that instant. The times of one answer are pieces of one
// text, so that they cost few allocations.
type calendar struct {
	zone *time.Location
	text strings.Builder
}

func in(zone string) *calendar { return &calendar{zone: canonical.Zone(zone)} }

// grow makes room for so many times.
func (c *calendar) grow(n int) { c.text.Grow(n * len(time.RFC3339)) }

// local is an instant with the offset of the place.
func (c *calendar) local(t time.Time) string {
	var b [len(time.RFC3339) + 10]byte
	from := c.text.Len()
	c.text.Write(t.In(c.zone).AppendFormat(b[:0], time.RFC3339))
	return c.text.String()[from:]
}

// utc is a moment that is nobody's local time, to the second; nothing for
// none.
func (c *calendar) utc(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	var b [len(time.RFC3339) + 10]byte
	from := c.text.Len()
	c.text.Write(t.UTC().AppendFormat(b[:0], time.RFC3339))
	return c.text.String()[from:]
}

// instant is the same by itself.
func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
