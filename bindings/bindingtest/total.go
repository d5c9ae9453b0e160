package bindingtest

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/canonical"
)

// wellFormed says what is wrong with an answer in any dialect: it is JSON, a
// stream of events or a page for people, or nothing where HTTP allows nothing,
// and has no words of our own packages.
func wellFormed(status int, header http.Header, body []byte) error {
	if status < 200 || status > 599 {
		return fmt.Errorf("status %d", status)
	}
	for _, leak := range []string{"jsontext:", "json:", "canonical:", "bindings:", "goroutine ", ".go:", "panic"} {
		if bytes.Contains(body, []byte(leak)) {
			return fmt.Errorf("the body tells of our inside: %q", leak)
		}
	}
	if status == http.StatusNotModified || status == http.StatusNoContent {
		if len(body) > 0 {
			return fmt.Errorf("a body with status %d", status)
		}
		return nil
	}
	switch kind, _, _ := strings.Cut(header.Get("Content-Type"), ";"); kind {
	case "application/json", "application/problem+json":
		if !jsontext.Value(body).IsValid() {
			return errors.New("the body is not JSON")
		}
		return dated(body)
	case "text/event-stream", "text/html":
	default:
		return fmt.Errorf("content type %q", kind)
	}
	return nil
}

// dated says which task in an answer in A2A does not tell since when it stands as
// it does. A2A lets a status go without; but then all would have to.
func dated(body []byte) error {
	type task struct {
		ID     string `json:"id"`
		Status *struct {
			State     string `json:"state"`
			Timestamp string `json:"timestamp"`
		} `json:"status"`
	}
	var answer struct {
		Result struct {
			task
			Task  task   `json:"task"`
			Tasks []task `json:"tasks"`
		} `json:"result"`
	}
	if json.Unmarshal(body, &answer) != nil { // it is no answer in A2A
		return nil
	}
	for _, t := range append(answer.Result.Tasks, answer.Result.task, answer.Result.Task) {
		if t.Status != nil && t.Status.State != "" && t.Status.Timestamp == "" {
			return fmt.Errorf("task %s has no timestamp", t.ID)
		}
	}
	return nil
}

// faults are what every Reply must be able to refuse, with the status where that
// is the same in every dialect.
var faults = map[error]int{
	bindings.ErrTooLarge: http.StatusRequestEntityTooLarge,
	bindings.ErrNoRoute:  http.StatusNotFound,
	bindings.ErrMethod:   http.StatusMethodNotAllowed,
	bindings.ErrQuery:    0,
	bindings.ErrBody:     0,
}

// total holds a binding against calls that no dialect can like.
func total(t *testing.T, b bindings.Binding, calls []*exchange) {
	for _, r := range b.Routes() {
		t.Run(r.Method+" "+r.Pattern, func(t *testing.T) {
			_, reply, _ := r.Decode(bindings.Inbound{Path: func(string) string { return "" }})
			if reply == nil {
				t.Fatal("no reply to an empty call: Decode hands back a Reply beside every error")
			}
			internal := reply.Encode(canonical.Outcome{Err: canonical.Refuse(canonical.Internal)})
			native(t, "internal", internal.Status, internal.Header, internal.Body)
			secret := reply.Refuse(errors.New("the password is s3cr3t"))
			native(t, "unknown error", secret.Status, secret.Header, secret.Body)
			if bytes.Contains(secret.Body, []byte("s3cr3t")) {
				t.Error("the text of an unknown error gets out")
			}
			for err, status := range faults {
				out := reply.Refuse(err)
				native(t, err.Error(), out.Status, out.Header, out.Body)
				if bytes.Equal(out.Body, secret.Body) {
					t.Errorf("%v: answered like an internal error; Refuse needs an answer of its own", err)
				}
				if status != 0 && out.Status != status {
					t.Errorf("%v: status %d, and it is %d in every dialect", err, out.Status, status)
				}
			}
		})
	}
	t.Run("oversize", func(t *testing.T) { oversize(t, b) })
	t.Run("malformed", func(t *testing.T) { malformed(t, b) })
	t.Run("queries", func(t *testing.T) { badQuery(t, b) })
	for _, e := range calls {
		fallenOver(t, b, e)
		keepsNothing(t, b, e)
	}
}

// path is a route's pattern with its names filled in.
func path(r bindings.Route) string {
	var b strings.Builder
	for piece := range strings.SplitSeq(r.Pattern, "/") {
		if piece == "{$}" {
			b.WriteString("/")
			break
		}
		if strings.HasPrefix(piece, "{") {
			piece = "clinica-demo"
		}
		if piece != "" {
			b.WriteString("/" + piece)
		}
	}
	return b.String()
}

// hasBody says whether calls of a route come with a body.
func hasBody(r bindings.Route) bool {
	return r.Method == http.MethodPost || r.Method == http.MethodPut || r.Method == http.MethodPatch
}

