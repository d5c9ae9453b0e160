package a2a_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http/httptest"
	"testing"
)

// cardSum is the sum of the front door's two cards. Whoever has a copy asks
// whether it has changed since the day that Last-Modified says: a card that is
// another needs another day.
const cardSum = "08d8e5075bb0092f445f2c42b199da0101dc80e5d937f911ed6617b674257d9d"

func TestCardModified(t *testing.T) {
	d := open(t)
	h := sha256.New()
	var day string
	for _, version := range []string{"0.3", "1.0"} {
		q := httptest.NewRequest("GET", "/.well-known/agent-card.json", nil)
		q.Header.Set("A2A-Version", version)
		w := httptest.NewRecorder()
		d.ServeHTTP(w, q)
		h.Write(w.Body.Bytes())
		day = w.Header().Get("Last-Modified")

		q.Header.Set("If-Modified-Since", day)
		again := httptest.NewRecorder()
		d.ServeHTTP(again, q)
		if again.Code != 304 || again.Body.Len() != 0 {
			t.Errorf("version %s, not modified: HTTP %d", version, again.Code)
		}
	}
	if sum := hex.EncodeToString(h.Sum(nil)); sum != cardSum {
		t.Errorf("the card has changed since %s: make modified in card.go the day of that change, and cardSum %q", day, sum)
	}
}
