package functions_test

import (
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hora/bindings"
	"hora/bindings/registry"
	"hora/canonical"
	"hora/functions/internal/boot"
)

// Every name that is used is there, and every name that is there is used.
func TestTemplateReferences(t *testing.T) {
	tpl := readTemplate(t)
	used := map[string]bool{}
	attributes := map[string][]string{
		"AWS::DynamoDB::Table": {"Arn"}, "AWS::Logs::LogGroup": {"Arn"},
	}
	ref := func(name string) {
		used[name] = true
		_, parameter := tpl.Parameters[name]
		_, resource := tpl.Resources[name]
		if !parameter && !resource && !slices.Contains([]string{"AWS::AccountId", "AWS::NoValue", "AWS::Partition", "AWS::Region", "AWS::URLSuffix"}, name) {
			t.Errorf("nothing is called %s", name)
		}
	}
	get := func(s string) {
		name, attribute, _ := strings.Cut(s, ".")
		ref(name)
		if !slices.Contains(attributes[asString(at(tpl.Resources[name], "Type"))], attribute) {
			t.Errorf("%s has no %s", name, attribute)
		}
	}
	condition := func(name string) {
		used[name] = true
		if tpl.Conditions[name] == nil {
			t.Errorf("no condition is called %s", name)
		}
	}
	for _, section := range []properties{tpl.Conditions, tpl.Globals, tpl.Resources, tpl.Outputs} {
		each(section, func(v any) {
			switch c, _ := v.(call); c.Name {
			case "":
			case "Ref":
				ref(asString(c.Args))
			case "GetAtt":
				get(asString(c.Args))
			case "Sub":
				for _, piece := range strings.Split(asString(c.Args), "${")[1:] {
					name, _, closed := strings.Cut(piece, "}")
					if !closed {
						t.Errorf("not closed: %v", c.Args)
					}
					if strings.Contains(name, ".") {
						get(name)
					} else {
						ref(name)
					}
				}
			case "If":
				condition(asString(c.Args.([]any)[0]))
			case "Not", "Equals":
			default:
				t.Errorf("!%s is not known to this test", c.Name)
			}
		})
	}
	for _, section := range []properties{tpl.Parameters, tpl.Conditions} {
		for name := range section {
			if !used[name] {
				t.Errorf("%s is not used", name)
			}
		}
	}
	for name, p := range tpl.Parameters {
		if at(p, "Description") == nil {
			t.Errorf("parameter %s says nothing of itself", name)
		}
	}
}

func asString(v any) string { s, _ := v.(string); return s }

// resourceOf names the function of a folder, as the Makefile undoes it.
func resourceOf(folder string) string {
	return strings.ToUpper(folder[:1]) + folder[1:] + "Function"
}

// folders are those of functions/ that hold a Lambda function.
func folders(t testing.TB) (all []string) {
	t.Helper()
	mains, err := filepath.Glob("*/main.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mains {
		if dir := filepath.Dir(m); dir != "local" {
			all = append(all, dir)
		}
	}
	if len(all) == 0 {
		t.Fatal("no functions")
	}
	return all
}

// Every folder with a main is a function of the template, built by the
// Makefile for the runtime that it runs on, with a log that ends and alarms.
func TestTemplateFunctions(t *testing.T) {
	tpl := readTemplate(t)
	var want []string
	for _, folder := range folders(t) {
		f := resourceOf(folder)
		want = append(want, f)
		if tpl.Resources[f] == nil {
			t.Errorf("template.yaml has no %s for functions/%s: it needs a function, a log and two alarms, as the others have them", f, folder)
			continue
		}
		for name, literal := range map[string]any{"Runtime": "provided.al2023", "Handler": "bootstrap", "CodeUri": ".", "Architectures": []any{"arm64"}, "MemorySize": call{"Ref", "Memory"}} {
			if d := cmp.Diff(literal, tpl.property(f, name)); d != "" {
				t.Errorf("%s: %s: %s", f, name, d)
			}
		}
		if at(tpl.Resources[f], "Metadata", "BuildMethod") != "makefile" {
			t.Errorf("%s is not built by the Makefile", f)
		}
		out, err := exec.Command("make", "-n", "-C", "..", "build-"+f, "ARTIFACTS_DIR=/artifacts").CombinedOutput()
		line := string(out)
		for _, part := range []string{"GOOS=linux GOARCH=arm64 ", " -tags lambda.norpc ", " -o /artifacts/bootstrap ./functions/" + folder + "\n"} {
			if err != nil || !strings.Contains(line, part) {
				t.Errorf("make build-%s: %v: %s", f, err, line)
			}
		}
		group, _ := tpl.property(f, "LoggingConfig", "LogGroup").(call)
		if group.Name != "Ref" || at(tpl.Resources[asString(group.Args)], "Type") != "AWS::Logs::LogGroup" {
			t.Errorf("%s logs to %v", f, group)
		}
		for _, metric := range []string{"Errors", "Throttles"} {
			if !tpl.alarmed("AWS/Lambda", metric, "FunctionName", f) {
				t.Errorf("no alarm on %s of %s", metric, f)
			}
		}
	}
	if d := cmp.Diff(want, tpl.ofType("AWS::Serverless::Function")); d != "" {
		t.Errorf("functions with a folder (-), and in the template (+): %s", d)
	}
	for _, group := range tpl.ofType("AWS::Logs::LogGroup") {
		if tpl.property(group, "RetentionInDays") == nil {
			t.Errorf("%s is kept for ever", group)
		}
	}
}

