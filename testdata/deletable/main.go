// Command deletable shows that a dialect is where it says it is and nowhere
// else. In a copy of the tree it removes each binding in turn: its folder, its
// function, its lines in the registry, its routes in the template and its
// fixtures. In another copy it adds one more, from the template beside it. What
// is left must build and pass.
package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/txtar"
)

func main() {
	names := os.Args[1:]
	if len(names) == 0 {
		all, err := bindingsOf(".")
		if err != nil {
			fail(err)
		}
		names = append(all, sixth)
	}
	work, err := os.MkdirTemp("", "hora-deletable")
	if err != nil {
		fail(err)
	}
	failed := false
	for _, name := range names {
		began := time.Now()
		change, what := remove, "without "+name
		if name == sixth {
			change, what = add, "with "+name
		}
		err := try(filepath.Join(work, name), name, change)
		if err != nil {
			failed = true
			fmt.Printf("%s: %v\n", what, err)
		} else {
			fmt.Printf("%s: all is well (%v)\n", what, time.Since(began).Round(time.Second))
		}
	}
	os.RemoveAll(work)
	if failed {
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "deletable:", err)
	os.Exit(1)
}

// bindingsOf are the names of the bindings in a tree.
func bindingsOf(root string) (names []string, err error) {
	entries, err := os.ReadDir(filepath.Join(root, "bindings"))
	for _, e := range entries {
		if e.IsDir() && !slices.Contains([]string{"internal", "registry", "bindingtest"}, e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// try makes a change in a copy of the tree and sees whether it still stands.
func try(root, name string, change func(root, name string) error) error {
	if err := copyTree(root); err != nil {
		return err
	}
	if err := change(root, name); err != nil {
		return err
	}
	for _, c := range [][]string{
		{"go", "build", "./..."},
		{"go", "vet", "./..."},
	} {
		if err := run(root, c...); err != nil {
			return err
		}
	}
	if err := tables(root); err != nil {
		return err
	}
	inTree := rules
	if name == sixth {
		inTree += "|TestFunctions$"
	}
	for _, c := range [][]string{
		{"go", "test", "-skip", "^(" + strings.Trim(house+"|"+atFrontDoor[name], "|") + ")$", "./bindings/...", "./functions/internal/...", "./functions/local"},
		{"go", "test", "-run", "^(" + inTree + ")", "./functions"},
	} {
		if err := run(root, c...); err != nil {
			return err
		}
	}
	return nil
}

const (
	// house are the tests that show all dialects side by side, or one for all:
	// they are for whoever removes it to change.
	house = "TestSites|TestTraces|TestTour|TestServe|TestKill|TestCardModified"

	// rules are the tests of the tree and of the template.
	rules = "TestTemplate|TestImports|TestReserved|TestCalls|TestLinked|TestNo|TestFiles|TestPackage|TestLayout"
)

// atFrontDoor are the tests of the front door that are said in a dialect's
// words.
var atFrontDoor = map[string]string{"servicialo": "TestWhoMay|TestServicialoAtBothDoors|TestTaskInServicialosWords|TestReadsWriteNothing"}

func run(root string, command ...string) error {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "HORA_ACTS=1000") // of the reference's, enough to see that it takes part
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, last(out, 40000))
	}
	return nil
}

// tables lets the fixtures be written anew. Rows of the tables of errors may
// have gone, and none may have changed; the front door may tell of other
// dialects than before; nothing else may be answered otherwise.
func tables(root string) error {
	before, err := fixtures(root)
	if err != nil {
		return err
	}
	if err := run(root, "go", "test", "-run", "^(TestBindings|TestMatrix)$", "./bindings/registry", "-update"); err != nil {
		return err
	}
	after, err := fixtures(root)
	if err != nil {
		return err
	}
	for name, now := range after {
		was := map[string]string{}
		for _, f := range txtar.Parse(before[name]).Files {
			was[f.Name] = string(f.Data)
		}
		table := strings.HasPrefix(name, "testdata/errors/")
		if strings.HasPrefix(name, "testdata/quirks/a2a/") || name == "testdata/errors/a2a.txtar" {
			continue
		}
		if !table && !bytes.Equal(now, before[name]) {
			return fmt.Errorf("%s is answered otherwise", name)
		}
		for _, f := range txtar.Parse(now).Files {
			if d, there := was[f.Name]; table && before[name] != nil && (!there || d != string(f.Data)) {
				return fmt.Errorf("%s: %s ends otherwise", name, f.Name)
			}
		}
	}
	return nil
}

func fixtures(root string) (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, pattern := range []string{"testdata/errors/*.txtar", "testdata/rosetta/*/*.txtar", "testdata/quirks/*/*.txtar"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				return nil, err
			}
			name, _ := filepath.Rel(root, f)
			all[name] = b
		}
	}
	return all, nil
}

func last(b []byte, n int) []byte { return b[max(0, len(b)-n):] }

// copyTree copies what git has or would take: no builds, no caches.
func copyTree(to string) error {
	out, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		b, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			continue // removed, and git does not know yet
		}
		if err != nil {
			return err
		}
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		if err := write(filepath.Join(to, name), b, info.Mode()); err != nil {
			return err
		}
	}
	return nil
}

func write(name string, b []byte, mode fs.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, b, mode.Perm())
}

// edit rewrites a file line by line; lines that keep answers false for go.
func edit(name string, each func(line string) (changed string, keep bool)) error {
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var out strings.Builder
	for l := range strings.Lines(string(b)) {
		if l, keep := each(l); keep {
			out.WriteString(l)
		}
	}
	return os.WriteFile(name, []byte(out.String()), 0o644)
}
