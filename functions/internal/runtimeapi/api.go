package runtimeapi

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

const (
	// maxAnswer is the longest answer that Lambda takes, in bytes.
	maxAnswer = 6_291_556

	// timeout is the function's own, as in the template.
	timeout = 10 * time.Second

	arn = "arn:aws:lambda:us-east-1:123456789012:function:hora"
)

// api is the Runtime API of one process.
type api struct {
	address string
	ready   chan time.Time // when the first event was asked for
	calls   chan call

	server *http.Server
	mu     sync.Mutex
	seq    int
	open   map[string]chan<- answer // by request id
}

// call is an event on its way to the function.
type call struct {
	event  []byte
	answer chan answer
}

type answer struct {
	body []byte
	err  error
}

func listen() (*api, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	a := &api{address: l.Addr().String(), ready: make(chan time.Time, 1), calls: make(chan call), open: map[string]chan<- answer{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /2018-06-01/runtime/invocation/next", a.next)
	mux.HandleFunc("POST /2018-06-01/runtime/invocation/{id}/response", a.response)
	mux.HandleFunc("POST /2018-06-01/runtime/invocation/{id}/error", a.failure)
	a.server = &http.Server{Handler: mux}
	go a.server.Serve(l)
	return a, nil
}

func (a *api) close() { a.server.Close() }

// next waits for an event and hands it out.
func (a *api) next(w http.ResponseWriter, r *http.Request) {
	select {
	case a.ready <- time.Now():
	default: // it was ready before
	}
	var c call
	select {
	case c = <-a.calls:
	case <-r.Context().Done():
		return
	}
	a.mu.Lock()
	a.seq++
	id := fmt.Sprintf("00000000-0000-4000-8000-%012d", a.seq)
	a.open[id] = c.answer
	a.mu.Unlock()
	h := w.Header()
	h.Set("Lambda-Runtime-Aws-Request-Id", id)
	h.Set("Lambda-Runtime-Deadline-Ms", strconv.FormatInt(time.Now().Add(timeout).UnixMilli(), 10))
	h.Set("Lambda-Runtime-Invoked-Function-Arn", arn)
	h.Set("Lambda-Runtime-Trace-Id", "Root=1-5f84c7a9-0b1c2d3e4f5a6b7c8d9e0f1a;Parent=53995c3f42cd8ad8;Sampled=0")
	h.Set("Content-Type", "application/json")
	w.Write(c.event)
}

func (a *api) response(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxAnswer+1))
	status := http.StatusAccepted
	if err == nil && len(body) > maxAnswer {
		status, body, err = http.StatusRequestEntityTooLarge, nil, errors.New("the answer is longer than Lambda takes")
	}
	a.settle(w, r, status, answer{body, err})
}

func (a *api) failure(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = fmt.Errorf("the function failed: %s", body)
	}
	a.settle(w, r, http.StatusAccepted, answer{err: err})
}

// settle passes on what the function made of an event. An id that is not open
// is a fault of the function.
func (a *api) settle(w http.ResponseWriter, r *http.Request, status int, got answer) {
	id := r.PathValue("id")
	a.mu.Lock()
	to := a.open[id]
	delete(a.open, id)
	a.mu.Unlock()
	if to == nil {
		http.Error(w, "no such request", http.StatusBadRequest)
		return
	}
	w.WriteHeader(status)
	to <- got
}
