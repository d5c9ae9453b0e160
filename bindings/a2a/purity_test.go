package a2a_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"golang.org/x/tools/txtar"
)

// Names that only one of the versions has, outside of what a data part holds.
var (
	only03 = []string{"kind", "final", "file", "bytes", "uri", "mimeType", "blocking"}
	only10 = []string{"mediaType", "filename", "raw", "url", "@type"}
)

// No answer of the fixtures mixes the versions: what is of the other, by name
// or by spelling, is nowhere in it.
func TestAnswersAreOfOneVersion(t *testing.T) {
	var files []string
	for _, pattern := range []string{"rosetta/*/a2a-*.txtar", "quirks/a2a/*.txtar", "errors/a2a.txtar"} {
		found, _ := filepath.Glob("../../testdata/" + pattern)
		files = append(files, found...)
	}
	seen := map[string]int{}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range ar.Files {
			head, body, _ := strings.Cut(string(s.Data), "\n\n")
			_, version, ok := strings.Cut(head, "A2a-Version: ")
			if !ok || !strings.HasPrefix(head, "HTTP/1.1 ") {
				continue
			}
			version = version[:3]
			var v any
			if err := json.Unmarshal([]byte(body), &v); err != nil {
				t.Fatalf("%s %d: %v", file, i, err)
			}
			seen[version]++
			for _, fault := range mixed(v, version == "1.0") {
				t.Errorf("%s %d, version %s: %s", filepath.Base(file), i, version, fault)
			}
		}
	}
	if seen["0.3"] < 100 || seen["1.0"] < 100 {
		t.Errorf("only %v answers", seen)
	}
}

// mixed finds what is of the other version in an answer.
func mixed(v any, v1 bool) (faults []string) {
	others := only10
	if v1 {
		others = only03
	}
	var walk func(name string, v any)
	walk = func(name string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for member, inner := range v {
				if slices.Contains(others, member) {
					faults = append(faults, "the member "+member)
				}
				switch {
				case inner == nil:
					faults = append(faults, member+" is null")
				case member == "data" && name == "error":
					if _, list := inner.([]any); list != v1 {
						faults = append(faults, fmt.Sprintf("error.data is %T", inner))
					}
					walk(member, inner)
				case member == "data", member == "metadata":
					// what a data part holds is the vocabulary's own
				default:
					walk(member, inner)
				}
			}
		case []any:
			if len(v) == 0 && name != "tasks" {
				faults = append(faults, name+" is empty")
			}
			for _, inner := range v {
				walk(name, inner)
			}
		case string:
			upper := strings.HasPrefix(v, "TASK_STATE_") || strings.HasPrefix(v, "ROLE_")
			if (name == "state" || name == "role") && upper != v1 || upper && !v1 {
				faults = append(faults, name+" is "+v)
			}
		}
	}
	top, _ := v.(map[string]any)
	walk("error", top["error"])
	if top["error"] == nil {
		faults = nil // there is none, and that is no null member
	}
	if top["result"] != nil {
		walk("result", top["result"])
	}
	return faults
}