func oversize(t *testing.T, b bindings.Binding) {
	for _, r := range b.Routes() {
		if !hasBody(r) {
			continue
		}
		longest := r.Longest()
		for name, body := range map[string]struct {
			length   int
			announce bool
			refused  bool
		}{"announced": {longest + 1, true, true}, "chunked": {longest + 1, false, true}, "as long as can be": {longest, true, false}} {
			d := &scripted{}
			q := httptest.NewRequest(r.Method, path(r), bytes.NewReader(bytes.Repeat([]byte(" "), body.length)))
			q.Header.Set("Content-Type", "application/json")
			if !body.announce {
				q.ContentLength = -1
			}
			w := serve(b, d, q)
			native(t, r.Pattern, w.Code, w.Header(), w.Body.Bytes())
			if (w.Code == http.StatusRequestEntityTooLarge) != body.refused || body.refused && d.asked > 0 {
				t.Errorf("%s, %s: status %d, the desk was asked %d times", r.Pattern, name, w.Code, d.asked)
			}
		}
	}
}

// malformed: what is no JSON text is refused everywhere, and the desk never
// hears of it.
func malformed(t *testing.T, b bindings.Binding) {
	const deep = 20_000
	for name, body := range map[string]string{
		"truncated":        `{"a":`,
		"trailing":         `{} {}`,
		"a name twice":     `{"x":[{"a":1,"a":1}]}`,
		"deep arrays":      strings.Repeat("[", deep) + strings.Repeat("]", deep),
		"deep objects":     strings.Repeat(`{"a":`, deep) + "1" + strings.Repeat("}", deep),
		"deep, truncated":  strings.Repeat(`[`, 2*deep),
		"invalid UTF-8":    "{\"a\":\"\xff\"}",
		"a lone surrogate": `{"a":"\ud800"}`,
		"a byte mark":      "\ufeff{}",
		"no text":          "\x00\x01\x02",
		"a form":           "a=1&b=2",
	} {
		for _, r := range b.Routes() {
			if !hasBody(r) {
				continue
			}
			d := &scripted{}
			q := httptest.NewRequest(r.Method, path(r), strings.NewReader(body))
			q.Header.Set("Content-Type", "application/json")
			w := serve(b, d, q)
			native(t, r.Pattern+" "+name, w.Code, w.Header(), w.Body.Bytes())
			if d.asked > 0 {
				t.Errorf("%s, %s: the desk was asked; what is no JSON text is an error of Decode", r.Pattern, name)
			}
			if w.Code >= 500 {
				t.Errorf("%s, %s: status %d for what the caller has done wrong", r.Pattern, name, w.Code)
			}
		}
	}
}

func badQuery(t *testing.T, b bindings.Binding) {
	for _, r := range b.Routes() {
		d := &scripted{}
		q := httptest.NewRequest(r.Method, path(r), nil)
		q.URL.RawQuery = "a=%zz"
		w := serve(b, d, q)
		native(t, r.Pattern, w.Code, w.Header(), w.Body.Bytes())
		if d.asked > 0 {
			t.Errorf("%s: the desk was asked", r.Pattern)
		}
	}
}

// fallenOver: a desk that panics is answered like one that says Internal.
func fallenOver(t *testing.T, b bindings.Binding, e *exchange) {
	d := &scripted{panics: true}
	got := serve(b, d, e.http(t))
	if d.asked == 0 {
		return
	}
	want := serve(b, &scripted{outcome: canonical.Outcome{Err: canonical.Refuse(canonical.Internal)}}, e.http(t))
	mask := func(w *httptest.ResponseRecorder) string {
		return strings.ReplaceAll(string(render(w)), AnswerID, "")
	}
	if mask(got) != mask(want) {
		t.Errorf("%s: a panic of the desk is answered\n%swant\n%s", e.name, render(got), render(want))
	}
}

// keepsNothing: a reply outlives the body of its call.
func keepsNothing(t *testing.T, b bindings.Binding, e *exchange) {
	q := e.http(t)
	var body bytes.Buffer
	body.ReadFrom(q.Body)
	route, values, ok := match(b, q)
	if !ok {
		return
	}
	query, err := url.ParseQuery(q.URL.RawQuery)
	if err != nil {
		return
	}
	answer := func(spoil bool) []byte {
		in := bindings.Inbound{Header: q.Header, Query: query, Path: values, Body: bytes.Clone(body.Bytes()), Remote: Remote}
		_, reply, err := route.Decode(in)
		if spoil {
			clear(in.Body)
		}
		if err != nil {
			return reply.Refuse(err).Body
		}
		return reply.Encode(canonical.Outcome{Err: canonical.Refuse(canonical.Forbidden)}).Body
	}
	if !bytes.Equal(answer(false), answer(true)) {
		t.Errorf("%s: the reply still looks at the body", e.name)
	}
}

// match finds the route of a call and the values of its path.
func match(b bindings.Binding, q *http.Request) (found bindings.Route, values func(string) string, ok bool) {
	mux := http.NewServeMux()
	for _, r := range b.Routes() {
		mux.HandleFunc(r.Method+" "+r.Pattern, func(_ http.ResponseWriter, q *http.Request) {
			found, values, ok = r, q.PathValue, true
		})
	}
	mux.ServeHTTP(httptest.NewRecorder(), q)
	return found, values, ok
}
