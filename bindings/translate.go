package bindings

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"runtime/debug"
	"time"

	"hora/canonical"
)

// Translate is the whole pipeline: decode, act, encode. A panic anywhere in it
// is answered in the dialect, as an internal error.
func Translate(ctx context.Context, r Route, desk canonical.Desk, in Inbound) Outbound {
	out, _ := translate(ctx, r, desk, in, nil, nil)
	return out
}

// unread is how the log calls the end of a call that its dialect could not
// read; all others end as canonical names it.
const unread = "unread"

func translate(ctx context.Context, r Route, desk canonical.Desk, in Inbound, fault error, log *slog.Logger) (out Outbound, end string) {
	var reply Reply
	defer func() {
		if v := recover(); v != nil {
			if log != nil {
				log.ErrorContext(ctx, "panic", "route", r.Pattern, "panic", called(v), "stack", string(debug.Stack()))
			}
			out, end = rescue(r, reply), canonical.Internal.String()
		}
	}()
	req, reply, err := r.Decode(in)
	if fault != nil {
		err = fault
	}
	if err != nil {
		return reply.Refuse(err), unread
	}
	if req.Command == nil {
		return reply.Encode(canonical.Outcome{}), ""
	}
	o := desk.Do(ctx, req)
	if o.Err != nil {
		end = o.Err.Code.String()
	}
	return reply.Encode(o), end
}

// called says what a panic was called with, as far as the log may know: only
// the runtime's own words are sure to hold nothing that a caller sent.
func called(v any) string {
	if err, ok := v.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", v)
}

// rescue answers for a route whose code has panicked. When Decode itself did,
// an empty call yields a Reply to answer with.
func rescue(r Route, reply Reply) (out Outbound) {
	defer func() {
		if recover() != nil {
			out = Outbound{Status: http.StatusInternalServerError, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"error":"Internal server error"}`)}
		}
	}()
	if reply == nil {
		_, reply, _ = r.Decode(Inbound{Path: func(string) string { return "" }})
	}
	return reply.Encode(canonical.Outcome{Err: canonical.Refuse(canonical.Internal)})
}

// Handler serves one route. It logs one line a call, which says how it ended
// and nothing that the caller sent: in some dialects a refusal is status 200.
func Handler(r Route, desk canonical.Desk, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		answer(w, q, log, r.Pattern, func() (Outbound, string) {
			in, fault := read(q, r.Longest())
			return translate(q.Context(), r, desk, in, fault, log)
		})
	})
}

// answer sends what comes of a call, and writes its line.
func answer(w http.ResponseWriter, q *http.Request, log *slog.Logger, route string, come func() (out Outbound, end string)) {
	began := time.Now()
	out, end := come()
	h := w.Header()
	for k, v := range out.Header {
		h[k] = v
	}
	w.WriteHeader(out.Status)
	w.Write(out.Body)
	note(q.Context(), log, route, out.Status, end, began)
}

// note writes the line of a call. It does without the place in the source that
// a Logger looks up for each line: there is one.
func note(ctx context.Context, log *slog.Logger, route string, status int, end string, began time.Time) {
	h := log.Handler()
	if !h.Enabled(ctx, slog.LevelInfo) {
		return
	}
	took := time.Since(began)
	line := slog.NewRecord(began.Add(took), slog.LevelInfo, "call", 0)
	line.AddAttrs(slog.String("route", route), slog.Int("status", status), slog.Duration("took", took))
	if end != "" {
		line.AddAttrs(slog.String("code", end))
	}
	h.Handle(ctx, line)
}

func read(q *http.Request, longest int) (Inbound, error) {
	in := Inbound{Method: q.Method, Header: q.Header, Path: q.PathValue, Remote: q.RemoteAddr}
	if host, _, err := net.SplitHostPort(q.RemoteAddr); err == nil {
		in.Remote = host
	}
	var err error
	if in.Query, err = url.ParseQuery(q.URL.RawQuery); err != nil {
		return in, ErrQuery
	}
	if q.Body == nil || q.Body == http.NoBody {
		return in, nil
	}
	var b bytes.Buffer
	b.Grow(int(min(max(q.ContentLength, 0), int64(longest))) + bytes.MinRead)
	n, err := b.ReadFrom(io.LimitReader(q.Body, int64(longest)+1))
	if err != nil {
		return in, ErrBody
	}
	if n > int64(longest) {
		return in, ErrTooLarge
	}
	in.Body = b.Bytes()
	return in, nil
}
