package edge

import (
	"errors"
	"log/slog"
	"net/http"
	"runtime"
	"runtime/debug"
	"strconv"

	"github.com/go-json-experiment/json"
)

// answer is a function's answer in payload format 2.0. The body is text, or
// base64 where it is not valid UTF-8.
type answer struct {
	Status  int               `json:"statusCode"`
	Headers map[string]string `json:"headers"`
	Cookies []string          `json:"cookies,omitempty"`
	Body    string            `json:"body"`
	Base64  bool              `json:"isBase64Encoded,omitzero"`
}

const internal = "Internal server error"

// refusal is an answer of the edge itself. The text is one of its constants.
func refusal(status int, text string) answer {
	return answer{Status: status, Headers: map[string]string{"Content-Type": "application/json"}, Body: `{"error":` + strconv.Quote(text) + `}`}
}

func encode(a answer) []byte {
	b, err := json.Marshal(a, lenient, json.Deterministic(true))
	if err == nil && len(b) <= MaxAnswer {
		return b
	}
	slog.Error("the answer is longer than Lambda takes", "bytes", len(b), "limit", MaxAnswer)
	b, _ = json.Marshal(refusal(http.StatusInternalServerError, internal))
	return b
}

// buffer is the handler's ResponseWriter. It keeps the promises of net/http:
// the first status wins, headers are final once it is set, silence is 200,
// flushing is allowed, and a panic is answered.
type buffer struct {
	header http.Header // the handler's own
	sent   http.Header // as it stood when the status was set
	status int
	body   []byte
	err    error // why nothing more can be written
}

var errTooLong = errors.New("edge: the answer is longer than Lambda takes")

func (b *buffer) Header() http.Header { return b.header }

func (b *buffer) Flush() {}

func (b *buffer) WriteHeader(status int) {
	if status < 100 || status > 999 {
		panic("edge: no HTTP status: " + strconv.Itoa(status))
	}
	if b.status != 0 || status < 200 {
		return
	}
	b.status = status
	for k, v := range b.header {
		b.sent[k] = append([]string(nil), v...)
	}
}

func (b *buffer) Write(p []byte) (int, error) {
	b.WriteHeader(http.StatusOK)
	if b.status == http.StatusNoContent || b.status == http.StatusNotModified {
		return 0, http.ErrBodyNotAllowed
	}
	if len(b.body)+len(p) > MaxAnswer {
		b.err = errTooLong
	}
	if b.err != nil {
		return 0, b.err
	}
	b.body = append(b.body, p...)
	return len(p), nil
}

// serve runs the handler to its end, whatever that is.
func (b *buffer) serve(h http.Handler, r *http.Request) {
	defer func() {
		if v := recover(); v != nil {
			logPanic(r, v)
			b.fail()
		}
	}()
	h.ServeHTTP(b, r)
	b.WriteHeader(http.StatusOK)
	if b.err != nil {
		slog.ErrorContext(r.Context(), b.err.Error(), "limit", MaxAnswer)
		b.fail()
	}
	if r.Method == http.MethodHead {
		b.body = nil
	}
}

// fail replaces whatever was written.
func (b *buffer) fail() {
	a := refusal(http.StatusInternalServerError, internal)
	clear(b.sent)
	for k, v := range a.Headers {
		b.sent.Set(k, v)
	}
	b.status, b.body = a.Status, []byte(a.Body)
}

// logPanic says where a panic came from. Only the runtime's own texts are
// known to hold nothing that a caller sent.
func logPanic(r *http.Request, v any) {
	if v == http.ErrAbortHandler {
		return
	}
	what := "a value"
	if err, ok := v.(runtime.Error); ok {
		what = err.Error()
	}
	slog.ErrorContext(r.Context(), "panic", "panic", what, "stack", string(debug.Stack()))
}
