package boot_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hora/bindings"
	"hora/functions/internal/boot"
)

type dialect []bindings.Route

func (dialect) Name() string { return "dialect" }
func (d dialect) Routes() []bindings.Route {
	return append(d.Documents(), bindings.Route{Method: "GET", Pattern: "/.well-known/done"})
}
func (d dialect) Documents() []bindings.Route { return d }

func TestAtRoot(t *testing.T) {
	got := boot.AtRoot([]bindings.Binding{
		dialect{{Method: "GET", Pattern: "/.well-known/a"}, {Method: "GET", Pattern: "/orgs/{org}/.well-known/a"}},
		dialect{{Method: "POST", Pattern: "/b"}, {Method: "GET", Pattern: "/.well-known/schemas/{b}"}, {Method: "GET", Pattern: "/usp/{org}/.well-known/usp"}},
	})
	var patterns []string
	for _, r := range got {
		patterns = append(patterns, r.Pattern)
	}
	if d := cmp.Diff([]string{"/.well-known/a", "/.well-known/schemas/{b}", "/usp/{org}/.well-known/usp"}, patterns); d != "" {
		t.Error(d)
	}
}
