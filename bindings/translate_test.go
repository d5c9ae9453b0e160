package bindings_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"hora/bindings"
	"hora/canonical"
)

type falling struct{ value any }

func (d falling) Do(context.Context, canonical.Request) canonical.Outcome { panic(d.value) }

type plain struct{}

func (plain) Encode(o canonical.Outcome) bindings.Outbound {
	return bindings.Outbound{Status: 500, Body: []byte(o.Err.Code.String())}
}

func (plain) Refuse(error) bindings.Outbound { return bindings.Outbound{Status: 400} }

// A panic is answered, and the log says where it came from; what it was called
// with may be a caller's, and only the runtime's own words are not.
func TestPanicsTellNothing(t *testing.T) {
	route := bindings.Route{Method: "GET", Pattern: "/{org}/x", Decode: func(bindings.Inbound) (canonical.Request, bindings.Reply, error) {
		return canonical.Request{Command: canonical.Describe{}}, plain{}, nil
	}}
	for name, tt := range map[string]struct {
		value func() any
		want  string
	}{
		"a text":  {func() any { return "ana@mail.com" }, "stack="},
		"a fault": {func() any { return errors.New("cannot write ana@mail.com") }, "*errors.errorString"},
		"runtime": {func() (v any) {
			defer func() { v = recover() }()
			var all []int
			return all[len(all)]
		}, "index out of range"},
	} {
		var log bytes.Buffer
		w := httptest.NewRecorder()
		bindings.Handler(route, falling{tt.value()}, slog.New(slog.NewTextHandler(&log, nil))).ServeHTTP(w, httptest.NewRequest("GET", "/clinica/x", nil))
		if w.Code != 500 || w.Body.String() != "internal" {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
		if strings.Contains(log.String(), "ana@mail.com") || !strings.Contains(log.String(), tt.want) || !strings.Contains(log.String(), "translate.go") {
			t.Errorf("%s: %s", name, &log)
		}
	}
}

type answering struct{ outcome canonical.Outcome }

func (d answering) Do(context.Context, canonical.Request) canonical.Outcome { return d.outcome }

type quiet struct{ plain }

func (quiet) Encode(canonical.Outcome) bindings.Outbound { return bindings.Outbound{Status: 200} }

// Every call has one line, which says how it ended where the status may not.
func TestCallsAreNoted(t *testing.T) {
	for name, tt := range map[string]struct {
		desk canonical.Desk
		err  error
		want string
	}{
		"done":    {answering{canonical.Outcome{Result: canonical.Profile{}}}, nil, "status=200 took="},
		"refused": {answering{canonical.Outcome{Err: canonical.Refuse(canonical.SlotTaken)}}, nil, "code=slot_taken"},
		"unread":  {nil, errors.New("ana@mail.com is no date"), "code=unread"},
		"a panic": {falling{"ana@mail.com"}, nil, "code=internal"},
	} {
		route := bindings.Route{Method: "GET", Pattern: "/{org}/x", Decode: func(bindings.Inbound) (canonical.Request, bindings.Reply, error) {
			return canonical.Request{Command: canonical.Describe{}}, quiet{}, tt.err
		}}
		var log bytes.Buffer
		bindings.Handler(route, tt.desk, slog.New(slog.NewTextHandler(&log, nil))).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/clinica/x", nil))
		lines := strings.Split(strings.TrimSpace(log.String()), "\n")
		last := lines[len(lines)-1]
		if !strings.Contains(last, "msg=call route=/{org}/x") || !strings.Contains(last, tt.want) || strings.Contains(last, "code=") != strings.Contains(tt.want, "code=") || strings.Contains(log.String(), "ana@mail.com") {
			t.Errorf("%s: %s", name, &log)
		}
	}
}
