package bindingtest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hora/bindings"
)

// A page is the README of testdata/rosetta, which is for people and is read by
// the test too. Rows about dialects that the registry does not have say
// nothing: a binding can go without a trace there.
type page struct {
	path, text string
	columns    []column // the first table: each has a cell in every scenario
	doors      []string // the second: files that only some scenarios have
	reasons    []*reason
}

// A column is a dialect through one transport or version.
type column struct{ name, owner string }

// A reason says why columns have no file of an act, or of a scenario, and
// which scenario they have instead.
type reason struct {
	columns, subjects []string
	instead           string
	used              int // cells that it explains
}

// Where the drawn matrix stands in the page.
const (
	begin = "<!-- drawn by go test ./bindings/registry -update -->\n\n"
	end   = "\n<!-- end -->"
)

// anyAct stands in a reason for all that has no file: a dialect of few words
// need not show each of them in every scenario.
const anyAct = "*"

func readPage(t *testing.T, all []bindings.Binding) page {
	t.Helper()
	p := page{path: testdata(t, "rosetta", "README.md")}
	text, err := os.ReadFile(p.path)
	if err != nil {
		t.Fatal(err)
	}
	p.text = string(text)
	known := func(name string) bool {
		return slices.ContainsFunc(all, func(b bindings.Binding) bool { return b.Name() == name })
	}
	for _, row := range p.table("columns") {
		for _, b := range all {
			if owns(b, row[0]) && known(row[1]) {
				p.columns = append(p.columns, column{row[0], b.Name()})
			}
		}
	}
	for _, row := range p.table("doors") {
		p.doors = append(p.doors, row[0])
	}
	for _, row := range p.table("reasons") {
		r := &reason{subjects: names(row[1]), instead: strings.Trim(row[2], "–")}
		for _, pattern := range names(row[0]) {
			for _, c := range p.columns {
				if ok, _ := filepath.Match(pattern, c.name); ok {
					r.columns = append(r.columns, c.name)
				}
			}
		}
		if len(r.columns) > 0 {
			p.reasons = append(p.reasons, r)
		}
	}
	return p
}

// table is the rows of the table under a comment of that name, without their
// Markdown.
func (p *page) table(name string) (rows [][]string) {
	_, rest, _ := strings.Cut(p.text, "<!-- "+name+" -->\n")
	for line := range strings.Lines(rest) {
		inner, ok := strings.CutPrefix(strings.TrimSpace(line), "|")
		if !ok {
			if rows != nil {
				break
			}
			continue
		}
		var row []string
		for cell := range strings.SplitSeq(strings.TrimSuffix(inner, "|"), "|") {
			row = append(row, strings.TrimSpace(strings.ReplaceAll(cell, "`", "")))
		}
		rows = append(rows, row)
	}
	return rows[min(2, len(rows)):] // below the head and its rule
}

// names splits what a cell lists.
func names(cell string) (all []string) {
	for name := range strings.SplitSeq(cell, ",") {
		all = append(all, strings.TrimSpace(name))
	}
	return all
}

// has says whether a file is of a column.
func (p *page) has(file string) bool {
	return slices.ContainsFunc(p.columns, func(c column) bool { return c.name == file })
}

// reason finds why a cell has no file. Acts lack words; a scenario is said as
// another one.
func (p *page) reason(s *scenario, column string) *reason {
	for _, r := range p.reasons {
		subject := s.act.String()
		if r.instead != "" {
			subject = s.name
		}
		if slices.Contains(r.columns, column) && (slices.Contains(r.subjects, subject) || r.subjects[0] == anyAct && s.cells[column] == "") {
			return r
		}
	}
	return nil
}
