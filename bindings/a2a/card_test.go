package a2a_test

import (
	"bytes"
	"maps"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// What an agent can see in a card, in 1.0.
type cardSeen struct {
	Interfaces []struct {
		URL     string `json:"url"`
		Version string `json:"protocolVersion"`
	} `json:"supportedInterfaces"`
	Capabilities struct {
		Extensions []struct {
			Params struct {
				Operations []struct {
					Operation string `json:"operation"`
					Schema    string `json:"schema"`
				} `json:"operations"`
				Answer string `json:"answer"`
			} `json:"params"`
		} `json:"extensions"`
	} `json:"capabilities"`
	Skills []struct {
		ID         string   `json:"id"`
		Examples   []string `json:"examples"`
		InputModes []string `json:"inputModes"`
	} `json:"skills"`
}

// get reads a document by its URL.
func (d *desk) get(t *testing.T, url string) []byte {
	t.Helper()
	path, ok := strings.CutPrefix(url, "https://desk.example")
	if !ok {
		t.Fatalf("%s is elsewhere", url)
	}
	q := httptest.NewRequest("GET", path, nil)
	q.Header.Set("A2A-Version", "1.0")
	w := httptest.NewRecorder()
	d.ServeHTTP(w, q)
	if w.Code != 200 {
		t.Fatalf("%s: HTTP %d: %s", url, w.Code, w.Body)
	}
	return w.Body.Bytes()
}

// A reader knows an agent by its card alone, and what the card leads to.
type reader struct {
	agent
	schemas map[string]*jsonschema.Schema // by operation; "" is that of answers
	example map[string][]string           // by skill
}

func newReader(t *testing.T, d *desk, card string) *reader {
	t.Helper()
	var c cardSeen
	if err := json.Unmarshal(d.get(t, card), &c); err != nil {
		t.Fatal(err)
	}
	r := &reader{schemas: map[string]*jsonschema.Schema{}, example: map[string][]string{}}
	r.agent = agent{T: t, desk: d, v1: true, path: strings.TrimPrefix(c.Interfaces[0].URL, "https://desk.example")}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	compile := func(name, url string) {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(d.get(t, url)))
		if err != nil {
			t.Fatal(err)
		}
		if err := compiler.AddResource(url, doc); err != nil {
			t.Fatal(err)
		}
		if r.schemas[name], err = compiler.Compile(url); err != nil {
			t.Fatal(err)
		}
	}
	list := c.Capabilities.Extensions[0].Params
	compile("", list.Answer)
	for _, o := range list.Operations {
		compile(o.Operation, o.Schema)
	}
	for _, s := range c.Skills {
		r.example[s.ID] = s.Examples
	}
	return r
}

// valid says what a schema has against a value.
func (r *reader) valid(name, value string) error {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(value))
	if err != nil {
		r.Fatal(err)
	}
	return r.schemas[name].Validate(v)
}

// do sends a data part that its schema allows, and reads an answer that the
// schema of answers allows.
func (r *reader) do(part string) answered {
	r.Helper()
	var call struct {
		Operation string `json:"operation"`
	}
	if err := json.Unmarshal([]byte(part), &call); err != nil {
		r.Fatal(err)
	}
	if err := r.valid(call.Operation, part); err != nil {
		r.Errorf("%s: %v", part, err)
	}
	r.waiting = false
	got := r.data(part)
	if got.data != nil {
		if err := r.valid("", string(got.data)); err != nil {
			r.Errorf("%s: %v", got.data, err)
		}
	}
	return got
}

// Whoever reads a card, its schemas and its examples, and nothing else, can
// book: the examples that need no id are sent as they are, those that do have
// them put in from the answers.
func TestBookFromTheCard(t *testing.T) {
	d := open(t)
	r := newReader(t, d, "https://desk.example/orgs/clinica-demo/.well-known/agent-card.json")
	catalogue := r.do(r.example["list_services"][0])
	found := r.do(r.example["find_slots"][0])
	with := func(example, member, value string) string {
		var call map[string]jsontext.Value
		var arguments map[string]jsontext.Value
		if json.Unmarshal([]byte(example), &call) != nil || json.Unmarshal(call["arguments"], &arguments) != nil {
			t.Fatal(example)
		}
		arguments[member], _ = json.Marshal(value)
		call["arguments"], _ = json.Marshal(arguments)
		b, _ := json.Marshal(call)
		return string(b)
	}
	slot := found.at(t, "slots.slots.0.id")
	hold := r.do(with(r.example["place_hold"][0], "slot", slot))
	r.do(with(r.example["release_hold"][0], "hold", hold.at(t, "hold.id")))
	made := r.do(with(r.example["book"][0], "slot", slot))
	if made.state != "task completed" || made.at(t, "booking.state") != "scheduled" || made.at(t, "booking.service.id") != catalogue.at(t, "catalogue.services.0.id") {
		t.Errorf("%s", made.body)
	}
	seen := r.do(with(r.example["get_booking"][0], "booking", made.at(t, "booking.id")))
	if seen.at(t, "booking.start") != made.at(t, "booking.start") {
		t.Errorf("%s", seen.body)
	}
}

// Every example is good as it stands: it reaches the desk, and what is
// answered is in the schema. Only the two that need a key are told so.
func TestExamples(t *testing.T) {
	for _, slug := range []string{"clinica-demo", "glamour-salon"} {
		d := open(t)
		r := newReader(t, d, "https://desk.example/orgs/"+slug+"/.well-known/agent-card.json")
		for _, skill := range slices.Sorted(maps.Keys(r.example)) {
			if len(r.example[skill]) == 0 {
				t.Errorf("%s: no example", skill)
			}
			for _, e := range r.example[skill] {
				var got answered
				if r.context = ""; r.schemas[skill] != nil {
					got = r.do(e)
				} else {
					r.waiting = false
					got = r.text(e)
				}
				key := skill == "cancel" || skill == "reschedule"
				if key && got.status != 401 || !key && got.code != 0 {
					t.Errorf("%s: %s: HTTP %d %s", skill, e, got.status, got.body)
				}
			}
		}
	}
}

