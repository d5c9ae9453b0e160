package functions_test

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
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
