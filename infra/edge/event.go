package edge

import (
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// event is what is used of an event in payload format 2.0
// (docs.aws.amazon.com/apigateway, "Lambda proxy integrations for HTTP APIs").
type event struct {
	Path    string   `json:"rawPath"`
	Query   string   `json:"rawQueryString"`
	Cookies []string `json:"cookies"`
	Headers headers  `json:"headers"`
	Body    string   `json:"body"`
	Base64  bool     `json:"isBase64Encoded"`
	Context struct {
		Domain string `json:"domainName"`
		Stage  string `json:"stage"`
		HTTP   struct {
			Method   string `json:"method"`
			SourceIP string `json:"sourceIp"`
		} `json:"http"`
	} `json:"requestContext"`
}

type eventKey struct{}

// repair makes of the proxy's request, which has the body, the request that
// the caller sent.
func (ev *event) repair(r *http.Request) {
	r.Method = ev.Context.HTTP.Method
	r.URL = ev.url()
	r.RequestURI = r.URL.RequestURI()
	r.Host = ev.Context.Domain
	r.RemoteAddr = net.JoinHostPort(ev.Context.HTTP.SourceIP, "0")
	r.Header = http.Header(ev.Headers)
	if r.Header == nil {
		r.Header = make(http.Header)
	}
	delete(r.Header, "Host") // as net/http does
	if len(ev.Cookies) > 0 { // a Function URL has them among the headers as well
		r.Header["Cookie"] = []string{strings.Join(ev.Cookies, "; ")}
	}
}

// url reads the path, which an HTTP API delivers decoded and with the name of
// a named stage in front, and a Function URL as the caller wrote it. The query
// stays encoded in both.
func (ev *event) url() *url.URL {
	u := &url.URL{Path: ev.Path, RawQuery: ev.Query}
	if stage := ev.Context.Stage; stage != "$default" {
		if rest, ok := strings.CutPrefix(u.Path, "/"+stage); ok && (rest == "" || rest[0] == '/') {
			u.Path = rest
		}
	}
	if strings.Contains(ev.Context.Domain, ".lambda-url.") {
		if p, err := url.PathUnescape(u.Path); err == nil {
			u.Path, u.RawPath = p, u.Path
		}
	}
	if !strings.HasPrefix(u.Path, "/") {
		u.Path, u.RawPath = "/"+u.Path, ""
	}
	return u
}

// headers are an http.Header whose names may come in any case.
type headers http.Header

// UnmarshalJSONFrom reads {"name": "value", ...} without a map in between. A
// value keeps its commas: the platform has joined repeated headers, and which
// of them are lists is for their readers to know.
func (h *headers) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '{' {
		return dec.SkipValue()
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	all := make(headers, 16)
	values := make([]string, 0, 16)
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return err
		}
		key := textproto.CanonicalMIMEHeaderKey(name.String())
		value, err := dec.ReadToken()
		if err != nil {
			return err
		}
		if value.Kind() != '"' {
			return errEvent
		}
		if old, ok := all[key]; ok {
			all[key] = append(old, value.String())
			continue
		}
		values = append(values, value.String())
		all[key] = values[len(values)-1 : len(values) : len(values)]
	}
	*h = all
	_, err := dec.ReadToken()
	return err
}
