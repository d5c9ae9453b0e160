// Package usp holds the USP dialect of a desk that runs against what its
// authors publish: JSON Schemas, an OpenAPI document, examples and vectors. They
// are not ours to copy: HORA_USP names the folder that has them.
package usp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// published is a file of theirs.
func published(t *testing.T, path string) string {
	t.Helper()
	folder := os.Getenv("HORA_USP")
	if folder == "" {
		t.Fatal("HORA_USP is to name a folder with schemas/usp, fixtures/usp and fixtures/usp-vectors")
	}
	return filepath.Join(folder, filepath.FromSlash(path))
}

func decode(t *testing.T, name string) (v any) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if v, err = jsonschema.UnmarshalJSON(strings.NewReader(string(text))); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

// contract is their OpenAPI document with the schemas behind it.
type contract struct {
	*jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
	paths    map[string]any
}

const openAPI = "https://usp-protocol.dev/schemas/openapi/usp-rest.json"

func readContract(t *testing.T) *contract {
	t.Helper()
	c := &contract{jsonschema.NewCompiler(), map[string]*jsonschema.Schema{}, nil}
	c.AssertFormat()
	files, err := filepath.Glob(published(t, "schemas/usp/*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no schemas", err)
	}
	for _, name := range files {
		doc := decode(t, name).(map[string]any)
		url, _ := doc["$id"].(string)
		if filepath.Base(name) == "openapi-usp-rest.json" {
			url, c.paths = openAPI, doc["paths"].(map[string]any)
		}
		if url == "" {
			continue // what MCP has instead
		}
		correct(doc)
		if err := c.AddResource(url, doc); err != nil {
			t.Fatal(name, err)
		}
	}
	return c
}

// correct makes a schema allow what the specification itself says and shows: in
// names of capabilities the hyphen of their own namespace; unrecoverable
// messages; and a recipient of whom less is known than of the buyer.
func correct(v any) {
	switch v := v.(type) {
	case map[string]any:
		if p, _ := v["pattern"].(string); p == `^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$` {
			v["pattern"] = `^[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*)+$`
		}
		if severities, _ := v["enum"].([]any); len(severities) == 3 && severities[1] == "recoverable" {
			v["enum"] = append(severities, "unrecoverable")
		}
		if properties, _ := v["properties"].(map[string]any); properties["recipient"] != nil {
			properties["recipient"] = map[string]any{"type": "object"}
		}
		for _, member := range v {
			correct(member)
		}
	case []any:
		for _, element := range v {
			correct(element)
		}
	}
}

// at is the schema at a place of the OpenAPI document.
func (c *contract) at(t *testing.T, place ...string) *jsonschema.Schema {
	t.Helper()
	url := openAPI + "#"
	for _, name := range place {
		url += "/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(name)
	}
	if c.compiled[url] == nil {
		s, err := c.Compile(url)
		if err != nil {
			t.Fatal(err)
		}
		c.compiled[url] = s
	}
	return c.compiled[url]
}

// holds says whether a body is what an operation answers. The document knows
// no outcome in place of what was to be made: then there is only its envelope
// and the messages to look at.
func (c *contract) holds(t *testing.T, method, template string, status int, body []byte) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(body)))
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", method, template, err, body)
	}
	s := c.at(t, "components", "schemas", "ProblemDetails")
	if status < 300 {
		if s = c.success(t, method, template); told(v) {
			s = c.at(t, "components", "schemas", "USPEnvelope")
			for _, m := range v.(map[string]any)["messages"].([]any) {
				if err := c.at(t, "components", "schemas", "Message").Validate(m); err != nil {
					t.Errorf("%s %s: %v\n%s", method, template, err, body)
				}
			}
		}
	}
	if err := s.Validate(v); err != nil {
		t.Errorf("%s %s: %v\n%s", method, template, err, body)
	}
}

// success is the schema of what an operation answers where it does what it is
// asked: with 200 or 201, it has one of them.
func (c *contract) success(t *testing.T, method, template string) *jsonschema.Schema {
	t.Helper()
	operation, _ := c.paths[template].(map[string]any)[strings.ToLower(method)].(map[string]any)
	for _, status := range []string{"200", "201"} {
		if responses, _ := operation["responses"].(map[string]any); responses[status] != nil {
			return c.at(t, "paths", template, strings.ToLower(method), "responses", status, "content", "application/json", "schema")
		}
	}
	t.Fatalf("%s %s is not in the document", method, template)
	return nil
}

// told says whether an answer is only words: an outcome in place of what was to
// be made.
func told(v any) bool {
	members, _ := v.(map[string]any)
	messages, _ := members["messages"].([]any)
	if len(messages) == 0 || members["booking"] != nil || members["hold"] != nil || members["entry"] != nil {
		return false
	}
	first, _ := messages[0].(map[string]any)
	return first["type"] == "error"
}

func text(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}
