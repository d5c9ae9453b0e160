package functions_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// template.yaml as Go values: maps, lists and strings, and a call for each
// intrinsic function.

type call struct {
	Name string // Ref, GetAtt, Sub, If, ...
	Args any
}

type properties = map[string]any

type template struct {
	Parameters, Conditions, Resources, Outputs properties
	Globals                                    properties
}

func readTemplate(t *testing.T) template {
	t.Helper()
	b, err := os.ReadFile("../template.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(b, &doc); err != nil {
		t.Fatal(err)
	}
	top := value(t, doc.Content[0]).(properties)
	section := func(name string) properties { p, _ := top[name].(properties); return p }
	if top["Transform"] != "AWS::Serverless-2016-10-31" {
		t.Errorf("Transform: %v", top["Transform"])
	}
	return template{section("Parameters"), section("Conditions"), section("Resources"), section("Outputs"), section("Globals")}
}

func value(t *testing.T, n *yaml.Node) any {
	var v any
	switch n.Kind {
	case yaml.MappingNode:
		m := properties{}
		for i := 0; i < len(n.Content); i += 2 {
			name := n.Content[i].Value
			if _, twice := m[name]; twice {
				t.Errorf("template.yaml:%d: %s twice", n.Line, name)
			}
			m[name] = value(t, n.Content[i+1])
		}
		v = m
	case yaml.SequenceNode:
		l := []any{}
		for _, c := range n.Content {
			l = append(l, value(t, c))
		}
		v = l
	case yaml.ScalarNode:
		v = n.Value
	default:
		t.Fatalf("template.yaml:%d: CloudFormation knows no aliases", n.Line)
	}
	if strings.HasPrefix(n.Tag, "!") && !strings.HasPrefix(n.Tag, "!!") {
		return call{n.Tag[1:], v}
	}
	return v
}

// at walks down names; nil where there is nothing.
func at(v any, names ...string) any {
	for _, n := range names {
		m, _ := v.(properties)
		v = m[n]
	}
	return v
}

// each visits every value below v.
func each(v any, visit func(any)) {
	visit(v)
	switch v := v.(type) {
	case properties:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			each(v[name], visit)
		}
	case []any:
		for _, e := range v {
			each(e, visit)
		}
	case call:
		each(v.Args, visit)
	}
}

// ofType are the names of the resources of a type.
func (tpl template) ofType(kind string) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(tpl.Resources)) {
		if at(tpl.Resources[name], "Type") == kind {
			names = append(names, name)
		}
	}
	return names
}

// property is a property of a resource; of a function, what Globals say
// unless it says otherwise.
func (tpl template) property(resource string, names ...string) any {
	r := tpl.Resources[resource]
	if v := at(r, append([]string{"Properties"}, names...)...); v != nil || at(r, "Type") != "AWS::Serverless::Function" {
		return v
	}
	return at(tpl.Globals["Function"], names...)
}
