package selfe

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/invopop/jsonschema"

	"hora/canonical"
)

var generate = flag.Bool("generate", false, "write registry.openapi.json anew")

// TestOpenAPI holds the committed document against the types it is made of.
func TestOpenAPI(t *testing.T) {
	made := openAPIDocument(t)
	if *generate {
		if err := os.WriteFile("registry.openapi.json", made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(openAPI, made) {
		t.Errorf("registry.openapi.json is not what go generate makes:\n%s", made)
	}
}

// The document, in the order that it is written in.
type (
	openAPIFile struct {
		OpenAPI    string            `json:"openapi"`
		Info       openAPIInfo       `json:"info"`
		Dialect    string            `json:"jsonSchemaDialect"`
		Paths      struct{}          `json:"paths"`
		Components openAPIComponents `json:"components"`
	}
	openAPIInfo struct {
		Title       string `json:"title"`
		Version     string `json:"version"`
		Description string `json:"description"`
	}
	openAPIComponents struct {
		Schemas map[string]*jsonschema.Schema `json:"schemas"`
	}
)

const components = "#/components/schemas/"

func ref(name string) *jsonschema.Schema { return &jsonschema.Schema{Ref: components + name} }

// leaves are the schemas of what is more than a text or number.
var leaves = map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[entityID](): {Type: "string", Pattern: `^slf_[0-9A-HJKMNP-TV-Z]{26}$`, Description: "A place."},
	reflect.TypeFor[offerID]():  {Type: "string", Pattern: `^[A-Za-z0-9_-]+\.\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{22}$`, MaxLength: new(uint64(maxToken)), Description: "A sealed offer, good for fifteen minutes at most."},
	reflect.TypeFor[handle]():   {Type: "string", Pattern: `^sopt_[A-Za-z0-9._-]+$`, MinLength: new(uint64(len(handleStart) + minSealed)), MaxLength: new(uint64(len(handleStart) + maxToken)), Description: "A sealed option: what may be reviewed."},
	reflect.TypeFor[section]():  {Type: "string", Enum: []any{"stay", "eat", "do"}},
	reflect.TypeFor[date]():     {Type: "string", Format: "date", Pattern: `^[0-9]{4}-[0-9]{2}-[0-9]{2}$`, Description: "Local to the place."},
	reflect.TypeFor[clock]():    {Type: "string", Pattern: `^([01][0-9]|2[0-3]):[0-5][0-9]$`},
}

// names of the components whose types are called otherwise.
var names = map[reflect.Type]string{
	reflect.TypeFor[entityID]():         "EntityId",
	reflect.TypeFor[offerID]():          "OfferId",
	reflect.TypeFor[handoffArguments](): "PrepareBookingHandoffArguments",
	reflect.TypeFor[next]():             "Command",
}

func nameOf(t reflect.Type) string {
	if n, ok := names[t]; ok {
		return n
	}
	n := t.Name()
	return strings.ToUpper(n[:1]) + n[1:]
}

// A component is a type with a schema of its own in the document.
func openAPIDocument(t *testing.T) []byte {
	t.Helper()
	all := map[string]*jsonschema.Schema{}
	for typ, s := range leaves {
		all[nameOf(typ)] = s
	}
	add := func(open bool, values ...any) {
		for _, v := range values {
			typ := reflect.TypeOf(v)
			r := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, AllowAdditionalProperties: open, Mapper: mapper(typ)}
			s := r.ReflectFromType(typ)
			s.Version, s.Definitions = "", nil
			all[nameOf(typ)] = s
		}
	}
	add(false, discoverArguments{}, matchArguments{}, bookArguments{}, handoffArguments{}, query{}, filter{}, stay{}, party{}, placeRef{}, authority{})
	add(false, money{}, handoffReady{}, handoffRefused{}, gateStatus{})
	add(true, registryResult{}, place{}, availability{}, offer{}, reviewLink{}, bookResult{}, reservation{}, payment{}, bookOpen{}, review{}, reviewedPlace{}, reviewedOffer{}, cancellation{}, cancellationStep{})
	all["PlaceRef"].OneOf = []*jsonschema.Schema{{Required: []string{"entityId"}}, {Required: []string{"name"}}}
	all["Command"] = commandSchema()
	for component, constants := range map[string]map[string]any{
		"BookOpen":       {"reason": string(canonical.OfferUnknown), "review": "claimed", "retry": false},
		"HandoffReady":   {"available": true, "booked": false},
		"HandoffRefused": {"available": false, "booked": false},
		"Payment":        {"claimed": false},
	} {
		for name, value := range constants {
			all[component].Properties.Set(name, &jsonschema.Schema{Const: value})
		}
	}
	all["BookOpen"].Properties.Set("booked", &jsonschema.Schema{Type: "null"})
	all["HandoffResult"] = &jsonschema.Schema{OneOf: []*jsonschema.Schema{ref("HandoffReady"), ref("HandoffRefused")}, Description: "The answer of prepare_booking_handoff."}
	all["BookAnswer"] = &jsonschema.Schema{OneOf: []*jsonschema.Schema{ref("BookResult"), ref("BookOpen")}, Description: "The answer of book; BookOpen while the outcome is not known."}
	doc := openAPIFile{
		OpenAPI: "3.1.0", Dialect: jsonschema.Version,
		Info:       openAPIInfo{"Registry skills", version, "What the data parts of the registry extension hold, over A2A: Command in a message, RegistryResult, BookAnswer and HandoffResult in answers."},
		Components: openAPIComponents{all},
	}
	b, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if i := bytes.Index(b, []byte("$defs")); i >= 0 {
		t.Fatalf("a definition is not a component: %s", b[i:min(i+80, len(b))])
	}
	return append(b, '\n')
}