// The schemas and the decoder agree on what is good.
func TestSchemasAndDecoder(t *testing.T) {
	d := open(t)
	r := newReader(t, d, "https://desk.example/orgs/clinica-demo/.well-known/agent-card.json")
	r.key = "demo-business"
	const slot = `"slot":"clx1abc123..20260401T130000Z"`
	for _, arguments := range []string{
		`describe {}`, `describe {"organization":"clinica-demo"}`, `describe {"organization":7}`, `describe {"more":1}`,
		`list_services {}`, `list_services []`, `list_services "x"`,
		`find_slots {}`, `find_slots {"service":"s"}`, `find_slots {"service":""}`, `find_slots {"service":"a b"}`, `find_slots {"service":"s","days":0}`, `find_slots {"service":"s","days":90}`, `find_slots {"service":"s","days":91}`,
		`find_slots {"service":"s","limit":200}`, `find_slots {"service":"s","limit":201}`, `find_slots {"service":"s","from":"2026-04-01"}`, `find_slots {"service":"s","from":"2026-02-30"}`, `find_slots {"service":"s","from":"tomorrow"}`,
		`find_slots {"service":"s","days":"1"}`, `find_slots {"service":"s","days":1.5}`, `find_slots {"service":"s","provider":"` + strings.Repeat("p", 65) + `"}`,
		`place_hold {"service":"s",` + slot + `}`, `place_hold {"service":"s"}`, `place_hold {"service":"s","start":"2026-04-01T10:00:00-03:00"}`, `place_hold {"service":"s","start":"2026-04-01T10:00:00"}`,
		`place_hold {"service":"s",` + slot + `,"start":"2026-04-01T10:00:00-03:00"}`, `place_hold {"service":"s",` + slot + `,"provider":"p"}`, `place_hold {"service":"s",` + slot + `,"duration_minutes":4}`, `place_hold {"service":"s",` + slot + `,"duration_minutes":1440}`,
		`place_hold {"service":"s","slot":"x"}`, `place_hold {"service":"s","slot":"p..20260401T130000Z.90"}`, `place_hold {"service":"s","slot":".r.20260401T130000Z"}`, `place_hold {"service":"s","slot":"p..2026-04-01T13:00:00Z"}`, `place_hold {"service":"s","slot":"p..20260401T130000Z.x"}`,
		`place_hold {"service":"s","start":"2026-04-01t13:00:00z"}`, `place_hold {"service":"s","start":"2026-04-01T13:00Z"}`, `place_hold {"service":"s","start":"2026-04-01T9:00:00Z"}`, `place_hold {"service":"s","start":"2026-04-01T24:00:00Z"}`,
		`release_hold {"hold":"h"}`, `release_hold {}`, `release_hold {"hold":"h#"}`,
		`book {"service":"s",` + slot + `,"client":{"email":"a@b.cl"}}`, `book {"service":"s",` + slot + `}`, `book {"service":"s",` + slot + `,"client":{}}`, `book {"service":"s",` + slot + `,"client":{"email":"nobody"}}`, `book {` + slot + `,"client":{"email":"a@b.cl"}}`,
		`book {"hold":"h","client":{"email":"a@b.cl"}}`, `book {"hold":"h","service":"s","client":{"email":"a@b.cl"}}`, `book {"hold":"h",` + slot + `,"client":{"email":"a@b.cl"}}`, `book {"hold":"h","service":"s",` + slot + `,"client":{"email":"a@b.cl"}}`, `book {"hold":"h","service":"s","start":"2026-04-01T10:00:00Z","provider":"p","client":{"email":"a@b.cl"}}`,
		`book {"service":"s",` + slot + `,"client":{"email":"a@b.cl","age":7}}`,
		`book {"service":"s",` + slot + `,"client":{"email":"a@b.cl","name":"` + strings.Repeat("ñ", 200) + `"}}`, `book {"service":"s",` + slot + `,"client":{"email":"a@b.cl","name":"` + strings.Repeat("ñ", 201) + `"}}`, `book {"service":"s",` + slot + `,"client":{"email":"a@b.cl"},"tentative":"yes"}`,
		`book {"service":"s",` + slot + `,"client":{"email":"a@b.cl"},"notes":"` + strings.Repeat("n", 2001) + `"}`,
		`get_booking {"booking":"B"}`, `get_booking {}`, `get_booking {"booking":5}`,
		`cancel {"booking":"B"}`, `cancel {"booking":"B","by":"nobody"}`, `cancel {"booking":"B","by":"provider","reason":"` + strings.Repeat("r", 501) + `"}`,
		`reschedule {"booking":"B"}`, `reschedule {"booking":"B",` + slot + `}`, `reschedule {"booking":"B","slot":"x"}`, `reschedule {"booking":"B","start":"2026-04-01T10:00:00Z"}`, `reschedule {"booking":"B",` + slot + `,"start":"2026-04-01T10:00:00Z"}`, `reschedule {"booking":"B",` + slot + `,"provider":"p"}`,
	} {
		operation, value, _ := strings.Cut(arguments, " ")
		part := `{"operation":"` + operation + `","arguments":` + value + `}`
		schema := r.valid(operation, part)
		r.context, r.waiting = "", false
		got := r.data(part)
		if taken := got.code != -32602; taken != (schema == nil) {
			t.Errorf("%.200s: the schema says %v, and the answer is %s", part, schema, got.body)
		}
	}
}
