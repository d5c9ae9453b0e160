package wirejson

import (
	"mime"
	"net/http"
	"strings"
)

// IsContentType says whether a call claims, or at least does not deny, that
// its body is JSON in UTF-8. No Content-Type is no denial.
func IsContentType(h http.Header) bool {
	values := h["Content-Type"]
	if len(values) == 0 {
		return true
	}
	if len(values) > 1 {
		return false
	}
	if values[0] == "application/json" {
		return true
	}
	media, params, err := mime.ParseMediaType(values[0])
	if err != nil || media != "application/json" {
		return false
	}
	charset, given := params["charset"]
	return !given || strings.EqualFold(charset, "utf-8")
}
