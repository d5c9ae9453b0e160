package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"hora/bindings"
	"hora/bindings/registry"
)

// remove takes a binding out of a tree.
func remove(root, name string) error {
	for _, folder := range []string{"bindings/" + name, "functions/" + name, "testdata/quirks/" + name, "testdata/events/" + name} {
		if err := os.RemoveAll(filepath.Join(root, folder)); err != nil {
			return err
		}
	}
	for _, pattern := range []string{
		"testdata/errors/" + name + ".txtar",
		"testdata/rosetta/*/" + name + ".txtar", "testdata/rosetta/*/" + name + "-*.txtar",
		"testdata/rosetta/*/a2a-" + name + "-*.txtar", // said in its words, at the front door
		"testdata/quirks/*/" + name + "*.txtar",
	} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return err
		}
		for _, f := range files {
			if err := os.Remove(f); err != nil {
				return err
			}
		}
	}
	if err := calls(root, name); err != nil {
		return err
	}
	if err := testsOf(root, name); err != nil {
		return err
	}
	err := edit(filepath.Join(root, "bindings/registry/registry.go"), func(l string) (string, bool) {
		return l, !strings.Contains(l, `"hora/bindings/`+name+`"`) && !strings.HasPrefix(strings.TrimSpace(l), name+".")
	})
	if err != nil {
		return err
	}
	return fromTemplate(root, name)
}

// marks are what dialects are known by at the front door.
var marks = map[string]string{"servicialo": `"intent"`, "usp": `"usp"`, "selfe": `"skill"`}

// calls removes from the front door's fixtures the calls in the dialect's
// words, with their answers.
func calls(root, name string) error {
	files, err := filepath.Glob(filepath.Join(root, "testdata/quirks/a2a/*.txtar"))
	if err != nil || marks[name] == "" {
		return err
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		a := txtar.Parse(b)
		var kept []txtar.File
		drop := false
		for _, f := range a.Files {
			if strings.HasPrefix(f.Name, "request") {
				drop = bytes.Contains(f.Data, []byte(marks[name]))
			}
			if !drop {
				kept = append(kept, f)
			}
		}
		a.Files = kept
		if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
			return err
		}
		if len(kept) == 0 {
			err = os.Remove(file)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// testsOf removes the tests that are about the binding as well as about
// another: those that import it.
func testsOf(root, name string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		b, err := os.ReadFile(path)
		if err == nil && bytes.Contains(b, []byte(`"hora/bindings/`+name+`"`)) {
			err = os.Remove(path)
		}
		return err
	})
}

// fromTemplate removes the function, its log and its alarms, and the documents
// at the root that are the binding's alone.
func fromTemplate(root, name string) error {
	resource := strings.ToUpper(name[:1]) + name[1:]
	alone := documents(name)
	gone := false
	return edit(filepath.Join(root, "template.yaml"), func(l string) (string, bool) {
		if strings.HasPrefix(l, "  ") && !strings.HasPrefix(l, "   ") || l != "\n" && l[0] != ' ' { // a resource, or a section, begins
			head := strings.TrimSuffix(strings.TrimSpace(l), ":")
			gone = slices.ContainsFunc([]string{"Function", "Log", "Errors", "Throttles"}, func(s string) bool { return head == resource+s })
		}
		if strings.Contains(l, "Type: HttpApi") && slices.ContainsFunc(alone, func(p string) bool { return strings.Contains(l, `"`+p+`"`) }) {
			return "", false
		}
		return l, !gone
	})
}

// documents are the patterns at the root of a host that no other binding has.
func documents(name string) (alone []string) {
	owners := map[string][]string{}
	for _, b := range registry.All(bindings.Config{PublicURL: "https://desk.example"}) {
		for _, r := range b.Routes() {
			if strings.HasPrefix(r.Pattern, "/.well-known/") {
				owners[r.Pattern] = append(owners[r.Pattern], b.Name())
			}
		}
	}
	for p, names := range owners {
		if slices.Equal(names, []string{name}) {
			alone = append(alone, p)
		}
	}
	return alone
}
