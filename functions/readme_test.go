package functions_test

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"hora/functions/internal/boot"
	"hora/infra/orgfile"
)

// What README says can be invoked is there: the function in the template, and
// the event among those of the function's folder.
func TestReadmeInvokes(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	resources := readTemplate(t).Resources
	lines := regexp.MustCompile(`(?m)^sam local invoke (\S+) -e bin/(events/(\S+)/\S+)`).FindAllStringSubmatch(string(text), -1)
	if len(lines) < 4 {
		t.Errorf("README has %d lines to invoke a function with an event", len(lines))
	}
	for _, m := range lines {
		function, event, folder := m[1], m[2], m[3]
		if _, ok := resources[function]; !ok || !strings.EqualFold(function, folder+"Function") {
			t.Errorf("%s: %s is not its function", event, function)
		}
		if _, err := os.Stat(path.Join("../testdata", event)); err != nil {
			t.Error(err)
		}
	}
}

// What an operator sets and is woken by is explained in a table of README: every
// parameter, every variable of the desk, every alarm; and nothing is explained
// that there is not.
func TestReadmeOperates(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	tpl := readTemplate(t)
	there := map[string]bool{}
	for name := range tpl.Parameters {
		there[name] = true
	}
	for _, name := range tpl.ofType("AWS::CloudWatch::Alarm") {
		there[name] = true
	}
	for _, v := range boot.Environment {
		if strings.HasPrefix(v.Name, "HORA_") {
			there[v.Name] = true
		}
	}
	told := map[string]bool{}
	for _, heading := range []string{"### When an alarm goes off", "### What can be set"} {
		_, section, found := strings.Cut(string(text), "\n"+heading+"\n")
		if !found {
			t.Errorf("README has no %q", heading)
		}
		section, _, _ = strings.Cut(section, "\n#")
		for _, row := range regexp.MustCompile(`(?m)^\|([^|]*)\|([^|]*)\|`).FindAllStringSubmatch(section, -1) {
			for _, m := range regexp.MustCompile("`([A-Z][A-Za-z0-9_]*)`").FindAllStringSubmatch(row[1]+row[2], -1) {
				told[m[1]] = true
				if !there[m[1]] {
					t.Errorf("%s is explained, and there is none", m[1])
				}
			}
		}
	}
	for name := range there {
		if !told[name] {
			t.Errorf("%s is explained nowhere", name)
		}
	}
}

// The organisation that README shows whole is a good one.
func TestReadmeOrganization(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Organisations\n")
	_, document, _ := strings.Cut(section, "```json\n")
	document, _, _ = strings.Cut(document, "```")
	if f, problems := orgfile.Parse("README.md", []byte(document)); f == nil {
		t.Errorf("%v", problems)
	}
}
