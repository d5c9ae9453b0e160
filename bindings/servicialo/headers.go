package servicialo

import (
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"hora/bindings"
	"hora/canonical"
)

// Headers of answers. They are shared; retry clones.
var (
	plain = http.Header{
		"Content-Type":         {"application/json"},
		"X-Servicialo-Version": {version},
	}
	fresh = http.Header{ // availability is out of date as soon as it is read
		"Content-Type":         {"application/json"},
		"X-Servicialo-Version": {version},
		"Cache-Control":        {"no-store"},
	}
)

// retry adds when to come back, in seconds.
func retry(h http.Header, seconds int) http.Header {
	h = h.Clone()
	h.Set("Retry-After", strconv.Itoa(seconds))
	return h
}

// credential is the key a caller presents, in the first spelling that is
// there. The organisation that a header names stands beside it; if it differs
// from the path's, the identity desk says so.
func credential(in *bindings.Inbound, org string) canonical.Credential {
	var c canonical.Credential
	for _, name := range [...]string{"X-Org-Id", "X-Servicialo-Org"} {
		if v := in.Header.Get(name); v != "" && c.Organization != v && (c.Organization == "" || v != org) {
			c.Organization = v
		}
	}
	if c.Key = in.Header.Get("X-Org-Api-Key"); c.Key != "" {
		return c
	}
	if c.Key = in.Header.Get("X-Api-Key"); c.Key != "" {
		return c
	}
	if scheme, key, ok := strings.Cut(in.Header.Get("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") {
		c.Key = strings.TrimSpace(key)
	}
	return c
}

// idempotencyKey is the header's only value; ok is false for one that cannot
// name anything.
func idempotencyKey(h http.Header) (key string, ok bool) {
	values := h["Idempotency-Key"]
	if len(values) == 0 {
		return "", true
	}
	key = values[0]
	return key, len(values) == 1 && key != "" && len(key) <= maxKey && utf8.ValidString(key)
}

const maxKey = 255

// english says whether a caller prefers English to Spanish: what
// Accept-Language names first.
func english(h http.Header) bool {
	first, _, _ := strings.Cut(h.Get("Accept-Language"), ",")
	tag, _, _ := strings.Cut(strings.TrimSpace(first), ";")
	main, _, _ := strings.Cut(tag, "-")
	return strings.EqualFold(main, "en")
}
