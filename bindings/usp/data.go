package usp

import (
	"strings"

	"hora/bindings/internal/a2awire"
)

// dataPart is a response object as a data part. What each version calls the
// media type is written by the envelope.
func dataPart(op *operation, body any) a2awire.OutPart {
	p := a2awire.Data(body)
	p.Metadata, p.MediaType, p.MimeType = op.metadata, mediaType, mediaType
	return p
}

const mediaType = "application/json"

// isJSON says whether a media type, its parameters aside, is that of JSON.
func isJSON(s string) bool {
	s, _, _ = strings.Cut(s, ";")
	return strings.EqualFold(strings.TrimSpace(s), mediaType)
}
