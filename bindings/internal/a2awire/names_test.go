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

func TestCamel(t *testing.T) {
	for in, want := range map[string]string{"message_id": "messageId", "a_b_c": "aBC", "_a": "A", "a__b": "aB", "a_1": "a1", "a_": "a"} {
		if got := string(camel([]byte(in))); got != want {
			t.Errorf("%s: %s", in, got)
		}
	}
}
