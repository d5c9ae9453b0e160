package jsonrpc

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// selfish takes any params, and knows which dialect it is to read.
type selfish struct {
	dialect string
	raw     string
	err     error
}

func (s *selfish) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	v, err := d.ReadValue()
	s.raw = string(v)
	if err == nil {
		err = s.err
	}
	return err
}

func TestParseInto(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		fault      *Fault
		id, raw    string
	}{
		{"a call", `{"jsonrpc":"2.0","id":1,"method":"greet","params":{"name":"Ana"}}`, nil, `1`, `{"name":"Ana"}`},
		{"params of any type, before the rest", `{"params":[7],"method":"shout","id":"a","jsonrpc":"2.0"}`, nil, `"a"`, `[7]`},
		{"params null", `{"jsonrpc":"2.0","id":1,"method":"greet","params":null}`, nil, `1`, ``},
		{"no params", `{"jsonrpc":"2.0","id":1,"method":"greet"}`, nil, `1`, ``},
		{"method a number", `{"jsonrpc":"2.0","id":1,"method":5,"params":{}}`, InvalidRequest, `1`, ``},
		{"version a number, after the params", `{"params":{},"id":"\u0061","method":"greet","jsonrpc":2.0}`, InvalidRequest, `"\u0061"`, `{}`},
		{"id an object", `{"jsonrpc":"2.0","id":{},"method":"greet","params":{}}`, InvalidRequest, ``, `{}`},
		{"no id", `{"jsonrpc":"2.0","method":"greet","params":{}}`, InvalidRequest, ``, `{}`},
		{"a batch", `[{"jsonrpc":"2.0","id":1,"method":"greet"}]`, InvalidRequest, ``, ``},
		{"null", `null`, InvalidRequest, ``, ``},
		{"empty", ``, ParseError, ``, ``},
		{"more after the end", `{"jsonrpc":"2.0","id":1,"method":"greet"} {}`, ParseError, ``, ``},
		{"a name twice, deep", `{"jsonrpc":"2.0","id":1,"method":"greet","params":{"x":[{"a":1,"a":1}]}}`, ParseError, ``, ``},
		{"a wrong type and then no JSON", `{"jsonrpc":2,"id":1,"method":"greet"`, ParseError, ``, ``},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := &selfish{dialect: "1.0"}
			q := Request[*selfish]{Envelope: Envelope{ID: jsontext.Value("left over")}, Params: p}
			if fault := ParseInto([]byte(tt.body), &q); fault != tt.fault {
				t.Errorf("fault %v, want %v", fault, tt.fault)
			}
			if string(q.ID) != tt.id {
				t.Errorf("id %s, want %s", q.ID, tt.id)
			}
			if tt.fault == nil && p.raw != tt.raw || p.dialect != "1.0" {
				t.Errorf("params %+v, want %s", p, tt.raw)
			}
		})
	}
}

// Params that give up have said themselves why; the envelope is good.
func TestParseIntoGivingUp(t *testing.T) {
	p := &selfish{err: InvalidParams}
	q := Request[*selfish]{Params: p}
	if fault := ParseInto([]byte(`{"jsonrpc":"2.0","params":{},"id":7,"method":"greet"}`), &q); fault != nil || string(q.ID) != "7" || q.Method != "greet" {
		t.Errorf("%v %+v", fault, q.Envelope)
	}
}

func TestAppendResult(t *testing.T) {
	for id, want := range map[string]string{`"\u00e9"`: `x{"jsonrpc":"2.0","id":"\u00e9","result":`, `1.0`: `x{"jsonrpc":"2.0","id":1.0,"result":`, ``: `x{"jsonrpc":"2.0","id":null,"result":`} {
		v := jsontext.Value(id)
		if id == "" {
			v = nil
		}
		if got := string(AppendResult([]byte("x"), v)); got != want {
			t.Errorf("%s", got)
		}
	}
}
