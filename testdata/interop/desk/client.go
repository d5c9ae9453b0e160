package desk

import (
	"context"
	"net/http"
	"sync"
	"testing"
)

// A Client is a client library in one version of A2A.
type Client interface {
	// Do makes one call. An error is the library's own.
	Do(context.Context, Call) (Answer, error)
	// Refused says what the library told of a refusal.
	Refused(error) Refusal
}

// A Call is what a client is asked to do, whatever its version calls it.
type Call struct {
	Do      string `json:"do"` // send, get, cancel, list, push or subscribe
	ID      string `json:"id"` // of the message; empty: a new one
	Text    string `json:"text"`
	Data    any    `json:"data"`
	File    []byte `json:"file"`
	Context string `json:"context"`
	Task    string `json:"task"`
	Page    string `json:"page"`    // page token
	Version string `json:"version"` // to claim instead of the client's own
	Key     string `json:"-"`       // empty: the client does not say who it is
}

// An Answer is what a client heard, without its version's spelling.
type Answer struct {
	State   string // "message", or "task" and its state as 0.3 spells it
	Task    string
	Context string
	Text    string // of the message, the status, or the first artifact
	Data    any    // as Text
}

// A Refusal is a JSON-RPC error or an HTTP status.
type Refusal struct {
	Code   int `json:"code"`
	Status int `json:"status"`
}

// An Ear hears in which version calls are made, and what they are answered.
type Ear struct {
	mu       sync.Mutex
	versions map[string]bool
	status   int
}

// RoundTrip makes Ear the transport of an http.Client.
func (e *Ear) RoundTrip(q *http.Request) (*http.Response, error) {
	r, err := http.DefaultTransport.RoundTrip(q)
	e.mu.Lock()
	defer e.mu.Unlock()
	if q.Method == http.MethodPost {
		if e.versions == nil {
			e.versions = map[string]bool{}
		}
		e.versions[q.Header.Get("A2A-Version")] = true
	}
	if r != nil {
		e.status = r.StatusCode
	}
	return r, err
}

// Status is that of the last answer: libraries have it in a text, if at all.
func (e *Ear) Status() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.status
}

// Only holds all calls so far to one version; empty: none was named.
func (e *Ear) Only(t *testing.T, version string) {
	t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.versions) != 1 || !e.versions[version] {
		t.Errorf("versions that were spoken: %v, want only %q", e.versions, version)
	}
}
