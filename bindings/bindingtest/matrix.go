package bindingtest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hora/bindings"
	"hora/canonical"
)

// What a cell of the matrix can be.
const (
	said    = "●" // in a file
	refused = "✕" // in a file, by the dialect itself
	alike   = "·" // refused like another scenario of the act
	unsaid  = "–" // without words, for a reason
)

// A scenario is one act and what each column has of it.
type scenario struct {
	name    string
	act     canonical.Op // of what is incomplete, the act that was wanted
	command canonical.Command
	cells   map[string]string // by column
}

// A matrix is what testdata/rosetta has: scenarios by columns.
type matrix struct {
	page
	scenarios []scenario
	spoken    map[string][]canonical.Command // column to all that the fixtures say in it
}

// Matrix checks that no scenario is silent about a dialect. A cell has a file,
// in which the act is said or the dialect refuses it; or the dialect refuses
// the same act in another scenario; or the table of reasons in the README has a
// row for it, which no fixture contradicts. The matrix in the README is the
// outcome, and -update writes it.
func Matrix(t *testing.T, all ...bindings.Binding) {
	m := matrix{page: readPage(t, all), spoken: map[string][]canonical.Command{}}
	for _, b := range all {
		if !slices.ContainsFunc(m.columns, func(c column) bool { return c.owner == b.Name() }) {
			t.Errorf("%s has no row in the table of columns of %s", b.Name(), m.path)
		}
		m.listen(t, b)
	}
	m.walk(t)
	for i := range m.scenarios {
		for _, c := range m.columns {
			m.judge(t, &m.scenarios[i], c.name)
		}
	}
	for _, r := range m.reasons {
		if r.used == 0 {
			t.Errorf("the row of %s about %s excuses nothing", strings.Join(r.columns, ", "), strings.Join(r.subjects, ", "))
		}
	}
	m.keep(t, m.draw())
}

// walk reads the scenarios.
func (m *matrix) walk(t *testing.T) {
	for _, dir := range scenarios(t) {
		s := scenario{name: filepath.Base(dir), command: readCommand(t, filepath.Join(dir, "request.canonical.json")), cells: map[string]string{}}
		s.act = canonical.OpOf(s.command)
		if c, ok := s.command.(canonical.Incomplete); ok {
			s.act = c.Want
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*.txtar"))
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".txtar")
			if !m.has(name) {
				if !slices.Contains(m.doors, name) {
					t.Errorf("%s/%s is neither a column nor a door beside them", s.name, name)
				}
				continue
			}
			s.cells[name] = said
			for _, e := range load(t, file).calls {
				if e.refused != nil && s.act == canonical.OpOf(s.command) {
					s.cells[name] = refused
				}
			}
		}
		m.scenarios = append(m.scenarios, s)
	}
}

// listen remembers what the fixtures of a binding say, by column, and that the
// files of a column are said in it.
func (m *matrix) listen(t *testing.T, b bindings.Binding) {
	for _, f := range files(t, b) {
		file := strings.TrimSuffix(filepath.Base(f.path), ".txtar")
		for _, e := range f.calls {
			d := &scripted{outcome: failure(canonical.Internal)}
			w := serve(b, d, e.http(t))
			version := w.Header().Get("A2a-Version")
			if at := strings.LastIndexByte(file, '-'); m.has(file) && version != "" && file[at+1:] != version {
				t.Errorf("%s: answered in version %s", e.name, version)
			}
			if d.asked == 0 {
				continue
			}
			name := voice(b, &d.last.Meta, version)
			if !m.has(name) && m.has(b.Name()) { // a dialect of one voice
				name = b.Name()
			}
			if m.has(file) && file != name && file != b.Name() {
				t.Errorf("%s: is said in %s", e.name, name)
			}
			m.spoken[name] = append(m.spoken[name], d.last.Command)
		}
	}
}

// voice is the column that a call is said in: the binding, the dialect if it is
// another's, and the transport or the version of A2A.
func voice(b bindings.Binding, m *canonical.Meta, version string) string {
	name := b.Name()
	if m.Binding != name {
		name += "-" + m.Binding
	}
	switch {
	case version != "":
		return name + "-" + version
	case m.Channel == "":
		return name
	}
	return name + "-" + m.Channel
}

// judge looks for what a cell has.
func (m *matrix) judge(t *testing.T, s *scenario, column string) {
	r := m.reason(s, column)
	switch {
	case s.cells[column] != "" && r != nil:
		t.Errorf("%s has a file of %s, and a reason to have none", s.name, column)
	case s.cells[column] != "":
	case r != nil:
		s.cells[column] = unsaid
		m.verify(t, r, s, column)
	case m.acts(s.act, column, refused) && !m.acts(s.act, column, said):
		s.cells[column] = alike
	default:
		t.Errorf("%s: no file of %s, and no row in the table of reasons of %s", s.name, column, m.path)
	}
}

// verify holds a reason against all that is said in the column.
func (m *matrix) verify(t *testing.T, r *reason, s *scenario, column string) {
	r.used++
	if r.subjects[0] == anyAct {
		return
	}
	for _, c := range m.spoken[column] {
		if canonical.OpOf(c) == s.act && (r.instead == "" || cmp.Equal(c, s.command)) {
			t.Errorf("%s: %s is said to have no words for that, and a fixture says it", s.name, column)
			break
		}
	}
	if r.instead != "" && !slices.ContainsFunc(m.scenarios, func(other scenario) bool {
		return other.name == r.instead && other.act == s.act && other.cells[column] == said
	}) {
		t.Errorf("%s: %s does not say %s instead", s.name, column, r.instead)
	}
}

// acts says whether a column has that of an act in any scenario.
func (m *matrix) acts(op canonical.Op, column, cell string) bool {
	return slices.ContainsFunc(m.scenarios, func(s scenario) bool { return s.act == op && s.cells[column] == cell })
}

// draw is the matrix, and what is in it in numbers.
func (m *matrix) draw() string {
	var b strings.Builder
	count := map[string]int{}
	b.WriteString("| scenario | act |")
	for _, c := range m.columns {
		b.WriteString(" " + c.name + " |")
	}
	b.WriteString("\n|---|---|" + strings.Repeat(":-:|", len(m.columns)) + "\n")
	for _, s := range m.scenarios {
		fmt.Fprintf(&b, "| [%s](%s) | %s |", s.name, s.name, s.act)
		for _, c := range m.columns {
			count[s.cells[c.name]]++
			b.WriteString(" " + s.cells[c.name] + " |")
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\n%d scenarios in %d columns: %d %s, %d %s, %d %s, %d %s.\n", len(m.scenarios), len(m.columns),
		count[said], said, count[refused], refused, count[alike], alike, count[unsaid], unsaid)
	return b.String()
}

// keep holds the matrix against the one in the page, or writes it there.
func (m *matrix) keep(t *testing.T, drawn string) {
	before, rest, ok1 := strings.Cut(m.text, begin)
	old, after, ok2 := strings.Cut(rest, end)
	switch {
	case !ok1 || !ok2:
		t.Errorf("%s has no place for the matrix", m.path)
	case *update:
		if err := os.WriteFile(m.path, []byte(before+begin+drawn+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	case old != drawn:
		t.Errorf("the matrix is\n%s-update writes it", drawn)
	}
}
