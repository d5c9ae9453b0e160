package orgfile

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"hora/canonical"
)

// Longest texts, in characters.
const (
	maxName = 200
	maxText = 4000
)

// A checker collects what makes no sense in a document. About anything below
// a path that is reported already it keeps silent, so that one mistake is one
// problem.
type checker struct {
	problems []Problem
	given    map[string]bool
	bad      map[string]bool // paths with a problem
}

func newChecker(d *decoder) *checker {
	c := &checker{problems: d.problems, given: d.given, bad: map[string]bool{}}
	for _, p := range d.problems {
		c.bad[p.Path] = true
	}
	return c
}

func (c *checker) say(path, format string, args ...any) {
	for i := 1; i <= len(path); i++ {
		if (i == len(path) || path[i] == '.' || path[i] == '[') && c.bad[path[:i]] {
			return
		}
	}
	c.bad[path] = true
	c.problems = append(c.problems, Problem{path, fmt.Sprintf(format, args...)})
}

// required reports a member that is not there, and says whether it is.
func (c *checker) required(path string) bool {
	if c.given[path] {
		return true
	}
	c.say(path, "is required")
	return false
}

// ours reports a member of a noun that only the desk sets.
func (c *checker) ours(path string) {
	if c.given[path] {
		c.say(path, "is for the desk alone to set")
	}
}

// name checks a text of one line that must be there.
func (c *checker) name(path, s string) {
	if !c.required(path) {
		return
	}
	if strings.TrimSpace(s) == "" {
		c.say(path, "must not be empty")
	}
	c.line(path, s)
}

// line checks a text that is shown within one line.
func (c *checker) line(path, s string) {
	c.text(path, s, maxName)
	if strings.ContainsFunc(s, unicode.IsControl) {
		c.say(path, "must be one line of text")
	}
}

func (c *checker) text(path, s string, longest int) {
	if n := utf8.RuneCountInString(s); n > longest {
		c.say(path, "is %d characters long; at most %d fit", n, longest)
	}
}

func (c *checker) lines(path string, list []string) {
	for i, s := range list {
		if strings.TrimSpace(s) == "" {
			c.say(item(path, i), "must not be empty")
		}
		c.line(item(path, i), s)
	}
}

// id checks a required identifier.
func (c *checker) id(path, s string) {
	if c.required(path) && !canonical.IsID(s) {
		c.say(path, "%q is no id: want 1 to 64 letters, digits, - and _", s)
	}
}

// oneOf checks a word against those that can stand there.
func oneOf[T ~string](c *checker, path string, s T, words ...T) {
	for _, w := range words {
		if s == w {
			return
		}
	}
	c.say(path, "is %q; want %s", s, either(words))
}

func either[T ~string](words []T) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(string(w))
	}
	return b.String()
}

func within[N int | int64](c *checker, path string, n, least, most N) {
	if n < least || n > most {
		c.say(path, "is %d; want %d to %d", n, least, most)
	}
}

// unique reports names that came before in the same list. Names that are
// empty were reported as such.
type unique map[string]string

func (u unique) add(c *checker, path, s string) {
	if first, again := u[s]; again {
		c.say(path, "%q is taken by %s", s, first)
	} else if s != "" {
		u[s] = path
	}
}

func (u unique) has(s string) bool { return u[s] != "" }
