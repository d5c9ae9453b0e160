package a2awire

import (
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestNames(t *testing.T) {
	for in, want := range map[string][]string{
		``:                                      nil,
		`null`:                                  nil,
		`["a"]`:                                 nil,
		`{}`:                                    nil,
		`{"intent":{"deep":[1]},"params":null}`: {"intent", "params"},
		` { "\u0061" : "b" , "c d":2} `:         {"a", "c d"},
	} {
		var got []string
		for name := range Names(jsontext.Value(in)) {
			got = append(got, string(name))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q", in, got)
		}
	}
	for name := range Names(jsontext.Value(`{"a":1,"b":2}`)) {
		if string(name) != "a" {
			t.Errorf("went on to %s", name)
		}
		break
	}
}

func TestMember(t *testing.T) {
	const object = ` { "a" : 1 , "b":{"a":[2,"}"]} ,"\u0063":"x:" } `
	for name, want := range map[string]string{"a": "1", "b": `{"a":[2,"}"]}`, "c": `"x:"`, "d": ""} {
		if got := Member(jsontext.Value(object), name); string(got) != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := Member(jsontext.Value(`["a"]`), "a"); got != nil {
		t.Errorf("of a list: %s", got)
	}
}

func TestCamel(t *testing.T) {
	for in, want := range map[string]string{"message_id": "messageId", "a_b_c": "aBC", "_a": "A", "a__b": "aB", "a_1": "a1", "a_": "a"} {
		if got := string(camel([]byte(in))); got != want {
			t.Errorf("%s: %s", in, got)
		}
	}
}