// alarmed says whether an alarm watches a metric of a resource, and tells.
func (tpl template) alarmed(namespace, metric, dimension, resource string) bool {
	return slices.ContainsFunc(tpl.ofType("AWS::CloudWatch::Alarm"), func(alarm string) bool {
		return tpl.property(alarm, "Namespace") == namespace && tpl.property(alarm, "MetricName") == metric &&
			cmp.Equal(tpl.property(alarm, "Dimensions"), []any{properties{"Name": dimension, "Value": call{"Ref", resource}}})
	})
}

// Every alarm tells the topic, and none goes off for want of data.
func TestTemplateAlarms(t *testing.T) {
	tpl := readTemplate(t)
	tells := call{"If", []any{"HasAlarmTopic", []any{call{"Ref", "AlarmTopic"}}, call{"Ref", "AWS::NoValue"}}}
	for _, alarm := range tpl.ofType("AWS::CloudWatch::Alarm") {
		if d := cmp.Diff(any(tells), tpl.property(alarm, "AlarmActions")); d != "" {
			t.Errorf("%s: %s", alarm, d)
		}
		if tpl.property(alarm, "TreatMissingData") != "notBreaching" || tpl.property(alarm, "AlarmDescription") == nil {
			t.Errorf("%s: silence is an alarm, or it does not say of what", alarm)
		}
	}
}

// servedBy names the function that a binding's route is served by: its own,
// or for documents at the root of a host the one that serves them all.
func servedBy(binding string, r bindings.Route) string {
	if strings.HasPrefix(r.Pattern, "/.well-known/") {
		return resourceOf("wellknown")
	}
	return resourceOf(binding)
}

// methodOf is the method of a route as the template calls it.
func methodOf(r bindings.Route) string {
	if r.Method == "" {
		return "ANY"
	}
	return r.Method
}

// The doors of the template are those that the bindings declare, each at the
// function that serves it.
func TestTemplateRoutes(t *testing.T) {
	tpl := readTemplate(t)
	declared, deployed := map[string][]string{}, map[string][]string{}
	for _, b := range registry.All(bindings.Config{PublicURL: "https://desk.example", SignIns: struct{ canonical.SignIns }{}}) {
		for _, r := range b.Routes() {
			f := servedBy(b.Name(), r)
			declared[f] = append(declared[f], methodOf(r)+" "+strings.Replace(strings.TrimSuffix(r.Pattern, "{$}"), "...}", "+}", 1))
		}
	}
	for _, path := range boot.Roots {
		f := resourceOf("wellknown")
		declared[f] = append(declared[f], "GET "+path)
	}
	declared[resourceOf("wellknown")] = append(declared[resourceOf("wellknown")], "ANY /.well-known/{rest+}") // where a document takes other methods, it says so itself
	for _, routes := range declared {
		slices.Sort(routes)
	}
	for _, f := range tpl.ofType("AWS::Serverless::Function") {
		events, _ := tpl.property(f, "Events").(properties)
		for name, e := range events {
			if at(e, "Type") != "HttpApi" {
				continue
			}
			deployed[f] = append(deployed[f], asString(at(e, "Properties", "Method"))+" "+asString(at(e, "Properties", "Path")))
			if at(e, "Properties", "ApiId") != (call{"Ref", "Api"}) {
				t.Errorf("%s of %s is not at the Api", name, f)
			}
		}
		slices.Sort(deployed[f])
	}
	for f, routes := range deployed {
		if len(routes) == 0 {
			delete(deployed, f)
		}
	}
	if d := cmp.Diff(declared, deployed); d != "" {
		t.Errorf("routes of the bindings (-), and of the template (+): %s", d)
	}
}

// The template sets the desk's variables, all of them and no others, and all
// that are required.
func TestTemplateEnvironment(t *testing.T) {
	tpl := readTemplate(t)
	var want []string
	for _, v := range boot.Environment {
		if strings.HasPrefix(v.Name, "HORA_") {
			want = append(want, v.Name)
		}
	}
	slices.Sort(want)
	for _, f := range tpl.ofType("AWS::Serverless::Function") {
		variables, _ := tpl.property(f, "Environment", "Variables").(properties)
		if d := cmp.Diff(want, slices.Sorted(maps.Keys(variables))); d != "" {
			t.Errorf("%s: read by boot, and set: %s", f, d)
		}
	}
}
