package a2a_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// What is said in testdata/flows/talks.txtar is answered as it says there.
func TestTalks(t *testing.T) {
	const path = "../../testdata/flows/talks.txtar"
	file, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	now, err := time.Parse(time.RFC3339, setting(file, "now"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range file.Files {
		s := &file.Files[i]
		organization, _, _ := strings.Cut(s.Name, ":")
		t.Run(s.Name, func(t *testing.T) {
			d := open(t)
			d.clock.Store(&now)
			var talk strings.Builder
			a := &agent{T: t, desk: d, v1: true, path: "/orgs/" + organization + "/a2a"}
			for line := range strings.Lines(string(s.Data)) {
				if text, ok := strings.CutPrefix(line, "> "); ok {
					got := a.text(strings.TrimSpace(text))
					talk.WriteString(line + heard(got) + "\n")
				}
			}
			if *rewrite {
				s.Data = []byte(talk.String())
			} else if diff := cmp.Diff(string(s.Data), talk.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
	if *rewrite {
		if err := os.WriteFile(path, txtar.Format(file), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// heard is an answer as people hear it, or the number of an error.
func heard(a answered) string {
	if a.code != 0 {
		return "error " + strconv.Itoa(a.code) + ", HTTP " + strconv.Itoa(a.status)
	}
	return a.state + "\n" + a.text
}
