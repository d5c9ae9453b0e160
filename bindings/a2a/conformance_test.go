package a2a

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/dialect"
	"hora/canonical"
)

// The test binary is also the agent that a conformance kit can be run against:
// the front door's envelope, tasks and cards before a desk that does as the
// kit's message ids say.
//
//	go test -c -o bin/agent ./bindings/a2a
//	bin/agent -conformance 127.0.0.1:9999
//
// It serves until its standard input ends. At the root its card is for readers
// of either version, as the kit for 0.3 needs it; below /v1 it is that of 1.0
// alone, for a kit that takes no other. Both take calls of both versions.
var conformance = flag.String("conformance", "", "serve as the agent of a conformance kit on this address, until standard input ends")

func TestMain(m *testing.M) {
	flag.Parse()
	if *conformance == "" {
		os.Exit(m.Run())
	}
	if err := serveConformance(*conformance, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serveConformance serves until the input ends.
func serveConformance(addr string, in io.Reader, out io.Writer) error {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	url := "http://" + l.Addr().String()
	fmt.Fprintf(out, "0.3: %s\n1.0: %s/v1\n", url, url)
	s := &http.Server{Handler: conformanceAgent(url, time.Now), ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	if _, err := io.Copy(io.Discard, in); err != nil {
		return errors.Join(err, s.Close())
	}
	if err := s.Shutdown(context.Background()); err != nil {
		return err
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// conformanceAgent is the agent at a base URL, with both its cards.
func conformanceAgent(url string, clock canonical.Clock) http.Handler {
	desk := &scriptedDesk{clock: clock}
	mux := http.NewServeMux()
	serve := func(pattern string, decode func(bindings.Inbound) (canonical.Request, bindings.Reply, error)) {
		mux.Handle(pattern, bindings.Handler(bindings.Route{Pattern: pattern, Decode: decode}, desk, slog.New(slog.DiscardHandler)))
	}
	for _, base := range []string{"", "/v1"} {
		door := &Door{url + base, []dialect.Dialect{scripted{}}}
		call := func(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
			in.Path = func(string) string { return "conformance" }
			return door.decode(in)
		}
		card := func(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
			return canonical.Request{}, &conformanceCard{a2awire.ReadCard(in, base != ""), door}, nil
		}
		serve("POST "+base+"/{$}", call)
		serve("GET "+base+"/{$}", card)
		serve("GET "+base+"/.well-known/agent-card.json", card)
		if base != "" {
			serve("POST "+base, call)
			serve("GET "+base, card)
		}
	}
	return mux
}

// A conformanceCard is the front door's card at the address of the agent, whose
// desk asks nobody who they are.
type conformanceCard struct {
	*a2awire.CardReply
	door *Door
}

func (r *conformanceCard) Encode(canonical.Outcome) bindings.Outbound {
	c := r.door.rootCard()
	c.URL, c.Schemes = r.door.public, nil
	return r.Answer(c)
}
