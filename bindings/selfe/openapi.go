package selfe

import (
	_ "embed"

	"hora/bindings"
	"hora/canonical"
)

// The document of all commands and answers, OpenAPI 3.1, made of the types in
// wire.go and answer.go.
//
//go:generate go test -run TestOpenAPI -generate .
//go:embed registry.openapi.json
var openAPI []byte

func decodeOpenAPI(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return canonical.Request{}, &documentReply{match: in.Header["If-None-Match"], body: func(*canonical.Registry) any { return openAPI }}, nil
}
