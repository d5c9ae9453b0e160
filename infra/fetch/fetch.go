// Package fetch reads documents that others publish on the web, such as key
// sets. A desk reads only what its configuration names, and even then trusts
// neither the name nor what answers there: https only, addresses that are
// public only, no redirects, no proxies, and an end to both length and time.
package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// Limits bound one read. Zero members mean the default.
type Limits struct {
	Bytes int64         // of the body; default 256 KiB
	Time  time.Duration // from the name lookup to the last byte; default 3 s
}

// Defaults of Limits.
const (
	defaultBytes = 256 << 10
	defaultTime  = 3 * time.Second
)

// A Network is what a read goes through. Zero members mean the machine's own.
type Network struct {
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)
	Dial   func(ctx context.Context, network, address string) (net.Conn, error) // the address is an IP address that was found good
	Roots  *x509.CertPool
	Here   bool // what is on this machine can be reached too, and without TLS
}

// A Document is something that can be read from the web any number of times.
// It is safe for concurrent use.
type Document struct {
	url    string
	bytes  int64
	time   time.Duration
	client *http.Client
}

var (
	errAddress = errors.New("fetch: not an https address of a public document")
	errPlain   = errors.New("fetch: what is without TLS must be on this machine")
)

// New makes a Document of an address. It sends nothing yet; it errs on an
// address that no Read could use.
func New(address string, l Limits, n Network) (*Document, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && !n.Here || u.Hostname() == "" || u.User != nil || u.Fragment != "" || u.Opaque != "" {
		return nil, errAddress
	}
	n.Here = n.Here && u.Scheme == "http"
	ip, err := netip.ParseAddr(u.Hostname())
	switch {
	case n.Here && u.Hostname() != "localhost" && !ip.IsLoopback():
		return nil, errPlain
	case !n.Here && (u.Scheme != "https" || err == nil && !public(ip)):
		return nil, errAddress
	}
	if l.Bytes == 0 {
		l.Bytes = defaultBytes
	}
	if l.Time == 0 {
		l.Time = defaultTime
	}
	if n.Lookup == nil {
		n.Lookup = lookup
	}
	if n.Dial == nil {
		n.Dial = new(net.Dialer).DialContext
	}
	return &Document{u.String(), l.Bytes, l.Time, &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext:            n.dial,
			TLSClientConfig:        &tls.Config{RootCAs: n.Roots, MinVersion: tls.VersionTLS12},
			DisableKeepAlives:      true, // reads are rare, and a frozen function cannot keep a connection
			DisableCompression:     true, // so that a byte on the wire is a byte of the limit
			MaxResponseHeaderBytes: 16 << 10,
		},
	}}, nil
}

// Read reads the document as it is now. Its errors name no more than what
// went wrong; they are for the log.
func (d *Document) Read(ctx context.Context) ([]byte, error) {
	status, b, err := d.exchange(ctx, http.MethodGet, "", nil)
	switch {
	case err != nil:
		return nil, err
	case status != http.StatusOK:
		return nil, fmt.Errorf("fetch: the answer has status %d", status)
	}
	return b, nil
}

// exchange is one call, whatever its answer says.
func (d *Document) exchange(ctx context.Context, method, body string, header http.Header) (status int, b []byte, err error) {
	ctx, stop := context.WithTimeout(ctx, d.time)
	defer stop()
	req, err := http.NewRequestWithContext(ctx, method, d.url, strings.NewReader(body))
	if err != nil {
		return 0, nil, errAddress
	}
	maps.Copy(req.Header, header)
	req.Header.Set("Accept", "application/json")
	resp, err := d.client.Do(req)
	if err != nil {
		var outer *url.Error
		if errors.As(err, &outer) {
			err = outer.Err
		}
		return 0, nil, fmt.Errorf("fetch: %w", err)
	}
	defer resp.Body.Close()
	b, err = io.ReadAll(io.LimitReader(resp.Body, d.bytes+1))
	switch {
	case err != nil:
		return 0, nil, fmt.Errorf("fetch: %w", err)
	case int64(len(b)) > d.bytes:
		return 0, nil, fmt.Errorf("fetch: the document is longer than %d bytes", d.bytes)
	}
	return resp.StatusCode, b, nil
}

func lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
}

var errPrivate = errors.New("the name leads to an address that is not public")

// dial resolves the name once and connects to what it found, so that no
// second answer of the name server can lead elsewhere. One address that is not
// public spoils the name.
func (n Network) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	found := []netip.Addr{}
	if ip, err := netip.ParseAddr(host); err == nil {
		found = append(found, ip)
	} else if found, err = n.Lookup(ctx, host); err != nil {
		return nil, err
	}
	for _, ip := range found {
		if n.Here && !ip.IsLoopback() || !n.Here && !public(ip) {
			return nil, errPrivate
		}
	}
	err = errors.New("the name leads nowhere")
	for _, ip := range found {
		var c net.Conn
		if c, err = n.Dial(ctx, network, net.JoinHostPort(ip.Unmap().String(), port)); err == nil {
			return c, nil
		}
	}
	return nil, err
}
