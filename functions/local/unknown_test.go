package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Whoever asks how one command is called is told of that one.
func TestUsageOfOneCommand(t *testing.T) {
	for _, args := range []string{"load -h", "load", "load --speed 3"} {
		_, _, err := command(t, strings.Fields(args)...)
		if !strings.Contains(err, "local load FILE...") || strings.Contains(err, "local token") {
			t.Errorf("%s:\n%s", args, err)
		}
	}
}

// A document is good for its own sake, and still names what the desk has not.
func TestUnknownNames(t *testing.T) {
	text := func(name string) string {
		b, err := os.ReadFile(demoFile(name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	clinic := write(t, "clinic.json", strings.NewReplacer(
		`"public": true,`, `"public": true, "dialects": ["`+dialects()[0]+`", "esperanto"],`,
		`"hold_minutes": 10,`, `"allowances": [{"door": "`+doors()[0]+`", "per_minute": 5}, {"door": "back", "per_minute": 5}],`,
	).Replace(text("clinica-demo")))
	keswick := write(t, "keswick.json", strings.Replace(text("visit-keswick"),
		`"book": false,`, `"book": true, "allowances": [{"door": "back", "per_minute": 5}],`, 1))
	noDialect := `no dialect is called "esperanto"; there are ` + strings.Join(dialects(), ", ") + "\n"
	noDoor := `no door is called "back"; there are ` + strings.Join(doors(), ", ") + "\n"
	want := clinic + ": organization.dialects[1]: " + noDialect +
		clinic + ": organization.policies.allowances[1].door: " + noDoor +
		keswick + ": catalogue.allowances[0].door: " + noDoor +
		"2 of 2 files cannot be loaded\n"
	code, out, err := command(t, "check", clinic, keswick)
	if code != failed || out != "" {
		t.Errorf("exit code %d: %s", code, out)
	}
	if d := cmp.Diff(want, err); d != "" {
		t.Error(d)
	}
}
