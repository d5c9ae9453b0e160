package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
)

// serve runs one of the servers to compare with, until it is killed.
func serve(name string) error {
	handlers := map[string]http.Handler{
		"body":   http.HandlerFunc(mirror),
		"static": http.HandlerFunc(always),
		"echo":   a2asrv.NewJSONRPCHandler(a2asrv.NewHandler(echo{})),
	}
	h, ok := handlers[name]
	if !ok {
		return fmt.Errorf("there is no server %q", name)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("serving http://%s\n", l.Addr())
	return http.Serve(l, h)
}

// mirror is the floor: it reads a call to its end and sends it back.
func mirror(w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(b)
}

// always answers without looking.
func always(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{}}`)
}

// echo answers a message with its own parts.
type echo struct{}

func (echo) Execute(_ context.Context, e *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		yield(a2a.NewMessage(a2a.MessageRoleAgent, e.Message.Parts...), nil)
	}
}

func (echo) Cancel(context.Context, *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(func(a2a.Event, error) bool) {}
}
