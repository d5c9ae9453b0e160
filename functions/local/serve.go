package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"hora/bindings"
	"hora/bindings/registry"
	"hora/functions/internal/boot"
)

// farewell is how long calls that are being answered may go on once the desk
// was told to stop.
const farewell = 10 * time.Second

// serve runs the desk until the context ends.
func serve(ctx context.Context, args []string, s streams) error {
	f := newFlags("local", s)
	addr := f.String("addr", "127.0.0.1:8080", "address to listen on")
	data := dataFlag(f)
	now := nowFlag(f)
	others, err := parse(f, args)
	if err != nil {
		return err
	}
	if len(others) > 0 {
		return misused(f, "what is %q?", others[0])
	}
	clock, err := clockFrom(*now)
	if err != nil {
		return misused(f, "%v", err)
	}
	dir, err := folder(*data)
	if err != nil {
		return err
	}
	store, err := openFolder(dir)
	if err != nil {
		return err
	}
	if err := demonstrate(ctx, store, clock, s.out); err != nil {
		return errors.Join(err, store.Close())
	}
	log := slog.New(slog.NewTextHandler(s.err, nil))
	desk, engine := boot.Desk(store, clock, nil, log)
	if engine.Secret, err = derived(dir); err != nil {
		return errors.Join(err, store.Close())
	}

	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		return errors.Join(err, store.Close())
	}
	url := base(listener.Addr())
	w := welcome{url: url, bindings: registry.All(registry.Config{PublicURL: url}), desk: desk, store: store}
	fmt.Fprintf(s.out, "\ndata    %s\nclock   %s\nserving %s\n", dir, clock().Format(time.RFC3339), w.url)
	if tcp, ok := listener.Addr().(*net.TCPAddr); ok && !tcp.IP.IsLoopback() {
		fmt.Fprintln(s.out, "this address can be reached from other machines, and the demonstration keys are known to everybody")
	}
	if err := w.print(ctx, s.out); err != nil {
		return errors.Join(err, listener.Close(), store.Close())
	}

	var chores sync.WaitGroup
	chores.Go(func() { tidy(ctx, engine, store, clock, log) })
	err = answer(ctx, listener, boot.Mux(routes(w.bindings), desk, log))
	chores.Wait()
	return errors.Join(err, store.Close())
}

func routes(all []bindings.Binding) (rs []bindings.Route) {
	for _, b := range all {
		rs = append(rs, b.Routes()...)
	}
	return rs
}

// answer serves until the context ends; then it lets calls finish.
func answer(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	patience, stop := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer stop()
	return server.Shutdown(patience)
}

// base is the URL of a listener. One that listens on every address is reached
// on this machine's own.
func base(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return "http://" + a.String()
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}
