package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// sixth is the binding that is added; its files are in a folder of its name,
// laid out as in the tree. They are text there, so that no tool takes them for
// part of it.
const sixth = "sixth"

// add takes the README's steps: the binding, its line in the registry, its
// fixtures and its rows beside the others', the allowance of its door, its
// function and what the template has for that.
func add(root, name string) error {
	from := filepath.Join("testdata/deletable", name)
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "template.yaml" {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		to, _ := filepath.Rel(from, path)
		return write(filepath.Join(root, strings.TrimSuffix(to, ".txt")), b, 0o644)
	})
	if err != nil {
		return err
	}
	err = edit(filepath.Join(root, "bindings/registry/registry.go"), func(l string) (string, bool) {
		switch strings.TrimSpace(l) {
		case `"hora/bindings/servicialo"`:
			l += "\t\"hora/bindings/sixth\"\n"
		case "servicialo.New(c.PublicURL),":
			l += "\t\tsixth.New(),\n"
		}
		return l, true
	})
	if err != nil {
		return err
	}
	err = edit(filepath.Join(root, "testdata/rosetta/README.md"), func(l string) (string, bool) {
		switch {
		case strings.HasPrefix(l, "| `usp-rest` | usp |"):
			l = "| `sixth` | sixth | `/sixth/{org}/…` |\n" + l
		case strings.HasPrefix(l, "| `usp-*`, `a2a-usp-*` | `services` |"):
			l = "| `sixth` | `*` | – | It looks for times of a day and takes one. |\n" + l
		}
		return l, true
	})
	if err != nil {
		return err
	}
	err = edit(filepath.Join(root, "infra/identity/allowance.go"), func(l string) (string, bool) {
		if strings.HasPrefix(l, "\t{Door: \"a2a\",") {
			l += "\t{Door: \"sixth\", Minute: 6000},\n"
		}
		return l, true
	})
	if err != nil {
		return err
	}
	resources, err := os.ReadFile(filepath.Join(from, "template.yaml"))
	if err != nil {
		return err
	}
	return edit(filepath.Join(root, "template.yaml"), func(l string) (string, bool) {
		if strings.HasPrefix(l, "  SweepFunction:") {
			l = string(resources) + l
		}
		return l, true
	})
}
