package a2a

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/invopop/jsonschema"

	"hora/canonical"
)

var generate = flag.Bool("generate", false, "write the schemas anew")

// TestSchemas holds the committed schemas against the structs that they are
// made of.
func TestSchemas(t *testing.T) {
	made := map[string][]byte{answerSchema + ".json": schemaOf("What the data part of an answer holds.", answersSchema())}
	for i := range operations {
		o := &operations[i]
		made[o.op.String()+".json"] = schemaOf(o.about, o.schema())
	}
	committed, err := schemas.ReadDir("schemas")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range committed {
		if made[e.Name()] == nil {
			t.Errorf("%s is the schema of nothing", e.Name())
		}
	}
	for name, want := range made {
		if *generate {
			if err := os.WriteFile(filepath.Join("schemas", name), want, 0o644); err != nil {
				t.Fatal(err)
			}
		} else if got, _ := schemas.ReadFile("schemas/" + name); !bytes.Equal(got, want) {
			t.Errorf("%s is not what go generate makes:\n%s", name, want)
		}
	}
}

func schemaOf(about string, s *jsonschema.Schema) []byte {
	s.Version, s.Description = jsonschema.Version, about
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic(err)
	}
	return append(b, '\n')
}

var reflector = jsonschema.Reflector{Anonymous: true, DoNotReference: true}

func answersSchema() *jsonschema.Schema {
	r := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, AllowAdditionalProperties: true}
	s := r.Reflect(&answer{})
	for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
		if pair.Key != "notices" {
			s.OneOf = append(s.OneOf, &jsonschema.Schema{Required: []string{pair.Key}})
		}
	}
	return s
}

// schema is that of an operation's data part.
func (o *operation) schema() *jsonschema.Schema {
	args := argumentsOf[o.op]
	s := reflector.ReflectFromType(args)
	s.Version = ""
	switch o.op {
	case canonical.OpPlaceHold, canonical.OpReschedule:
		s.OneOf = starts()
	case canonical.OpBook:
		s.AnyOf = []*jsonschema.Schema{
			{Required: []string{"hold"}, Not: &jsonschema.Schema{Required: []string{"slot"}}},
			{Required: []string{"service"}, OneOf: starts(), Not: &jsonschema.Schema{Required: []string{"hold"}}},
		}
	}
	properties := jsonschema.NewProperties()
	properties.Set("operation", &jsonschema.Schema{Const: o.op.String()})
	properties.Set("arguments", s)
	return &jsonschema.Schema{Title: o.title, Type: "object", Properties: properties, Required: []string{"operation", "arguments"}, AdditionalProperties: jsonschema.FalseSchema}
}

// starts are the two ways to say when.
func starts() []*jsonschema.Schema {
	none := func(names ...string) *jsonschema.Schema {
		all := &jsonschema.Schema{}
		for _, n := range names {
			all.AnyOf = append(all.AnyOf, &jsonschema.Schema{Required: []string{n}})
		}
		return all
	}
	return []*jsonschema.Schema{
		{Required: []string{"slot"}, Not: none("start", "provider")},
		{Required: []string{"start"}, Not: none("slot")},
	}
}

var argumentsOf = map[canonical.Op]reflect.Type{
	canonical.OpDescribe:     reflect.TypeFor[describeArguments](),
	canonical.OpListServices: reflect.TypeFor[listServicesArguments](),
	canonical.OpFindSlots:    reflect.TypeFor[findSlotsArguments](),
	canonical.OpPlaceHold:    reflect.TypeFor[placeHoldArguments](),
	canonical.OpReleaseHold:  reflect.TypeFor[releaseHoldArguments](),
	canonical.OpBook:         reflect.TypeFor[bookArguments](),
	canonical.OpGetBooking:   reflect.TypeFor[getBookingArguments](),
	canonical.OpCancel:       reflect.TypeFor[cancelArguments](),
	canonical.OpReschedule:   reflect.TypeFor[rescheduleArguments](),
}
