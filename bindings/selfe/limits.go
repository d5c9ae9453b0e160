package selfe

import (
	"errors"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/wirejson"
)

// What the registry reads at most, tighter than the desk: who goes beyond it is
// told the bound.
const (
	maxBody  = 256 << 10 // bytes
	maxDepth = 32        // objects and arrays within each other, in a whole body

	around = 5 // of these lie around the data part of a message
)

const (
	reasonLarge = "BODY_TOO_LARGE"
	reasonDeep  = "JSON_TOO_DEEP"
)

var (
	tooLarge = "The body is longer than " + strconv.Itoa(maxBody) + " bytes"
	tooDeep  = "The body is nested deeper than " + strconv.Itoa(maxDepth) + " levels"
)

// Refuse answers what could not be read, or is more than is read here.
func (r *reply) Refuse(err error) bindings.Outbound {
	switch {
	case errors.Is(err, bindings.ErrTooLarge):
		err = &a2awire.Error{
			Code: -32600, Message: tooLarge, Status: 413, Reason: reasonLarge, Domain: r.host, Metadata: map[string]string{"maxBytes": strconv.Itoa(maxBody)},
		}
	case errors.Is(err, a2awire.ErrTooDeep):
		err = &a2awire.Error{Code: -32700, Message: tooDeep, Reason: reasonDeep, Domain: r.host, Metadata: map[string]string{"maxDepth": strconv.Itoa(maxDepth)}}
	}
	return r.Reply.Refuse(err)
}

// bounded holds a data part, at that path of a message of another door, to what
// could have come through the registry's own.
func bounded(data jsontext.Value, at string) error {
	v := a2awire.Violation{Field: at}
	switch {
	case len(data) > maxBody:
		v.Description = "is longer than " + strconv.Itoa(maxBody) + " bytes"
	case wirejson.Deeper(data, maxDepth-around):
		v.Description = "is nested deeper than " + strconv.Itoa(maxDepth-around) + " levels"
	default:
		return nil
	}
	return a2awire.InvalidParams(v)
}
