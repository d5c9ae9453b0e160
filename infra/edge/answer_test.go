package edge_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hora/infra/edge"
)

var failed = answer{Status: 500, Headers: map[string]string{"Content-Type": "application/json"}, Body: `{"error":"Internal server error"}`}

// TestAnswer is what a handler's doing comes to.
func TestAnswer(t *testing.T) {
	long := strings.Repeat("x", edge.MaxAnswer/2)
	for _, tt := range []struct {
		name string
		h    http.HandlerFunc
		want answer
	}{
		{"proxy: silence is 200", func(w http.ResponseWriter, r *http.Request) {}, answer{Status: 200, Headers: map[string]string{}}},
		{"proxy: the first status wins", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(201); w.WriteHeader(500) }, answer{Status: 201, Headers: map[string]string{}}},
		{"an informational status is not the answer", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(103); w.WriteHeader(404) }, answer{Status: 404, Headers: map[string]string{}}},
		{"headers are final with the status", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-A", "1")
			w.WriteHeader(200)
			w.Header()["X-A"][0] = "2"
			w.Header().Set("X-B", "2")
		}, answer{Status: 200, Headers: map[string]string{"X-A": "1"}}},
		{"writing is 200", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "a/b")
			w.Write([]byte("hello"))
		},
			answer{Status: 200, Headers: map[string]string{"Content-Type": "a/b"}, Body: "hello"}},
		{"a type is found", func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("hello")) },
			answer{Status: 200, Headers: map[string]string{"Content-Type": "text/plain; charset=utf-8"}, Body: "hello"}},
		{"in pieces", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "a/b")
			w.Write([]byte("hel"))
			w.Write([]byte("lo"))
		}, answer{Status: 200, Headers: map[string]string{"Content-Type": "a/b"}, Body: "hello"}},
		{"bytes that are no text", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "a/b")
			w.Write([]byte("\xff\x00"))
		},
			answer{Status: 200, Headers: map[string]string{"Content-Type": "a/b"}, Body: "/wA=", Base64: true}},
		{"no body with 204", func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(204)
			if _, err := w.Write([]byte("x")); err != http.ErrBodyNotAllowed {
				panic(err)
			}
		}, answer{Status: 204, Headers: map[string]string{}}},
		{"no body with 304", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(304); w.Write([]byte("x")) },
			answer{Status: 304, Headers: map[string]string{}}},
		{"repeated headers", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Add("Vary", "A")
			w.Header().Add("Vary", "B")
			w.Header().Add("Set-Cookie", "a=1")
			w.Header().Add("Set-Cookie", "b=2; Expires=Sun, 06 Nov 1994 08:49:37 GMT")
			w.WriteHeader(200)
		}, answer{Status: 200, Headers: map[string]string{"Vary": "A,B"}, Cookies: []string{"a=1", "b=2; Expires=Sun, 06 Nov 1994 08:49:37 GMT"}}},
		{"a header that is no text", func(w http.ResponseWriter, r *http.Request) { w.Header().Set("X-A", "\xff"); w.WriteHeader(200) },
			answer{Status: 200, Headers: map[string]string{"X-A": "\ufffd"}}},
		{"proxy: a panic", func(w http.ResponseWriter, r *http.Request) { panic("boom") }, failed},
		{"a panic after half an answer", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-A", "1")
			w.WriteHeader(201)
			w.Write([]byte("half"))
			panic(errors.New("boom"))
		}, failed},
		{"a panic with nothing", func(w http.ResponseWriter, r *http.Request) { panic(nil) }, failed},
		{"an abort", func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }, failed},
		{"no status", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(0) }, failed},
		{"too long", func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(long)); w.Write([]byte(long + "xx")) }, failed},
		{"azul 8258: too long in base64", func(w http.ResponseWriter, r *http.Request) { w.Write(bytes.Repeat([]byte{0xff}, edge.MaxAnswer*4/5)) }, failed},
		{"too long when escaped", func(w http.ResponseWriter, r *http.Request) { w.Write(bytes.Repeat([]byte{'"'}, edge.MaxAnswer*2/3)) }, failed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, invoke(t, tt.h, get("/").bytes(t))); d != "" {
				t.Error(d)
			}
		})
	}
}

