package selfe_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/tools/txtar"
)

// answerSchemas are what the answers of the skills are, by the document.
var answerSchemas = map[string]string{
	"discover": "RegistryResult", "match": "RegistryResult", "book": "BookAnswer", "prepare_booking_handoff": "HandoffResult",
}

// What the golden files say to the registry, and what it answers, is by the
// schemas that it serves.
func TestGoldenBySchema(t *testing.T) {
	w := open(t)
	v := validators(t, w.get(public, "/.well-known/ucp/services/registry.openapi.json").Body.Bytes())
	var paths []string
	for _, pattern := range []string{"rosetta/*/selfe*.txtar", "quirks/selfe/*.txtar"} {
		found, err := filepath.Glob(filepath.Join("../../testdata", pattern))
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		paths = append(paths, found...)
	}
	seen := map[string]int{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		request := ""
		for _, f := range txtar.Parse(text).Files {
			switch {
			case f.Name == "request":
				request = string(f.Data)
				continue
			case f.Name != "response" || !strings.HasPrefix(request, "POST /registry/a2a"):
				continue
			}
			skill, command, result := golden(t, request, string(f.Data))
			if command == nil || result == nil {
				continue
			}
			seen[skill]++
			if err := v["Command"].Validate(instance(t, string(command))); err != nil {
				t.Errorf("%s: %s: %v", path, command, err)
			}
			if err := v[answerSchemas[skill]].Validate(instance(t, string(result))); err != nil {
				t.Errorf("%s: %s: %v", path, result, err)
			}
		}
	}
	for skill := range answerSchemas {
		if seen[skill] < 2 { // in either version
			t.Errorf("%d golden files with %s", seen[skill], skill)
		}
	}
}

// golden is what one exchange has in its data parts; nil where it has none.
func golden(t *testing.T, request, response string) (skill string, command, result jsontext.Value) {
	t.Helper()
	type message struct {
		Parts []wirePart `json:"parts"`
	}
	var asked struct {
		Params struct {
			Message message `json:"message"`
		} `json:"params"`
	}
	var answered struct {
		Result *wireObject `json:"result"`
	}
	_, body, _ := strings.Cut(request, "\n\n")
	_, reply, _ := strings.Cut(response, "\n\n")
	if json.Unmarshal([]byte(body), &asked) != nil || json.Unmarshal([]byte(reply), &answered) != nil || answered.Result == nil {
		return "", nil, nil
	}
	if parts := asked.Params.Message.Parts; len(parts) == 1 {
		command = parts[0].Data
	}
	var a answer
	a.result(answered.Result)
	var named struct {
		Skill string `json:"skill"`
	}
	if command == nil || a.data == "" || json.Unmarshal(command, &named) != nil {
		return "", nil, nil
	}
	return named.Skill, command, jsontext.Value(a.data)
}
