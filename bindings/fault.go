package bindings

import (
	"errors"
	"net/http"
)

// Faults of a call that every Reply must be able to refuse, whatever else its
// own Decode may report.
var (
	ErrTooLarge = errors.New("bindings: the body is longer than is read") // HTTP 413
	ErrQuery    = errors.New("bindings: the query cannot be parsed")      // malformed
	ErrBody     = errors.New("bindings: the body could not be read")      // malformed
	ErrNoRoute  = errors.New("bindings: there is nothing at this path")   // HTTP 404
	ErrMethod   = errors.New("bindings: the path takes other methods")    // HTTP 405; whoever serves adds Allow
)

// StatusOf is the HTTP status of such a fault, for answers that HTTP alone tells; that
// of any other error is 500.
func StatusOf(err error) int {
	switch {
	case errors.Is(err, ErrTooLarge):
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, ErrQuery), errors.Is(err, ErrBody):
		return http.StatusBadRequest
	case errors.Is(err, ErrNoRoute):
		return http.StatusNotFound
	case errors.Is(err, ErrMethod):
		return http.StatusMethodNotAllowed
	}
	return http.StatusInternalServerError
}
