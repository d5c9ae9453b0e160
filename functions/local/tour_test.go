package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

// A stop of README's tour: commands to paste, and the answer they give.
type stop struct {
	line   int
	paste  string
	answer string // empty: none is shown
	plain  bool   // the answer is lines of text, not JSON
}

// The tour in README, pasted as it stands into one shell against a desk that
// was started as it says, gives the answers it shows. An answer may leave
// things out: "…" stands for any value, and at the end of an array or as a
// member's name for whatever else there is. Ids are not compared.
func TestTour(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	begin, stops := tour(t, string(text))
	dir := t.TempDir()
	ours := strings.NewReplacer("/tmp/", dir+"/", "go run ./functions/local", asProcess+"=1 "+os.Args[0])
	before, desks, ok := cutLast(begin, "\ngo run ./functions/local ")
	if !ok {
		t.Fatalf("nothing starts the desk:\n%s", begin)
	}
	bash(t, ours.Replace(before))
	p := desk(t, filepath.Join(dir, "hora-tour"), strings.Fields(ours.Replace(desks))...)
	ours = strings.NewReplacer("/tmp/", dir+"/", "go run ./functions/local", asProcess+"=1 "+os.Args[0], "http://127.0.0.1:8080", p.url)
	var script strings.Builder
	for i, s := range stops {
		fmt.Fprintf(&script, "{\n%s\n} > %s\n", ours.Replace(s.paste), filepath.Join(dir, fmt.Sprint(i)))
	}
	bash(t, script.String())
	for i, s := range stops {
		got, err := os.ReadFile(filepath.Join(dir, fmt.Sprint(i)))
		if err != nil {
			t.Fatal(err)
		}
		if s.answer == "" {
			continue
		}
		if s.plain {
			if d := cmp.Diff(s.answer, string(got)); d != "" {
				t.Errorf("README.md:%d: the answer is another (-shown +given):\n%s", s.line, d)
			}
			continue
		}
		var want, have any
		if err := json.Unmarshal([]byte(s.answer), &want); err != nil {
			t.Fatalf("README.md:%d: the answer shown: %v", s.line, err)
		}
		if err := json.Unmarshal(got, &have); err != nil {
			t.Errorf("README.md:%d: the answer given: %v\n%s", s.line, err, got)
			continue
		}
		if at := differs("", want, have); at != "" {
			v := jsontext.Value(got)
			v.Indent()
			t.Errorf("README.md:%d: the answer is another at %s:\n%s", s.line, at, v)
		}
	}
}

// bash runs a script where a reader would, at the root of the tree.
func bash(t *testing.T, script string) {
	t.Helper()
	shell := exec.CommandContext(t.Context(), "bash", "-u", "-c", script)
	shell.Dir = filepath.Join("..", "..")
	if out, err := shell.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// tour finds what starts the desk, the first shell block, and the stops: every
// other one, each with the JSON or the text that follows it.
func tour(t *testing.T, text string) (begin string, stops []stop) {
	t.Helper()
	began := strings.Index(text, "\n## A five-minute tour\n")
	if began < 0 {
		t.Fatal("README.md has no tour")
	}
	rest := text[began+1:]
	if end := strings.Index(rest[1:], "\n## "); end >= 0 {
		rest = rest[:end+1]
	}
	line := strings.Count(text[:began+1], "\n")
	for _, m := range regexp.MustCompile("(?s)```(sh|json|text)\n(.*?)```").FindAllStringSubmatchIndex(rest, -1) {
		kind, body := rest[m[2]:m[3]], rest[m[4]:m[5]]
		switch {
		case kind != "sh":
			last := &stops[len(stops)-1]
			last.answer, last.plain = body, kind == "text"
		case begin == "":
			begin = body
		default:
			stops = append(stops, stop{line: line + strings.Count(rest[:m[0]], "\n") + 1, paste: body})
		}
	}
	if len(stops) < 4 {
		t.Fatalf("the tour has %d stops", len(stops))
	}
	return begin, stops
}

var id = regexp.MustCompile(`[0-7][0-9A-HJKMNP-TV-Z]{25}`)

// differs says where what was given is not what is shown; empty: nowhere.
func differs(at string, want, have any) string {
	switch w := want.(type) {
	case map[string]any:
		h, ok := have.(map[string]any)
		_, open := w["…"]
		if !ok || !open && len(w) != len(h) {
			return at + " (members)"
		}
		for name, value := range w {
			if name == "…" {
				continue
			}
			v, ok := h[name]
			if !ok {
				return at + "." + name
			}
			if d := differs(at+"."+name, value, v); d != "" {
				return d
			}
		}
		return ""
	case []any:
		h, ok := have.([]any)
		open := len(w) > 0 && w[len(w)-1] == "…"
		if open {
			w = w[:len(w)-1]
		}
		if !ok || len(h) < len(w) || !open && len(h) != len(w) {
			return at + " (length)"
		}
		for i := range w {
			if d := differs(fmt.Sprintf("%s[%d]", at, i), w[i], h[i]); d != "" {
				return d
			}
		}
		return ""
	case string:
		h, ok := have.(string)
		if w == "…" || ok && id.ReplaceAllString(w, "") == id.ReplaceAllString(h, "") {
			return ""
		}
		return at
	}
	if want != have {
		return at
	}
	return ""
}
