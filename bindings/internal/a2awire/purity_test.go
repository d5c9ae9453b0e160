package a2awire_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/tools/txtar"
)

// pure says what in a response belongs to the other version (litellm#30795,
// aegra#625, a2a-go#385): a member name, a way to write an enum, a null member, an
// empty list, or error.data of another shape. What data and metadata hold is
// the dialect's matter.
func pure(version string, body []byte) (faults []string) {
	var response struct {
		JSONRPC string         `json:"jsonrpc"`
		ID      jsontext.Value `json:"id"`
		Result  jsontext.Value `json:"result"`
		Error   *struct {
			Code    int            `json:"code"`
			Message string         `json:"message"`
			Data    jsontext.Value `json:"data"`
		} `json:"error"`
	}
	if err := json.Unmarshal(body, &response, json.RejectUnknownMembers(true)); err != nil {
		return []string{err.Error()}
	}
	if response.JSONRPC != "2.0" || response.ID == nil || (response.Result == nil) == (response.Error == nil) {
		faults = append(faults, "no JSON-RPC response")
	}
	if e := response.Error; e != nil && e.Data != nil {
		var list []struct {
			Type string `json:"@type"`
		}
		switch {
		case version == "0.3" && e.Data.Kind() != '{', version == "0.3" && string(e.Data) == "{}":
			faults = append(faults, "0.3 error.data "+string(e.Data))
		case version == "1.0" && json.Unmarshal(e.Data, &list) != nil, version == "1.0" && len(list) == 0:
			faults = append(faults, "1.0 error.data "+string(e.Data))
		}
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, member := range v {
				if name == "data" || name == "metadata" {
					continue
				}
				switch {
				case member == nil:
					faults = append(faults, "null "+name)
				case version == "1.0" && (name == "kind" || name == "final" || name == "mimeType" || name == "file"):
					faults = append(faults, "1.0 "+name)
				case version == "0.3" && (name == "mediaType" || name == "filename" || name == "raw" || name == "url" || name == "statusUpdate" || name == "task"):
					faults = append(faults, "0.3 "+name)
				}
				if list, ok := member.([]any); ok && len(list) == 0 && name != "tasks" {
					faults = append(faults, "empty "+name)
				}
				if s, ok := member.(string); ok && (name == "state" || name == "role") {
					if (strings.ToUpper(s) == s) != (version == "1.0") {
						faults = append(faults, version+" "+name+" "+s)
					}
				}
				walk(member)
			}
		case []any:
			for _, e := range v {
				walk(e)
			}
		}
	}
	var result any
	if response.Result != nil {
		json.Unmarshal(response.Result, &result)
	}
	walk(result)
	return faults
}

func TestPurity(t *testing.T) {
	files, _ := filepath.Glob("../../../testdata/quirks/a2awire/*.txtar")
	seen := map[string]int{}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ar.Files {
			if !strings.HasSuffix(f.Name, " response") {
				continue
			}
			head, body, _ := bytes.Cut(f.Data, []byte("\n\n"))
			version := "1.0"
			if bytes.Contains(head, []byte("A2a-Version: 0.3")) {
				version = "0.3"
			}
			seen[version]++
			for _, fault := range pure(version, bytes.TrimSpace(body)) {
				t.Errorf("%s, %s: %s", filepath.Base(file), f.Name, fault)
			}
		}
	}
	if seen["0.3"] < 50 || seen["1.0"] < 100 {
		t.Errorf("responses: %v", seen)
	}
}

// The check itself sees what it is there to see.
func TestPure(t *testing.T) {
	for _, tt := range []struct{ version, body string }{
		{"1.0", `{"jsonrpc":"2.0","id":1,"result":{"task":{"kind":"task"}}}`},
		{"1.0", `{"jsonrpc":"2.0","id":1,"result":{"status":{"state":"completed"}}}`},
		{"1.0", `{"jsonrpc":"2.0","id":1,"result":{"history":[]}}`},
		{"1.0", `{"jsonrpc":"2.0","id":1,"result":{"name":null}}`},
		{"1.0", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":[]}}`},
		{"1.0", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":{}}}`},
		{"1.0", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","more":1}}`},
		{"1.0", `{"jsonrpc":"2.0","id":1}`},
		{"1.0", `{"jsonrpc":"2.0","result":{}}`},
		{"0.3", `{"jsonrpc":"2.0","id":1,"result":{"parts":[{"mediaType":"a/b"}]}}`},
		{"0.3", `{"jsonrpc":"2.0","id":1,"result":{"role":"ROLE_AGENT"}}`},
		{"0.3", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":[{}]}}`},
	} {
		if pure(tt.version, []byte(tt.body)) == nil {
			t.Errorf("%s %s is pure", tt.version, tt.body)
		}
	}
}
