package a2a

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
)

// What the desk finds wrong with an argument is called in the answer as the
// caller has called it: in all operations both use one name for one thing.
func TestArgumentsAreNamedAlike(t *testing.T) {
	samples := map[string]string{
		"slot": `"a..20300107T150000Z"`, "start": `"2030-01-07T15:00:00Z"`, "from": `"2030-01-07"`, "by": `"client"`, "tentative": `true`,
		"days": `2`, "limit": `2`, "party": `2`, "duration_minutes": `60`, "client": `{"email":"ana@mail.com"}`, "organization": `"clinica-demo"`,
	}
	for i := range operations {
		o := &operations[i]
		text, err := schemas.ReadFile("schemas/" + o.op.String() + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var schema struct {
			Properties struct {
				Arguments struct {
					Properties map[string]jsontext.Value `json:"properties"`
					Required   []string                  `json:"required"`
				} `json:"arguments"`
			} `json:"properties"`
		}
		if err := json.Unmarshal(text, &schema); err != nil {
			t.Fatal(err)
		}
		known := slices.Sorted(maps.Keys(schema.Properties.Arguments.Properties))
		if len(known) == 0 {
			t.Fatalf("%s: no arguments in its schema", o.op)
		}
		heard := map[string]bool{}
		for _, name := range known {
			given := map[string]bool{name: true}
			for _, r := range schema.Properties.Arguments.Required {
				given[r] = true
			}
			for _, needs := range []string{"service", "slot"} { // what one of several ways to say it needs
				if _, has := schema.Properties.Arguments.Properties[needs]; has && name != "start" && name != "provider" && name != "hold" {
					given[needs] = true
				}
			}
			if name == "provider" || name == "start" {
				if _, has := schema.Properties.Arguments.Properties["start"]; has {
					given["start"], given["service"] = true, schema.Properties.Arguments.Properties["service"] != nil
				}
			}
			var all []string
			for n, ok := range given {
				value := samples[n]
				if value == "" {
					value = `"x1"`
				}
				if ok {
					all = append(all, `"`+n+`":`+value)
				}
			}
			f := faults{}
			c, _ := o.read(jsontext.Value(`{"operation":"`+o.op.String()+`","arguments":{`+strings.Join(all, ",")+`}}`), &f)
			if err := f.err(); err != nil {
				t.Fatalf("%s with %v: %v %+v", o.op, all, err, f.all)
			}
			for _, member := range membersOf(t, c) {
				heard[member] = true
				if !given[member] {
					t.Errorf("%s with %v: the desk hears of %q", o.op, all, member)
				}
			}
		}
		for _, name := range known {
			if name != "organization" && !heard[name] {
				t.Errorf("%s: the desk does not hear of %q by that name", o.op, name)
			}
		}
	}
}

func membersOf(t *testing.T, c canonical.Command) []string {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]jsontext.Value
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(all, func(_ string, v jsontext.Value) bool { return string(v) == `""` })
	return slices.Sorted(maps.Keys(all))
}
