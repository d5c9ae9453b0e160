package functions_test

import (
	"bufio"
	"bytes"
	"go/ast"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// No value loses its type: maps of anything are for nobody.
func TestNoUntypedMaps(t *testing.T) {
	all, fset := sources(t)
	for _, s := range all {
		if s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			m, ok := n.(*ast.MapType)
			if !ok {
				return true
			}
			switch v := m.Value.(type) {
			case *ast.Ident:
				ok = v.Name == "any"
			case *ast.InterfaceType:
				ok = len(v.Methods.List) == 0
			default:
				ok = false
			}
			if ok {
				t.Errorf("%s: a map of any", fset.Position(n.Pos()))
			}
			return true
		})
	}
}

// A test that is skipped is not there.
func TestNoSkips(t *testing.T) {
	all, fset := sources(t)
	for _, s := range all {
		if !s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok {
				if sel, ok := c.Fun.(*ast.SelectorExpr); ok && slices.Contains([]string{"Skip", "Skipf", "SkipNow"}, sel.Sel.Name) {
					t.Errorf("%s: skips", fset.Position(n.Pos()))
				}
			}
			return true
		})
	}
}

// vague names say nothing about what is inside.
var vague = []string{"util", "utils", "common", "helper", "helpers", "types", "manager", "managers", "base", "misc", "shared", "lib", "core"}

const (
	longestFile = 400 // lines
	longestMain = 60
)

func TestFiles(t *testing.T) {
	all, _ := sources(t)
	for _, s := range all {
		lines := bytes.Count(s.text, []byte("\n"))
		if lines > longestFile {
			t.Errorf("%s: %d lines", s.path, lines)
		}
		if isFunction, _ := path.Match("functions/*/main.go", s.path); isFunction && lines > longestMain && !under(s.path, "functions/local") {
			t.Errorf("%s: %d lines; a function's main is wiring", s.path, lines)
		}
		name := strings.TrimSuffix(strings.TrimSuffix(path.Base(s.path), ".go"), "_test")
		for _, n := range append(strings.Split(s.dir(), "/"), name, s.file.Name.Name) {
			if slices.Contains(vague, n) {
				t.Errorf("%s: %q says nothing", s.path, n)
			}
		}
		scan := bufio.NewScanner(bytes.NewReader(s.text))
		for n := 1; scan.Scan(); n++ {
			for _, mark := range []string{"TO" + "DO", "FIX" + "ME", "XX" + "X"} {
				if strings.Contains(scan.Text(), mark) {
					t.Errorf("%s:%d: unfinished: %s", s.path, n, mark)
				}
			}
		}
	}
}

// Every package says what it is for.
func TestPackageComments(t *testing.T) {
	all, _ := sources(t)
	documented := map[string]bool{}
	for _, s := range all {
		if !s.test {
			documented[s.dir()] = documented[s.dir()] || s.file.Doc != nil
		}
	}
	for dir, ok := range documented {
		if !ok {
			t.Errorf("%s: no package comment", dir)
		}
	}
}

// top is all there is at the top of the tree.
var top = []string{".ci", ".gitignore", "LICENSE", "Makefile", "README.md", "bindings", "canonical", "functions", "go.mod", "go.sum", "infra", "template.yaml", "testdata"}

// left behind by tools, and not kept.
var left = []string{".git", ".aws-sam", "bin", "data", "node_modules"}

func TestLayout(t *testing.T) {
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if n := e.Name(); !slices.Contains(top, n) && !slices.Contains(left, n) {
			t.Errorf("%s has no place at the top", n)
		}
	}
}
