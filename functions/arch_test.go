package functions_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The rules of the house. Each is about the text of the module, not about
// what it does; what a rule allows beyond itself is listed with it.

// source is one Go file of the module.
type source struct {
	path string // from the root of the module, with slashes
	test bool
	file *ast.File
	text []byte
}

func (s source) dir() string { return path.Dir(s.path) }

// imports are the paths that the file imports.
func (s source) imports() []string {
	var all []string
	for _, i := range s.file.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		all = append(all, p)
	}
	return all
}

// sources are the module's Go files; modules of their own below testdata are
// not among them.
func sources(t *testing.T) (all []source, fset *token.FileSet) {
	t.Helper()
	fset = token.NewFileSet()
	err := fs.WalkDir(os.DirFS(".."), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || p != "." && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.IsDir() || path.Ext(p) != ".go":
			return nil
		}
		text, err := os.ReadFile(filepath.Join("..", p))
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(fset, p, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		all = append(all, source{p, strings.HasSuffix(p, "_test.go"), f, text})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all, fset
}

// forTests says that the file is linked into tests only.
func forTests(s source) bool {
	return slices.ContainsFunc([]string{"infra/storetest", "bindings/bindingtest", "functions/internal/runtimeapi"},
		func(root string) bool { return under(s.dir(), root) })
}

func under(p, root string) bool { return p == root || strings.HasPrefix(p, root+"/") }

// mayImport says which of the module's own packages a package may import.
func mayImport(dir, imported string) bool {
	allowed := func(roots ...string) bool {
		return slices.ContainsFunc(roots, func(r string) bool { return under(imported, r) })
	}
	switch {
	case dir == "canonical":
		return false
	case under(dir, "canonical"):
		return allowed("canonical")
	case dir == "bindings/registry":
		return allowed("bindings")
	case dir == "bindings/bindingtest":
		return !allowed("functions")
	case under(dir, "bindings"):
		return imported == "canonical" || imported == "bindings" || allowed("bindings/internal")
	case under(dir, "infra/storetest"):
		return allowed("canonical", "infra")
	case under(dir, "infra"):
		root := "infra/" + strings.Split(dir, "/")[1]
		return allowed("canonical", root)
	case under(dir, "functions/local"), under(dir, "functions/internal"):
		return true
	case under(dir, "functions") && slices.Contains(manifold, path.Base(dir)):
		return allowed("bindings", "canonical/engine", "functions/internal")
	case under(dir, "functions"):
		return imported == "bindings/"+path.Base(dir) || !allowed("bindings", "functions") || allowed("functions/internal")
	}
	return false
}

// manifold functions speak for more than one binding.
var manifold = []string{"a2a", "wellknown"}

// Dependencies point inwards: canonical knows nobody, bindings and infra know
// it and not each other, and functions know everybody.
func TestImports(t *testing.T) {
	all, _ := sources(t)
	for _, s := range all {
		for _, p := range s.imports() {
			own, ok := strings.CutPrefix(p, "hora/")
			if ok && !s.test && own != s.dir() && !mayImport(s.dir(), own) {
				t.Errorf("%s: imports %s", s.path, p)
			}
		}
	}
}

// reserved names the only places that may import a package, or one below it.
var reserved = []struct {
	imported string
	places   []string
}{
	{"github.com/aws/aws-sdk-go-v2/config", []string{"functions/local"}},
	{"github.com/aws/aws-sdk-go-v2", []string{"infra/dynamo", "functions/internal/boot", "functions/local"}},
	{"github.com/aws/smithy-go", []string{"infra/dynamo"}},
	{"github.com/aws/aws-lambda-go", []string{"infra/edge", "functions/internal/boot"}},
	{"github.com/awslabs/aws-lambda-go-api-proxy", []string{"infra/edge"}},
	{"go.etcd.io/bbolt", []string{"infra/bolt"}},
	{"math/rand", []string{"functions/internal/boot"}},
	{"crypto/rand", []string{"functions/internal/boot", "functions/local"}},
	{"github.com/oklog/ulid/v2", []string{"functions/internal/boot"}},
	{"time/tzdata", nil},   // the whole past of all zones, in every function
	{"html", nil},          // its table of entities too; html/template keeps every method alive
	{"encoding/json", nil}, // matches names in any case and takes the last of two
	{"regexp", nil},        // compiling at start costs every cold start
	{"unsafe", nil},
}

func TestReservedImports(t *testing.T) {
	all, _ := sources(t)
	for _, s := range all {
		if s.test || forTests(s) {
			continue
		}
		for _, p := range s.imports() {
			for _, r := range reserved {
				if !under(p, r.imported) {
					continue
				}
				if !slices.ContainsFunc(r.places, func(root string) bool { return under(s.dir(), root) }) {
					t.Errorf("%s: imports %s", s.path, p)
				}
				break
			}
			if under(s.dir(), "canonical") && strings.Contains(p, ".") && !under(p, "github.com/go-json-experiment/json") {
				t.Errorf("%s: the model imports %s", s.path, p)
			}
		}
	}
}

// calls that are an input to whoever makes them: what time it is, what the
// environment says.
var calls = []struct {
	pkg, name string
	places    []string
}{
	{"time", "Now", []string{"functions/internal/boot"}},
	{"time", "Since", []string{"functions/internal/boot"}},
	{"time", "Until", []string{"functions/internal/boot"}},
	{"time", "Local", nil},
	{"time", "LoadLocation", nil}, // looks on the machine first: canonical.Zone
	{"os", "Getenv", []string{"functions/internal/boot"}},
	{"os", "LookupEnv", []string{"functions/internal/boot"}},
	{"os", "Environ", []string{"functions/internal/boot"}},
	{"slog", "SetDefault", []string{"functions/internal/boot", "functions/local"}},
}

// elapsed are the files that may look at the clock, because they do nothing
// with it but tell the log how long something took.
var elapsed = []string{"bindings/translate.go"}

func TestCalls(t *testing.T) {
	all, fset := sources(t)
	for _, s := range all {
		if s.test || forTests(s) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := sel.X.(*ast.Ident)
			if !ok {
				return true
			}
			for _, c := range calls {
				if pkg.Name != c.pkg || sel.Sel.Name != c.name || c.pkg == "time" && slices.Contains(elapsed, s.path) {
					continue
				}
				if !slices.ContainsFunc(c.places, func(root string) bool { return under(s.dir(), root) }) {
					t.Errorf("%s: %s.%s", fset.Position(n.Pos()), c.pkg, c.name)
				}
			}
			return true
		})
	}
}

// What only the local desk or the tests need is in no function, and a client
// for the table in none that has no table.
func TestLinked(t *testing.T) {
	tpl := readTemplate(t)
	for _, name := range folders(t) {
		out, err := exec.Command("go", "list", "-deps", "./"+name).Output()
		if err != nil {
			t.Fatal(name, err)
		}
		heavy := []string{"go.etcd.io/bbolt", "github.com/aws/aws-sdk-go-v2/config", "hora/functions/local", "hora/infra/storetest", "testing"}
		if !slices.Contains(manifold, name) {
			heavy = append(heavy, "hora/bindings/registry")
		}
		if f := resourceOf(name); tpl.Resources[f] != nil && tpl.property(f, "Policies") == nil {
			heavy = append(heavy, "github.com/aws/aws-sdk-go-v2")
		}
		for p := range strings.Lines(string(out)) {
			p = strings.TrimSpace(p)
			if slices.ContainsFunc(heavy, func(h string) bool { return under(p, h) }) {
				t.Errorf("functions/%s links %s", name, p)
			}
		}
	}
}
