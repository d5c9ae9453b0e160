package functions_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTemplateTable(t *testing.T) {
	tpl := readTemplate(t)
	if d := cmp.Diff([]string{"Table"}, tpl.ofType("AWS::DynamoDB::Table")); d != "" {
		t.Fatal(d)
	}
	keys := map[string]bool{}
	for _, k := range tpl.property("Table", "KeySchema").([]any) {
		keys[asString(at(k, "AttributeName"))] = true
	}
	defined := map[string]bool{}
	for _, a := range tpl.property("Table", "AttributeDefinitions").([]any) {
		defined[asString(at(a, "AttributeName"))] = true
	}
	if d := cmp.Diff(keys, defined); d != "" {
		t.Errorf("attributes of the key, and those defined: %s", d)
	}
	for _, tt := range []struct {
		want string
		path []string
	}{
		{"PAY_PER_REQUEST", []string{"BillingMode"}},
		{"true", []string{"TimeToLiveSpecification", "Enabled"}},
		{"true", []string{"PointInTimeRecoverySpecification", "PointInTimeRecoveryEnabled"}},
		{"true", []string{"SSESpecification", "SSEEnabled"}},
		{"true", []string{"DeletionProtectionEnabled"}},
	} {
		if got := tpl.property("Table", tt.path...); got != tt.want {
			t.Errorf("%s: %v", strings.Join(tt.path, "."), got)
		}
	}
	if at(tpl.Resources["Table"], "DeletionPolicy") != "Retain" || at(tpl.Resources["Table"], "UpdateReplacePolicy") != "Retain" {
		t.Error("the bookings go with the stack")
	}
}

// served is the table that the functions work on: the stack's own, unless one
// that was restored from it is named.
func served(restored, own call) call { return call{"If", []any{"IsRestored", restored, own}} }

// A stack cannot take up a table that it did not make, so one that was restored
// stands beside its own: everything that is about the table is about that one.
func TestTemplateRestored(t *testing.T) {
	tpl := readTemplate(t)
	name := served(call{"Ref", "RestoredTable"}, call{"Ref", "Table"})
	for _, f := range tpl.ofType("AWS::Serverless::Function") {
		if d := cmp.Diff(any(name), tpl.property(f, "Environment", "Variables", "HORA_TABLE")); d != "" {
			t.Errorf("%s: %s", f, d)
		}
	}
	for _, m := range tpl.property("TableThrottles", "Metrics").([]any) {
		if stat := at(m, "MetricStat", "Metric"); stat != nil {
			if d := cmp.Diff(any([]any{properties{"Name": "TableName", "Value": name}}), at(stat, "Dimensions")); d != "" {
				t.Errorf("TableThrottles: %s", d)
			}
		}
	}
	if d := cmp.Diff(any(name), at(tpl.Outputs["Table"], "Value")); d != "" {
		t.Errorf("output: %s", d)
	}
	if d := cmp.Diff(call{"Ref", "TableName"}, tpl.property("Table", "TableName")); d != "" {
		t.Errorf("the stack's own: %s", d)
	}
}

// actions are what the template lets a function do, all of it with the table.
func (tpl template) actions(t *testing.T, f string) (all []string) {
	t.Helper()
	table := served(call{"Sub", "arn:${AWS::Partition}:dynamodb:${AWS::Region}:${AWS::AccountId}:table/${RestoredTable}"}, call{"GetAtt", "Table.Arn"})
	policies, _ := tpl.property(f, "Policies").([]any)
	for _, p := range policies {
		for _, s := range at(p, "Statement").([]any) {
			if at(s, "Effect") != "Allow" || !cmp.Equal(at(s, "Resource"), any(table)) {
				t.Errorf("%s: %v", f, s)
			}
			for _, a := range at(s, "Action").([]any) {
				action, ok := strings.CutPrefix(asString(a), "dynamodb:")
				if !ok || strings.Contains(action, "*") {
					t.Errorf("%s: %v", f, a)
				}
				all = append(all, action)
			}
		}
	}
	return all
}

// Whatever may be done is said by name, about the table and nothing else.
// TestFunctions holds the names to what the functions really do.
func TestTemplatePolicies(t *testing.T) {
	tpl := readTemplate(t)
	for _, f := range tpl.ofType("AWS::Serverless::Function") {
		if got := tpl.actions(t, f); !slices.IsSorted(got) {
			t.Errorf("%s may %v", f, got)
		}
	}
	if roles := tpl.ofType("AWS::IAM::Role"); roles != nil {
		t.Errorf("roles beside the functions' own: %v", roles)
	}
}
