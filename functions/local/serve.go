package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"

	"hora/bindings"
	"hora/bindings/registry"
	"hora/canonical"
	"hora/canonical/engine"
	"hora/functions/internal/boot"
)

// farewell is how long calls that are being answered may go on once the desk
// was told to stop.
const farewell = 10 * time.Second

// serve runs the desk until the context ends.
func serve(ctx context.Context, args []string, s streams) error {
	f := newFlags("", s)
	addr := f.String("addr", "127.0.0.1:8080", "address to listen on")
	data := dataFlag(f)
	now := nowFlag(f)
	provider := f.String("sign-in", "", "file with an OpenID provider, at which guests sign in to confirm at the desk itself")
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
	listener, err := net.Listen("tcp", *addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		err = fmt.Errorf("%s is taken: give another address with --addr, such as 127.0.0.1:0 for any that is free", *addr)
	}
	if err != nil {
		return errors.Join(err, store.Close())
	}
	quit := func(err error) error { return errors.Join(err, listener.Close(), store.Close()) }
	url := base(listener.Addr())
	log := slog.New(slog.NewTextHandler(s.err, nil))
	trust, err := trusted(dir, url, clock, log)
	if err != nil {
		return quit(err)
	}
	if *provider != "" {
		if err := signIns(&trust, *provider, clock); err != nil {
			return quit(err)
		}
	}
	secret, err := derived(dir)
	if err != nil {
		return quit(err)
	}
	desk, sweeper := boot.Desk(boot.Parts{
		Store: store, Near: true, Clock: clock, Acts: engine.All(),
		Secret: secret, Identity: boot.Tokens(trust.Verifiers), Log: log,
	})
	host, err := hostOf(ctx, store)
	if err != nil {
		return quit(err)
	}
	all := func(site boot.Site) []bindings.Binding {
		return registry.All(trust.At(site))
	}
	w := welcome{url: url, bindings: all(boot.Site{URL: url, Host: host}), desk: desk, store: store}
	fmt.Fprintf(s.out, "\ndata    %s\nclock   %s\nserving %s\n", dir, clock().Format(time.RFC3339), w.url)
	if tcp, ok := listener.Addr().(*net.TCPAddr); ok && !tcp.IP.IsLoopback() {
		fmt.Fprintln(s.out, "this address can be reached from other machines, and the demonstration keys are known to everybody")
	}
	if err := w.print(ctx, s.out); err != nil {
		return quit(err)
	}

	var chores sync.WaitGroup
	chores.Go(func() { tidy(ctx, sweeper, store, clock, log) })
	sites := boot.Config{PublicURL: url, Hosts: map[string]boot.Host{boot.Others: host}}
	err = answer(ctx, listener, sites.Sites(func(site boot.Site) boot.Routes { return routes(all(site)) }, desk, log))
	chores.Wait()
	return errors.Join(err, store.Close())
}

// hostOf is what the local desk is for: the only catalogue that is loaded, if
// there is one.
func hostOf(ctx context.Context, store canonical.Store) (boot.Host, error) {
	_, catalogues, err := (&welcome{store: store}).loaded(ctx)
	if err != nil || len(catalogues) != 1 {
		return boot.Host{}, err
	}
	return boot.Host{Catalogue: catalogues[0]}, nil
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
