package bindingtest

import "net/http"

// Native says what is wrong with an answer, whatever dialect it is in; nil if
// nothing is.
func Native(status int, header http.Header, body []byte) error {
	return wellFormed(status, header, body)
}
