package usp_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

func TestU76_newer_revisions_are_refused(t *testing.T) {
	for _, r := range golden(t) {
		if r.code == "version_unsupported" && !strings.Contains(r.raw, `"latest":"2026-08-20"`) {
			t.Errorf("%s", r.brief())
		}
	}
	s := openSalon(t)
	for _, via := range []string{"0.3", "1.0"} {
		a := s.agent(via)
		p := map[string]any{"metadata": map[string]any{"usp": map[string]any{"task_type": "usp/services/list", "version": "2026-08-21"}}, "data": map[string]any{}}
		m := map[string]any{"messageId": "m", "role": "ROLE_USER", "parts": []any{p}}
		method := "SendMessage"
		if via == "0.3" {
			p["kind"], m["role"], method = "data", "user", "message/send"
		}
		a.call(method, map[string]any{"message": m}).fails("version_unsupported", 400, -32000)
	}
}

func TestU77_every_answer_declares_the_protocol(t *testing.T) {
	for _, r := range golden(t) {
		if r.data == nil || r.at("messages") == nil {
			continue // a failure, or a document
		}
		capabilities, _ := r.get(r.usp, "capabilities").(map[string]any)
		if r.get(r.usp, "version") != "2026-08-20" || len(capabilities) != 1 {
			t.Errorf("%v: %s", r.usp, r.brief())
		}
	}
}

func TestU81_JSON_everywhere(t *testing.T) {
	for _, r := range golden(t) {
		if kind := r.header.Get("Content-Type"); kind != "application/json" && kind != "application/problem+json" {
			t.Errorf("%q: %s", kind, r.brief())
		}
	}
}

func TestU82_USP_Agent_is_taken_everywhere(t *testing.T) {
	s := openSalon(t)
	a := s.agent("rest")
	bad := a
	bad.profile = "http://agent.example/"
	for task := range twins {
		arguments := `{"service_id":"haircut","booking_id":"b","hold_id":"h","entry_id":"e"}`
		if r := a.ask(task, arguments); r.code == "invalid_profile_url" || r.code == "profile_not_trusted" && task != "confirm" {
			t.Errorf("%s: %s", task, r.brief())
		}
		bad.ask(task, arguments).fails("invalid_profile_url", 400, 0)
	}
}

func TestU83_creations_are_201(t *testing.T) {
	a := openSalon(t).agent("rest")
	for _, r := range []*answer{
		a.hold("brow-shaping", slot("june-park", "", "2026-03-18 09:00")), a.book("brow-shaping", slot("june-park", "", "2026-03-18 10:00"), ""),
		a.ask("usp/waitlist/join", `{"service_id":"braiding-class",`+alice+`}`),
	} {
		if r.status != 201 {
			t.Errorf("%d: %s", r.status, r.brief())
		}
	}
	if r := a.book("brow-shaping", slot("june-park", "", "2026-03-18 10:00"), ""); r.status != 200 {
		t.Errorf("an outcome is %d", r.status)
	}
}

// notApplicable are the requirements that nothing here can meet or miss, and
// why. The package's documentation tells them too.
var notApplicable = map[int]string{
	74: "platform profiles are never fetched: an address is compared and bound, and no request leaves the desk for it",
	75: "without a platform's profile there is no intersection to make; answers declare our capability for the operation",
	78: "TLS is API Gateway's, which takes nothing below 1.2",
	79: "no profile is read, so no entry of one can be discarded",
	84: "no webhooks are sent, so there is nothing to sign",
	86: "MCP is not served", 87: "MCP is not served", 88: "MCP is not served", 89: "MCP is not served", 90: "MCP is not served", 91: "MCP is not served",
	92: "no webhooks are sent", 93: "no webhooks are sent", 94: "no webhooks are sent",
}

// Each of the 94 requirements is a test of its number, or not applicable for a
// reason.
func TestRequirements(t *testing.T) {
	paths, _ := filepath.Glob("*_test.go")
	found := map[int]string{}
	for _, path := range paths {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !strings.HasPrefix(fn.Name.Name, "TestU") {
				continue
			}
			var n int
			if _, err := fmt.Sscanf(fn.Name.Name, "TestU%02d_", &n); err != nil || found[n] != "" {
				t.Errorf("%s is no number, or one that %q has", fn.Name.Name, found[n])
			}
			found[n] = fn.Name.Name
		}
	}
	for n := 1; n <= 94; n++ {
		if (found[n] == "") == (notApplicable[n] == "") {
			t.Errorf("requirement %d: test %q, reason %q", n, found[n], notApplicable[n])
		}
	}
	if len(found)+len(notApplicable) != 94 {
		t.Errorf("%d tests and %d reasons", len(found), len(notApplicable))
	}
}
