package fetch_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"hora/infra/fetch"
)

func TestPost(t *testing.T) {
	const form = "code=s3cr3t&grant_type=authorization_code"
	followed := false
	for _, c := range []struct {
		name    string
		answer  http.HandlerFunc
		found   string
		status  int
		want    string
		failure string
	}{
		{name: "good", found: "93.184.215.14", status: 200, want: "POST application/x-www-form-urlencoded Basic eA== application/json " + form, answer: func(w http.ResponseWriter, r *http.Request) {
			b, _ := io.ReadAll(r.Body)
			io.WriteString(w, strings.Join([]string{r.Method, r.Header.Get("Content-Type"), r.Header.Get("Authorization"), r.Header.Get("Accept"), string(b)}, " "))
		}},
		{name: "refused", found: "93.184.215.14", status: 400, want: `{"error":"invalid_grant"}`, answer: func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, `{"error":"invalid_grant"}`)
		}},
		{name: "elsewhere", found: "93.184.215.14", status: 307, answer: func(w http.ResponseWriter, r *http.Request) {
			followed = followed || r.URL.Path != "/token"
			w.Header().Set("Location", "/other")
			w.WriteHeader(http.StatusTemporaryRedirect)
		}},
		{name: "too long", found: "93.184.215.14", answer: body(strings.Repeat("x", 201)), failure: "longer than 200 bytes"},
		{name: "silent", found: "93.184.215.14", answer: func(_ http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}, failure: "deadline"},
		{name: "private", found: "10.1.2.3", answer: body("{}"), failure: "not public"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWeb(t, c.answer, c.found)
			e, err := fetch.NewEndpoint("https://example.com/token", fetch.Limits{Bytes: 200, Time: 300 * time.Millisecond}, w.Network)
			if err != nil {
				t.Fatal(err)
			}
			status, got, err := e.Post(t.Context(), form, "Basic eA==")
			if c.failure == "" {
				if err != nil || status != c.status || string(got) != c.want {
					t.Errorf("%d %q, %v", status, got, err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.failure) || strings.Contains(err.Error(), "s3cr3t") || got != nil {
				t.Errorf("%d %q, %v, want %q in it", status, got, err, c.failure)
			}
		})
	}
	if followed {
		t.Error("a form was sent elsewhere")
	}
	if _, err := fetch.NewEndpoint("http://example.com/token", fetch.Limits{}, fetch.Network{}); err == nil {
		t.Error("an endpoint without TLS")
	}
}

// What is posted to this machine is what was to be posted, and to nowhere else.
func TestHere(t *testing.T) {
	followed := false
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		switch r.URL.Path {
		case "/token":
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprintf(w, "%s %s %s %s", r.Method, r.Header.Get("Content-Type"), r.Header.Get("Authorization"), b)
		case "/moved":
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		default:
			followed = true
		}
	}))
	defer s.Close()
	for path, want := range map[string]string{"/token": "400 POST application/x-www-form-urlencoded Basic eA== code=1", "/moved": "307 "} {
		e, err := fetch.NewEndpoint(s.URL+path, fetch.Limits{}, fetch.Network{Here: true})
		if err != nil {
			t.Fatal(err)
		}
		status, body, err := e.Post(t.Context(), "code=1", "Basic eA==")
		if got := fmt.Sprintf("%d %s", status, body); err != nil || got != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
	if followed {
		t.Error("a form was sent elsewhere")
	}
	for address, want := range map[string]string{
		"http://localhost/token": "", "http://127.0.0.1:9/token": "", "http://[::1]/token": "", "https://example.com/token": "",
		"http://example.com/token": "this machine", "http://10.1.2.3/token": "this machine", "http://127.0.0.1.example.com/token": "this machine",
		"https://127.0.0.1/token": "public", "ftp://127.0.0.1/token": "public", "http://ana@127.0.0.1/token": "public", "127.0.0.1/token": "public",
	} {
		if _, err := fetch.NewEndpoint(address, fetch.Limits{}, fetch.Network{Here: true}); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
	elsewhere := fetch.Network{Here: true, Lookup: func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("10.1.2.3")}, nil
	}}
	e, err := fetch.NewEndpoint("http://localhost/token", fetch.Limits{}, elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := e.Post(t.Context(), "code=1", ""); err == nil || !strings.Contains(err.Error(), "not public") {
		t.Errorf("a name of this machine that leads elsewhere: %v", err)
	}
}
