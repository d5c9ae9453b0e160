// Package edge serves an http.Handler as a Lambda function behind an API
// Gateway HTTP API (payload format 2.0) or a Function URL: an event in, bytes
// in and bytes out, never a panic.
//
// The plumbing is aws-lambda-go-api-proxy, which is archived and has defects
// that will not be mended. They are kept away from it instead: the proxy is
// handed a tamed event that carries a body and nothing else, and the request
// is rebuilt from the real event just before the handler runs; the handler
// writes to a ResponseWriter of this package, and the proxy is handed what
// came of it. TestRequest and TestAnswer have a row for each defect.
package edge

import (
	"context"
	"encoding/base64"
	"errors"
	"log/slog"
	"net/http"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/awslabs/aws-lambda-go-api-proxy/httpadapter"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// MaxAnswer is the longest answer, in bytes of JSON, that Lambda takes from a
// function. A longer one would reach the caller as a bare 502, so it becomes
// a 500 with a body here.
const MaxAnswer = 6_291_556

// errEvent is all that is said of a payload that is no HTTP event. No caller
// can bring it about: it means that the function is wired to something else.
var errEvent = errors.New("edge: not an event of payload format 2.0")

// New serves h as a Lambda function. The handler may be invoked by several
// goroutines at once. It logs to slog.Default.
func New(h http.Handler) lambda.Handler {
	return handler{httpadapter.NewV2(repaired{h})}
}

type handler struct{ proxy *httpadapter.HandlerAdapterV2 }

// what the platform sends was not typed by a caller, so it is read as it is
var lenient = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// Invoke answers one event. It fails only on a payload that is no HTTP event.
func (h handler) Invoke(ctx context.Context, payload []byte) ([]byte, error) {
	var ev event
	if err := json.Unmarshal(payload, &ev, lenient); err != nil || ev.Context.HTTP.Method == "" {
		return nil, errEvent
	}
	return encode(h.answer(ctx, &ev)), nil
}

func (h handler) answer(ctx context.Context, ev *event) answer {
	body := ev.Body
	if ev.Base64 {
		b, err := base64.StdEncoding.DecodeString(body)
		if err != nil {
			return refusal(http.StatusBadRequest, "Bad request")
		}
		body = string(b)
	}
	a, err := h.proxy.ProxyWithContext(context.WithValue(ctx, eventKey{}, ev), tamed(body))
	if err != nil {
		slog.ErrorContext(ctx, "the proxy failed", "error", err)
		return refusal(http.StatusInternalServerError, internal)
	}
	return answer{Status: a.StatusCode, Headers: a.Headers, Cookies: a.Cookies, Body: a.Body, Base64: a.IsBase64Encoded}
}

// tamed is an event that the proxy gets right. Its method is one with a body.
func tamed(body string) events.APIGatewayV2HTTPRequest {
	var ev events.APIGatewayV2HTTPRequest
	ev.RawPath, ev.Body = "/", body
	ev.RequestContext.DomainName = "lambda.invalid"
	ev.RequestContext.HTTP.Method = http.MethodPost
	return ev
}

// repaired is what the proxy takes for the handler.
type repaired struct{ http.Handler }

func (h repaired) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Context().Value(eventKey{}).(*event).repair(r)
	b := buffer{sent: w.Header(), header: make(http.Header, 4)}
	b.serve(h.Handler, r)
	w.WriteHeader(b.status)
	if len(b.body) > 0 {
		w.Write(b.body)
	}
}
