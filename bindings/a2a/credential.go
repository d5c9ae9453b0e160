package a2a

import (
	"net/http"
	"strings"
)

// credential is the key that a caller presents, whichever header it is in. Two
// that differ are nobody's, and neither is a header in which there is no key.
func credential(h http.Header) string {
	var key string
	for _, name := range []string{"Authorization", "X-Api-Key", "X-Org-Api-Key"} {
		for _, v := range h[name] {
			if name == "Authorization" {
				v = bearer(v)
			}
			if key != "" && key != v {
				return nobody
			}
			key = v
		}
	}
	return key
}

// nobody is no key that could be anyone's.
const nobody = "-"

func bearer(v string) string {
	scheme, token, _ := strings.Cut(v, " ")
	if token = strings.TrimSpace(token); token == "" || !strings.EqualFold(scheme, "Bearer") {
		return nobody
	}
	return token
}
