package boot

import (
	"log/slog"
	"net/http"
	"path"
	"strings"

	"hora/bindings"
	"hora/canonical"
)

// Mux serves routes. A path that none of them is for is answered with 404 and
// a method with 405 and what is allowed, both as JSON; a path that is not
// clean is no other path's name, so nobody is redirected.
func Mux(routes []bindings.Route, desk canonical.Desk, log *slog.Logger) http.Handler {
	open, known := http.NewServeMux(), http.NewServeMux()
	for _, r := range routes {
		h := bindings.Handler(r, desk, log)
		open.Handle(r.Method+" "+r.Pattern, h)
		known.Handle(r.Method+" "+r.Pattern, h)
	}
	closed := closed{known, log}
	open.Handle("/", closed)
	return doors{open, closed}
}

// AtRoot are the routes of documents at the root of a host, and of those that
// some document there stands for. One function serves them for all bindings.
func AtRoot(all []bindings.Binding) (rs []bindings.Route) {
	for _, b := range all {
		for _, r := range b.Documents() {
			if strings.HasPrefix(r.Pattern, "/.well-known/") || stoodFor(r) {
				rs = append(rs, r)
			}
		}
	}
	return rs
}

type doors struct {
	open   http.Handler
	closed closed
}

func (d doors) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if clean(r.URL.EscapedPath()) {
		d.open.ServeHTTP(w, r)
	} else {
		d.closed.ServeHTTP(w, r)
	}
}

// closed answers what no route is for.
type closed struct {
	routes *http.ServeMux
	log    *slog.Logger
}

func (d closed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status, body := http.StatusNotFound, `{"error":"Not found"}`
	if h, pattern := d.routes.Handler(r); pattern == "" {
		p := probe{http.Header{}, 0}
		h.ServeHTTP(&p, r)
		if p.status == http.StatusMethodNotAllowed {
			status, body = p.status, `{"error":"Method not allowed"}`
			w.Header().Set("Allow", p.header.Get("Allow"))
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write([]byte(body))
	d.log.LogAttrs(r.Context(), slog.LevelInfo, "call", slog.String("route", ""), slog.Int("status", status))
}

func clean(p string) bool {
	c := path.Clean(p)
	if strings.HasSuffix(p, "/") && c != "/" {
		c += "/"
	}
	return p == c
}

// probe listens to the mux's own refusal.
type probe struct {
	header http.Header
	status int
}

func (p *probe) Header() http.Header         { return p.header }
func (p *probe) WriteHeader(status int)      { p.status = status }
func (p *probe) Write(b []byte) (int, error) { return len(b), nil }
