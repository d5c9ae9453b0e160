package jsonrpc

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

type params struct {
	Name  string `json:"name"`
	Count *int   `json:"count"`
}

var limited = &Fault{Code: -32099, Message: "Not on Mondays"}

func check(e *Envelope) *Fault {
	switch e.Method {
	case "greet":
		return nil
	case "monday":
		return limited
	}
	return MethodNotFound
}

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		fault      *Fault
		id         string // as answered; empty: null
	}{
		{"a call", `{"jsonrpc":"2.0","id":1,"method":"greet","params":{"name":"Ana"}}`, nil, `1`},
		{"members in any order", `{"params":{"name":"Ana"},"method":"greet","id":1,"jsonrpc":"2.0","more":[]}`, nil, `1`},
		{"no params", `{"jsonrpc":"2.0","id":1,"method":"greet"}`, nil, `1`},
		{"id text", `{"jsonrpc":"2.0","id":"a","method":"greet"}`, nil, `"a"`},
		{"id empty text", `{"jsonrpc":"2.0","id":"","method":"greet"}`, nil, `""`},
		{"id text with escapes", `{"jsonrpc":"2.0","id":"\u00e9 \/ \u0041","method":"greet"}`, nil, `"\u00e9 \/ \u0041"`},
		{"id with a fraction", `{"jsonrpc":"2.0","id":1.0,"method":"greet"}`, nil, `1.0`},
		{"id with an exponent", `{"jsonrpc":"2.0","id":1e400,"method":"greet"}`, nil, `1e400`},
		{"id beyond 2^53", `{"jsonrpc":"2.0","id":9007199254740993,"method":"greet"}`, nil, `9007199254740993`},
		{"id minus zero", `{"jsonrpc":"2.0","id":-0,"method":"greet"}`, nil, `-0`},
		{"id null", `{"jsonrpc":"2.0","id":null,"method":"greet"}`, nil, `null`},

		{"id absent", `{"jsonrpc":"2.0","method":"greet"}`, InvalidRequest, ``},
		{"id mis-cased", `{"jsonrpc":"2.0","ID":1,"method":"greet"}`, InvalidRequest, ``},
		{"id an object", `{"jsonrpc":"2.0","id":{"a":1},"method":"greet"}`, InvalidRequest, ``},
		{"id an array", `{"jsonrpc":"2.0","id":[1],"method":"greet"}`, InvalidRequest, ``},
		{"id true", `{"jsonrpc":"2.0","id":true,"method":"greet"}`, InvalidRequest, ``},
		{"id an object, method unknown", `{"jsonrpc":"2.0","id":{},"method":"shout"}`, InvalidRequest, ``},

		{"version absent", `{"id":1,"method":"greet"}`, InvalidRequest, `1`},
		{"version 1.0", `{"jsonrpc":"1.0","id":1,"method":"greet"}`, InvalidRequest, `1`},
		{"version a number", `{"jsonrpc":2.0,"id":1,"method":"greet"}`, InvalidRequest, `1`},
		{"method absent", `{"jsonrpc":"2.0","id":1}`, InvalidRequest, `1`},
		{"method a number", `{"jsonrpc":"2.0","id":1,"method":5,"params":{"name":"Ana"}}`, InvalidRequest, `1`},
		{"method null", `{"jsonrpc":"2.0","id":1,"method":null}`, InvalidRequest, `1`},
		{"a batch", `[{"jsonrpc":"2.0","id":1,"method":"greet"}]`, InvalidRequest, ``},
		{"an empty batch", `[]`, InvalidRequest, ``},
		{"text", `"greet"`, InvalidRequest, ``},
		{"null", `null`, InvalidRequest, ``},

		{"method unknown", `{"jsonrpc":"2.0","id":1,"method":"shout"}`, MethodNotFound, `1`},
		{"method unknown comes before wrong params", `{"jsonrpc":"2.0","id":1,"method":"shout","params":7}`, MethodNotFound, `1`},
		{"the dialect's own word comes before wrong params", `{"jsonrpc":"2.0","id":1,"method":"monday","params":7}`, limited, `1`},
		{"params by position", `{"jsonrpc":"2.0","id":1,"method":"greet","params":["Ana"]}`, InvalidParams, `1`},
		{"params of a wrong type, before the id", `{"params":{"name":5},"jsonrpc":"2.0","method":"greet","id":"a"}`, InvalidParams, `"a"`},

		{"empty", ``, ParseError, ``},
		{"truncated", `{"jsonrpc":"2.0","id":1,"method":"greet"`, ParseError, ``},
		{"truncated after a wrong type", `{"params":7,"jsonrpc":"2.0","id":1,"method":"greet"`, ParseError, ``},
		{"more after the end", `{"jsonrpc":"2.0","id":1,"method":"greet"} {}`, ParseError, ``},
		{"a broken batch", `[{"jsonrpc":"2.0"`, ParseError, ``},
		{"two ids", `{"jsonrpc":"2.0","id":1,"id":1,"method":"greet"}`, ParseError, ``},
		{"a name twice, deep", `{"jsonrpc":"2.0","id":1,"method":"greet","params":{"x":[{"a":1,"a":1}]}}`, ParseError, ``},
		{"a name twice in a batch", `[{"id":1,"id":1}]`, ParseError, ``},
		{"too deep", `{"jsonrpc":"2.0","id":1,"method":"greet","params":{"x":` + strings.Repeat(`[`, 20_000) + strings.Repeat(`]`, 20_000) + `}}`, ParseError, ``},
		{"invalid UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"greet\"}", ParseError, ``},
		{"half a surrogate pair", `{"jsonrpc":"2.0","id":"\ud800","method":"greet"}`, ParseError, ``},
	} {
		t.Run(tt.name, func(t *testing.T) {
			q := Request[params]{Envelope: Envelope{ID: jsontext.Value("left over")}}
			fault := Parse([]byte(tt.body), &q, check)
			if fault != tt.fault {
				t.Errorf("fault %v, want %v", fault, tt.fault)
			}
			if string(q.ID) != tt.id {
				t.Errorf("id %s, want %s", q.ID, tt.id)
			}
		})
	}
}