// The longest answer that fits is sent, to the byte; one more is not.
func TestMaxAnswer(t *testing.T) {
	quiet(t)
	send := func(n int) []byte {
		b, err := edge.New(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "a/b")
			w.Write(bytes.Repeat([]byte{'x'}, n))
		})).Invoke(t.Context(), get("/").bytes(t))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	room := edge.MaxAnswer - len(send(0))
	if b := send(room); len(b) != edge.MaxAnswer {
		t.Errorf("the longest answer has %d bytes", len(b))
	}
	if b := send(room + 1); len(b) > 200 {
		t.Errorf("a longer one has %d", len(b))
	}
}

// A handler is told as soon as its answer is too long, and from then on always:
// the piece that is missing cannot be followed by another.
func TestTooLong(t *testing.T) {
	var sizes []int
	a := invoke(t, func(w http.ResponseWriter, r *http.Request) {
		for _, n := range []int{edge.MaxAnswer, 1, 0} {
			n, err := w.Write(make([]byte, n))
			if (n == 0) != (err != nil) {
				t.Errorf("%d bytes, %v", n, err)
			}
			sizes = append(sizes, n)
		}
	}, get("/").bytes(t))
	if d := cmp.Diff([]int{edge.MaxAnswer, 0, 0}, sizes); d != "" || a.Status != 500 {
		t.Errorf("%s, status %d", d, a.Status)
	}
}

// The same answer is the same bytes.
func TestDeterministic(t *testing.T) {
	h := edge.New(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for c := 'A'; c <= 'P'; c++ {
			w.Header().Set("X-"+string(c), "1")
		}
	}))
	first, _ := h.Invoke(t.Context(), get("/").bytes(t))
	for range 20 {
		if again, _ := h.Invoke(t.Context(), get("/").bytes(t)); !bytes.Equal(first, again) {
			t.Fatalf("%s\n%s", first, again)
		}
	}
}

func TestHead(t *testing.T) {
	a := invoke(t, func(w http.ResponseWriter, r *http.Request) { w.Header().Set("ETag", `"1"`); w.Write([]byte("body")) }, get("/").method("HEAD").bytes(t))
	if a.Status != 200 || a.Body != "" || a.Headers["Etag"] != `"1"` {
		t.Errorf("%+v", a)
	}
}

func TestBadBase64(t *testing.T) {
	a := invoke(t, func(http.ResponseWriter, *http.Request) { t.Error("the handler was called") }, get("/").body("%%%", true).bytes(t))
	want := answer{Status: 400, Headers: map[string]string{"Content-Type": "application/json"}, Body: `{"error":"Bad request"}`}
	if d := cmp.Diff(want, a); d != "" {
		t.Error(d)
	}
}

// A handler may flush, and is told so in both ways of asking.
func TestFlush(t *testing.T) {
	invoke(t, func(w http.ResponseWriter, r *http.Request) {
		if _, ok := w.(http.Flusher); !ok {
			t.Error("no Flusher")
		}
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
	}, get("/").bytes(t))
}

// A panic is logged with where it came from, never with what it carried.
func TestPanicLog(t *testing.T) {
	var log bytes.Buffer
	quiet(t)
	slog.SetDefault(slog.New(slog.NewJSONHandler(&log, nil)))
	panics := func(v any) string {
		log.Reset()
		if _, err := edge.New(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(v) })).Invoke(t.Context(), get("/").bytes(t)); err != nil {
			t.Fatal(err)
		}
		return log.String()
	}
	if s := panics("ana@example.com"); strings.Contains(s, "ana@") || !strings.Contains(s, "answer_test.go") {
		t.Error(s)
	}
	if s := panics(http.ErrAbortHandler); s != "" {
		t.Error(s)
	}
	var none map[string]int
	log.Reset()
	edge.New(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { none["a"]++ })).Invoke(t.Context(), get("/").bytes(t))
	var line struct{ Panic string }
	if err := json.Unmarshal(log.Bytes(), &line); err != nil || line.Panic != "assignment to entry in nil map" {
		t.Errorf("%v: %s", err, log.String())
	}
}
