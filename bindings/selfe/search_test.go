package selfe_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
)

// A search is the same whichever way its filters are written or come to lie in
// memory, two of sections among them: the next page of one is that of the other.
func TestSearchInPages(t *testing.T) {
	w := open(t)
	search := func(filter, more string) (token string) {
		t.Helper()
		q := httptest.NewRequest("POST", public+"/registry/"+catalogue+"/search", strings.NewReader(`{"query":{"text":"somewhere quiet","filter":{`+filter+`}},"pageSize":1`+more+`}`))
		q.Header.Set("Content-Type", "application/json")
		got := httptest.NewRecorder()
		w.hosts[public].ServeHTTP(got, q)
		if got.Code != 200 {
			t.Fatalf("%s%s: %d %s", filter, more, got.Code, got.Body)
		}
		return read[struct {
			Token string `json:"pageToken"`
		}](t, got.Body.Bytes()).Token
	}
	const sections, tags = `"sections":["stay","eat"]`, `"tags":["stay","do"]`
	token := search(sections+","+tags, "")
	if token == "" {
		t.Fatal("all is on one page")
	}
	for range 20 {
		search(tags+","+sections, fmt.Sprintf(`,"pageToken":%q`, token))
	}
}
