package engine

import (
	"encoding/base64"
	"strings"

	"hora/canonical"
)

// Lists that come in pages. A cursor is good for the list of the organisation
// that issued it, and for no other.
const (
	listOfServices = "services"
	listOfSlots    = "slots"
	listOfChanges  = "changes"
	listOfEntries  = "entries"
	listOfTasks    = "tasks " // and whose they are
)

// cursorIn is the cursor behind a place in a list.
func (v *view) cursorIn(list, place string) canonical.Cursor {
	return canonical.Cursor(base64.RawURLEncoding.EncodeToString([]byte(place + "." + v.stamp(v.secret, list, place))))
}

// placeIn is the place that a cursor stands for; empty for the zero cursor.
func (v *view) placeIn(list string, c canonical.Cursor) (string, *canonical.Error) {
	if c == "" {
		return "", nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(string(c))
	i := strings.LastIndexByte(string(b), '.')
	if err == nil && i > 0 {
		for _, secret := range v.desk.secrets() {
			if v.stamp(secret, list, string(b[:i])) == string(b[i+1:]) {
				return string(b[:i]), nil
			}
		}
	}
	return "", invalid("after", canonical.Problem{Rule: canonical.RuleCursor})
}

func (v *view) stamp(secret []byte, list, place string) string {
	return hash("cursor", string(secret), list, v.req.Organization, place)[:16]
}