func TestParseFills(t *testing.T) {
	var q Request[params]
	fault := Parse([]byte(`{"jsonrpc":"2.0","id":1,"method":"greet","params":{"name":"Ana","count":"x"}}`), &q, check)
	if fault != InvalidParams {
		t.Fatal(fault)
	}
	want := Request[params]{
		Envelope: Envelope{"2.0", jsontext.Value("1"), "greet"},
		Params:   params{Name: "Ana"},
		Mistyped: []jsontext.Pointer{"/params/count"},
	}
	if d := cmp.Diff(want, q); d != "" {
		t.Error(d)
	}
}

// The id outlives the body it came in.
func TestParseKeepsNoBody(t *testing.T) {
	body := []byte(`{"jsonrpc":"2.0","id":"abc","method":"greet"}`)
	var q Request[params]
	if fault := Parse(body, &q, check); fault != nil {
		t.Fatal(fault)
	}
	clear(body)
	if string(q.ID) != `"abc"` {
		t.Errorf("%q", q.ID)
	}
}

func TestResponses(t *testing.T) {
	id := jsontext.Value(`"\u00e9"`)
	for _, tt := range []struct {
		name string
		got  []byte
		want string
	}{
		{"answer", Answer(id, &params{Name: "Ana"}), `{"jsonrpc":"2.0","id":"\u00e9","result":{"name":"Ana","count":null}}`},
		{"answer with text that is no text", Answer(id, &params{Name: "A\xff"}), "{\"jsonrpc\":\"2.0\",\"id\":\"\\u00e9\",\"result\":{\"name\":\"A\ufffd\",\"count\":null}}"},
		{"refusal", Refuse(id, MethodNotFound), `{"jsonrpc":"2.0","id":"\u00e9","error":{"code":-32601,"message":"Method not found"}}`},
		{"refusal without an id", Refuse(nil, ParseError), `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`},
		{"refusal with data", Refuse(id, &Fault{-32001, "No", []string{"a"}}), `{"jsonrpc":"2.0","id":"\u00e9","error":{"code":-32001,"message":"No","data":["a"]}}`},
	} {
		if string(tt.got) != tt.want {
			t.Errorf("%s: %s", tt.name, tt.got)
		}
	}
}
