package fetch_test

import (
	"context"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"hora/infra/fetch"
)

// A web is a TLS server that answers for example.com, and the network that
// leads to it. It notes where the network was asked to connect to.
type web struct {
	fetch.Network
	dialled []string
}

func newWeb(t *testing.T, h http.HandlerFunc, found ...string) *web {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = nil
	s.StartTLS()
	t.Cleanup(s.Close)
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	w := &web{}
	w.Network = fetch.Network{
		Roots: roots,
		Lookup: func(_ context.Context, host string) (all []netip.Addr, _ error) {
			if host != "example.com" {
				return nil, errors.New("no such host")
			}
			for _, a := range found {
				all = append(all, netip.MustParseAddr(a))
			}
			return all, nil
		},
		Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
			w.dialled = append(w.dialled, address)
			if strings.HasPrefix(address, "9.9.9.9:") {
				return nil, errors.New("connection refused")
			}
			return new(net.Dialer).DialContext(ctx, network, s.Listener.Addr().String())
		},
	}
	return w
}

func body(s string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(s)) }
}

func TestRead(t *testing.T) {
	redirected := false
	hang := make(chan struct{})
	defer close(hang)
	for _, c := range []struct {
		name    string
		answer  http.HandlerFunc
		found   string
		want    string // of the body
		failure string // in the error
	}{
		{name: "good", answer: body("[]"), found: "93.184.215.14", want: "[]"},
		{name: "over IPv6", answer: body("[]"), found: "2606:2800:21f:cb07:6820:80da:af6b:8b2c", want: "[]"},
		{name: "over IPv4 as IPv6 writes it", answer: body("[]"), found: "::ffff:93.184.215.14", want: "[]"},
		{name: "as long as it may be", answer: body(strings.Repeat("x", 100)), found: "93.184.215.14", want: strings.Repeat("x", 100)},
		{name: "a byte longer", answer: body(strings.Repeat("x", 101)), found: "93.184.215.14", failure: "longer than 100 bytes"},
		{name: "endless", answer: func(w http.ResponseWriter, _ *http.Request) {
			for range 1 << 20 {
				if _, err := w.Write(make([]byte, 1<<10)); err != nil {
					return
				}
			}
		}, found: "93.184.215.14", failure: "longer than 100 bytes"},
		{name: "header without end", answer: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Long", strings.Repeat("x", 1<<20))
		}, found: "93.184.215.14", failure: "header"},
		{name: "not there", answer: http.NotFound, found: "93.184.215.14", failure: "status 404"},
		{name: "out of order", answer: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, found: "93.184.215.14", failure: "status 500"},
		{name: "empty by status", answer: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, found: "93.184.215.14", failure: "status 204"},
		{name: "elsewhere", answer: func(w http.ResponseWriter, r *http.Request) {
			redirected = redirected || r.URL.Path != "/keys"
			http.Redirect(w, r, "/other", http.StatusFound)
		}, found: "93.184.215.14", failure: "status 302"},
		{name: "silent", answer: func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-hang:
			case <-r.Context().Done():
			}
		}, found: "93.184.215.14", failure: "deadline"},
		{name: "a byte now and then", answer: func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				w.Write([]byte(" "))
				w.(http.Flusher).Flush()
				time.Sleep(20 * time.Millisecond)
			}
		}, found: "93.184.215.14", failure: "deadline"},
		{name: "loopback", answer: body("[]"), found: "127.0.0.1", failure: "not public"},
		{name: "cloud metadata", answer: body("[]"), found: "169.254.169.254", failure: "not public"},
		{name: "metadata as IPv6", answer: body("[]"), found: "::ffff:169.254.169.254", failure: "not public"},
		{name: "private", answer: body("[]"), found: "10.1.2.3", failure: "not public"},
		{name: "unique local", answer: body("[]"), found: "fd00:ec2::254", failure: "not public"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWeb(t, c.answer, c.found)
			d, err := fetch.New("https://example.com/keys?secret=1", fetch.Limits{Bytes: 100, Time: 300 * time.Millisecond}, w.Network)
			if err != nil {
				t.Fatal(err)
			}
			got, err := d.Read(t.Context())
			if c.failure == "" {
				if err != nil || string(got) != c.want {
					t.Fatalf("%q, %v", got, err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.failure) {
				t.Fatalf("%v, want %q in it", err, c.failure)
			}
			if got != nil || strings.Contains(err.Error(), "secret") {
				t.Errorf("%q, %v", got, err)
			}
			if strings.Contains(c.failure, "public") && len(w.dialled) > 0 {
				t.Errorf("connected to %v", w.dialled)
			}
		})
	}
	if redirected {
		t.Error("a redirect was followed")
	}
}

// What is found good is what is connected to: the name is not looked up again.
func TestOneLookup(t *testing.T) {
	w := newWeb(t, body("{}"), "9.9.9.9", "93.184.215.14")
	lookups, lookup := 0, w.Lookup
	w.Lookup = func(ctx context.Context, host string) ([]netip.Addr, error) { lookups++; return lookup(ctx, host) }
	d, err := fetch.New("https://example.com/", fetch.Limits{}, w.Network)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	if lookups != 1 || len(w.dialled) != 2 || w.dialled[1] != "93.184.215.14:443" {
		t.Errorf("%d lookups, connected to %v", lookups, w.dialled)
	}
}

// A name that leads to good and bad addresses leads nowhere.
func TestMixedAddresses(t *testing.T) {
	w := newWeb(t, body("{}"), "93.184.215.14", "192.168.0.1")
	d, err := fetch.New("https://example.com/", fetch.Limits{}, w.Network)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Read(t.Context()); err == nil || len(w.dialled) > 0 {
		t.Errorf("%v, connected to %v", err, w.dialled)
	}
}

func TestCertificate(t *testing.T) {
	w := newWeb(t, body("{}"), "93.184.215.14")
	w.Roots = x509.NewCertPool()
	d, err := fetch.New("https://example.com/", fetch.Limits{}, w.Network)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Read(t.Context()); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Error(err)
	}
}

func TestAddress(t *testing.T) {
	for address, good := range map[string]bool{
		"https://id.example/jwks":            true,
		"https://id.example:8443/jwks?v=1":   true,
		"https://93.184.215.14/jwks":         true,
		"http://id.example/jwks":             false,
		"HTTPS://id.example/jwks":            true,
		"https://user:pass@id.example/jwks":  false,
		"https:///jwks":                      false,
		"https:id.example":                   false,
		"https://id.example/#keys":           false,
		"file:///etc/passwd":                 false,
		"https://127.0.0.1/jwks":             false,
		"https://[::1]/jwks":                 false,
		"https://[::ffff:10.0.0.1]/jwks":     false,
		"https://[64:ff9b::a9fe:a9fe]/jwks":  false,
		"https://169.254.169.254/latest":     false,
		"https://0.0.0.0/":                   false,
		"https://100.64.0.1/":                false,
		"https://[fe80::1%25eth0]/":          false,
		"https://[2606:4700:4700::1111]/dns": true,
		"":                                   false,
		"https://id.example/\x00":            false,
	} {
		_, err := fetch.New(address, fetch.Limits{}, fetch.Network{})
		if good != (err == nil) {
			t.Errorf("%q: %v", address, err)
		}
		if err != nil && strings.Contains(err.Error(), "pass") {
			t.Errorf("%q: %v tells a password", address, err)
		}
	}
}
