package a2a

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"hora/bindings"
	"hora/canonical"
)

// The schemas of all data parts are made of the structs that read and write
// them: one a operation, and one of every answer. They are JSON Schema 2020-12.
//
//go:generate go test -run ^TestSchemas$ -generate .
//go:embed schemas/*.json
var schemas embed.FS

// Where the schemas are served, below the public URL.
const schemaPath = "/.well-known/schemas/a2a/"

// answerSchema is the name of the schema of answers.
const answerSchema = "answer"

func schemaURL(public, name string) string { return public + schemaPath + name + ".json" }

// A document is a file that is the same for everyone.
type document struct {
	body  []byte
	match []string // If-None-Match
}

// decodeSchema finds the schema that a path names. There is nothing to ask a
// desk for.
func decodeSchema(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	d := &document{match: in.Header["If-None-Match"]}
	if name := in.Path("schema"); !strings.ContainsAny(name, "/\\") {
		d.body, _ = schemas.ReadFile("schemas/" + name)
	}
	return canonical.Request{}, d, nil
}

// Encode is the document, whatever the outcome.
func (d *document) Encode(o canonical.Outcome) bindings.Outbound {
	switch {
	case o.Err != nil:
		return plain(http.StatusInternalServerError)
	case d.body == nil:
		return plain(http.StatusNotFound)
	}
	sum := sha256.Sum256(d.body)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:]) + `"`
	h := http.Header{"Cache-Control": {"public, max-age=300"}, "Etag": {tag}}
	if slices.ContainsFunc(d.match, func(list string) bool { return strings.Contains(list, tag) || list == "*" }) {
		return bindings.Outbound{Status: http.StatusNotModified, Header: h}
	}
	h.Set("Content-Type", "application/json")
	return bindings.Outbound{Status: http.StatusOK, Header: h, Body: d.body}
}

func (d *document) Refuse(err error) bindings.Outbound { return plain(bindings.StatusOf(err)) }

func plain(status int) bindings.Outbound {
	return bindings.Outbound{
		Status: status,
		Header: http.Header{"Content-Type": {"application/json"}, "Cache-Control": {"no-store"}},
		Body:   []byte(`{"error":"` + http.StatusText(status) + `"}`),
	}
}
