package bindings

import (
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strings"

	"hora/canonical"
)

// Mux serves routes, and answers what no door is for in the dialect whose
// address it is: with 404, or with 405 and what is allowed where the path has a
// door for another method. What is nobody's is answered with plain JSON.
//
// OPTIONS asks what is allowed, and is told. HEAD is GET without a body. A path
// that is not clean is no other path's name, so nobody is redirected.
func Mux(routes []Route, desk canonical.Desk, log *slog.Logger) http.Handler {
	m := mux{http.NewServeMux(), http.NewServeMux(), http.NewServeMux(), log}
	for _, r := range routes {
		if r.Method == "" {
			m.strays.Handle(r.Pattern, Handler(r, desk, log))
			continue
		}
		m.doors.Handle(r.Method+" "+r.Pattern, Handler(r, desk, log))
		m.others.Handle(r.Method+" "+r.Pattern, closed(r, log))
	}
	m.doors.HandleFunc("/", m.astray)
	m.strays.HandleFunc("/", m.nobodys)
	return m
}

type mux struct {
	doors  *http.ServeMux
	others *http.ServeMux // the same paths, for calls by other methods
	strays *http.ServeMux // the routes without a method
	log    *slog.Logger
}

func (m mux) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if p := r.URL.EscapedPath(); p == clean(p) {
		m.doors.ServeHTTP(w, r)
	} else {
		m.strays.ServeHTTP(w, at(r, clean(p)))
	}
}

// astray answers what no door is for.
func (m mux) astray(w http.ResponseWriter, r *http.Request) {
	allow := m.allowed(r)
	if allow == "" {
		m.strays.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Allow", allow+", "+http.MethodOptions)
	if r.Method == http.MethodOptions {
		answer(w, r, m.log, "", func() (Outbound, string) { return Outbound{Status: http.StatusNoContent}, "" })
		return
	}
	door := *r
	door.Method, _, _ = strings.Cut(allow, ",")
	m.others.ServeHTTP(w, &door)
}

// allowed are the methods that a path has doors for, as Allow lists them.
func (m mux) allowed(r *http.Request) string {
	h, pattern := m.others.Handler(r)
	if pattern != "" {
		return ""
	}
	p := probe{http.Header{}, 0}
	h.ServeHTTP(&p, r)
	return p.header.Get("Allow")
}

// nobodys answers at an address that is no dialect's.
func (m mux) nobodys(w http.ResponseWriter, r *http.Request) {
	answer(w, r, m.log, "", func() (Outbound, string) {
		return Outbound{Status: http.StatusNotFound, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"error":"Not found"}`)}, ""
	})
}

// closed answers a call by a method that the door does not take. The reply that
// the door would give knows how: whatever came in by it is not looked at.
func closed(r Route, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		answer(w, q, log, r.Pattern, func() (Outbound, string) {
			in := Inbound{Header: q.Header, Query: q.URL.Query(), Path: q.PathValue}
			return translate(q.Context(), r, nil, in, ErrMethod, log)
		})
	})
}

// clean is the path that another would be redirected to.
func clean(p string) string {
	c := path.Clean("/" + p)
	if strings.HasSuffix(p, "/") && c != "/" {
		c += "/"
	}
	return c
}

// at is the same request for another path.
func at(r *http.Request, p string) *http.Request {
	u, other := *r.URL, *r
	u.RawPath = p
	u.Path, _ = url.PathUnescape(p) // it was escaped before
	other.URL = &u
	return &other
}

// probe listens to the mux's own refusal.
type probe struct {
	header http.Header
	status int
}

func (p *probe) Header() http.Header         { return p.header }
func (p *probe) WriteHeader(status int)      { p.status = status }
func (p *probe) Write(b []byte) (int, error) { return len(b), nil }