// mapper refers to components, except for the one that is being made.
func mapper(self reflect.Type) func(reflect.Type) *jsonschema.Schema {
	return func(t reflect.Type) *jsonschema.Schema {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		switch {
		case t == reflect.TypeFor[jsontext.Value]():
			return &jsonschema.Schema{Type: "object"}
		case t == self || t.PkgPath() != self.PkgPath():
			return nil
		case t == reflect.TypeFor[count]():
			return &jsonschema.Schema{Type: "integer"}
		case t == reflect.TypeFor[values]():
			text := &jsonschema.Schema{Type: "string"}
			return &jsonschema.Schema{OneOf: []*jsonschema.Schema{text, {Type: "array", Items: text}}}
		case t == reflect.TypeFor[cart]():
			return &jsonschema.Schema{Type: "object"}
		}
		return ref(nameOf(t))
	}
}

// commandSchema is a data part: one of the skills with its arguments.
func commandSchema() *jsonschema.Schema {
	s := &jsonschema.Schema{Description: "The data part of a message."}
	for _, skill := range []struct{ id, arguments string }{
		{skillDiscover, "DiscoverArguments"}, {skillMatch, "MatchArguments"}, {skillBook, "BookArguments"}, {skillHandoff, "PrepareBookingHandoffArguments"},
	} {
		p := jsonschema.NewProperties()
		p.Set("skill", &jsonschema.Schema{Const: skill.id})
		p.Set("arguments", ref(skill.arguments))
		s.OneOf = append(s.OneOf, &jsonschema.Schema{Type: "object", Properties: p, Required: []string{"skill", "arguments"}, AdditionalProperties: jsonschema.FalseSchema})
	}
	return s
}

// Every reference of the document leads somewhere.
func TestOpenAPIReferences(t *testing.T) {
	var doc struct {
		Components struct {
			Schemas map[string]json.RawMessage `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(openAPI, &doc); err != nil {
		t.Fatal(err)
	}
	var used []string
	for rest := string(openAPI); ; {
		_, after, found := strings.Cut(rest, components)
		if !found {
			break
		}
		name, _, _ := strings.Cut(after, `"`)
		if doc.Components.Schemas[name] == nil {
			t.Errorf("nothing is called %s", name)
		}
		used = append(used, name)
		rest = after
	}
	roots := []string{"Command", "RegistryResult", "BookAnswer", "HandoffResult", "GateStatus", "Review"}
	for name := range doc.Components.Schemas {
		if !slices.Contains(used, name) && !slices.Contains(roots, name) {
			t.Errorf("%s is of no use", name)
		}
	}
}
