package edge_test

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"hora/infra/edge"
)

// echo sends back everything it can of a request, so that hostile bytes go
// both ways.
func echo(w http.ResponseWriter, r *http.Request) {
	for k, v := range r.Header {
		w.Header()["Echo-"+k] = v
	}
	w.Header().Set("Path", r.URL.Path)
	w.Header().Set("Uri", r.RequestURI)
	io.Copy(w, r.Body)
}

// FuzzEdge: whatever the payload, there is an answer that API Gateway can
// read, or the one error that says it was no HTTP event.
func FuzzEdge(f *testing.F) {
	for _, ev := range []*event{get("/a b").query("x=%zz"), get("/a%2f").functionURL().cookies("a=1"), get("/").body("8J+mhQ==", true), get("/p/a").stage("p")} {
		f.Add(ev.bytes(f))
	}
	f.Add([]byte(`{"requestContext":{"http":{"method":"GET"}},"headers":{"a":"1","A":"\ud800"},"body":null}`))
	f.Add([]byte(`{"requestContext":{"http":{"method":"\n"}},"body":"%","isBase64Encoded":true}`))
	quiet(f)
	h := edge.New(http.HandlerFunc(echo))
	f.Fuzz(func(t *testing.T, payload []byte) {
		b, err := h.Invoke(t.Context(), payload)
		if err != nil {
			if err.Error() != "edge: not an event of payload format 2.0" {
				t.Fatal(err)
			}
			return
		}
		check(t, b)
	})
}

// FuzzRequest: text in an event arrives at the handler byte for byte.
func FuzzRequest(f *testing.F) {
	f.Add("/a b", "q=1", "x,y", "ñ", false)
	f.Add("//x/..", "%zz", "", "\x00", true)
	quiet(f)
	f.Fuzz(func(t *testing.T, path, query, value, body string, encoded bool) {
		// an event is text
		path, query, value = strings.ToValidUTF8(path, "?"), strings.ToValidUTF8(query, "?"), strings.ToValidUTF8(value, "?")
		if !utf8.ValidString(body) {
			encoded = true
		}
		ev := get(path).query(query).header("x-value", value).body(body, encoded)
		if encoded {
			ev.Body = base64.StdEncoding.EncodeToString([]byte(body))
		}
		var got []string
		h := edge.New(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b, _ := io.ReadAll(r.Body)
			got = []string{r.URL.Path, r.URL.RawQuery, r.Header.Get("X-Value"), string(b)}
			echo(w, r)
		}))
		b, err := h.Invoke(t.Context(), ev.bytes(t))
		if err != nil {
			t.Fatal(err)
		}
		check(t, b)
		if !strings.HasPrefix(path, "/") {
			path = "/" + path
		}
		for i, want := range []string{path, query, value, body} {
			if got[i] != want {
				t.Errorf("sent %q, the handler saw %q", want, got[i])
			}
		}
	})
}

func check(t *testing.T, b []byte) {
	t.Helper()
	var a answer
	if err := json.Unmarshal(b, &a); err != nil {
		t.Fatalf("not an answer: %v: %q", err, b)
	}
	if a.Status < 200 || a.Status > 599 || len(b) > edge.MaxAnswer {
		t.Fatalf("status %d, %d bytes", a.Status, len(b))
	}
	if a.Base64 {
		if _, err := base64.StdEncoding.DecodeString(a.Body); err != nil {
			t.Fatal(err)
		}
	}
}
