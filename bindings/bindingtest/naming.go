package bindingtest

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/canonical"
)

// naming holds a binding to one way of naming members of a call over A2A. A
// JSON-RPC error names them by their path from the params, whoever has found
// fault with them, Decode or the desk: what the path leads into is there in the
// call, or would be in what is there of the message. Where nothing has said them,
// for no part has data, they go by their names alone.
func naming(t *testing.T, b bindings.Binding, calls []*exchange) {
	checked := 0
	for _, e := range calls {
		d := &scripted{outcome: failure(canonical.Internal)}
		first := serve(b, d, e.http(t))
		if d.last.Channel != "a2a" {
			if d.asked == 0 { // Decode refuses it
				checked += named(t, e, first.Body.Bytes())
			}
			continue
		}
		if d.asked == 0 {
			continue
		}
		for _, path := range arguments(t, d.last.Command) {
			refusal := canonical.Refuse(canonical.Invalid)
			for _, rule := range []canonical.Rule{canonical.RuleFit, canonical.RuleSpan} {
				refusal.Problems = []canonical.Problem{{Path: path, Rule: rule, Max: 7}}
				w := serve(b, &scripted{outcome: canonical.Outcome{Err: refusal}}, e.http(t))
				checked += named(t, e, w.Body.Bytes())
			}
		}
	}
	t.Logf("%d members were named", checked)
}

// arguments are the names that the desk has for what a command says, and one
// that it finds fault with though nothing was said.
func arguments(t *testing.T, c canonical.Command) (all []string) {
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for p := range members(text) {
		if name := strings.TrimPrefix(string(p), "/"); !strings.Contains(name, "/") {
			all = append(all, name)
		} else if slices.Contains([]string{"stay/check_in", "stay/check_out", "client/email"}, name) {
			all = append(all, strings.Replace(name, "/", ".", 1))
		}
	}
	if canonical.OpOf(c).Writes() || canonical.OpOf(c) == canonical.OpFindSlots {
		all = append(all, "duration_minutes")
	}
	return all
}

// named checks the fields of a JSON-RPC error, and counts them.
func named(t *testing.T, e *exchange, body []byte) (checked int) {
	t.Helper()
	var answer struct {
		Error struct {
			Data jsontext.Value `json:"data"`
		} `json:"error"`
	}
	if json.Unmarshal(body, &answer) != nil {
		return 0
	}
	_, request, _ := bytes.Cut(e.request, []byte("\n\n"))
	there, data := map[string]bool{"/params": true}, false
	for p := range members(request) {
		there[string(p)] = true
		data = data || p.LastToken() == "data"
	}
	for p, v := range members(answer.Error.Data) {
		if p.LastToken() != "field" {
			continue
		}
		var field string
		if json.Unmarshal(v, &field) != nil {
			continue
		}
		checked++
		into := above("/params/" + strings.NewReplacer(".", "/", "[", "/", "]", "").Replace(field))
		rooted := strings.HasPrefix(field, "message.")
		if !there[into] && (rooted && !there[above(into)] || !rooted && data) {
			t.Errorf("%s: an error names %s, and the call has no %s", e.name, field, into)
		}
	}
	return checked
}

func above(path string) string { return path[:max(strings.LastIndexByte(path, '/'), 0)] }

// members are all members of a JSON text by where they are, with what they are
// if that is no object or array.
func members(text []byte) func(yield func(jsontext.Pointer, jsontext.Value) bool) {
	return func(yield func(jsontext.Pointer, jsontext.Value) bool) {
		dec := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
		for {
			kind := dec.PeekKind()
			var v jsontext.Value
			if kind == '{' || kind == '[' || kind == '}' || kind == ']' {
				if _, err := dec.ReadToken(); err != nil {
					return
				}
				if kind == '}' || kind == ']' {
					continue
				}
			} else {
				var err error
				if v, err = dec.ReadValue(); err != nil {
					return
				}
			}
			if p := dec.StackPointer(); p != "" && !yield(p, v) {
				return
			}
		}
	}
}
